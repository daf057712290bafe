"""Conversations and their messages: list, page, deletion, and the memories that came from them."""
