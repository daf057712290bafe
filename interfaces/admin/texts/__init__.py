"""Names and texts as staff read them."""
