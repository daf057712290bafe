"""What keeps a question from being asked: too many are open, or the person refused it before."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from consent.changes import KINDS, Change, from_json
from consent.changes.lines import apart
from consent.detection.values import Pair, pair_of
from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from consent.outcomes import Refusal, Refused
from consent.proposals.equivalence import (
    asks_the_same,
    fields_asked,
    may_ask_the_same,
    pair_in,
    pairs_of,
    shared_pairs,
    states_any,
    wanted_values,
)
from consent.proposals.unchosen_values import chosen_otherwise, spelled, turned_down, until_of
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

# Of a value of a field, and of a text.
CHOSE_ANOTHER = "{who} chose another value for this field (proposal {proposal}); replacing it needs the person's yes."
OWN_WORDS = "The person put this into their own words (proposal {proposal})."
OTHER_WORDS = "A reviewer put this into other words (proposal {proposal})."


def too_many(target: Target, actor: Actor, *, more: int) -> Refused | None:
    """A refusal when `more` proposals would exceed `PENDING_PROPOSALS` of this agent for this person.

    Writers at the same moment may exceed it by as many as they are.
    """
    if not actor.is_agent or more == 0:
        return None
    waiting = Proposal.objects.pending().filter(Q(person_id=target.person_id), agent_id=actor.id).count()
    if waiting + more <= settings.PENDING_PROPOSALS:
        return None
    detail = f"{waiting} proposals of yours wait for this person already; at most {settings.PENDING_PROPOSALS} may."
    return Refused(Refusal.TOO_MANY, detail)


def answer_refused(proposal: Proposal, *, actor: Actor, now: datetime) -> Refused | None:
    """The refusal of a question that repeats what the person refused; None where there is nothing to tell the actor.

    Whoever may not know of it would learn the value by guessing until told no: for them the question is muted instead.
    """
    rows = _refusals(proposal)
    if not rows:
        return None
    refusal = _disclosed(Proposal.objects.filter(id__in=rows), proposal, actor, now)
    proposal.is_muted = refusal is None
    return refusal


def answer_reworded(change: Change, proposal: Proposal) -> Refused | None:
    """The refusal of the very words of an agent that an answer replaced by others, if these say something else, and of
    a text that gives a field the value which they replaced."""
    if proposal.agent_id is None:
        return None
    rows = Proposal.objects.blocking().filter(state=ProposalState.AMENDED, agent_id=proposal.agent_id)
    for row in rows.filter(Q(person_id=proposal.person_id)).order_by("-blocked_until"):
        asked = from_json(row.change)
        if _has_replaced(row, asked, change, proposal) and not _is_kept(row, asked) and row.blocked_until:
            detail = f"{_who_reworded(row, asked)} It may be asked for again from {row.blocked_until:%Y-%m-%d}."
            fields, until = (row.field_name,), row.blocked_until
            return Refused(Refusal.REFUSED_BEFORE, detail, fields=fields, until=until, answered=REWORDED)
    return None


def _who_reworded(row: Proposal, asked: Change) -> str:
    """Whether the person or a reviewer put it so, and whether it is a value or a text."""
    standing = row.decisions.filter(withdrawn_at__isnull=True)
    is_by_staff = any(one.is_in_words_of_staff for one in standing)
    if asked.sets_a_field:
        return CHOSE_ANOTHER.format(who="A reviewer" if is_by_staff else "The person", proposal=row.id)
    return (OTHER_WORDS if is_by_staff else OWN_WORDS).format(proposal=row.id)


def _has_replaced(row: Proposal, asked: Change, change: Change, proposal: Proposal) -> bool:
    """Whether what is asked for now is what the person put into their own words then."""
    if asked.sets_a_field and not change.sets_a_field:
        return states_any(shared_pairs(row, proposal), proposal)
    same_place = row.namespace_path == proposal.namespace_path and asked.sets_a_field == change.sets_a_field
    same_field = row.field == proposal.field or not change.sets_a_field
    return same_place and same_field and _words(asked) == _words(change)


def _words(change: Change) -> str:
    words = normalize_value(change.own_value)
    return canonical_value(change.fact.key, words) if change.fact else words


def _is_kept(row: Proposal, asked: Change) -> bool:
    """Whether the person's own words state all that it claims."""
    words = apart(row.kept_value)[0]
    fact = asked.fact
    if fact:
        return normalize_value(words) == normalize_value(fact.value)
    claimed = {_closed(*pair_of(one)) for one in row.claims}
    return bool(claimed) and claimed <= {_closed(one.key, normalize_value(one.value)) for one in sensitive(words)}


def _closed(key: str, value: str) -> Pair:
    """In the person's own spelling, but where a field has few values: who wrote "Lisboa" is not asked for "Lisbon"."""
    return key, canonical_value(key, value) if key in CLOSED_KEYS else value


