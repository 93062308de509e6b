"""A module that raises when it starts."""
loaded = 1
raise RuntimeError("not today")
