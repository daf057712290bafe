"""Namespaces as a hierarchy: by prefix, suffix and depth (000, LangGraph's list_namespaces)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from memories.models.memory import MemoryQuerySet
from workspaces.namespaces import to_prefix

ANY: Final = "*"


@dataclass(frozen=True, slots=True)
class Match:
    """How a namespace has to begin or end; `*` matches any one element."""

    kind: Literal["prefix", "suffix"]
    path: tuple[str, ...]

    def fits(self, namespace: Sequence[str]) -> bool:
        if len(namespace) < len(self.path):
            return False
        part = namespace[: len(self.path)] if self.kind == "prefix" else namespace[len(namespace) - len(self.path) :]
        return all(wanted in (ANY, found) for wanted, found in zip(self.path, part, strict=True))


def namespaces_of(
    memories: MemoryQuerySet, *, matches: Iterable[Match] = (), max_depth: int | None = None
) -> list[tuple[str, ...]]:
    """Return the namespaces of these memories, sorted, each once, cut to `max_depth` elements.

    One query: the database filters by prefixes, the rest is compared here, one row for each namespace.
    """
    matches = list(matches)
    for match in matches:
        if prefix := _fixed(match):
            memories = memories.under(to_prefix(prefix))
    # Without the order of the rows, which would make each of them distinct.
    found = memories.order_by().values_list("namespace", flat=True).distinct()
    fitting = (tuple(namespace) for namespace in found if all(match.fits(namespace) for match in matches))
    return sorted({namespace[:max_depth] for namespace in fitting})


def _fixed(match: Match) -> tuple[str, ...]:
    """Return the elements of a prefix before its first wildcard."""
    if match.kind != "prefix":
        return ()
    return match.path[: match.path.index(ANY)] if ANY in match.path else match.path
