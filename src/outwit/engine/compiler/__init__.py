"""From a user's class to machine code."""
