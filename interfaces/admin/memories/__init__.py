"""Memories: the list, the page of each, and corrections."""
