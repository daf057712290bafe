"""Facts about a person in a message or a note, for fact extraction: precision first."""
