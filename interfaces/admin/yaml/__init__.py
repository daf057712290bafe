"""Categories and policies as YAML."""
