"""Amending a proposal: storing other words than those requested."""

from django.utils.translation import gettext_noop
from pydantic import ValidationError

from consent.changes import KINDS, Change, from_json
from consent.models import Proposal
from consent.proposals.errors import NotAmendable


def amended(change: Change, value: str) -> Change:
    """Return the change with the answerer's value; nothing else that the agent wrote stays. Raises NotAmendable."""
    body, changes = change.model_dump(mode="json"), change.amended_fields(value)
    if not value.strip():
        raise NotAmendable(gettext_noop("The value is empty. To keep nothing, refuse the change."))
    if "draft" in changes:
        changes = {"draft": body["draft"] | changes["draft"]}
    try:
        made = from_json(body | changes)
    except ValidationError as error:
        raise NotAmendable(error.errors()[0]["msg"]) from error
    if problem := made.problem():
        raise NotAmendable(problem)
    return made


def is_amendable(proposal: Proposal) -> bool:
    """Whether it has a value that may be amended."""
    return KINDS[proposal.change["type"]].is_amendable


def offered_value(proposal: Proposal) -> str:
    """Return the value that the amendment form starts with."""
    return from_json(proposal.change).own_value or proposal.new_value


def is_unchanged(proposal: Proposal, typed: str) -> bool:
    """Whether the typed words equal the requested ones; browsers send other line ends."""
    if not is_amendable(proposal):
        return False
    return offered_value(proposal).strip() == typed.replace("\r\n", "\n").strip()
