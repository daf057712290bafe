"""Compares two texts: do they state the same, or contradict each other?"""
