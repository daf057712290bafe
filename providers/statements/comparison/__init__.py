"""Whether two texts say the same, or the contrary."""
