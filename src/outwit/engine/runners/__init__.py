"""Python's side of each compiled search: sets it going, watches it, reads what it found."""
