"""Other words in the place of what was asked for."""

from consent.changes import KINDS, from_json
from consent.models import Proposal


def is_amendable(proposal: Proposal) -> bool:
    """Whether it has a value that whoever answers may put other words in the place of."""
    return KINDS[proposal.change["type"]].is_amendable


def offered_value(proposal: Proposal) -> str:
    """What these begin with."""
    return from_json(proposal.change).own_value or proposal.new_value


def is_unchanged(proposal: Proposal, typed: str) -> bool:
    """Whether the words that were typed are those that were asked for; browsers send other line ends."""
    if not is_amendable(proposal):
        return False
    return offered_value(proposal).strip() == typed.replace("\r\n", "\n").strip()
