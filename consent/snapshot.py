"""The stored state that a submission is decided on, read under its locks."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Q

from consent.detection.statements import Detected, echoed, is_known, known_values, watched_in
from consent.detection.values import Pair, normalized_pair, pair_of
from consent.models import Policy, Proposal
from consent.policies import rules as policies
from consent.stored import Address, memories_at, memories_named, memories_of
from consent.target import place_of
from conversations.models import Session
from memories.authority import lock_addresses
from memories.models import Memory
from providers.statements import Statement
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person
from workspaces.models.person import HOLD
from workspaces.namespaces import MEMORIES, people_of, person_id_of
from workspaces.pipelined_query import PipelinedQuery

if TYPE_CHECKING:
    from consent.changes import Change


class BatchSnapshot:
    """The stored state at a batch's addresses, read at once under its locks and valid until the batch changes it.

    What it has not read, or dropped, is queried. `same_texts` are the memories with the same text as the batch at any
    address, forgotten or not, and `revoked` the forgotten or rejected ones in its namespaces: both as they were before
    the locks. `is_by_other_roles` caches whether another role wrote a memory.
    """

    def __init__(self, *, actor: Actor, now: datetime, detected: Detected | None = None) -> None:
        self.actor, self.now = actor, now
        self.detected = Detected() if detected is None else detected
        self.same_texts: Sequence[Memory] = ()
        self.revoked: Sequence[Memory] = ()
        self.is_by_other_roles: dict[UUID, bool] = {}
        self._rules: list[Policy] | None = None
        self._memories: dict[Address, list[Memory]] = {}
        self._people: frozenset[UUID] = frozenset()
        self._sessions: dict[UUID, UUID | None] = {}
        self._known: dict[UUID, set[Pair]] = {}
        self._watched: dict[UUID, set[Pair]] = {}

    @classmethod
    def lock(
        cls,
        addresses: set[Address],
        *,
        locked: Iterable[Address] = (),
        sessions: Iterable[UUID] = (),
        actor: Actor,
        now: datetime,
        detected: Detected | None = None,
        with_rules: bool = False,
    ) -> "BatchSnapshot":
        """Lock the addresses and `locked` ones, then read what is stored at the addresses in the same round trip.

        `sessions` are read too; `with_rules` also reads the policies.
        """
        snapshot = cls(actor=actor, now=now, detected=detected)
        lock_addresses({*addresses, *locked})
        people = people_of(path for path, _ in addresses)
        memories = memories_at(addresses) if addresses else None
        rules = PipelinedQuery[Policy].recurring(policies.rules_in_force) if with_rules else None
        watched = PipelinedQuery.recurring(watched_in, list(people), snapshot.agent_id) if people else None
        of_sessions = PipelinedQuery(Session.objects.filter(id__in=sessions)) if (sessions := set(sessions)) else None
        asked: list[PipelinedQuery[Any]] = [one for one in (memories, watched, rules, of_sessions) if one is not None]
        held, *answers = scope.fetch_pipelined(
            [(HOLD, [scope.current_workspace_id(), list(people)]), *(one.statement for one in asked)]
        )
        found = {query: query.models(rows) for query, rows in zip(asked, answers, strict=True)}
        snapshot._people = frozenset(person_id for (person_id,) in held)
        snapshot._memories = {address: [] for address in addresses}
        for row in found[memories] if memories is not None else ():
            snapshot._memories[row.namespace_path, row.key].append(row)
        if watched is not None:
            snapshot._watched = {person_id: set() for person_id in people}
            for row in found[watched]:
                snapshot._watched[row.person_id].add((row.key, row.value))
        if of_sessions is not None:
            snapshot._sessions = dict.fromkeys(sessions) | {one.id: one.person_id for one in found[of_sessions]}
        if rules is not None:
            snapshot._rules = policies.in_order(found[rules])
        return snapshot

    @property
    def rules(self) -> Sequence[Policy]:
        if self._rules is None:
            self._rules = policies.in_force()
        return self._rules

    @property
    def agent_id(self) -> UUID | None:
        return self.actor.id if self.actor.is_agent else None

    def holds(self, addresses: Iterable[Address]) -> bool:
        """Whether the addresses are read, and unchanged by the batch so far."""
        return all(address in self._memories for address in addresses)

    def memory_at(self, path: str, key: str) -> Memory | None:
        """Return the memory at an address with its current version, if the actor may know of it."""
        return self.place_at(path, key)[0]

    def place_at(self, path: str, key: str, pinned: str | None = None) -> tuple[Memory | None, str]:
        """Return the memory and its `apart`, or that of a new one; `pinned` if that is decided already."""
        return place_of(self.memories_at(path, key), pinned, self.actor, self.now)

    def memories_at(self, path: str, key: str) -> list[Memory]:
        """Return all memories at an address, regardless of permissions, the first stored one first."""
        return self._memories[path, key] if (path, key) in self._memories else list(memories_of([path], [key]))

    @property
    def memory_ids(self) -> set[UUID]:
        """The ids of all memories that are read and unchanged."""
        return {row.id for rows in self._memories.values() for row in rows}

    def has_person(self, person_id: UUID) -> bool:
        """Whether the person exists, locked until the transaction ends."""
        if person_id not in self._people:
            self._people |= Person.objects.hold([person_id])
        return person_id in self._people

    def has_session(self, session_id: UUID, person_id: UUID | None) -> bool:
        """Whether there is such a conversation: of the person, or without one, of anyone."""
        if session_id not in self._sessions:
            found = Session.objects.filter(id=session_id).values_list("person_id", flat=True).first()
            self._sessions[session_id] = found
        owner = self._sessions[session_id]
        return owner is not None and person_id in (None, owner)

    def watched_values(self, person_id: UUID) -> set[Pair]:
        if person_id not in self._watched:
            rows = watched_in([person_id], self.agent_id)
            self._watched[person_id] = set(rows.values_list("key", "value"))
        return self._watched[person_id]

    def refused_among(self, values: Iterable[Pair], person_id: UUID | None) -> set[Pair]:
        """Return which of these values the person refused to the agent, which may not request them again. One query, if
        it ever requested any."""
        requested = self.watched_values(person_id) & {*values} if person_id and self.agent_id else set[Pair]()
        own = Proposal.objects.blocking().refused().filter(Q(person_id=person_id), agent_id=self.agent_id)
        refused = own.values_list("claims", flat=True) if requested else ()
        return requested & {pair_of(one) for claims in refused for one in claims}

    def known_values(self, person_id: UUID) -> set[Pair]:
        if person_id not in self._known:
            keys = self.detected.keys_read
            self._known[person_id] = known_values(person_id, actor=self.actor, now=self.now, keys=keys)
        return self._known[person_id]

    def new_statements(self, texts: Iterable[str], person_id: UUID | None) -> list[Statement]:
        """Return the new sensitive statements of texts about a person.

        A value that the actor requested before, and that was refused or is pending, counts in any form of its words. An
        approved value that the actor may read is not new.
        """
        if person_id is None:
            return []
        unique = list(dict.fromkeys(texts))
        self._add_echoes(unique, person_id)
        found = [(one, text) for text in unique for one in self.detected[text]]
        known = self.known_values(person_id) if found else set()
        return [statement for statement, text in found if not is_known(statement, known, text)]

    def _add_echoes(self, texts: Iterable[str], person_id: UUID) -> None:
        """Add repetitions of pending or refused values to `detected`, so that claims include them."""
        watched = self.watched_values(person_id)
        for text in texts if watched else ():
            stated = {normalized_pair(one) for one in self.detected[text]}
            again = [one for one in echoed(text, watched) if normalized_pair(one) not in stated]
            self.detected[text] = [*self.detected[text], *again]

    def resolve_owner(self, namespace: Sequence[str]) -> tuple[UUID | None, bool]:
        """Return the person a namespace belongs to, None for a shared one, and whether that owner exists."""
        person_id = person_id_of(namespace)
        is_known = namespace[0] != MEMORIES or (person_id is not None and self.has_person(person_id))
        return person_id, is_known

    def drop(self, addresses: Iterable[Address]) -> None:
        """Forget these addresses, after a change that touched nothing else."""
        for address in addresses:
            self._memories.pop(address, None)

    def clear(self) -> None:
        """Forget everything, after a change that may have touched any memory."""
        self._memories.clear()
        self._known.clear()
        self._watched.clear()


def snapshot_for(changes: Sequence["Change"], *, actor: Actor, now: datetime) -> BatchSnapshot:
    """Lock what the changes touch, in the entered scope."""
    ids = {memory_id for change in changes for memory_id in change.memory_ids()}
    locked = {address for change in changes for address in change.locks()}
    if ids:
        locked |= set(memories_named(ids).values_list("namespace_path", "key"))
    addresses = {address for change in changes for address in change.addresses()}
    return BatchSnapshot.lock(addresses, locked=locked, actor=actor, now=now)
