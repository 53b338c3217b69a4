"""The searches as machine code, each compiled together with a game's rules."""
