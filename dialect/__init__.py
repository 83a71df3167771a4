"""What StableHLO is: bindings, contexts, parsing, diagnostics, element types."""
