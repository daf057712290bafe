"""Proposals as the inbox shows them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.safestring import SafeString

from consent.models import Proposal
from consent.models.proposal import ProposalState
from consent.policies.delegation import fields_of
from conversations.models import Turn
from interfaces.pages import outcomes, wording
from interfaces.pages.conversation import Said, quoted, turns_around
from interfaces.pages.word_diff import word_diff
from memories.models import Relation
from memories.models.relation import DEPENDENCY_TYPES
from workspaces.active_agents import active_agents
from workspaces.actors import Actor

AMENDABLE = ("set_fact", "write_memory", "join_statement")
SETTLED_BY_PERSON = (ProposalState.APPROVED, ProposalState.AMENDED, ProposalState.REJECTED)


@dataclass(frozen=True, slots=True)
class Card:
    """One proposal with all that is shown of it.

    `said` is the place of the conversation it came from, empty when there is none; `also_by` are the others who asked
    for the same; `seen_by` the assistants that could read it; `resting` counts what was worked out from the memory
    that would change.
    """

    proposal: Proposal
    headline: SafeString
    diff: SafeString
    effect: str
    writer: str
    said: Sequence[Said]
    also_by: Sequence[str]
    seen_by: Sequence[str]
    resting: int
    is_open: bool

    @property
    def is_short(self) -> bool:
        """Whether the headline says the new value already."""
        return self.proposal.change["type"] == "set_fact" and wording.fits_headline(self.proposal.new_value)

    @property
    def is_amendable(self) -> bool:
        return self.proposal.change["type"] in AMENDABLE

    @property
    def rule_field(self) -> str:
        """The field that a rule for next time would name; empty where none can be made."""
        fields = sorted(key for _category, key in fields_of(self.proposal))
        return wording.listed(wording.field_name(key) for key in fields) if self.proposal.agent_id else ""

    @property
    def outcome(self) -> str:
        return outcomes.outcome(self.proposal)

    @property
    def link(self) -> str:
        """What the link to the memory that it made or changed is called; empty where none is shown."""
        return outcomes.link(self.proposal)

    @property
    def can_be_taken_back(self) -> bool:
        return self.proposal.state in SETTLED_BY_PERSON

    @property
    def is_blocked(self) -> bool:
        return self.proposal.blocked_until is not None


@dataclass(frozen=True, slots=True)
class _Around:
    """What is looked up for all cards of a page together."""

    turns: Mapping[UUID | None, Sequence[Turn]]
    resting: Mapping[UUID | None, int]
    readers: Mapping[UUID, Sequence[str]]
    now: datetime


def cards_for(proposals: Sequence[Proposal], *, actor: Actor, now: datetime) -> list[Card]:
    """The cards of some proposals; seven queries at most for what stands around all of them. In the entered scope."""
    turns = turns_around([row.evidence_turn_id for row in proposals if row.evidence_turn_id], actor, now)
    waiting = [row for row in proposals if row.state == ProposalState.PENDING]
    around = _Around(turns, _resting(waiting), _readers(waiting, now), now)
    return [_card(row, around) for row in proposals]


def _card(proposal: Proposal, around: _Around) -> Card:
    # What stands there of an earlier question that this one took the place of asked for another value.
    same = [entry for entry in proposal.evidence if entry.get("value") == proposal.new_value]
    others = [wording.writer(str(entry.get("asked_by", ""))) for entry in same]
    asker = wording.writer(proposal.actor_label)
    return Card(
        proposal=proposal,
        headline=wording.headline(proposal),
        diff=word_diff(proposal.old_value, proposal.new_value),
        effect=wording.effect(proposal),
        writer=asker,
        said=quoted(around.turns.get(proposal.evidence_turn_id, []), proposal.evidence_turn_id, proposal.new_value),
        also_by=sorted({other for other in others if other and other != asker}),
        seen_by=around.readers.get(proposal.id, ()),
        resting=around.resting.get(proposal.memory_id, 0),
        is_open=proposal.state == ProposalState.PENDING and proposal.expires_at > around.now,
    )


def _resting(proposals: Sequence[Proposal]) -> Mapping[UUID | None, int]:
    """How much was worked out from each memory that would change."""
    ids = [row.memory_id for row in proposals if row.memory_id]
    edges = Relation.objects.filter(to_memory_id__in=ids, relation_type__in=DEPENDENCY_TYPES) if ids else []
    return Counter(edge.to_memory_id for edge in edges)


def _readers(proposals: Sequence[Proposal], now: datetime) -> Mapping[UUID, Sequence[str]]:
    """The names of the assistants that could read what each proposal would keep."""
    agents = active_agents(now=now) if proposals else []
    return {
        row.id: sorted(wording.field_name(agent.name) for agent in agents if _may_read(agent, row, now))
        for row in proposals
    }


def _may_read(agent: Actor, proposal: Proposal, now: datetime) -> bool:
    path = proposal.namespace_path
    ceiling = agent.reading_ceiling(person_id=proposal.person_id, namespace_path=path, now=now)
    return agent.may_see(proposal.category) and ceiling is not None and proposal.sensitivity_rank <= ceiling
