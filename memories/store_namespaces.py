"""Namespaces as a hierarchy: by prefix, suffix and depth (000, LangGraph's list_namespaces)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from memories.models.memory import MemoryQuerySet
from workspaces.namespaces import to_prefix

ANY: Final = "*"


@dataclass(frozen=True, slots=True)
class Match:
    """How a namespace has to begin or end; `*` stands for any one element."""

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
    """The namespaces in which these memories lie, sorted, each once, cut to `max_depth` elements.

    One query: prefixes narrow it down in the database, the rest is compared here, one row a namespace.
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
    """The elements of a prefix before its first wildcard."""
    if match.kind != "prefix":
        return ()
    return match.path[: match.path.index(ANY)] if ANY in match.path else match.path
