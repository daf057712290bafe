"""Allergies, allergens, diets and foods left out: their words, tables and forms."""
