"""Values of sensitive fields that a sentence mentions in words that no rule lists."""
