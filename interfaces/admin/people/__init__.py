"""Pages about the people remembered: the list, and one page of each with all that staff look for."""
