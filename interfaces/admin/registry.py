"""Every module that registers models; imported once the site stands."""

from interfaces.admin import accounts, agents, consent, conversations, memories, operations, retrieval, setup

__all__ = ["accounts", "agents", "consent", "conversations", "memories", "operations", "retrieval", "setup"]
