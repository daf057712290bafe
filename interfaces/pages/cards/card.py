"""The card of one request, open or decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from consent.changes import KINDS, Change, from_json
from consent.models import Proposal
from consent.models.proposal import GIVEN, ProposalState
from consent.policies.delegation import fields_of
from consent.proposals import amending
from interfaces.competing_requests import FORGET, SET
from interfaces.differing_facts import value_for_field
from interfaces.joint_answers import SETTLED_BY_PERSON
from interfaces.pages.cards import request_lookups, request_status
from interfaces.pages.cards.amendments import Saved
from interfaces.pages.cards.entered_by import Entered
from interfaces.pages.cards.later_changes import LaterChange
from interfaces.pages.cards.refusal_periods import blocked_on_card
from interfaces.pages.cards.related_requests import RelatedRequest
from interfaces.pages.cards.request_lookups import FileLink
from interfaces.pages.conversations.conversation import QuotedTurn
from interfaces.pages.texts import change_kinds, wording
from interfaces.pages.texts.actors import Face
from interfaces.pages.texts.diffs import text_alone
from interfaces.removed_numbers import without_numbers
from memories.models import Fact, Memory
from workspaces.actors import ActorKind

# Time before expiry from which a card shows when it expires.
LAST_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Card:
    """One proposal as the inbox shows it, with the data about it; texts are empty where there is nothing to show."""

    proposal: Proposal
    diff: SafeString
    below: Sequence[SafeString]  # the lines under its text
    effect: str
    face: Face
    quote: Sequence[QuotedTurn]  # the surrounding messages of the conversation
    duplicates: Sequence[Proposal]  # open requests for the same sentence
    others: Sequence[Face]  # their requesters
    also_asked_by: Sequence[str]  # names of the other requesters
    readers: Sequence[str]  # the assistants that could read it
    dependents: int  # memories derived from the one that would change
    now: datetime
    joined: Proposal | None  # the request that replaced it
    changed_to: str  # the memory's present text, where it differs from the approved one
    later_change: LaterChange | None  # what happened to the saved value later
    reopened_values: str  # values that are open again after an undo
    rules: Sequence[str]  # rules that end after an undo
    newer_rules: Sequence[str]  # rules under which the request would no longer be asked
    differing_fact: Fact | None  # the field that an approved sentence leaves at another value
    author_note: str  # the author of the words that would be replaced
    wrong_before: str  # that nearly the same was marked as wrong
    files: Sequence[FileLink]  # files that would become evidence
    refused: Proposal | None  # an earlier refused request about the field
    saved: Saved | None  # the value that was saved instead
    unchosen: Sequence[Proposal]  # requests that the same choice refused
    not_saved: Mapping[str, Sequence[str]]  # the requested values that were not saved, with their requesters
    remembered: Sequence[Memory]  # memories that state its field
    opposed: str  # names the request that says the opposite
    related_requests: Sequence[RelatedRequest]  # requests about the same fact on cards of their own
    rule_gap: str  # why a rule that allows saving its field does not apply
    saved_alongside: str  # what was saved at once from the same message
    unchanged_note: str  # states that the answer left the field as it was
    undo_note: str  # the effect of undoing the answer
    entered: Entered  # the login or file behind a request that no agent made

    @property
    def headline(self) -> SafeString:
        return wording.headline(self.proposal, self.face.name, was_decided=not self.is_open, is_own=self.entered.is_own)

    @property
    def is_open(self) -> bool:
        return self.proposal.state == ProposalState.PENDING and self.has_time

    @property
    def has_time(self) -> bool:
        return self.proposal.expires_at > self.now

    @property
    def is_expiring(self) -> bool:
        return self.is_open and self.proposal.expires_at - self.now <= LAST_DAY

    @property
    def faces(self) -> Sequence[Face]:
        return list(dict.fromkeys([self.face, *self.others]))

    @property
    def source_sentence(self) -> str:
        """The sentence that the request came from; empty without one, or where the request repeats it."""
        return request_lookups.source_sentence_in(self.quote, self.own_value, self.proposal)

    @property
    def kind(self) -> type[Change]:
        return KINDS[self.proposal.change["type"]]

    @property
    def is_short(self) -> bool:
        """Whether the headline contains the whole request."""
        value = self.proposal.new_value
        is_whole = value == from_json(self.proposal.change).own_value
        is_in_force = self.proposal.value_in_force == value or self.saved is not None
        return self.kind.sets_a_field and wording.fits_headline(value) and is_whole and is_in_force

    @property
    def is_to_forget(self) -> bool:
        return bool(self.proposal.change["type"] == FORGET)

    @property
    def is_quoted_above(self) -> bool:
        """Whether the headline quotes all that would be forgotten."""
        return wording.is_quoted_in_headline(self.proposal.change["type"], self.proposal.old_value)

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
        """The reason of the named requester: the one who requested the chosen value."""
        if self.saved and self.saved.asker:
            return wording.reason_text(self.saved.reason, self.saved.asker[0])
        return wording.reason_text(self.proposal.reason, self.proposal.actor_label)

    @property
    def requested_at(self) -> datetime:
        return (self.saved.asked_at if self.saved else None) or self.proposal.created_at

    @property
    def decided_at(self) -> datetime | None:
        """The time of the decision; of a replaced request, the time when its value was chosen or refused later."""
        return (self.joined.decided_at if self.joined else None) or self.proposal.decided_at

    @property
    def requested_value(self) -> str:
        """The requested text, where the person reworded it and the outcome does not show that."""
        requested, saved = text_alone(self.proposal.new_value), text_alone(self.proposal.value_in_force)
        is_reworded = self.proposal.state == ProposalState.AMENDED and not self.saved and requested != saved
        return without_numbers(requested, beside=saved) if is_reworded else ""

    @property
    def is_in_quote(self) -> bool:
        """Whether the quoted sentence is the whole reason."""
        return bool(self.quote) and ActorKind.SYSTEM.is_of(self.proposal.actor_label)

    @property
    def explained(self) -> Promise | str:
        """The meaning of its field, where the name does not make it clear."""
        fact = from_json(self.proposal.change).fact
        return wording.EXPLAINED.get(fact.key, "") if fact else ""

    @property
    def value_for_field(self) -> str:
        """What the sentence states for the field beside it; empty where that is no value by itself."""
        return value_for_field(self.proposal) if self.differing_fact else ""

    @property
    def fields(self) -> str:
        """The names of its fields; empty where there are none."""
        return ", ".join(wording.field_name(key) for key in sorted(key for _category, key in fields_of(self.proposal)))

    @property
    def rule_field(self) -> str:
        """The field of a rule for next time; empty where no rule is possible."""
        return self.fields if self.proposal.agent_id else ""

    @property
    def refused_before(self) -> str:
        """A sentence about another value of its field that the person refused before; empty without one."""
        return request_lookups.refused_text(self.refused) if self.refused else ""

    @property
    def unchanged_value(self) -> str:
        """The saved value, where it was stored already; else empty."""
        old, saved = text_alone(self.proposal.old_value), text_alone(self.proposal.value_in_force)
        return saved if self.proposal.state == ProposalState.AMENDED and old == saved else ""

    @property
    def outcome(self) -> str:
        if self.unchanged_note or self.unchanged_value:
            return self.unchanged_note or str(change_kinds.ALREADY_STORED).format(
                value=self.unchanged_value.removesuffix(".")
            )
        is_chosen = self.proposal.state == ProposalState.APPROVED and self.proposal.change["type"] == SET
        if self.saved or (is_chosen and self.is_short and self.not_saved):
            return change_kinds.chosen(text_alone(self.proposal.value_in_force), self.not_saved, self.face.name)
        if self.later_change and self.is_to_forget:
            return str(change_kinds.FORGOTTEN)
        is_saved_alongside = bool(self.saved_alongside)
        sentence = change_kinds.outcome(self.proposal, self.joined, self.fields, is_saved_alongside=is_saved_alongside)
        is_refused = self.proposal.state == ProposalState.REJECTED and not self.joined
        others = change_kinds.also_asked(self.not_saved, self.face.name) if is_refused else ""
        return " ".join(filter(None, (sentence, others, self.undo_note)))

    @property
    def verdict(self) -> str:
        """The outcome in a word or two."""
        ended = request_status.verdict(self.proposal, self.joined, is_open=self.is_open)
        unchanged = str(change_kinds.LEFT_UNCHANGED) if self.unchanged_value else ""
        return unchanged or (self.saved.label if self.saved else ended)

    @property
    def link(self) -> str:
        """The label of the link to the memory that it created or changed; empty where no link is shown."""
        return str(self.later_change.link) if self.later_change else change_kinds.link(self.proposal)

    @property
    def is_unsaved(self) -> bool:
        """Whether it ended without its change, so that the card does not show the change as made."""
        is_chosen = self.joined is not None and change_kinds.is_chosen(self.proposal, self.joined)
        return self.proposal.state not in (ProposalState.PENDING, *GIVEN) and not is_chosen

    @property
    def can_be_undone(self) -> bool:
        return self.proposal.state in SETTLED_BY_PERSON

    @property
    def can_be_reopened(self) -> bool:
        """Whether undoing the answer opens the request again."""
        return self.can_be_undone and self.has_time and not self.changed_to

    @property
    def has_receipt(self) -> bool:
        """Whether it ended with a decision, including expiry."""
        return self.can_be_undone or self.proposal.state in (ProposalState.WITHDRAWN, ProposalState.EXPIRED)

    @property
    def is_blocked(self) -> bool:
        return self.proposal.blocked_until is not None

    @property
    def blocked(self) -> str:
        """A sentence with the date until which assistants cannot request it again; empty where they can."""
        is_shown = self.is_blocked and self.proposal.state == ProposalState.REJECTED and not self.later_change
        return blocked_on_card([self.proposal, *(self.unchosen if self.not_saved else ())]) if is_shown else ""

    @property
    def may_be_allowed_again(self) -> bool:
        """Whether allowing a new request makes sense: not where exactly the requested value was saved."""
        return self.is_blocked and not request_lookups.is_saved_as_requested(self.proposal)
