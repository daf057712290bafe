"""One of the values that competing requests propose for a field."""

from collections.abc import Sequence
from dataclasses import dataclass

from interfaces.competing_requests import SET, stated_value
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.request_lookups import subject_of
from interfaces.pages.cards.requesters import Requester
from interfaces.pages.texts.actors import Face
from interfaces.pages.texts.diffs import text_and_lines


@dataclass(frozen=True, slots=True)
class Option:
    """One value; `cards` ask for it, none where only a request did that a later one replaced; `requesters`
    are who asked for it; `readers` are the assistants that could read what choosing it saves;
    `is_present` is the value that the field has, `is_text` that choosing it saves its sentences alone."""

    key: str
    value: str
    cards: Sequence[Card]
    requesters: Sequence[Requester]
    readers: Sequence[str]
    is_present: bool
    is_text: bool

    @property
    def askers(self) -> Sequence[Face]:
        return [requester.face for requester in self.requesters]

    @property
    def name(self) -> str:
        """The value of the field, also where a sentence alone states it; or the sentence, which alone is saved."""
        return self.value if self.is_text else self.stated or self.value

    @property
    def is_kept(self) -> bool:
        """Whether choosing it leaves the field as it is; a sentence that says the same is saved nevertheless."""
        return self.is_present and not self.is_text

    @property
    def leaves_field(self) -> bool:
        """Whether it saves its sentences alone, though others set the field: none of its words is the value."""
        is_set = any(card.proposal.change["type"] == SET for card in self.cards)
        return bool(self.cards) and not self.is_text and not is_set and not self.stated

    @property
    def texts(self) -> Sequence[str]:
        """The sentences that are saved with it, each whole."""
        texts = dict.fromkeys(card.proposal.new_value for card in self.cards)
        return [text for text in texts if text != self.name]

    @property
    def sentences(self) -> Sequence[str]:
        """Those of them that choosing it adds to what its field says."""
        facts = {card.proposal.new_value for card in self.cards if card.proposal.change["type"] == SET}
        return [text for text in self.texts if text not in facts]

    @property
    def saved(self) -> Sequence[tuple[str, Sequence[str]]]:
        """The same, with what is saved beside each and under which subject, in words."""
        asked = {card.proposal.new_value: card.proposal for card in self.cards}
        parts = [(*text_and_lines(text, asked[text].actor_label), subject_of(asked[text])) for text in self.texts]
        return [(text, [*lines, *filter(None, [subject])]) for text, lines, subject in parts]

    @property
    def subject(self) -> str:
        """Where the sentence is saved that is saved alone."""
        return subject_of(self.cards[0].proposal) if self.is_text and self.cards else ""

    @property
    def stated(self) -> str:
        """What a sentence says that the field is; empty where a request for the field itself is among the cards."""
        if not self.cards or any(card.proposal.change["type"] == SET for card in self.cards):
            return ""
        return stated_value(self.value, self.key)
