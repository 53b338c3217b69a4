"""Games in everyday styles, written from the docs alone: what a compiler has to take as it comes."""
