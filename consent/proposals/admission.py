"""What keeps a question from being asked: too many are open, or the person refused it before."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q

from consent.changes import KINDS, Change, from_json
from consent.changes.lines import apart
from consent.detection.values import Pair, claim, pair_of
from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalQuerySet, ProposalState
from consent.outcomes import Refusal, Refused
from consent.proposals.not_chosen import chosen_otherwise, key_in, spelled, until_of, value_in
from consent.target import Target
from memories.models.choices import FACT_ALLOWLIST_CATEGORY
from providers.statements import (
    CLOSED_KEYS,
    RESPELT_KEYS,
    SPECIAL_KEYS,
    alike,
    is_paraphrase,
    is_reworded,
    is_said_otherwise,
    is_same_tie,
    named_groups,
    normalize_value,
    same_value,
    sensitive,
)
from workspaces.actors import Actor

WRITES = "write_memory"
CITY = "city"
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
        return _states_any(_shared(row, proposal), proposal)
    same_place = row.namespace_path == proposal.namespace_path and asked.sets_a_field == change.sets_a_field
    same_field = row.field == proposal.field or not change.sets_a_field
    return same_place and same_field and _words(asked) == _words(change)


def _words(change: Change) -> str:
    words = normalize_value(change.own_value)
    return same_value(change.fact.key, words) if change.fact else words


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
    return key, same_value(key, value) if key in CLOSED_KEYS else value


def question_behind(muted: Proposal) -> Proposal | None:
    """Which question the person had answered, so that they are not asked this one; None where they called a memory
    wrong instead. In the entered scope.
    """
    rows = Proposal.objects.asked().filter(_alike(muted), Q(person_id=muted.person_id))
    newest = rows.order_by(F("blocked_until").desc(nulls_last=True), F("decided_at").desc(nulls_last=True))
    return next((row for row in newest if _asks_the_same(row, muted)), None)


def ask_after_all(answered: Proposal) -> list[UUID]:
    """Ask what waits unasked because of this answer, unless another one stands against it too; returns which. In the
    entered scope, once the answer blocks nothing.
    """
    muted = Proposal.objects.pending().filter(Q(person_id=answered.person_id), is_muted=True)
    own = Proposal.objects.filter(id=answered.id)
    held = [row for row in muted if _asks_the_same(answered, row) and own.filter(_alike(row)).exists()]
    freed = [row.id for row in held if not _refusals(row)]
    Proposal.objects.pending().filter(id__in=freed).update(is_muted=False)
    return freed


def _refusals(proposal: Proposal) -> list[UUID]:
    """Questions by which the person refused one of these values, in whatever form, and did not say that it may be asked
    again."""
    blocking = Proposal.objects.blocking().exclude(state=ProposalState.AMENDED)
    rows = blocking.filter(_alike(proposal), Q(person_id=proposal.person_id))
    return [*(row.id for row in rows if _asks_the_same(row, proposal)), *_not_chosen(proposal)]


def _not_chosen(proposal: Proposal) -> list[UUID]:
    """Those that the person agreed to when they were shown one of these values as well."""
    found = chosen_otherwise(Q(person_id=proposal.person_id), _fields(proposal))
    return [
        against[value].id
        for field, against in found.items()
        for value in (*_wanted(proposal, field), spelled(proposal.new_value))
        if value in against
    ]


def _alike(proposal: Proposal) -> Q:
    """A condition on questions: they may ask for one of these values, in whatever form and under whatever category, or
    have replaced a question that did (`_asks_the_same`)."""
    same = Q(new_value=proposal.new_value) | Q(change_hash=proposal.change_hash)
    alike = Q(same, field=proposal.field, namespace_path=proposal.namespace_path)
    for key, value in map(pair_of, proposal.claims):
        for category in FACT_ALLOWLIST_CATEGORY:
            alike |= Q(claims__contains=[claim(category, key, value)])
        if key in RESPELT_KEYS or key in SPECIAL_KEYS:
            alike |= Q(claims__icontains=f".{key}=")
    if proposal.change["type"] == WRITES:
        alike |= Q(change__type=WRITES, change__draft__content=proposal.change["draft"]["content"])
    return alike | Q(field__in=_fields(proposal), state=ProposalState.REJECTED) & ~Q(evidence=[])


def _asks_the_same(one: Proposal, other: Proposal) -> bool:
    """Whether of two questions that are alike one repeats the other. Of a special category, texts that share only the
    words which gave it away may be about different things."""
    if one.change_hash == other.change_hash or one.new_value == other.new_value or _words_of(one) == _words_of(other):
        return True
    if KINDS[one.change["type"]].sets_a_field or KINDS[other.change["type"]].sets_a_field:
        return _states_any(_shared(one, other), one, other) or _refused_along(one, other)
    special, other_special = _special(one), _special(other)
    if any(key not in SPECIAL_KEYS for key, _value in _shared(one, other)):
        return True
    shared = special & other_special
    if shared:
        return any(is_reworded(one.new_value, other.new_value, value) for _key, value in shared)
    keys = {key for key, _value in special} & {key for key, _value in other_special}
    return any(_means_the_same(one, other, key) for key in keys)


def _means_the_same(one: Proposal, other: Proposal, key: str) -> bool:
    """Where both texts tell of a field in words of their own. A few words are embedded, under the lock: only then, and
    in a millisecond or two."""
    mine, theirs = ([value for field, value in _special(row) if field == key] for row in (one, other))
    return is_paraphrase(one.new_value, other.new_value, key=key, values=mine, other_values=theirs)


def _special(proposal: Proposal) -> set[Pair]:
    """What it claims of special categories, as its text spells it."""
    return {pair for pair in map(pair_of, proposal.claims) if pair[0] in SPECIAL_KEYS}


def _shared(one: Proposal, other: Proposal) -> set[Pair]:
    """The values that both claim; of a city only where the person is tied to it alike."""
    texts = (_text(one), _text(other))
    return {pair for pair in _pairs(one) & _pairs(other) if pair[0] != CITY or is_same_tie(*texts, pair[1])}


def _text(proposal: Proposal) -> str:
    return "" if KINDS[proposal.change["type"]].sets_a_field else proposal.new_value


def _states_any(shared: set[Pair], *proposals: Proposal) -> bool:
    """Whether the person has one of these values by the proposals' texts: an allergy to a medicine is no medicine."""
    texts = [text for one in proposals if (text := _text(one))]
    return any(
        key not in SPECIAL_KEYS or not any(is_said_otherwise(text, value) for text in texts) for key, value in shared
    )


