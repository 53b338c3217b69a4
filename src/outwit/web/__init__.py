"""Outwit in the browser, and for programs over HTTP."""
