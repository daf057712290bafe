"""The fields of a person: keys, aliases, importance, closed values, and the type of a statement."""
