"""A recorded search gone through again: its steps, their sentences, and what the browser is sent of it."""
