"""Everything about the person at once: counts, export, deletions and erasure."""
