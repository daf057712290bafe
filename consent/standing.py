"""What stands at the addresses of a batch, read at once under its locks."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_
from uuid import UUID

from django.db.models import Q

from consent.changes import Change, WriteMemory
from memories.models import Memory
from workspaces.models import Person
from workspaces.namespaces import person_id_of

Address = tuple[str, str]


class Standing:
    """The memories at a batch's addresses, each until the batch touches it; otherwise the database is asked.

    Empty it knows nothing and asks each time.
    """

    def __init__(self) -> None:
        self._untouched: dict[Address, Memory | None] = {}
        self._people: frozenset[UUID] = frozenset()

    @classmethod
    def of(cls, changes: Sequence[Change]) -> "Standing":
        """Two queries, however many memories are to be written. Inside the scope, with the addresses locked."""
        drafts = [change.draft for change in changes if isinstance(change, WriteMemory)]
        standing = cls()
        if len(drafts) < 2:
            return standing
        people = {person_id for draft in drafts if (person_id := person_id_of(draft.namespace))}
        standing._people = Person.objects.hold(people)
        standing._untouched = dict.fromkeys((draft.namespace_path, draft.key) for draft in drafts)
        rows = Memory.objects.select_related("current").filter(at_addresses(standing._untouched))
        standing._untouched |= {(memory.namespace_path, memory.key): memory for memory in rows}
        return standing

    def is_untouched(self, path: str, key: str) -> bool:
        return (path, key) in self._untouched

    def take(self, path: str, key: str) -> Memory | None:
        """The memory at an address that is about to be changed, with its current version."""
        if (path, key) in self._untouched:
            return self._untouched.pop((path, key))
        return Memory.objects.select_related("current").at(path, key).first()

    def forget_memories(self) -> None:
        """After a change that may have touched any of them."""
        self._untouched.clear()

    def has_person(self, person_id: UUID) -> bool:
        return person_id in self._people or bool(Person.objects.hold([person_id]))


def at_addresses(addresses: Iterable[Address]) -> Q:
    """The condition that finds the memories at some addresses, none for none."""
    keys = defaultdict(list)
    for path, key in addresses:
        keys[path].append(key)
    return reduce(or_, (Q(namespace_path=path, key__in=of_path) for path, of_path in keys.items()), Q(pk__in=[]))
