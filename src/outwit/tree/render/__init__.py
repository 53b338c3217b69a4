"""A recorded tree to look at: what is folded, where it stands, as text and as SVG."""
