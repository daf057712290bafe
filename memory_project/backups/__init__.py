"""Backups: one folder each, with the database, files, seals, erasures and, apart, the keys."""
