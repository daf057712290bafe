"""The rules as data: one file per group of fields."""
