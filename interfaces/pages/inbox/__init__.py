"""The start page, open requests, answering them, and decided requests."""
