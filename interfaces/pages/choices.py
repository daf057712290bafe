"""Requests that compete about one field, as one card: all proposed values side by side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from interfaces.competing import SET, Entry, claim_of, facts_of, head, key_of, replaced, stated_value
from interfaces.pages import wording
from interfaces.pages.assistants import Face, Faces
from interfaces.pages.cards import Card, cards_for
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Option:
    """One value; `cards` ask for it, none where only a request did that a later one replaced. `readers` are the
    assistants that could read what choosing it saves; `is_present` is the value that the field has."""

    key: str
    value: str
    cards: Sequence[Card]
    askers: Sequence[Face]
    reason: str
    readers: Sequence[str]
    is_present: bool

    @property
    def answer(self) -> str:
        """What choosing it sends: nothing where it is the value that stays and nothing is saved with it."""
        return "" if self.is_present and not self.cards else self.key

    @property
    def said(self) -> str:
        return next((card.said for card in self.cards if card.said), "")

    @property
    def name(self) -> str:
        """The value of the field, also where a sentence alone states it."""
        return self.stated or self.value

    @property
    def texts(self) -> Sequence[str]:
        """The sentences that are saved with it, each whole."""
        texts = dict.fromkeys(card.proposal.new_value for card in self.cards)
        return [text for text in texts if text != self.name]

    @property
    def stated(self) -> str:
        """What a sentence says that the field is; empty where a request for the field itself is among the cards."""
        if not self.cards or any(card.proposal.change["type"] == SET for card in self.cards):
            return ""
        return stated_value(self.value, self.key)


@dataclass(frozen=True, slots=True)
class Choice:
    """One field about which requests compete. `present` is its value now, empty where it has none."""

    field: str
    cards: Sequence[Card]
    options: Sequence[Option]
    present: str

    @property
    def id(self) -> UUID:
        return self.cards[0].proposal.id

    @property
    def name(self) -> str:
        return wording.field_name(self.field.partition(".")[2])

    @property
    def fact(self) -> Card | None:
        """The request that takes a value of the person's own."""
        return next((card for card in self.cards if card.proposal.change["type"] == SET), None)

    @property
    def own_word(self) -> str:
        """Whether the person gave the present value themselves, in words."""
        return self.fact.own_word if self.fact else ""

    @property
    def kept(self) -> Option | None:
        """The option that is the field's value now."""
        return next((one for one in self.options if one.is_present), None)

    @property
    def readers(self) -> Sequence[str]:
        """Who could read what is saved, whichever value is chosen; empty where that differs."""
        first, *others = self.options
        return first.readers if all(one.readers == first.readers for one in others) else ()

    @property
    def headline(self) -> SafeString:
        """The question in one sentence: all values that it is between."""
        values = [format_html("<strong><bdi>{}</bdi></strong>", wording.readable(one.name)) for one in self.options]
        sentence = _("Your {field}: {values}?").format(field=conditional_escape(self.name), values=_either(values))
        return mark_safe(capfirst(sentence))  # noqa: S308 -- all of it is escaped

    @property
    def faces(self) -> Sequence[Face]:
        return list(dict.fromkeys(face for option in self.options for face in option.askers))

    @property
    def is_expiring(self) -> bool:
        return any(card.is_expiring for card in self.cards)

    @property
    def proposal(self) -> Proposal:
        """The one that expires first."""
        return min((card.proposal for card in self.cards), key=lambda proposal: proposal.expires_at)


def listed(
    rows: Sequence[Proposal],
    groups: Mapping[str, Sequence[UUID]],
    proposals: ProposalQuerySet,
    *,
    actor: Actor,
    now: datetime,
) -> list[Card | Choice]:
    """A card for each request, and one for each field that several compete about, in the place of the first of those.

    `proposals` are all that the actor sees, `groups` as `competing` finds them.
    """
    heads = {members[0]: field for field, members in groups.items()}
    shown = {heads[row.id]: groups[heads[row.id]] for row in rows if row.id in heads}
    others = [member for members in shown.values() for member in members[1:]]
    more = list(proposals.filter(id__in=others)) if others else []
    cards = {card.proposal.id: card for card in cards_for([*rows, *more], actor=actor, now=now)}
    choices = choices_for(shown, cards, person_id=actor.person_id)
    return [choices.get(row.id) or cards[row.id] for row in rows]


def choices_for(
    groups: Mapping[str, Sequence[UUID]], cards: Mapping[UUID, Card], *, person_id: UUID | None
) -> dict[UUID, Choice]:
    """The card of each group, by the request that stands for it; two queries where there are any."""
    if not groups:
        return {}
    present, faces = present_values(person_id, groups), Faces.load()
    return {
        members[0]: choice_of(
            field, [cards[one] for one in members if one in cards], present=present.get(field, ""), faces=faces
        )
        for field, members in groups.items()
    }


def choice_of(field: str, cards: Sequence[Card], *, present: str, faces: Faces) -> Choice:
    """The values in the order in which they were asked for last."""
    by_key: dict[str, list[Card]] = {}
    for card in cards:
        by_key.setdefault(claim_of(card.proposal.claims), []).append(card)
    # The request for the field takes the value of a sentence that is chosen.
    fact_readers = next((card.readers for card in cards if card.proposal.change["type"] == SET), ())
    now = key_of(field, present) if present else ""
    options = [_option(key, group, faces, fact_readers, is_present=key == now) for key, group in by_key.items()]
    known = set(by_key)
    for value, entries in replaced([card.proposal for card in cards]).items():
        if (key := key_of(field, value)) not in known:
            known.add(key)
            askers = dict.fromkeys(faces.of_entry(entry) for entry in entries)
            reason = _reason(map(_reason_of, entries))
            options.append(Option(key, value, (), list(askers), reason, fact_readers, key == now))
    return Choice(field, cards, options, present)


def present_values(person_id: UUID | None, fields: Iterable[str]) -> dict[str, str]:
    """What is remembered of some fields now; one query. In the entered scope."""
    rows = facts_of(person_id, fields).values_list("category", "key", "value")
    return {f"{category}.{key}": value for category, key, value in rows}


def _option(key: str, cards: Sequence[Card], faces: Faces, fact_readers: Sequence[str], *, is_present: bool) -> Option:
    fact = next((card for card in cards if card.proposal.change["type"] == SET), None)
    value = fact.own_value if fact else head(cards[0].proposal.new_value)
    askers = [card.face for card in cards]
    for card in cards:
        same = [entry for entry in card.proposal.evidence if entry.get("value") == card.proposal.new_value]
        askers += [faces.of_entry(entry) for entry in same]
    of_field = () if fact else fact_readers
    readers = sorted({*of_field, *(name for card in cards for name in card.readers)})
    reason = _reason(card.reason for card in cards)
    return Option(key, value, cards, list(dict.fromkeys(askers)), reason, readers, is_present)


def _reason(reasons: Iterable[str]) -> str:
    """The first that was given."""
    return next(filter(None, reasons), "")


def _reason_of(entry: Entry) -> str:
    return wording.reason_text(str(entry.get("reason") or ""), str(entry.get("asked_by", "")))


def _either(values: Sequence[str]) -> str:
    *others, last = values
    return _("{others} or {last}").format(others=", ".join(others), last=last)
