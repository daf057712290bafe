"""Memories: list, page, map, adding, editing, forgetting and restoring."""
