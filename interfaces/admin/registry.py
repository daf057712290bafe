"""Every module that registers models; imported once the site stands."""

from interfaces.admin import accounts, agents, consent, conversations, events, memories, operations, retrieval, setup
from interfaces.admin.remaining import register_remaining

__all__ = ["accounts", "agents", "consent", "conversations", "events", "memories", "operations", "retrieval", "setup"]

register_remaining()
