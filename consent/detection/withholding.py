"""Withholds passages of turns that state a value the person has not agreed to, until they do (R19, R31), or what was
marked as wrong (R17)."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from consent.changes import from_json
from consent.detection.marked_wrong import in_other_words, marked_wrong, text_pairs
from consent.detection.ruled_fields import PLAIN
from consent.detection.values import Pair, pair_of
from consent.models import Decision, Proposal
from consent.models.decision import Verdict
from consent.models.proposal import UNANSWERED, ProposalState
from conversations.actions.withhold_values import change_values
from conversations.models import Turn, WithheldValue
from memories.maintenance.index_turns import forget_chunks
from memories.models import Fact, Memory, Merge
from providers.statements import normalize_value
from workspaces import scope

VALUE_CHARACTERS = 500
# While such a question is undecided, a guess stays readable: only the person can say whether it is true.
UNDECIDED = (*UNANSWERED, ProposalState.EXPIRED)
# Of earlier answers about the same values, so many are looked up.
EARLIER = 50


class _Update(NamedTuple):
    """A question whose state has changed, a memory that was marked as wrong or no longer is, or values that the person
    has stated themselves.

    `shows`: whether a yes releases what an earlier no withheld. `sentences` state a refused guess in other words.
    """

    person_id: UUID
    proposal_id: UUID | None = None
    memory_id: UUID | None = None
    agreed: frozenset[Pair] = frozenset()
    category: str = ""
    shows: bool = True
    sentences: frozenset[str] = frozenset()


def update_withheld_values(proposal: Proposal, *, shows: bool = True, sentences: frozenset[str] = frozenset()) -> None:
    """Update at the end of the scope what is withheld of the person's turns because of a question.

    While it is pending, and after any answer but a yes, passages that state its values are withheld from retrieval.
    `shows` False: a yes that is not the person's own ends the waiting, and releases nothing that they refused before.
    `sentences` state the values in other words.
    """
    if proposal.person_id is not None:
        scope.at_end(_apply_updates, _Update(proposal.person_id, proposal.id, shows=shows, sentences=sentences))


def update_marked_wrong(memory: Memory) -> None:
    """Withhold at the end of the scope what a memory that was marked as wrong states, and what those state that were
    merged into it; release it if it is no longer marked."""
    if memory.person_id is not None:
        absorbed = Merge.objects.active().filter(kept=memory).values_list("absorbed_id", flat=True)
        for one in (memory.id, *absorbed):
            scope.at_end(_apply_updates, _Update(memory.person_id, memory_id=one))


def release_values(person_id: UUID | None, pairs: Collection[Pair], *, category: str) -> None:
    """Release at the end of the scope the passages of turns with values that the person has stated themselves, for
    agents that may see the category of the memory that states them."""
    if person_id is not None and pairs:
        scope.at_end(_apply_updates, _Update(person_id, agreed=frozenset(pairs), category=category))


def _apply_updates(followed: list[_Update]) -> None:
    """Apply the updates in the order of people, so that two transactions that lock turns of several cannot deadlock."""
    by_person: dict[UUID, list[_Update]] = defaultdict(list)
    for one in followed:
        by_person[one.person_id].append(one)
    for person_id in sorted(by_person):
        _update_person(person_id, by_person[person_id])


def _update_person(person_id: UUID, followed: Sequence[_Update]) -> None:
    updates = {one.proposal_id: one for one in followed if one.proposal_id}
    agreed = {pair: one.category for one in followed for pair in one.agreed}
    proposals = list(Proposal.objects.filter(Q(person_id=person_id), id__in=updates))
    marked = {one.memory_id for one in followed if one.memory_id}
    wrong = marked_wrong(marked) if marked else []
    if not proposals and not wrong and not WithheldValue.objects.filter(person_id=person_id).exists():
        return
    rows = [_row_of_wrong(one.memory, pair) for one in wrong for pair in one.pairs]
    for proposal in proposals:
        update = updates[proposal.id]
        values = _values_of(proposal) | {("", one) for one in update.sentences}
        if _is_own_correction(proposal):
            rows += [_row(proposal, pair, person_id, category=proposal.category) for pair in values]
        elif proposal.state != ProposalState.APPROVED:
            rows += [_row(proposal, pair, person_id) for pair in values - _agreed_before(proposal, values)]
        elif update.shows:
            agreed |= dict.fromkeys(values, proposal.category)
            rows += [_row(proposal, pair, person_id, category=proposal.category) for pair in values]
        elif _was_refused(proposal):
            rows += [_row(proposal, pair, person_id) for pair in values]
    replaced = Q(proposal_id__in=updates) | Q(memory_id__in=marked)
    turns = _turns(proposals) | Q(id__in=[turn_id for one in wrong for turn_id in one.turn_ids])
    changed = change_values(person_id=person_id, rows=rows, replaced=replaced, agreed=agreed, turns=turns)
    if changed:
        forget_chunks(changed)


def is_guess(proposal: Proposal) -> bool:
    return bool(proposal.change.get("is_guess"))


def _is_own_correction(proposal: Proposal) -> bool:
    """Whether the person corrected a guess about their own words, which stay their own."""
    return is_guess(proposal) and proposal.state == ProposalState.AMENDED


def _was_refused(proposal: Proposal) -> bool:
    return Decision.objects.filter(proposal=proposal, verdict__in=(Verdict.REJECT, Verdict.EXPIRE)).exists()


def _values_of(proposal: Proposal) -> set[Pair]:
    """Return what a question states: field values as detected when it was asked, or else its text."""
    if is_guess(proposal) and proposal.state in UNDECIDED:
        return set()  # such as an allergy: readable until the person refuses it, for their safety
    pairs = stated_pairs(proposal)
    if proposal.agent_id is None and PLAIN & {key for key, _ in pairs}:
        said = Turn.objects.filter(id__in=[proposal.evidence_turn_id]).values_list("content", flat=True).first()
        pairs |= in_other_words(said or "", pairs)
    return pairs or text_pairs(from_json(proposal.change).stated_text())


def stated_pairs(proposal: Proposal) -> set[Pair]:
    """Return the values of fields that a question states."""
    change = from_json(proposal.change)
    pairs = {pair_of(one) for one in proposal.claims}
    pairs |= change.pairs() if change.sets_a_field else set()
    return {(key, value) for key, value in pairs if 0 < len(value) <= VALUE_CHARACTERS}


def _row_of_wrong(memory: Memory, pair: Pair) -> WithheldValue:
    key, value = pair
    return WithheldValue(person=memory.person, memory_id=memory.id, key=key, value=value, is_waiting=False)


def _row(proposal: Proposal, pair: Pair, person_id: UUID, *, category: str = "") -> WithheldValue:
    return WithheldValue(
        person_id=person_id,
        proposal_id=proposal.id,
        key=pair[0],
        value=pair[1],
        agent_id=proposal.agent_id,
        is_waiting=proposal.state == ProposalState.PENDING,
        category=category,
    )


def _agreed_before(proposal: Proposal, values: set[Pair]) -> set[Pair]:
    """Return the values that have the person's consent already: their facts, and what they approved last."""
    facts = Fact.objects.active().filter(Q(person_id=proposal.person_id), key__in=[key for key, _ in values])
    known = {(key, normalize_value(value)) for key, value in facts.values_list("key", "value")}
    return values & (known | _last_approved(proposal))


