"""The nightly search for memories that say the same (001 §4): candidates, pairs, judges, bands, merges."""
