"""The requests that the person answered last, which the inbox offers to undo."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.contrib.sessions.backends.base import SessionBase
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from consent.changes import from_json
from consent.detection.values import pair_of
from consent.models.proposal import ProposalQuerySet, ProposalState
from interfaces.competing_requests import SET, claim_of, head, one_field
from interfaces.differing_facts import facts_of
from interfaces.pages.cards.build_cards import cards_for
from interfaces.pages.cards.card import Card
from interfaces.pages.texts import wording
from workspaces.actors import Actor

LAST_DECIDED = "last_decided"
# Length of the beginning of a text that identifies it.
SHORT_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """The requests answered last, together; `unchanged_value` is the field's value where none of the choices was
    saved."""

    cards: Sequence[Card]
    unchanged_value: str = ""

    @property
    def only(self) -> Card | None:
        return self.cards[0] if len(self.cards) == 1 else None

    @property
    def field(self) -> str:
        """The field, where the answer was a choice between values; else empty."""
        first = self.cards[0]
        values = {claim_of(card.proposal.claims) for card in self.cards}
        if len(values) > 1 and not self.refused and all(card.proposal.change["type"] != SET for card in self.cards):
            return ""
        is_choice = len(self.cards) > 1 or (first.proposal.change["type"] == SET and first.not_saved)
        return one_field([card.proposal for card in self.cards]) if is_choice else ""

    @property
    def question(self) -> str:
        return capfirst(wording.field_name(self.field.partition(".")[2])) if self.field else ""

    @property
    def chosen(self) -> str:
        """The chosen value; empty where none was."""
        agreed = [card.proposal for card in self.cards if card.proposal.state != ProposalState.REJECTED]
        fact = next((one for one in agreed if one.change["type"] == SET), None) or next(iter(agreed), None)
        return wording.readable(head(fact.value_in_force)) if fact else ""

    @property
    def opens_again(self) -> bool:
        """Whether undoing it opens a request again."""
        return any(card.can_be_reopened or card.reopened_values for card in self.cards)

    @property
    def about(self) -> Sequence[str]:
        """The subjects of the answers, each once."""
        return list(dict.fromkeys(map(_about, self.cards)))

    @property
    def approved(self) -> int:
        return sum(card.proposal.state != ProposalState.REJECTED for card in self.cards)

    @property
    def refused(self) -> int:
        return len(self.cards) - self.approved


def last_answer(session: SessionBase, proposals: ProposalQuerySet, *, actor: Actor, now: datetime) -> LastAnswer | None:
    """Return the last answer of this session, as far as it can be undone. Runs in the entered scope."""
    ids = _last_ids(session)
    rows = list(proposals.filter(id__in=ids)) if ids else []
    undoable = [card for card in cards_for(rows, actor=actor, now=now) if card.can_be_undone]
    return _with_unchanged_value(LastAnswer(undoable)) if undoable else None


def _last_ids(session: SessionBase) -> list[str]:
    """Return the requests answered last; old sessions may contain a single id instead of a list."""
    found = session.get(LAST_DECIDED) or []
    return [found] if isinstance(found, str) else list(found)


def forget_answered(session: SessionBase, undone: Iterable[UUID]) -> None:
    """Remove undone requests from the last answer; after an undo of older answers there is no last one."""
    undone_ids, last = set(map(str, undone)), _last_ids(session)
    session[LAST_DECIDED] = [one for one in last if one not in undone_ids] if undone_ids.intersection(last) else []


def _with_unchanged_value(last: LastAnswer) -> LastAnswer:
    """Add the field's value where a choice was answered with none; one query then."""
    if last.approved or not last.field:
        return last
    proposal = last.cards[0].proposal
    fact = facts_of(proposal.person_id, [last.field]).filter(valid_from__lte=proposal.decided_at).first()
    return replace(last, unchanged_value=wording.readable(fact.value)) if fact else last


def _about(card: Card) -> str:
    """Return the fields that a request states, else the beginning of its text."""
    keys = dict.fromkeys(pair_of(claim)[0] for claim in card.proposal.claims)
    if fact := from_json(card.proposal.change).fact:
        keys = {fact.key: None}
    if keys:
        return capfirst(", ".join(map(wording.field_name, keys)))
    text = wording.readable(card.own_value or card.proposal.old_value)
    return _("“%(text)s”") % {"text": Truncator(text).chars(SHORT_CHARACTERS)}
