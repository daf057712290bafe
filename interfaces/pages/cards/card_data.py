"""The rows that the cards of a page need, read from the database once for all cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Final
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from consent.models import Policy, Proposal
from consent.models.proposal import ProposalQuerySet, ProposalState
from consent.policies.memories_of_others import noted_by_others
from consent.proposals.duplicates import other_duplicates
from consent.proposals.refused_alternatives import refused_alternatives
from consent.proposals.withdraw import changed_since
from conversations.models import Turn
from interfaces.competing_requests import TEXTS, head
from interfaces.differing_facts import differing_facts, stated_in
from interfaces.joint_answers import refused_with
from interfaces.pages.cards import request_lookups
from interfaces.pages.cards.amendments import Saved, saved_values_by_request
from interfaces.pages.cards.entered_by import Entered, entered
from interfaces.pages.cards.field_refusals import unchanged_by_request
from interfaces.pages.cards.later_changes import LaterChange, later_changes
from interfaces.pages.cards.related_requests import RelatedRequest, related_requests
from interfaces.pages.cards.request_lookups import FileLink, author_notes, files_of
from interfaces.pages.cards.rule_gaps import rule_gaps
from interfaces.pages.cards.stored_values import ILLNESS, ILLNESSES, already_stored, is_of_illness
from interfaces.pages.cards.superseded_requests import successors_of
from interfaces.pages.cards.undone_requests import undo_effects
from interfaces.pages.cards.wrong_before import wrong_before
from interfaces.pages.conversations.conversation import turns_around
from interfaces.pages.conversations.saved_needs import saved_alongside
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.wording import readable
from memories.models import Fact, Memory
from providers.statements import is_contradiction
from workspaces.actors import Actor

LONGEST_QUOTE: Final = 140
MOST_READ: Final = 40  # newest requests; comparing two takes a millisecond or two


@dataclass(frozen=True, slots=True)
class CardData:
    """Data for all cards of a page, read once; most by the ids of requests."""

    turns: Mapping[UUID | None, Sequence[Turn]]
    dependents: Mapping[UUID | None, int]
    readers: Mapping[UUID, Sequence[str]]
    faces: Faces
    now: datetime
    joined: Mapping[UUID, Proposal]
    changed_to: Mapping[UUID, str]
    later_changes: Mapping[UUID, LaterChange]
    rules: Sequence[Policy]
    differing_facts: Mapping[UUID, Fact]
    author_notes: Mapping[UUID, str]
    wrong_before: Mapping[UUID, SafeString]
    files: Mapping[UUID, Sequence[FileLink]]
    refused: Mapping[UUID, Proposal]
    saved: Mapping[UUID, Saved]
    unchosen: Mapping[UUID, Sequence[Proposal]]
    duplicates: Mapping[UUID, Sequence[Proposal]]
    remembered: Mapping[UUID, Sequence[Memory]]
    opposed: Mapping[UUID, str]
    related_requests: Mapping[UUID, Sequence[RelatedRequest]]
    rule_gaps: Mapping[UUID, str]
    saved_alongside: Mapping[UUID, SafeString]
    unchanged_notes: Mapping[UUID, str]
    undone: Mapping[UUID, str]
    entered: Mapping[UUID, Entered]


def _stated(pending: Sequence[Proposal]) -> Mapping[UUID, str]:
    texts = [row for row in pending if row.change["type"] in TEXTS]
    return {row.id: stated_in(row.new_value, row.claims) for row in texts}


def load_card_data(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> CardData:
    """Load the data for the cards of `proposals`. Runs in the entered scope."""
    pending = [row for row in proposals if row.state == ProposalState.PENDING]
    faces, seen = Faces.load() if proposals else Faces([]), Proposal.objects.visible_to(actor, now=now).pending()
    rules, others = request_lookups.own_rules(proposals), noted_by_others(pending)
    return CardData(
        turns=turns_around([row.evidence_turn_id for row in proposals if row.evidence_turn_id], actor, now),
        dependents=request_lookups.count_dependents(pending),
        readers=request_lookups.readers_by_request(pending, faces, now),
        faces=faces,
        now=now,
        joined=successors_of(proposals),
        changed_to=changed_since(proposals),
        later_changes=later_changes(proposals),
        rules=rules,
        differing_facts=differing_facts(_stated(pending), actor.person_id),
        author_notes=author_notes(pending, others),
        wrong_before=wrong_before(pending),
        files=files_of(pending),
        refused=refused_alternatives(pending),
        saved=saved_values_by_request(proposals),
        unchosen=refused_with(proposals),
        duplicates=other_duplicates(pending, Proposal.objects.pending().unmuted()),
        remembered=already_stored(pending, actor=actor, now=now),
        opposed=opposed_by(pending, seen),
        related_requests=related_requests(pending, seen, faces),
        rule_gaps=rule_gaps(pending, rules, others, faces),
        saved_alongside=saved_alongside(proposals, actor=actor, now=now),
        unchanged_notes=unchanged_by_request(proposals, faces),
        undone=undo_effects(proposals),
        entered=entered(proposals),
    )


def opposed_by(pending: Sequence[Proposal], among: ProposalQuerySet) -> dict[UUID, str]:
    """By request id, a sentence that names the newest request `among` those of the same person that says the opposite.
    One query where any request is about an illness."""
    own = list(filter(is_of_illness, pending))
    people = {row.person_id for row in own if row.person_id}
    about = among.filter(person_id__in=people, claims__icontains=f"{ILLNESSES}=").order_by("-created_at", "-id")
    others = list(about.values_list("person_id", "new_value")[:MOST_READ]) if people else []
    found: dict[UUID, str] = {}
    for one, (person_id, other_text) in product(own, others):
        if (
            one.id not in found
            and one.person_id == person_id
            and is_contradiction(one.new_value, other_text, key=ILLNESS)
        ):
            text = Truncator(readable(head(other_text))).chars(LONGEST_QUOTE).removesuffix(".")
            found[one.id] = _("Another request says the opposite: “{text}”.").format(text=text)
    return found
