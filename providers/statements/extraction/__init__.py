"""What a message or a note states about a person, for fact extraction: precision first."""
