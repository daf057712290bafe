"""What the person is shown of a proposal, as one hash."""

import hashlib
import json

from consent.models import Proposal

SHOWN = ("change_hash", "field", "old_value", "new_value", "reason", "actor_label", "base_version", "revision")


def shown_hash_of(proposal: Proposal) -> str:
    """SHA-256 of what a page shows, hexadecimal: an answer that carries another one was given to something else."""
    return hash_shown({name: getattr(proposal, name) for name in SHOWN})


def hash_shown(told: dict[str, object]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
