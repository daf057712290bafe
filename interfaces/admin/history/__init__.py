"""Rows of the history as sentences."""
