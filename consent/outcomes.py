"""The outcomes of the gate."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from django.utils.translation import gettext_noop

from memories.models.choices import Event

WAITS = "Waiting for the person's consent; nothing has changed yet."
NO_ANSWERER = gettext_noop(
    "Nobody can answer yet: the person cannot sign in, and no policy lets reviewers answer this."
)


class Refusal(StrEnum):
    FORBIDDEN = "forbidden"
    NOT_FOUND = "not_found"
    INVALID = "invalid"
    NEVER = "never"
    STALE = "stale"
    TOO_MANY = "too_many"
    REFUSED_BEFORE = "refused_before"


@dataclass(frozen=True, slots=True)
class Applied:
    """Done and committed. `event` is None if the memory already was as requested; `change_id` is its last change.

    `proposal_ids` are the questions about sentences that were cut out (R19); `relation_id` is the edge of a link;
    `category` is where the memory is filed. `redacted` are the kinds of secrets that were cut out of the request, here
    and below. `is_new_text` is false if only other attributes changed.
    """

    memory_id: UUID
    version: int
    event: Event | None
    proposal_ids: tuple[UUID, ...] = ()
    relation_id: UUID | None = None
    redacted: tuple[str, ...] = ()
    change_id: UUID | None = field(default=None, compare=False)
    category: str = field(default="", compare=False)
    is_new_text: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class Queued:
    """Waits for the person's consent. `memory_id` is the existing memory's, None for a new one."""

    proposal_id: UUID
    memory_id: UUID | None
    redacted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """Stored only as evidence, until independent signals say the same; `memory_id` is the existing memory's.

    `uncounted` says why this one did not add to `signals`; empty if it did.
    """

    signals: int
    signals_needed: int
    memory_id: UUID | None
    redacted: tuple[str, ...] = ()
    uncounted: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Refused:
    """Not done and not queued; `detail` may be shown to the caller. `category` is the one that the allowlist lacks.

    `attribute` names the invalid part of the draft, if it is not the text. `fields` are those whose values the person
    refused before, `until` is when they may be asked again, and `answered` is how they had answered. `policies` are
    the rules of the workspace that forbid it, for staff only.
    """

    reason: Refusal
    detail: str
    category: str = ""
    attribute: str = ""
    fields: tuple[str, ...] = field(default=(), compare=False)
    until: datetime | None = field(default=None, compare=False)
    answered: str = field(default="", compare=False)
    policies: tuple[UUID, ...] = field(default=(), compare=False)


Outcome = Applied | Queued | Waiting | Refused


def redaction_notice(kinds: Sequence[str]) -> str:
    """Return a sentence about the kinds of secrets that were cut out; empty if there were none."""
    return f"What looks like a secret was cut out: {', '.join(kinds).replace('_', ' ')}." if kinds else ""


# Refusals of the gate itself, for every kind of change.
SHARED = Refused(Refusal.INVALID, gettext_noop("What is sensitive about a person is kept in their own namespace only."))
OTHERS_SHARED = Refused(
    Refusal.FORBIDDEN,
    "An agent of another role stored this for all who share the namespace: only agents of its role, and staff, change "
    "or forget it. Store yours under another key, or add sentences to its own.",
)
STALE = Refused(Refusal.STALE, gettext_noop("The memory was changed meanwhile."))
NOTHING_YET = Refused(
    Refusal.STALE,
    gettext_noop("Nothing stands there yet that could be changed. Send it without If-Match to create it."),
)
REJECTED = Refused(Refusal.REFUSED_BEFORE, gettext_noop("The person said that this is wrong."))
REJECTED_BY_STAFF = Refused(Refusal.REFUSED_BEFORE, gettext_noop("Staff marked this as wrong."))
SENSITIVE_CONTEXT = Refused(
    Refusal.INVALID,
    gettext_noop("The reason or thread_id says something sensitive that the memory does not. Write that as a memory."),
)
NEVER = Refused(Refusal.NEVER, gettext_noop("A policy says that this is never to be remembered."))
# A person's own rule is disclosed only to the agents that it is about.
NEVER_FOR_YOU = Refused(Refusal.NEVER, gettext_noop("The person made a rule that you are never to remember this."))
