"""Decides whether a question may be asked: not if too many are open, or if the person refused it before."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from consent.changes import KINDS, Change, from_json
from consent.changes.lines import split_shown
from consent.detection.values import Pair, pair_of
from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from consent.outcomes import Refusal, Refused
from consent.proposals.equivalence import (
    is_same_request,
    pair_in,
    pairs_of,
    possible_repeats,
    requested_fields,
    requested_values,
    shared_pairs,
    states_any,
)
from consent.proposals.unchosen_values import blocked_until_of, declined_values, spelled, values_not_chosen
from consent.target import Target
from memories.models.choices import FACT_ALLOWLIST_CATEGORY
from providers.statements import (
    CLOSED_KEYS,
    MULTI_VALUED_KEYS,
    canonical_value,
    normalize_value,
    sensitive,
)
from workspaces.actors import Actor

REWORDED = "reworded"
ANSWERS: Mapping[str, str] = {
    ProposalState.WITHDRAWN: "took their yes to this back",
    ProposalState.APPROVED: "chose another value",
    ProposalState.AMENDED: "chose another value",
}

# Refusals for a field's value, and for a text.
CHOSE_ANOTHER = "{who} chose another value for this field (proposal {proposal}); replacing it needs the person's yes."
OWN_WORDS = "The person put this into their own words (proposal {proposal})."
OTHER_WORDS = "A reviewer put this into other words (proposal {proposal})."


def too_many(target: Target, actor: Actor, *, more: int) -> Refused | None:
    """Refuse if `more` proposals would exceed `PENDING_PROPOSALS` of this agent for this person.

    Simultaneous writers may exceed it by their number.
    """
    if not actor.is_agent or more == 0:
        return None
    waiting = Proposal.objects.pending().filter(Q(person_id=target.person_id), agent_id=actor.id).count()
    if waiting + more <= settings.PENDING_PROPOSALS:
        return None
    detail = f"{waiting} proposals of yours wait for this person already; at most {settings.PENDING_PROPOSALS} may."
    return Refused(Refusal.TOO_MANY, detail)


def answer_refused(proposal: Proposal, *, actor: Actor, now: datetime) -> Refused | None:
    """Refuse a question that repeats what the person refused; None if the actor may not know that.

    Such an actor could find the value by guessing until it is refused, so the question is muted instead.
    """
    rows = _refusals(proposal)
    if not rows:
        return None
    refusal = _known_refusal(Proposal.objects.filter(id__in=rows), proposal, actor, now)
    proposal.is_muted = refusal is None
    return refusal


def answer_reworded(change: Change, proposal: Proposal) -> Refused | None:
    """Refuse an agent's words that an answer replaced by other ones with another meaning, and a text that gives a field
    the replaced value."""
    if proposal.agent_id is None:
        return None
    rows = Proposal.objects.blocking().filter(state=ProposalState.AMENDED, agent_id=proposal.agent_id)
    for row in rows.filter(Q(person_id=proposal.person_id)).order_by("-blocked_until"):
        asked = from_json(row.change)
        if _has_replaced(row, asked, change, proposal) and not _is_contained(row, asked) and row.blocked_until:
            detail = f"{_who_reworded(row, asked)} It may be asked for again from {row.blocked_until:%Y-%m-%d}."
            fields, until = (row.field_name,), row.blocked_until
            return Refused(Refusal.REFUSED_BEFORE, detail, fields=fields, until=until, answered=REWORDED)
    return None


def _who_reworded(row: Proposal, asked: Change) -> str:
    """Return the detail: whether the person or a reviewer amended it, and whether it is a value or a text."""
    decisions = row.decisions.filter(withdrawn_at__isnull=True)
    is_by_staff = any(one.is_in_words_of_staff for one in decisions)
    if asked.sets_a_field:
        return CHOSE_ANOTHER.format(who="A reviewer" if is_by_staff else "The person", proposal=row.id)
    return (OTHER_WORDS if is_by_staff else OWN_WORDS).format(proposal=row.id)


def _has_replaced(row: Proposal, asked: Change, change: Change, proposal: Proposal) -> bool:
    """Whether the change requests again what an answer replaced by other words."""
    if asked.sets_a_field and not change.sets_a_field:
        return states_any(shared_pairs(row, proposal), proposal)
    same_place = row.namespace_path == proposal.namespace_path and asked.sets_a_field == change.sets_a_field
    same_field = row.field == proposal.field or not change.sets_a_field
    return same_place and same_field and _words(asked) == _words(change)


def _words(change: Change) -> str:
    words = normalize_value(change.own_value)
    return canonical_value(change.fact.key, words) if change.fact else words


def _is_contained(row: Proposal, asked: Change) -> bool:
    """Whether the person's own words state everything that it claims."""
    words = split_shown(row.kept_value)[0]
    fact = asked.fact
    if fact:
        return normalize_value(words) == normalize_value(fact.value)
    claimed = {_closed(*pair_of(one)) for one in row.claims}
    return bool(claimed) and claimed <= {_closed(one.key, normalize_value(one.value)) for one in sensitive(words)}


def _closed(key: str, value: str) -> Pair:
    """Normalise a value only if the field has few values: after "Lisboa" the person is not asked for "Lisbon"."""
    return key, canonical_value(key, value) if key in CLOSED_KEYS else value