def _words_of(proposal: Proposal) -> str | UUID:
    """The text that it would write, wherever; of other kinds, what no two have in common."""
    return proposal.change["draft"]["content"] if proposal.change["type"] == WRITES else proposal.id


def _pairs(proposal: Proposal) -> set[Pair]:
    """Fields and values, in one spelling where a field has few values or the value has several names. Of a text whose
    claim names none, what its sentence says ("Ana's faith is Buddhism.")."""
    pairs = {(key, one) for key, value in map(_pair, proposal.claims) for one in alike(key, value)}
    if KINDS[proposal.change["type"]].sets_a_field:
        return pairs
    text, raw = proposal.new_value, list(map(pair_of, proposal.claims))
    return pairs | {(key, group) for key, value in raw for group in named_groups(text, key=key, values=[value])}


def _pair(claimed: str) -> Pair:
    key, value = pair_of(claimed)
    return key, same_value(key, value)


def _fields(proposal: Proposal) -> set[str]:
    """The fields that it would set, or that its text says something of."""
    return {proposal.field, *(one.partition("=")[0] for one in proposal.claims)}


def _refused_along(refused: Proposal, asked: Proposal) -> bool:
    """Whether a question that was refused had replaced one for this value, which was shown and refused with it; not
    where the person agreed to the value at the same time or since."""
    if refused.state != ProposalState.REJECTED or refused.field not in _fields(asked) or not refused.decided_at:
        return False
    key, wanted = key_in(refused.field), _wanted(asked, refused.field)
    if not wanted & {value_in(key, str(entry.get("value", ""))) for entry in refused.evidence}:
        return False
    given = Proposal.objects.given().filter(Q(person_id=asked.person_id), field=refused.field)
    since = given.filter(decided_at__gte=refused.decided_at)
    return not any(value_in(key, row.value_in_force) in wanted for row in since)


def _wanted(asked: Proposal, field: str) -> set[str]:
    """The values that a question claims of a field."""
    claimed = [one for one in asked.claims if field == asked.field or one.startswith(f"{field}=")]
    pairs = [(key, value) for key, value in map(_pair, claimed) if key != CITY or is_same_tie(_text(asked), "", value)]
    return {value for key, value in pairs if _states_any({(key, value)}, asked)}


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
    shared = [one.partition("=")[0] for one in proposal.claims if _pair(one) in _pairs(last)]
    fields = tuple(dict.fromkeys(shared or [last.field_name]))
    return Refused(Refusal.REFUSED_BEFORE, detail, fields=fields, until=until, answered=last.state)


def _asked_itself(proposal: Proposal, actor: Actor) -> bool:
    own = Proposal.objects.asked().filter(_alike(proposal), Q(person_id=proposal.person_id), agent_id=actor.id)
    return any(_asks_the_same(row, proposal) for row in own)


def may_know(claims: Iterable[str], actor: Actor) -> bool:
    """Whether the actor's allowlist has the categories of all fields that some claims are about."""
    fields = {claim.partition(".")[0] for claim in claims}
    return all(actor.may_see(FACT_ALLOWLIST_CATEGORY.get(field, field)) for field in fields)
