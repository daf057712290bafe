"""Agents, with their keys, grants, quotas and budgets."""
