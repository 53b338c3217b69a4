"""A search written down: the recorder that listens to it, the tree, and the tree as plain data."""
