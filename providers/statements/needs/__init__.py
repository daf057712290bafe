"""Allergies, allergens, diets and excluded foods: their words, tables and forms."""
