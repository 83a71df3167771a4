"""What is done to a program: the pass registry, pipelines and the passes themselves."""
