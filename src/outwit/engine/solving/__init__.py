"""Exact values of games of chance and of one player, where play may come back to a position."""
