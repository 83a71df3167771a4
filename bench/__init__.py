"""Benchmarks that anyone can run: ``python -m bench.NAME``; figures are medians."""
