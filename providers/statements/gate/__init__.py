"""The detector of the consent gate: sensitive statements in a text, by rules and by statistical readers."""