def question_behind(muted: Proposal) -> Proposal | None:
    """Return the answered question because of which this one is muted; None if a rejected memory is the reason. In the
    entered scope.
    """
    is_behind = possible_repeats(muted) | Q(field__in=requested_fields(muted), state__in=GIVEN)
    rows = Proposal.objects.unmuted().filter(is_behind, Q(person_id=muted.person_id))
    newest = rows.order_by(F("blocked_until").desc(nulls_last=True), F("decided_at").desc(nulls_last=True))
    return next((row for row in newest if _has_declined(row, muted) or is_same_request(row, muted)), None)


def unmute_questions(answered: Proposal) -> list[UUID]:
    """Unmute the questions that were muted because of this answer, unless another answer blocks them too; return their
    ids. In the entered scope, after the answer's block has ended.
    """
    muted = Proposal.objects.pending().filter(Q(person_id=answered.person_id), is_muted=True)
    own = Proposal.objects.filter(id=answered.id)
    held = [
        row
        for row in muted
        if _has_declined(answered, row)
        or (is_same_request(answered, row) and own.filter(possible_repeats(row)).exists())
    ]
    freed = [row.id for row in held if not _refusals(row)]
    Proposal.objects.pending().filter(id__in=freed).update(is_muted=False)
    return freed


def _has_declined(answered: Proposal, asked: Proposal) -> bool:
    """Whether the person chose another value of the field instead of a requested one."""
    is_field = KINDS[answered.change["type"]].sets_a_field
    if not is_field or answered.state not in GIVEN or answered.field not in requested_fields(asked):
        return False
    return bool(declined_values(answered) & _requested_forms(asked, answered.field))


def _refusals(proposal: Proposal) -> list[UUID]:
    """Return the questions by which the person refused one of these values, in any form, and that still block it."""
    blocking = Proposal.objects.blocking().filter(possible_repeats(proposal), Q(person_id=proposal.person_id))
    alike = (row for row in blocking if is_same_request(row, proposal))
    return [*(row.id for row in alike if _is_still_refused(row, proposal)), *_not_chosen(proposal)]


def _is_still_refused(row: Proposal, asked: Proposal) -> bool:
    """Whether it was refused, or, if a text was amended, the person's words state another value of a field than both
    requests. `values_not_chosen` compares what they chose for a field itself."""
    if row.state != ProposalState.AMENDED:
        return True
    if KINDS[row.change["type"]].sets_a_field:
        return False
    stored = {_one_spelling(one.key, one.value) for one in sensitive(split_shown(row.kept_value)[0])}
    keys = {key for key, _value in stored} - MULTI_VALUED_KEYS
    return any(pair[0] in keys and pair not in stored for pair in shared_pairs(row, asked))


def _one_spelling(key: str, value: str) -> Pair:
    return key, canonical_value(key, normalize_value(value))


def _not_chosen(proposal: Proposal) -> list[UUID]:
    """Return the questions that the person agreed to when they were shown one of these values as well."""
    found = values_not_chosen(Q(person_id=proposal.person_id), requested_fields(proposal))
    return [
        against[value].id
        for field, against in found.items()
        for value in _requested_forms(proposal, field)
        if value in against
    ]


def _known_refusal(rows: ProposalQuerySet, proposal: Proposal, actor: Actor, now: datetime) -> Refused | None:
    """Return the refusal if the actor may know the answer: an agent only of its own requests, not of refused ones of
    others (`disclosed_to`)."""
    known = rows.authorized_for(actor, now=now).disclosed_to(actor)
    if actor.is_agent and not _has_requested(proposal, actor):
        known = known.exclude(state__in=GIVEN)  # the values shown with it were requested by others
    if not may_know(proposal.claims, actor):
        known = known.filter(agent_id=actor.id)
    last = max(known, key=lambda one: blocked_until_of(one) or one.created_at, default=None)
    if last is None or (until := blocked_until_of(last)) is None:
        return None
    answer = ANSWERS.get(last.state, "refused this")
    detail = f"The person {answer}. It may be asked for again from {until:%Y-%m-%d}."
    shared = [one.partition("=")[0] for one in proposal.claims if pair_in(one) in pairs_of(last)]
    fields = tuple(dict.fromkeys(shared or [last.field_name]))
    return Refused(Refusal.REFUSED_BEFORE, detail, fields=fields, until=until, answered=last.state)


def _has_requested(proposal: Proposal, actor: Actor) -> bool:
    own = Proposal.objects.unmuted().filter(
        possible_repeats(proposal), Q(person_id=proposal.person_id), agent_id=actor.id
    )
    return any(is_same_request(row, proposal) for row in own)


def _requested_forms(asked: Proposal, field: str) -> set[str]:
    return {*requested_values(asked, field), spelled(asked.new_value)}


def may_know(claims: Iterable[str], actor: Actor) -> bool:
    """Whether the actor's allowlist has the categories of all fields in the claims."""
    fields = {claim.partition(".")[0] for claim in claims}
    return all(actor.may_see(FACT_ALLOWLIST_CATEGORY.get(field, field)) for field in fields)
