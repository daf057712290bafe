"""Updating and reviewing memories that depend on others that change (003, 004: `derived_from`, `depends_on`)."""
