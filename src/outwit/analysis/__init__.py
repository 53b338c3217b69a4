"""Decisions, games and searches looked into: why a move, what it lost, what each enhancement is worth."""
