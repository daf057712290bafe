"""The detector of the consent gate: what is sensitive in a text, by rules and by statistical readers."""
