"""Needs in an answer: whether a question is about allergies, diets or meals, and which needs answer it."""
