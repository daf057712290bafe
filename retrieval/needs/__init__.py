"""Needs in an answer: whether a question asks for allergies, diets or meals, and which needs answer it."""
