"""Bases of the pages of tables: lists, columns, filters, forms."""
