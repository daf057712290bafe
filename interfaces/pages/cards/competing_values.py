"""One card for several requests about the same field, with all proposed values side by side."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from consent.proposals.queue import entry_of
from interfaces.competing_requests import RIVALS, SET, Entry, claim_of, head, key_of, open_questions
from interfaces.differing_facts import facts_of
from interfaces.pages.cards.build_cards import cards_for
from interfaces.pages.cards.card import Card
from interfaces.pages.cards.competing_changes import CompetingChanges, competing_changes, related_to_all
from interfaces.pages.cards.entered_by import file_sentence
from interfaces.pages.cards.proposed_value import Option
from interfaces.pages.cards.related_requests import RelatedRequest, open_related_requests
from interfaces.pages.cards.requesters import Turns, requesters_of, turn_of
from interfaces.pages.cards.stored_values import sentences_of
from interfaces.pages.conversations.conversation import turns_around
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Face, Faces
from interfaces.plain_words import either
from memories.models import Memory
from workspaces.actors import Actor

# The answer that saves all sentences of a card.
ALL: Final = "*"
# Fields that have one value at a time.
ONE_AT_A_TIME: Final = frozenset(
    {"city", "home_address", "birthday", "age", "gender", "timezone", "relationship_status"}
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A field about which requests compete. `present` is its present value, empty where it has none; `remembered` are
    stored sentences that state one."""

    field: str
    cards: Sequence[Card]
    options: Sequence[Option]
    present: str
    remembered: Sequence[Memory] = ()

    @property
    def id(self) -> UUID:
        return self.cards[0].proposal.id

    @property
    def name(self) -> str:
        return wording.field_name(self.field.partition(".")[2])

    @property
    def is_plural(self) -> bool:
        return self.field.partition(".")[2] in wording.PLURAL_KEYS

    @property
    def fact(self) -> Card | None:
        """The request for the field itself, which accepts a value typed by the person."""
        return next((card for card in self.cards if card.proposal.change["type"] == SET), None)

    @property
    def wrong_before(self) -> Sequence[str]:
        return list(dict.fromkeys(card.wrong_before for card in self.cards if card.wrong_before))

    @property
    def author_note(self) -> str:
        """A sentence about who gave the present value; empty unless it was the person."""
        return self.fact.author_note if self.fact else ""

    @property
    def present_option(self) -> Option | None:
        """The option with the field's present value."""
        return next((one for one in self.options if one.is_present), None)

    @property
    def may_save_all(self) -> bool:
        """Whether all options are sentences that may be true at once."""
        is_of_sentences = self.fact is None and len(self.options) > 1 and all(one.cards for one in self.options)
        return is_of_sentences and self.field.partition(".")[2] not in ONE_AT_A_TIME

    @property
    def is_of_values(self) -> bool:
        """Whether every option sets the field."""
        return self.fact is not None and not any(one.leaves_field for one in self.options)

    @property
    def readers(self) -> Sequence[str]:
        """The assistants that could read the saved value; empty where they differ between options."""
        first, *others = self.options
        return first.readers if all(one.readers == first.readers for one in others) else ()

    @property
    def headline(self) -> SafeString:
        """The question in one sentence, with all values."""
        texts = [wording.readable(one.stated or one.value).removesuffix(".") for one in self.options]
        values = [format_html("<strong><bdi>{}</bdi></strong>", one) for one in texts]
        sentence = pgettext("plural", "Your {field}: {values}?") if self.is_plural else _("Your {field}: {values}?")
        sentence = sentence.format(field=conditional_escape(self.name), values=either(values))
        return mark_safe(capfirst(sentence))  # noqa: S308 -- all of it is escaped

    @property
    def faces(self) -> Sequence[Face]:
        return list(dict.fromkeys(face for option in self.options for face in option.askers))

    @property
    def suggested_by(self) -> str:
        """The name of the only requester; empty where there are several."""
        names = {face.name for face in self.faces}
        return names.pop() if len(names) == 1 else ""

    @property
    def from_file(self) -> str:
        """A sentence that names the files that all values were imported from; empty where any value was not."""
        is_imported = all(card.entered.is_file for card in self.cards) and len(self.faces) == 1
        return file_sentence(card.entered.file for card in self.cards) if is_imported else ""

    @property
    def are_files(self) -> bool:
        return len({card.entered.file for card in self.cards}) > 1

    @property
    def related_requests(self) -> Sequence[RelatedRequest]:
        return related_to_all(self.cards)

    @property
    def is_expiring(self) -> bool:
        return any(card.is_expiring for card in self.cards)

    @property
    def proposal(self) -> Proposal:
        """The request that expires first."""
        return min((card.proposal for card in self.cards), key=lambda proposal: proposal.expires_at)

    @property
    def has_later_expiries(self) -> bool:
        """Whether some of its requests expire a day or more after the first."""
        last = max(card.proposal.expires_at for card in self.cards)
        return last - self.proposal.expires_at >= timedelta(days=1)


