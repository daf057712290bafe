"""Keeping up what rests on memories that change (003, 004: `derived_from`, `depends_on`)."""
