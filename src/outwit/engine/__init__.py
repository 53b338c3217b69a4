"""The same rules and the same algorithms, compiled to machine code."""