def question_behind(muted: Proposal) -> Proposal | None:
    """Which question the person had answered, so that they are not asked this one; None where they called a memory
    wrong instead. In the entered scope.
    """
    is_behind = may_ask_the_same(muted) | Q(field__in=fields_asked(muted), state__in=GIVEN)
    rows = Proposal.objects.asked().filter(is_behind, Q(person_id=muted.person_id))
    newest = rows.order_by(F("blocked_until").desc(nulls_last=True), F("decided_at").desc(nulls_last=True))
    return next((row for row in newest if _has_turned_down(row, muted) or asks_the_same(row, muted)), None)


def ask_after_all(answered: Proposal) -> list[UUID]:
    """Ask what waits unasked because of this answer, unless another one stands against it too; returns which. In the
    entered scope, once the answer blocks nothing.
    """
    muted = Proposal.objects.pending().filter(Q(person_id=answered.person_id), is_muted=True)
    own = Proposal.objects.filter(id=answered.id)
    held = [
        row
        for row in muted
        if _has_turned_down(answered, row)
        or (asks_the_same(answered, row) and own.filter(may_ask_the_same(row)).exists())
    ]
    freed = [row.id for row in held if not _refusals(row)]
    Proposal.objects.pending().filter(id__in=freed).update(is_muted=False)
    return freed


def _has_turned_down(answered: Proposal, asked: Proposal) -> bool:
    """Whether the person saved another value of the field in the place of one that is asked for."""
    is_field = KINDS[answered.change["type"]].sets_a_field
    if not is_field or answered.state not in GIVEN or answered.field not in fields_asked(asked):
        return False
    return bool(turned_down(answered) & _forms_wanted(asked, answered.field))


def _refusals(proposal: Proposal) -> list[UUID]:
    """Questions by which the person refused one of these values, in whatever form, and did not say that it may be asked
    again."""
    blocking = Proposal.objects.blocking().filter(may_ask_the_same(proposal), Q(person_id=proposal.person_id))
    alike = (row for row in blocking if asks_the_same(row, proposal))
    return [*(row.id for row in alike if _stands_against(row, proposal)), *_not_chosen(proposal)]


def _stands_against(row: Proposal, asked: Proposal) -> bool:
    """Whether it was refused, or, where a text was edited, the person's words state another value of a field than the
    one that both ask for. What they saved of a field itself, `chosen_otherwise` compares."""
    if row.state != ProposalState.AMENDED:
        return True
    if KINDS[row.change["type"]].sets_a_field:
        return False
    kept = {_one_spelling(one.key, one.value) for one in sensitive(apart(row.kept_value)[0])}
    told = {key for key, _value in kept} - MULTI_VALUED_KEYS
    return any(pair[0] in told and pair not in kept for pair in shared_pairs(row, asked))


def _one_spelling(key: str, value: str) -> Pair:
    return key, canonical_value(key, normalize_value(value))


def _not_chosen(proposal: Proposal) -> list[UUID]:
    """Those that the person agreed to when they were shown one of these values as well."""
    found = chosen_otherwise(Q(person_id=proposal.person_id), fields_asked(proposal))
    return [
        against[value].id
        for field, against in found.items()
        for value in _forms_wanted(proposal, field)
        if value in against
    ]


def _disclosed(rows: ProposalQuerySet, proposal: Proposal, actor: Actor, now: datetime) -> Refused | None:
    """For an actor that may read the answer: an agent asked for it itself, what others asked for in vain is not told
    (`told_to`)."""
    known = rows.authorized_for(actor, now=now).told_to(actor)
    if actor.is_agent and not _asked_itself(proposal, actor):
        known = known.exclude(state__in=GIVEN)  # what was shown beside it, others had asked for
    if not may_know(proposal.claims, actor):
        known = known.filter(agent_id=actor.id)
    last = max(known, key=lambda one: until_of(one) or one.created_at, default=None)
    if last is None or (until := until_of(last)) is None:
        return None
    answer = ANSWERS.get(last.state, "refused this")
    detail = f"The person {answer}. It may be asked for again from {until:%Y-%m-%d}."
    shared = [one.partition("=")[0] for one in proposal.claims if pair_in(one) in pairs_of(last)]
    fields = tuple(dict.fromkeys(shared or [last.field_name]))
    return Refused(Refusal.REFUSED_BEFORE, detail, fields=fields, until=until, answered=last.state)


def _asked_itself(proposal: Proposal, actor: Actor) -> bool:
    own = Proposal.objects.asked().filter(
        may_ask_the_same(proposal), Q(person_id=proposal.person_id), agent_id=actor.id
    )
    return any(asks_the_same(row, proposal) for row in own)


def _forms_wanted(asked: Proposal, field: str) -> set[str]:
    return {*wanted_values(asked, field), spelled(asked.new_value)}


def may_know(claims: Iterable[str], actor: Actor) -> bool:
    """Whether the actor's allowlist has the categories of all fields that some claims are about."""
    fields = {claim.partition(".")[0] for claim in claims}
    return all(actor.may_see(FACT_ALLOWLIST_CATEGORY.get(field, field)) for field in fields)
