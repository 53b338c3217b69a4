"""The report on the War Game: its players, its three tables, and the questions that it left open."""
