"""The subject of a sentence: the person, someone else, or no one."""
