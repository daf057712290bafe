"""Categories with allowlists (001 §5): a table of what each role may read, and all of it as YAML."""
