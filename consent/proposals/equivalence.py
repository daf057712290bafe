"""Decides whether two questions request the same: a value in any form, or a text in other words."""

from uuid import UUID

from django.db.models import Q

from consent.changes import KINDS
from consent.detection.values import Pair, claim, pair_of
from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.proposals.unchosen_values import key_in, value_in
from memories.models.choices import FACT_ALLOWLIST_CATEGORY
from providers.statements import (
    RESPELLED_KEYS,
    SPECIAL_KEYS,
    canonical_value,
    equivalent_groups,
    has_other_stance,
    has_same_relation,
    is_paraphrase,
    is_reworded,
    named_groups,
)

WRITES = "write_memory"
CITY = "city"


def possible_repeats(proposal: Proposal) -> Q:
    """Return a condition for questions that may request one of these values, in any form and category, or that replaced
    such a question. `is_same_request` decides."""
    same = Q(new_value=proposal.new_value) | Q(change_hash=proposal.change_hash)
    similar = Q(same, field=proposal.field, namespace_path=proposal.namespace_path)
    for key, value in map(pair_of, proposal.claims):
        for category in FACT_ALLOWLIST_CATEGORY:
            similar |= Q(claims__contains=[claim(category, key, value)])
        if key in RESPELLED_KEYS or key in SPECIAL_KEYS:
            similar |= Q(claims__icontains=f".{key}=")
    if proposal.change["type"] == WRITES:
        similar |= Q(change__type=WRITES, change__draft__content=proposal.change["draft"]["content"])
    return similar | Q(field__in=requested_fields(proposal), state=ProposalState.REJECTED) & ~Q(evidence=[])


def is_same_request(one: Proposal, other: Proposal) -> bool:
    """Whether one of two similar questions repeats the other. In special categories, texts that share only the words
    that were detected may be about different things."""
    if one.change_hash == other.change_hash or one.new_value == other.new_value or _words_of(one) == _words_of(other):
        return True
    if KINDS[one.change["type"]].sets_a_field or KINDS[other.change["type"]].sets_a_field:
        return states_any(shared_pairs(one, other), one, other) or _was_refused_with(one, other)
    special, other_special = _special(one), _special(other)
    if any(key not in SPECIAL_KEYS for key, _value in shared_pairs(one, other)):
        return True
    shared = special & other_special
    if shared:
        return any(is_reworded(one.new_value, other.new_value, value) for _key, value in shared)
    keys = {key for key, _value in special} & {key for key, _value in other_special}
    return any(_is_same_meaning(one, other, key) for key in keys)


def _is_same_meaning(one: Proposal, other: Proposal, key: str) -> bool:
    """Whether two texts state the same of a field in different words. This embeds a few words under the lock, which
    takes a millisecond or two."""
    mine, theirs = ([value for field, value in _special(row) if field == key] for row in (one, other))
    return is_paraphrase(one.new_value, other.new_value, key=key, values=mine, other_values=theirs)


def _special(proposal: Proposal) -> set[Pair]:
    """Return its claims of special categories, in the spelling of its text."""
    return {pair for pair in map(pair_of, proposal.claims) if pair[0] in SPECIAL_KEYS}


def shared_pairs(one: Proposal, other: Proposal) -> set[Pair]:
    """Return the values that both claim; a city only if the person has the same relation to it in both."""
    texts = (_text(one), _text(other))
    return {pair for pair in pairs_of(one) & pairs_of(other) if pair[0] != CITY or has_same_relation(*texts, pair[1])}


def _text(proposal: Proposal) -> str:
    return "" if KINDS[proposal.change["type"]].sets_a_field else proposal.new_value


def states_any(shared: set[Pair], *proposals: Proposal) -> bool:
    """Whether the texts really state one of these values of the person: an allergy to a medicine is no medicine."""
    texts = [text for one in proposals if (text := _text(one))]
    return any(
        key not in SPECIAL_KEYS or not any(has_other_stance(text, value) for text in texts) for key, value in shared
    )


def _words_of(proposal: Proposal) -> str | UUID:
    """Return the text that it would write; for other kinds its id, which no two share."""
    return proposal.change["draft"]["content"] if proposal.change["type"] == WRITES else proposal.id


def pairs_of(proposal: Proposal) -> set[Pair]:
    """Return fields and values, in one spelling if a field has few values or the value several names. For a text whose
    claim has no value, the group that its sentence names ("Ana's faith is Buddhism.")."""
    pairs = {(key, one) for key, value in map(pair_in, proposal.claims) for one in equivalent_groups(key, value)}
    if KINDS[proposal.change["type"]].sets_a_field:
        return pairs
    text, raw = proposal.new_value, list(map(pair_of, proposal.claims))
    return pairs | {(key, group) for key, value in raw for group in named_groups(text, key=key, values=[value])}


def pair_in(claimed: str) -> Pair:
    key, value = pair_of(claimed)
    return key, canonical_value(key, value)


def requested_fields(proposal: Proposal) -> set[str]:
    """Return the fields that it would set, or that its text states."""
    return {proposal.field, *(one.partition("=")[0] for one in proposal.claims)}


def _was_refused_with(refused: Proposal, asked: Proposal) -> bool:
    """Whether a refused question had replaced one for this value, which was shown and refused with it; not if the
    person agreed to the value at the same time or since."""
    if (
        refused.state != ProposalState.REJECTED
        or refused.field not in requested_fields(asked)
        or not refused.decided_at
    ):
        return False
    key, wanted = key_in(refused.field), requested_values(asked, refused.field)
    if not wanted & {value_in(key, str(entry.get("value", ""))) for entry in refused.evidence}:
        return False
    given = Proposal.objects.agreed().filter(Q(person_id=asked.person_id), field=refused.field)
    since = given.filter(decided_at__gte=refused.decided_at)
    return not any(value_in(key, row.value_in_force) in wanted for row in since)


def requested_values(asked: Proposal, field: str) -> set[str]:
    """Return the values that a question claims for a field."""
    claimed = [one for one in asked.claims if field == asked.field or one.startswith(f"{field}=")]
    pairs = [
        (key, value)
        for key, value in map(pair_in, claimed)
        if key != CITY or has_same_relation(_text(asked), "", value)
    ]
    return {value for key, value in pairs if states_any({(key, value)}, asked)}
