"""The acting agent or person, passed from the interfaces to every action and read (architecture, rule 5)."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from workspaces.namespaces import below

# At the end of a refusal for lack of a grant.
WHO_ADDS_A_GRANT = "An owner or admin of the workspace can add one."


class ActorKind(StrEnum):
    AGENT = "agent"
    PERSON = "person"
    STAFF = "staff"
    SYSTEM = "system"

    def is_of(self, label: str) -> bool:
        """Whether an actor of this kind has the label: "agent:planner"."""
        return label.startswith(f"{self}:")


@dataclass(frozen=True, slots=True)
class GrantView:
    """One grant as an agent carries it: `person_id` None with an empty `namespace_path` means every person.

    But those who are `excluded`: they have taken themselves out of it (R1).
    """

    person_id: UUID | None
    namespace_path: str
    can_read: bool
    can_write: bool
    ceiling_rank: int
    expires_at: datetime | None
    excluded: frozenset[UUID] = frozenset()
    relays_consent: bool = False

    def is_in_force(self, now: datetime) -> bool:
        return self.expires_at is None or self.expires_at > now

    def allows(self, now: datetime, *, writing: bool = False) -> bool:
        return self.is_in_force(now) and (self.can_write if writing else self.can_read)


@dataclass(frozen=True, slots=True)
class Actor:
    """Whoever reads or writes, with what they may touch.

    `categories` is the allowlist of an agent's role, None for those without one: people, staff, the system, and
    the supervisor, who sees every category but those listed for others only (`hidden_categories`, R3).
    `listed_categories` are those of all roles' lists. `grants` matter for agents only, and so do
    `requests_per_minute`, of all keys of the workspace together, and `may_audit`. All were read when the request was
    authenticated. `last_write_position` is what a replica must have replayed for them to read there; None keeps to the
    primary.
    """

    kind: ActorKind
    workspace_id: UUID
    id: UUID | None
    name: str
    role: str = ""
    person_id: UUID | None = None
    key_id: UUID | None = None
    categories: tuple[str, ...] | None = None
    hidden_categories: frozenset[str] = frozenset()
    listed_categories: frozenset[str] = frozenset()
    grants: tuple[GrantView, ...] = field(default=())
    requests_per_minute: int | None = None
    may_audit: bool = False
    last_write_position: int | None = None

    @property
    def label(self) -> str:
        """How history names them, e.g. `agent:planner`."""
        return f"{self.kind}:{self.role or self.name}"

    @property
    def is_agent(self) -> bool:
        return self.kind is ActorKind.AGENT

    def may_see(self, category: str) -> bool:
        """Whether the allowlist covers a category."""
        if self.categories is not None:
            return category in self.categories
        return category not in self.hidden_categories

    def may_write(self, category: str) -> bool:
        """Whether they may write there: where they may see, but the supervisor hands work to every role (001 §12)."""
        return self.categories is None or category in self.categories

    def category_condition(self) -> Q:
        """The allowlist as a condition on a `category` column."""
        if self.categories is not None:
            return Q(category__in=self.categories)
        return ~Q(category__in=sorted(self.hidden_categories)) if self.hidden_categories else Q()

    def row_condition(self, *, now: datetime) -> Q:
        """Grants, ceilings and allowlist as a condition on rows with a category and a sensitivity of their own."""
        return self.people_condition(now=now) & self.category_condition()

    def people_condition(self, *, now: datetime, rank: int | None = None) -> Q:
        """The grants as a condition on `person_id`, and `namespace_path` where no person is meant.

        `rank` is the sensitivity of rows without a `sensitivity_rank` column of their own.
        """
        if self.kind is ActorKind.PERSON:
            return Q(person_id=self.person_id) if self.person_id else Q(pk__in=[])
        if not self.is_agent:
            return Q()
        conditions = [_grant_condition(g, rank) for g in self.grants if g.allows(now)]
        return reduce(or_, (c for c in conditions if c is not None), Q(pk__in=[]))

    def reading_ceiling(self, *, person_id: UUID | None, namespace_path: str, now: datetime) -> int | None:
        """Highest sensitivity rank they may read there; None when they may not read at all."""
        return self._ceiling(person_id, namespace_path, now, writing=False)

    def writing_ceiling(self, *, person_id: UUID | None, namespace_path: str, now: datetime) -> int | None:
        """Highest sensitivity rank they may write there; None when they may not write at all."""
        return self._ceiling(person_id, namespace_path, now, writing=True)

    def relays_consent_of(self, person_id: UUID | None, *, now: datetime) -> bool:
        """Whether the person let this agent pass on what they answer in a chat: a grant of theirs must name them."""
        return person_id is not None and any(
            grant.relays_consent and grant.person_id == person_id and grant.allows(now, writing=True)
            for grant in self.grants
        )

    def _ceiling(self, person_id: UUID | None, namespace_path: str, now: datetime, *, writing: bool) -> int | None:
        if self.kind is ActorKind.PERSON:
            return 3 if person_id is not None and person_id == self.person_id else None
        if not self.is_agent:
            return 3
        ranks = [g.ceiling_rank for g in self.grants if _covers(g, person_id, namespace_path, now, writing)]
        return max(ranks, default=None)


def system_actor(workspace_id: UUID, name: str) -> Actor:
    """The server itself, acting through a job or command called `name`."""
    return Actor(kind=ActorKind.SYSTEM, workspace_id=workspace_id, id=None, name=name)


def _covers(grant: GrantView, person_id: UUID | None, path: str, now: datetime, writing: bool) -> bool:
    if not grant.allows(now, writing=writing):
        return False
    if grant.namespace_path:
        return person_id is None and (path + "/").startswith(grant.namespace_path + "/")
    return person_id is not None and person_id not in grant.excluded and grant.person_id in (None, person_id)


def _grant_condition(grant: GrantView, rank: int | None) -> Q | None:
    """What one grant shows; None when the rows' fixed rank lies above its ceiling."""
    if rank is not None and (rank > grant.ceiling_rank or grant.namespace_path):
        return None
    everybody = Q(person_id__isnull=False)
    if grant.excluded:
        everybody &= ~Q(person_id__in=sorted(grant.excluded))
    ceiling = Q() if rank is not None else Q(sensitivity_rank__lte=grant.ceiling_rank)
    if grant.namespace_path:
        return ceiling & Q(person_id__isnull=True) & below(grant.namespace_path)
    return ceiling & (Q(person_id=grant.person_id) if grant.person_id else everybody)
