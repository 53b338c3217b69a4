"""The thesis on a tactics game: its timings, its archer, its ways to model an attack."""
