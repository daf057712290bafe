"""Values of sensitive fields in wording that no rule lists."""