def _last_approved(proposal: Proposal) -> set[Pair]:
    if not proposal.claims:
        return set()
    alike = reduce(or_, (Q(claims__contains=[one]) for one in proposal.claims))
    decided = Proposal.objects.filter(Q(person_id=proposal.person_id), alike, decided_at__isnull=False)
    last: dict[str, str] = {}
    rows = decided.exclude(id=proposal.id).order_by("-decided_at").values_list("claims", "state")[:EARLIER]
    for claims, state in rows:
        for one in claims:
            last.setdefault(one, state)
    return {pair_of(one) for one, state in last.items() if state == ProposalState.APPROVED}


def _turns(proposals: Sequence[Proposal]) -> Q:
    """Return a condition for the turns that questions came from, and those of the episodes that they were cut from."""
    ids = {one.evidence_turn_id for one in proposals} | {
        UUID(entry["turn_id"]) for one in proposals for entry in one.evidence if entry.get("turn_id")
    }
    places = Q(id__in=ids - {None})
    memories = {one.memory_id for one in proposals if one.memory_id}
    episodes = Memory.objects.filter(id__in=memories, turn_start__isnull=False, session_id__isnull=False)
    for session_id, first, last in episodes.values_list("session_id", "turn_start", "turn_end") if memories else ():
        places |= Q(session_id=session_id, position__range=(first, last))
    return places
