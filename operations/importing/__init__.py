"""Recorded conversations, dumps of checkpointers and the demo: a reader of each format, and what stores it."""
