"""One of the values that competing requests propose for a field."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from interfaces.competing_requests import SET, stated_value
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.request_lookups import subject_of
from interfaces.pages.cards.requesters import Requester
from interfaces.pages.texts.actors import Face
from interfaces.pages.texts.diffs import text_and_lines


@dataclass(frozen=True, slots=True)
class Option:
    """One proposed value. `cards` request it, none where only a replaced request did; `requesters` are all who
    requested it; `readers` are the assistants that could read what choosing it saves; `present` is the
    field's present value if it is that, in its spelling; `is_text` whether choosing it saves only its sentences."""

    key: str
    value: str
    cards: Sequence[Card]
    requesters: Sequence[Requester]
    readers: Sequence[str]
    present: str
    is_text: bool

    @property
    def askers(self) -> Sequence[Face]:
        return [requester.face for requester in self.requesters]

    @property
    def facts(self) -> Sequence[Card]:
        """The cards that request the field itself."""
        return [card for card in self.cards if card.proposal.change["type"] == SET]

    @property
    def name(self) -> str:
        """The field's value, also where only a sentence states it; else the sentence that is saved."""
        return self.value if self.is_text else self.present or self.stated or self.value

    @property
    def is_present(self) -> bool:
        return bool(self.present)

    @property
    def keeps_field(self) -> bool:
        """Whether choosing it leaves the field unchanged; a sentence with the same value is saved nevertheless."""
        return self.is_present and not self.is_text

    @property
    def leaves_field(self) -> bool:
        """Whether it saves only its sentences although other options set the field, because no word of them is the
        value."""
        return bool(self.cards) and not (self.is_text or self.facts or self.stated)

    @property
    def texts(self) -> Sequence[str]:
        """The full sentences that are saved with it."""
        texts = dict.fromkeys(card.proposal.new_value for card in self.cards)
        named = {self.name, *(card.own_value for card in self.facts)}
        return [text for text in texts if text not in named]

    @property
    def sentences(self) -> Sequence[str]:
        """The sentences that choosing it adds to the field's value."""
        facts = {card.proposal.new_value for card in self.facts}
        return [text for text in self.texts if text not in facts]

    @property
    def saved(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The texts, each with the lines saved below it and its subject, in words."""
        requests = {card.proposal.new_value: card.proposal for card in self.cards}
        parts = [(*text_and_lines(text, requests[text].actor_label), subject_of(requests[text])) for text in self.texts]
        return [(text, [*lines, *filter(None, [subject])]) for text, lines, subject in parts]

    @property
    def subject(self) -> str:
        """The subject under which a sentence is saved that sets no field."""
        return subject_of(self.cards[0].proposal) if self.is_text and self.cards else ""

    @property
    def stated(self) -> str:
        """The field's value that a sentence states; empty where a card requests the field itself."""
        if not self.cards or self.facts:
            return ""
        return stated_value(self.value, self.key)

    @property
    def value_for_field(self) -> str:
        """The value that a request for another value of the field is saved with: that of a chosen sentence, or one that
        only a replaced request had. Empty where a card requests the field itself."""
        if not self.cards:
            return self.value
        return self.stated and (self.present or self.stated)

    @property
    def respelled(self) -> Mapping[UUID, str]:
        """The present value, by request for the field that spells it otherwise: "vegana" where it says "vegan"."""
        return {one.proposal.id: self.present for one in self.facts if self.present not in ("", one.own_value)}
