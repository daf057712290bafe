"""What to withhold from a message: what it asks to forget, and values that are pending or were refused."""
