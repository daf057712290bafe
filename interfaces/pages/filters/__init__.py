"""Filters of lists: by subject, assistant, status or week, as form fields and as links."""
