"""Anthropic's Memory Stores (beta `managed-agents-2026-04-01`) as a view of files."""
