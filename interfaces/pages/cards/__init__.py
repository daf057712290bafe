"""The cards that show requests, open or decided, and what they look up."""
