"""Questions that ask for the same new sentence, or for the same value of a field.

The person sees them as one question, and one answer settles all of them.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q

from consent.changes import KINDS, WriteMemory, from_json
from consent.models import Decision, Proposal
from consent.models.decision import Method, Verdict
from consent.models.proposal import ProposalQuerySet
from consent.policies import delegation
from consent.proposals.decision import Answer, may_decide, record_decision
from consent.proposals.queue import EVIDENCE_KEPT, entry_of
from memories.authority import lock_addresses
from memories.repetitions import spelled
from workspaces.actors import Actor

# What a page, which reads few columns of many questions, has to read to compare their sentences.
REPEATABLE = Q(change__type="write_memory", change__may_repeat=True, old_value="") & ~Q(claims=[])
REPEATABLE |= Q(change__type="set_fact")


def sentence_of(change: Mapping[str, Any], claims: Collection[str], sensitivity_rank: int) -> Hashable:
    """What a question has in common with all that ask for the same new sentence, or for the same value of a field in
    whatever spelling; None where it is like no other.

    As with a sentence that is said again (R38), only a note whose key was made up counts.
    """
    if change.get("type") == "set_fact":
        return change["type"], frozenset(claims)
    found = from_json(change) if change.get("may_repeat") and claims else None
    said = found.repeatable if isinstance(found, WriteMemory) else None
    return (spelled(said), frozenset(claims), sensitivity_rank) if said else None


def open_duplicates(proposal: Proposal) -> list[Proposal]:
    """The other open questions of its sentence that the person is asked, the first first. In the entered scope."""
    return other_duplicates([proposal], Proposal.objects.pending().asked())[proposal.id]


def other_duplicates(proposals: Collection[Proposal], rows: ProposalQuerySet) -> dict[Any, list[Proposal]]:
    """Of each by its id, which of the rows ask its person for the same sentence; one query where any may."""
    sentences = {row.id: _sentence(row) for row in proposals}
    people = {row.person_id for row in proposals if row.person_id and sentences[row.id]}
    found = list(rows.filter(REPEATABLE, person_id__in=people).order_by("created_at", "id")) if people else []
    return {
        one: [row for row in found if row.id != one and sentence and _sentence(row) == sentence]
        for one, sentence in sentences.items()
    }


def without_duplicates(proposals: Iterable[Proposal]) -> list[Proposal]:
    """The first of each sentence, and all that are like no other."""
    return list({_sentence(row) or row.id: row for row in reversed(list(proposals))}.values())[::-1]


def hold(proposal: Proposal) -> None:
    """Have those wait who ask for the same sentence, or answer it, until the transaction ends."""
    change = from_json(proposal.change)
    if locks := change.addresses() if change.sets_a_field else change.locks():
        lock_addresses(locks)


def settle_duplicates(proposal: Proposal, answer: Answer, *, actor: Actor, now: datetime, **changes: Any) -> None:
    """Give the others of its sentence, which `hold` holds, the answer that it got; nothing more is stored for them."""
    others = [row for row in open_duplicates(proposal) if _may_answer(row, answer, actor)]
    asked = [_as_answered(entry, row, proposal) for row in others for entry in [*row.evidence, entry_of(row)]]
    for row in others:
        # Shown to the person, and stored, was the one that they answered.
        row.shown_hash, row.new_value = proposal.shown_hash, proposal.new_value
        row.memory_id = changes.get("memory_id", row.memory_id)
        if Proposal.objects.pending().filter(id=row.id).update(decided_at=now, **changes):
            record_decision(proposal=row, answer=answer, actor=actor, now=now)
    if others:
        Proposal.objects.filter(id=proposal.id).update(evidence=[*proposal.evidence, *asked][-EVIDENCE_KEPT:])


def _as_answered(entry: dict[str, Any], row: Proposal, answered: Proposal) -> dict[str, Any]:
    """An entry in the spelling that was answered; what its asker had asked for before stays as it was."""
    return entry | {"value": answered.new_value} if entry.get("value") == row.new_value else entry


def settled_duplicates(proposal: Proposal) -> list[Proposal]:
    """The others of its sentence that the answer to it settled, too, and that stand. In the entered scope."""
    standing = Decision.objects.filter(withdrawn_at__isnull=True).exclude(verdict=Verdict.WITHDRAW)
    own = standing.filter(proposal=proposal).first()
    if own is None:
        return []
    act = {"person_id": own.person_id, "created_at": own.created_at, "verdict": own.verdict}
    at_once = Proposal.objects.filter(id__in=standing.filter(Q(**act)).values("proposal_id"))
    return other_duplicates([proposal], at_once)[proposal.id]


def _sentence(row: Proposal) -> Hashable:
    is_any = not row.old_value or KINDS[row.change["type"]].sets_a_field
    sentence = sentence_of(row.change, row.claims, row.sensitivity_rank) if is_any else None
    return (row.person_id, sentence) if sentence else None


def _may_answer(row: Proposal, answer: Answer, actor: Actor) -> bool:
    return may_decide(actor, row) and (answer.method != Method.CHAT or delegation.to_chat(row))
