"""Refused values. A version that states one cannot be restored.

Staff cannot read a refused value anywhere, even if it was approved once and withdrawn.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from consent.changes import KINDS
from consent.changes.lines import split_shown
from consent.changes.proposable import field_at
from consent.detection.values import claim
from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import REFUSED, ProposalState
from memories.models import History, Memory, MemoryVersion
from providers.statements import SPECIAL_KEYS, normalize_value, sensitive

AGREEING = (Verdict.APPROVE, Verdict.AMEND)


def states_refused_value(*, memory: str, version: str) -> Exists:
    """Return a condition on rows that name a memory and a version: the version comes from an answer whose question is
    refused by now. In the entered scope.
    """
    answers = Decision.objects.filter(id=OuterRef("decision_id"), verdict__in=AGREEING, proposal__state__in=REFUSED)
    made = History.objects.filter(memory_id=OuterRef(memory), new_version_id=OuterRef(version))
    return Exists(made.filter(Exists(answers)))


def versions_with_refusals() -> QuerySet[MemoryVersion]:
    """Return versions with their memories, annotated with `is_refused`: whether they state a refused value."""
    rows = MemoryVersion.objects.select_related("memory")
    return rows.annotate(is_refused=states_refused_value(memory="memory_id", version="id"))


def refusals_of(memory: Memory) -> Mapping[str, datetime]:
    """Return the refused values and texts about the memory's person, normalised for comparison: claims of fields, and
    texts as shown; each with the end of its block. In the entered scope.
    """
    rows = Proposal.objects.blocking().exclude(state=ProposalState.AMENDED).filter(Q(person_id=memory.person_id))
    found: dict[str, datetime] = {}
    for row in rows.order_by("blocked_until"):
        if row.blocked_until is not None:
            is_field = KINDS[row.change["type"]].sets_a_field
            refused = [*row.claims, *([] if is_field else [normalize_value(split_shown(row.new_value)[0])])]
            found |= dict.fromkeys(refused, row.blocked_until)
    return found


def refused_until(memory: Memory, content: str, refusals: Mapping[str, datetime]) -> datetime | None:
    """Return until when the gate refuses to restore this content of the memory; None if no refusal blocks it."""
    if not refusals:
        return None
    return max((refusals[one] for one in _spellings(memory, content) if one in refusals), default=None)


def refused_since(versions: Collection[MemoryVersion]) -> Mapping[UUID, datetime]:
    """Return when the person last refused what a version states, by the ids of versions written before that. Versions
    come with their memories. One query if there are any. In the entered scope."""
    rows = Proposal.objects.unmuted().filter(
        state=ProposalState.REJECTED, memory_id__in={version.memory_id for version in versions}
    )
    refused = list(rows.order_by("decided_at")) if versions else []
    return {
        version.id: row.decided_at
        for row in refused
        for version in versions
        if row.memory_id == version.memory_id and row.decided_at and row.decided_at > version.ingested_at
        if states(version.memory, version.content, row)
    }


def states(memory: Memory, content: str, asked: Proposal) -> bool:
    """Whether a text of the memory states what a request about it would store."""
    if memory.is_fact:
        return claim(*field_at(memory.key), content.partition(": ")[2]) in asked.claims
    wanted = normalize_value(split_shown(asked.new_value)[0])
    return bool(wanted) and wanted in normalize_value(content)


def _spellings(memory: Memory, content: str) -> Iterator[str]:
    """Yield the normalised forms of a content. Special categories are left to the gate, because the detected words
    alone do not decide whether a text repeats a refused one."""
    if memory.is_fact:
        yield claim(*field_at(memory.key), content.partition(": ")[2])
        return
    yield normalize_value(content)
    stated = sensitive(content)
    yield from (claim(one.category, one.key, one.value) for one in stated if one.key not in SPECIAL_KEYS)
