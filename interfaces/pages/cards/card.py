"""The card of one request, open or decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from consent.changes import KINDS, Change, from_json
from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalState
from consent.policies.delegation import fields_of
from consent.proposals import amending
from interfaces.competing_requests import FORGET, SET, value_for_field
from interfaces.joint_answers import SETTLED_BY_PERSON
from interfaces.pages.cards import request_lookups, request_status
from interfaces.pages.cards.amendments import Saved
from interfaces.pages.cards.card_data import CardData, load_card_data
from interfaces.pages.cards.entered_by import NOBODY, Entered
from interfaces.pages.cards.later_changes import LaterChange
from interfaces.pages.cards.refusal_periods import blocked_on_card
from interfaces.pages.cards.related_requests import RelatedRequest, without
from interfaces.pages.cards.request_lookups import FileLink
from interfaces.pages.conversations.conversation import QuotedTurn, quote_turns
from interfaces.pages.texts import change_kinds, wording
from interfaces.pages.texts.actors import Face
from interfaces.pages.texts.diffs import diff_below, text_alone, text_diff
from interfaces.removed_numbers import without_numbers
from memories.models import Fact, Memory
from workspaces.actors import Actor, ActorKind

# From then on a card says when it expires.
LAST_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Card:
    """One proposal as the inbox shows it, with what is known beside it; a text is empty where there is none."""

    proposal: Proposal
    headline: SafeString
    diff: SafeString
    below: Sequence[SafeString]  # the lines under its text
    effect: str
    face: Face
    quote: Sequence[QuotedTurn]  # the place of the conversation it came from
    alike: Sequence[Proposal]  # wait for an answer to the same sentence
    others: Sequence[Face]  # who asked those
    also_by: Sequence[str]  # the names of all who asked
    readers: Sequence[str]  # the assistants that could read it
    dependents: int  # memories derived from the one that would change
    is_open: bool
    is_expiring: bool
    has_time: bool
    joined: Proposal | None  # took its place
    stays: str  # what the memory says since, where it is not what was approved
    gone: LaterChange | None  # what became of what it saved
    opening_again: str  # asked again where the answer is undone
    rules: Sequence[str]  # end where the answer is undone
    made_since: Sequence[str]  # rules by which it would not be asked now
    beside: Fact | None  # the field that a sentence leaves at another value
    own_word: str  # whose words would be replaced
    files: Sequence[FileLink]  # would become evidence
    refused: Proposal | None  # what the person refused of the field before
    saved: Saved | None  # the field's value that was saved instead
    unchosen: Sequence[Proposal]  # what the same choice refused
    not_saved: Mapping[str, Sequence[str]]  # values asked for in the place of the one saved, with who asked
    remembered: Sequence[Memory]  # states its field
    opposed: str  # which request says the opposite
    besides: Sequence[RelatedRequest]  # ask about the same fact on cards of their own
    uncovered: str  # why a rule that lets its field be saved does not hold for it
    saved_along: str  # what of its message was saved at once
    kept: str  # that the answer left the field as it was
    undid: str  # what undoing it did
    entered: Entered  # who entered it, or from which file, where no agent did

    @property
    def faces(self) -> Sequence[Face]:
        return list(dict.fromkeys([self.face, *self.others]))

    @property
    def said(self) -> str:
        """The sentence that it came from; empty without one, or where the request repeats it."""
        return request_lookups.said_in(self.quote, self.own_value, self.proposal)

    @property
    def kind(self) -> type[Change]:
        return KINDS[self.proposal.change["type"]]

    @property
    def is_short(self) -> bool:
        """Whether the headline says all that there is to say."""
        value = self.proposal.new_value
        is_whole = value == from_json(self.proposal.change).own_value
        is_in_force = self.proposal.value_in_force == value or self.saved is not None
        return self.kind.sets_a_field and wording.fits_headline(value) and is_whole and is_in_force

    @property
    def is_to_forget(self) -> bool:
        return bool(self.proposal.change["type"] == FORGET)

    @property
    def is_quoted_above(self) -> bool:
        """Whether the headline quotes all that it would forget."""
        return wording.is_told_in_headline(self.proposal.change["type"], self.proposal.old_value)

    @property
    def is_amendable(self) -> bool:
        return amending.is_amendable(self.proposal)

    @property
    def is_one_of_several(self) -> bool:
        """Whether it is about one value of a field that holds several."""
        fact = from_json(self.proposal.change).fact
        return fact is not None and bool(fact.item)

    @property
    def own_value(self) -> str:
        return request_lookups.own_value_of(self.proposal)

    @property
    def reason(self) -> str:
        """Of whom the card names: whoever asked for what was chosen."""
        if self.saved and self.saved.asker:
            return wording.reason_text(self.saved.reason, self.saved.asker[0])
        return wording.reason_text(self.proposal.reason, self.proposal.actor_label)

    @property
    def asked_at(self) -> datetime:
        return (self.saved.asked_at if self.saved else None) or self.proposal.created_at

    @property
    def decided_at(self) -> datetime | None:
        """When its value was chosen or not, where a later question took it over."""
        return (self.joined.decided_at if self.joined else None) or self.proposal.decided_at

    @property
    def asked_for(self) -> str:
        """What was asked for, where the person put it into other words and the outcome does not say so."""
        asked, kept = text_alone(self.proposal.new_value), text_alone(self.proposal.value_in_force)
        is_reworded = self.proposal.state == ProposalState.AMENDED and not self.saved and asked != kept
        return without_numbers(asked, beside=kept) if is_reworded else ""

    @property
    def is_in_quote(self) -> bool:
        """Whether the sentence of the conversation is all of the reason."""
        return bool(self.quote) and ActorKind.SYSTEM.is_of(self.proposal.actor_label)

    @property
    def explained(self) -> Promise | str:
        """What its field means, where the name does not tell."""
        fact = from_json(self.proposal.change).fact
        return wording.EXPLAINED.get(fact.key, "") if fact else ""

    @property
    def beside_value(self) -> str:
        """What the sentence states for the field beside it; empty where that is no value by itself."""
        return value_for_field(self.proposal) if self.beside else ""

    @property
    def fields(self) -> str:
        """The names of the fields that it is about; empty where there are none."""
        return ", ".join(wording.field_name(key) for key in sorted(key for _category, key in fields_of(self.proposal)))

    @property
    def rule_field(self) -> str:
        """The field of a rule for next time; empty where no rule is possible."""
        return self.fields if self.proposal.agent_id else ""

    @property
    def refused_before(self) -> str:
        """Which other value of its field the person refused, and when; empty without one."""
        return request_lookups.refused_text(self.refused) if self.refused else ""

    @property
    def stayed(self) -> str:
        """What they answered with, where that was remembered already; else empty."""
        old, kept = text_alone(self.proposal.old_value), text_alone(self.proposal.value_in_force)
        return kept if self.proposal.state == ProposalState.AMENDED and old == kept else ""

    @property
    def outcome(self) -> str:
        if self.kept or self.stayed:
            return self.kept or str(change_kinds.STOOD).format(value=self.stayed.removesuffix("."))
        is_chosen = self.proposal.state == ProposalState.APPROVED and self.proposal.change["type"] == SET
        if self.saved or (is_chosen and self.is_short and self.not_saved):
            return change_kinds.chosen(text_alone(self.proposal.value_in_force), self.not_saved, self.face.name)
        if self.gone and self.is_to_forget:
            return str(change_kinds.FORGOTTEN)
        told = change_kinds.outcome(self.proposal, self.joined, self.fields)
        is_refused = self.proposal.state == ProposalState.REJECTED and not self.joined
        if is_refused and self.saved_along and not change_kinds.kind_of(self.proposal):
            told = str(change_kinds.THIS_NOT_STORED)
        others = change_kinds.also_asked(self.not_saved, self.face.name) if is_refused else ""
        return " ".join(filter(None, (told, others, self.undid)))

    @property
    def verdict(self) -> str:
        """How it ended, in a word or two."""
        ended = request_status.verdict(self.proposal, self.joined, is_open=self.is_open)
        return str(change_kinds.KEPT_AS_IT_WAS) if self.stayed else self.saved.label if self.saved else ended

    @property
    def link(self) -> str:
        """The label of the link to the memory that it made or changed; empty where none is shown."""
        return str(self.gone.link) if self.gone else change_kinds.link(self.proposal)

    @property
    def is_unsaved(self) -> bool:
        """Whether it ended without its change, so that this is not shown as one that was made."""
        is_chosen = self.joined is not None and change_kinds.is_chosen(self.proposal, self.joined)
        return self.proposal.state not in (ProposalState.PENDING, *GIVEN) and not is_chosen

    @property
    def can_be_undone(self) -> bool:
        return self.proposal.state in SETTLED_BY_PERSON

    @property
    def can_wait_again(self) -> bool:
        """Whether undoing the answer opens the request again."""
        return self.can_be_undone and self.has_time and not self.stays

    @property
    def has_receipt(self) -> bool:
        """Whether it ended with a decision, be it by the clock."""
        return self.can_be_undone or self.proposal.state in (ProposalState.WITHDRAWN, ProposalState.EXPIRED)

    @property
    def is_blocked(self) -> bool:
        return self.proposal.blocked_until is not None

    @property
    def blocked(self) -> str:
        """Until when what was refused cannot be asked for again; empty where it can."""
        is_told = self.is_blocked and self.proposal.state == ProposalState.REJECTED and not self.gone
        return blocked_on_card([self.proposal, *(self.unchosen if self.not_saved else ())]) if is_told else ""

    @property
    def may_be_let_again(self) -> bool:
        """Whether letting it be asked again says anything: not where exactly what was asked for was saved."""
        return self.is_blocked and not request_lookups.is_as_asked(self.proposal)


def cards_for(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> list[Card]:
    """The cards of some proposals; twenty-seven queries at most for all together. In the entered scope."""
    found = load_card_data(proposals, actor=actor, now=now)
    return [_card(row, found) for row in proposals]


def _card(proposal: Proposal, found: CardData) -> Card:
    # Evidence of an earlier proposal that this one replaced may be for another value.
    is_open = proposal.state == ProposalState.PENDING and proposal.expires_at > found.now
    saved, turn_id = found.saved.get(proposal.id), proposal.evidence_turn_id
    asker = found.faces.of(*(saved.asker if saved and saved.asker else (proposal.actor_label, proposal.agent_id)))
    login = found.entered.get(proposal.id, NOBODY)
    if login.who and not (saved and saved.asker):
        asker = replace(asker, name=login.who)
    alike = found.alike.get(proposal.id, ())
    others = [found.faces.of(row.actor_label, row.agent_id) for row in alike]
    also_by = found.faces.also_asked(proposal.evidence, proposal.new_value, asker)
    unchosen = found.unchosen.get(proposal.id, ())
    return Card(
        proposal=proposal,
        headline=wording.headline(proposal, asker.name, was_decided=not is_open, is_own=login.is_own),
        diff=text_diff(proposal.old_value, request_lookups.value_saved(proposal)),
        below=diff_below(proposal.old_value, request_lookups.value_saved(proposal), proposal.actor_label),
        effect=request_lookups.effect_of(proposal),
        face=asker,
        quote=quote_turns(found.turns.get(turn_id, []), turn_id, request_lookups.own_value_of(proposal), found.faces),
        alike=alike,
        others=others,
        also_by=sorted({*also_by, *(face.name for face in others)} - {asker.name}),
        readers=found.readers.get(proposal.id, ()),
        dependents=found.dependents.get(proposal.memory_id, 0),
        is_open=is_open,
        is_expiring=is_open and proposal.expires_at - found.now <= LAST_DAY,
        has_time=proposal.expires_at > found.now,
        joined=found.joined.get(proposal.id),
        stays=wording.saved_text(proposal, found.stays.get(proposal.id, "")),
        gone=found.gone.get(proposal.id),
        opening_again=request_lookups.opening_again(unchosen, found.now),
        rules=[wording.rule_text(rule, asker.name) for rule in request_lookups.rules_of(proposal, found.rules)],
        made_since=[wording.rule_text(rule, asker.name) for rule in request_lookups.made_since(proposal, found.rules)],
        beside=found.beside.get(proposal.id),
        own_word=found.own_words.get(proposal.id, ""),
        files=found.files.get(proposal.id, ()),
        refused=found.refused.get(proposal.id),
        saved=saved,
        unchosen=unchosen,
        not_saved=request_lookups.not_saved(proposal, unchosen, found.faces),
        remembered=found.remembered.get(proposal.id, ()),
        opposed=found.opposed.get(proposal.id, ""),
        besides=without(found.besides.get(proposal.id, ()), [proposal, *alike]),
        uncovered=found.uncovered.get(proposal.id, ""),
        saved_along=found.saved_along.get(proposal.id, ""),
        kept=found.kept.get(proposal.id, ""),
        undid=found.undone.get(proposal.id, ""),
        entered=login,
    )