def grouped_cards(
    rows: Sequence[Proposal],
    groups: Mapping[str, Sequence[UUID]],
    proposals: ProposalQuerySet,
    *,
    actor: Actor,
    now: datetime,
) -> list[Card | Choice | CompetingChanges]:
    """Return a card for each request, and one card for each field or memory that several requests compete about, in the
    place of the first of them.

    `proposals` are all that the actor sees, `groups` as `competing` returns them.
    """
    heads = {members[0]: field for field, members in groups.items()}
    shown = {heads[row.id]: groups[heads[row.id]] for row in rows if row.id in heads}
    others = [member for members in shown.values() for member in members[1:]]
    more = list(proposals.filter(id__in=others)) if others else []
    cards = {card.proposal.id: card for card in cards_for([*rows, *more], actor=actor, now=now)}
    fields = {name: members for name, members in shown.items() if not name.startswith(RIVALS)}
    found: dict[UUID, Choice | CompetingChanges] = {**choices_for(fields, cards, actor=actor, now=now)}
    for members in [members for name, members in shown.items() if name not in fields]:
        found[members[0]] = competing_changes([cards[one] for one in members if one in cards])
    return [found.get(row.id) or cards[row.id] for row in rows]


def related_cards(
    answered: Proposal, proposals: ProposalQuerySet, *, actor: Actor, now: datetime
) -> list[Card | Choice | CompetingChanges]:
    """Return the other cards about the same field, which an answer may have changed."""
    waiting = open_related_requests(answered, proposals)
    if not waiting:
        return []
    questions = open_questions(proposals, first=[answered.id])
    own = {one for members in questions.choices.values() if answered.id in members for one in members}
    rows = [row for row in waiting if row.id not in own and row.id not in questions.behind]
    return grouped_cards(rows, questions.choices, proposals, actor=actor, now=now)


def choices_for(
    groups: Mapping[str, Sequence[UUID]], cards: Mapping[UUID, Card], *, actor: Actor, now: datetime
) -> dict[UUID, Choice]:
    """Return a card for each group that offers a choice, by the request that represents it; six queries where there are
    any."""
    if not groups:
        return {}
    present, faces = present_values(actor.person_id, groups), Faces.load()
    stated = sentences_of(groups, actor=actor, now=now)
    own = {field: _latest_first(cards[one] for one in members if one in cards) for field, members in groups.items()}
    requests = [one for group in own.values() for card in group for one in (card.proposal, *card.duplicates)]
    entries = [entry for one in requests for entry in (*one.evidence, entry_of(one))]
    turns = turns_around({turn_id for entry in entries if (turn_id := turn_of(entry))}, actor, now)
    found = {
        members[0]: choice_of(
            field, own[field], present=present.get(field, ""), faces=faces, turns=turns, remembered=stated[field]
        )
        for field, members in groups.items()
    }
    # A request for the present value alone offers no choice; it is an ordinary request.
    return {name: choice for name, choice in found.items() if len(choice.options) > 1 or len(choice.cards) > 1}


def _latest_first(cards: Iterable[Card]) -> list[Card]:
    """Sort cards newest first, whichever request the page is about."""
    return sorted(cards, key=lambda card: (card.proposal.created_at, card.proposal.id), reverse=True)


def choice_of(
    field: str, cards: Sequence[Card], *, present: str, faces: Faces, turns: Turns, remembered: Sequence[Memory] = ()
) -> Choice:
    """Build the choice, with the values in the order of their latest requests."""
    asking: dict[str, list[Card]] = {}
    for card in cards:
        asking.setdefault(claim_of(card.proposal.claims), []).append(card)
    earlier = _earlier(field, cards)
    # A chosen sentence's value, or one that only an earlier request had, is saved with the request for the field.
    facts = [card for card in cards if card.proposal.change["type"] == SET]
    fact_readers = facts[0].readers if facts else ()
    now = key_of(field, present) if present else ""
    option = partial(_option, faces=faces, fact_readers=fact_readers, turns=turns, is_text=not facts)
    options = [
        option(key, asking.get(key, ()), earlier.get(key, ()), present=present if key == now else "")
        for key in dict.fromkeys([*asking, *earlier])
        if key != now or key in asking
    ]
    return Choice(field, cards, options, present, remembered)


def _earlier(field: str, cards: Iterable[Card]) -> Mapping[str, Sequence[Entry]]:
    """Return the earlier requests for each value, latest first: from replaced requests and duplicates."""
    found: dict[str, list[Entry]] = {}
    for row in (one for card in cards for one in (card.proposal, *card.duplicates)):
        is_fact = row.change["type"] == SET
        for entry in reversed(row.evidence):
            value = str(entry.get("value", ""))
            key = claim_of(row.claims) if value == row.new_value else key_of(field, head(value))
            if value and (is_fact or value == row.new_value):
                found.setdefault(key, []).append(entry)
    return found


def present_values(person_id: UUID | None, fields: Iterable[str]) -> dict[str, str]:
    """Return the stored values of fields; one query. Runs in the entered scope."""
    rows = facts_of(person_id, fields).values_list("category", "key", "value")
    return {f"{category}.{key}": value for category, key, value in rows}


def _option(
    key: str,
    cards: Sequence[Card],
    earlier: Sequence[Entry],
    *,
    present: str,
    is_text: bool,
    faces: Faces,
    fact_readers: Sequence[str],
    turns: Turns,
) -> Option:
    fact = next((card for card in cards if card.proposal.change["type"] == SET), None)
    requested = cards[0].proposal.new_value if cards else str(earlier[0].get("value"))
    of_field = () if fact else fact_readers
    return Option(
        key=key,
        value=fact.own_value if fact else head(requested),
        cards=cards,
        requesters=requesters_of(cards, earlier, faces, turns),
        readers=sorted({*of_field, *(name for card in cards for name in card.readers)}),
        present=present,
        is_text=is_text,
    )
