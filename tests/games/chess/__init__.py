"""Chess, held to published counts and to python-chess."""
