"""What the cards of a page need from the database, asked for once for all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent.models import Policy, Proposal
from consent.models.proposal import ProposalState
from consent.policies.others_words import noted_by_others
from consent.proposals.alike import others_alike
from consent.proposals.refused_beside import refused_beside
from consent.proposals.withdraw import changed_since
from conversations.models import Turn
from interfaces.chosen_at_once import refused_with
from interfaces.competing import TEXTS, facts_beside, stated_in
from interfaces.pages import card_lookups
from interfaces.pages.asked_besides import Beside, asked_besides
from interfaces.pages.assistants import Faces
from interfaces.pages.card_lookups import FileLink, files_of, whose_words
from interfaces.pages.conversation import turns_around
from interfaces.pages.gone_since import Gone, gone_since
from interfaces.pages.kept import kept_on_cards
from interfaces.pages.logins import Entered, entered
from interfaces.pages.opposed import opposed_by
from interfaces.pages.remembered import remembered_beside
from interfaces.pages.saved import Saved, standing_saved
from interfaces.pages.superseded import took_their_place
from interfaces.pages.uncovered import uncovered
from interfaces.pages.undone_told import undone_on_cards
from memories.models import Fact, Memory
from workspaces.actors import Actor


@dataclass(frozen=True, slots=True)
class Lookups:
    """Looked up once for all cards of a page; most by the ids of requests."""

    turns: Mapping[UUID | None, Sequence[Turn]]
    dependents: Mapping[UUID | None, int]
    readers: Mapping[UUID, Sequence[str]]
    faces: Faces
    now: datetime
    joined: Mapping[UUID, Proposal]
    stays: Mapping[UUID, str]
    gone: Mapping[UUID, Gone]
    rules: Sequence[Policy]
    beside: Mapping[UUID, Fact]
    own_words: Mapping[UUID, str]
    files: Mapping[UUID, Sequence[FileLink]]
    refused: Mapping[UUID, Proposal]
    saved: Mapping[UUID, Saved]
    unchosen: Mapping[UUID, Sequence[Proposal]]
    alike: Mapping[UUID, Sequence[Proposal]]
    remembered: Mapping[UUID, Sequence[Memory]]
    opposed: Mapping[UUID, str]
    besides: Mapping[UUID, Sequence[Beside]]
    uncovered: Mapping[UUID, str]
    kept: Mapping[UUID, str]
    undone: Mapping[UUID, str]
    entered: Mapping[UUID, Entered]


def _stated(pending: Sequence[Proposal]) -> Mapping[UUID, str]:
    texts = [row for row in pending if row.change["type"] in TEXTS]
    return {row.id: stated_in(row.new_value, row.claims) for row in texts}


def look_up(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> Lookups:
    """In the entered scope."""
    pending = [row for row in proposals if row.state == ProposalState.PENDING]
    faces, seen = Faces.load() if proposals else Faces([]), Proposal.objects.visible_to(actor, now=now).pending()
    rules, others = card_lookups.own_rules(proposals), noted_by_others(pending)
    return Lookups(
        turns=turns_around([row.evidence_turn_id for row in proposals if row.evidence_turn_id], actor, now),
        dependents=card_lookups.count_dependents(pending),
        readers=card_lookups.readers_by_request(pending, faces, now),
        faces=faces,
        now=now,
        joined=took_their_place(proposals),
        stays=changed_since(proposals),
        gone=gone_since(proposals),
        rules=rules,
        beside=facts_beside(_stated(pending), actor.person_id),
        own_words=whose_words(pending, others),
        files=files_of(pending),
        refused=refused_beside(pending),
        saved=standing_saved(proposals),
        unchosen=refused_with(proposals),
        alike=others_alike(pending, Proposal.objects.pending().asked()),
        remembered=remembered_beside(pending, actor=actor, now=now),
        opposed=opposed_by(pending, seen),
        besides=asked_besides(pending, seen, faces),
        uncovered=uncovered(pending, rules, others, faces),
        kept=kept_on_cards(proposals, faces),
        undone=undone_on_cards(proposals),
        entered=entered(proposals),
    )
