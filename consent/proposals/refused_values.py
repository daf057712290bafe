"""Values that were refused. A version that says one cannot be restored.

Staff read a refused value nowhere, also where it was approved once and taken back.
"""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from consent.changes import KINDS
from consent.changes.lines import apart
from consent.changes.proposable import field_at
from consent.detection.values import claim
from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import REFUSED, ProposalState
from memories.models import History, Memory, MemoryVersion
from providers.statements import SPECIAL_KEYS, normalize_value, sensitive

AGREEING = (Verdict.APPROVE, Verdict.AMEND)


def says_refused(*, memory: str, version: str) -> Exists:
    """A condition on rows that name a memory and one of its versions: an answer made that version whose question is
    refused by now. In the entered scope.
    """
    answers = Decision.objects.filter(id=OuterRef("decision_id"), verdict__in=AGREEING, proposal__state__in=REFUSED)
    made = History.objects.filter(memory_id=OuterRef(memory), new_version_id=OuterRef(version))
    return Exists(made.filter(Exists(answers)))


def versions_told() -> QuerySet[MemoryVersion]:
    """With their memories; each with whether it says what was refused, as `is_refused`."""
    rows = MemoryVersion.objects.select_related("memory")
    return rows.annotate(is_refused=says_refused(memory="memory_id", version="id"))


def refusals_of(memory: Memory) -> Mapping[str, datetime]:
    """Values and texts about the memory's person that were refused, in the one spelling of values that are compared:
    claims of fields, and texts as they were shown; until when each is not asked for again. In the entered scope.
    """
    rows = Proposal.objects.blocking().exclude(state=ProposalState.AMENDED).filter(Q(person_id=memory.person_id))
    found: dict[str, datetime] = {}
    for row in rows.order_by("blocked_until"):
        if row.blocked_until is not None:
            is_field = KINDS[row.change["type"]].sets_a_field
            said = [*row.claims, *([] if is_field else [normalize_value(apart(row.new_value)[0])])]
            found |= dict.fromkeys(said, row.blocked_until)
    return found


def refused_until(memory: Memory, content: str, refusals: Mapping[str, datetime]) -> datetime | None:
    """Until when the gate refuses to restore what a version of the memory says; None where no refusal stands against
    it.
    """
    if not refusals:
        return None
    return max((refusals[one] for one in _said(memory, content) if one in refusals), default=None)


def refused_since(versions: Collection[MemoryVersion]) -> Mapping[UUID, datetime]:
    """When the person refused what versions, which come with their memories, say, by the ids of those that were written
    before; the last time. One query where there are any. In the entered scope."""
    rows = Proposal.objects.asked().filter(
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
    """Whether a text of the memory says what a request about that memory would save."""
    if memory.is_fact:
        return claim(*field_at(memory.key), content.partition(": ")[2]) in asked.claims
    wanted = normalize_value(apart(asked.new_value)[0])
    return bool(wanted) and wanted in normalize_value(content)


def _said(memory: Memory, content: str) -> Iterator[str]:
    """Of a special category the gate alone tells whether a text repeats what was refused: it is about more than the
    words that gave it away."""
    if memory.is_fact:
        yield claim(*field_at(memory.key), content.partition(": ")[2])
        return
    yield normalize_value(content)
    stated = sensitive(content)
    yield from (claim(one.category, one.key, one.value) for one in stated if one.key not in SPECIAL_KEYS)
