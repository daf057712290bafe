"""Questions that ask for the same new sentence, or for the same value of a field.

The person sees them as one question, and one answer settles all of them.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from consent.changes import KINDS, WriteMemory, from_json
from consent.detection.values import pair_of
from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalQuerySet
from consent.policies import delegation
from consent.proposals.decision import Answer, may_decide, record_decision
from consent.proposals.queue import EVIDENCE_ENTRIES, entry_of
from memories.authority import lock_addresses
from memories.repetitions import spelled
from providers.statements import SPELLED_KEYS, canonical_value
from workspaces.actors import Actor

# The questions that may have duplicates. Pages read few columns of many questions, and compare only these.
REPEATABLE = Q(change__type="write_memory", change__may_repeat=True, old_value="") & ~Q(claims=[])
REPEATABLE |= Q(change__type="set_fact")


def sentence_of(change: Mapping[str, Any], claims: Collection[str], sensitivity_rank: int) -> Hashable:
    """Return the key that a question shares with all duplicates: requests for the same new sentence, or for the same
    value of a field in any spelling. None if it can have no duplicates.

    As for repeated sentences (R38), only notes with a generated key count.
    """
    if change.get("type") == "set_fact":
        return change["type"], frozenset(map(_in_one_spelling, claims))
    found = from_json(change) if change.get("may_repeat") and claims else None
    text = found.repeatable if isinstance(found, WriteMemory) else None
    return (spelled(text), frozenset(claims), sensitivity_rank) if text else None


def _in_one_spelling(claimed: str) -> Hashable:
    """Return a claim, or its field and value in one spelling where the value is written in several ways."""
    key, value = pair_of(claimed)
    return (key, canonical_value(key, value)) if key in SPELLED_KEYS else claimed


def open_duplicates(proposal: Proposal) -> list[Proposal]:
    """Return its open duplicates that are not muted, the oldest first. In the entered scope."""
    return other_duplicates([proposal], Proposal.objects.pending().unmuted())[proposal.id]


def other_duplicates(proposals: Collection[Proposal], rows: ProposalQuerySet) -> dict[Any, list[Proposal]]:
    """Return the duplicates of each among the rows, by its id; one query if there may be any."""
    sentences = {row.id: _sentence(row) for row in proposals}
    people = {row.person_id for row in proposals if row.person_id and sentences[row.id]}
    found = list(rows.filter(REPEATABLE, person_id__in=people).order_by("created_at", "id")) if people else []
    return {
        one: [row for row in found if row.id != one and sentence and _sentence(row) == sentence]
        for one, sentence in sentences.items()
    }


def without_duplicates(proposals: Iterable[Proposal]) -> list[Proposal]:
    """Return the first of each group of duplicates, and all without duplicates."""
    return list({_sentence(row) or row.id: row for row in reversed(list(proposals))}.values())[::-1]


def lock_duplicates(proposal: Proposal) -> None:
    """Lock the addresses of a question, so that duplicates are neither asked nor answered until the transaction
    ends."""
    change = from_json(proposal.change)
    if locks := change.addresses() if change.sets_a_field else change.locks():
        lock_addresses(locks)


def settle_duplicates(proposal: Proposal, answer: Answer, *, actor: Actor, now: datetime, **changes: Any) -> None:
    """Give its duplicates, locked by `lock_duplicates`, the same answer; nothing more is stored for them."""
    others = [row for row in open_duplicates(proposal) if _may_answer(row, answer, actor)]
    asked = [_in_answered_spelling(entry, row, proposal) for row in others for entry in [*row.evidence, entry_of(row)]]
    for row in others:
        # The person saw, and the memory stores, the one that was answered.
        row.shown_hash, row.new_value = proposal.shown_hash, proposal.new_value
        row.memory_id = changes.get("memory_id", row.memory_id)
        if Proposal.objects.pending().filter(id=row.id).update(decided_at=now, **changes):
            record_decision(proposal=row, answer=answer, actor=actor, now=now)
    if others:
        Proposal.objects.filter(id=proposal.id).update(evidence=[*proposal.evidence, *asked][-EVIDENCE_ENTRIES:])


def _in_answered_spelling(entry: dict[str, Any], row: Proposal, answered: Proposal) -> dict[str, Any]:
    """Return an evidence entry in the spelling that was answered; earlier requests of its asker stay as they were."""
    return entry | {"value": answered.new_value} if entry.get("value") == row.new_value else entry


def settled_duplicates(proposal: Proposal) -> list[Proposal]:
    """Return the duplicates that the answer to it settled too, and that are not withdrawn. In the entered scope."""
    in_force = Decision.objects.filter(withdrawn_at__isnull=True).exclude(verdict=Verdict.WITHDRAW)
    own = in_force.filter(proposal=proposal).first()
    if own is None:
        return []
    act = {"person_id": own.person_id, "created_at": own.created_at, "verdict": own.verdict}
    at_once = Proposal.objects.filter(id__in=in_force.filter(Q(**act)).values("proposal_id"))
    return other_duplicates([proposal], at_once)[proposal.id]


def _sentence(row: Proposal) -> Hashable:
    is_any = not row.old_value or KINDS[row.change["type"]].sets_a_field
    sentence = sentence_of(row.change, row.claims, row.sensitivity_rank) if is_any else None
    return (row.person_id, sentence) if sentence else None


def _may_answer(row: Proposal, answer: Answer, actor: Actor) -> bool:
    return may_decide(actor, row) and (answer.method != Method.CHAT or delegation.to_chat(row))
