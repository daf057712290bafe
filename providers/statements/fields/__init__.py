"""The fields of a person: keys, aliases, importance, closed values, and the statement of one."""
