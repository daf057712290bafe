"""Erasing a person: every table, file and job row that holds what was said of them."""
