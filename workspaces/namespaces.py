"""Namespaces (000) and the one text path they are stored, compared and granted by (R2)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext_noop

MEMORIES = "memories"
SHARED = "shared"
MAX_PATH_CHARACTERS = 256
TOO_FEW = gettext_noop("A namespace needs at least two elements, a type and an identifier.")
EMPTY_ELEMENT = gettext_noop("The elements of a namespace must be strings that are not empty.")


class InvalidNamespace(ValueError):
    """Fewer than two elements, an empty one, or a path that is too long."""


def to_path(namespace: Sequence[str]) -> str:
    """`["memories", "a/b"]` → `memories/a~1b`, escaped as in RFC 6901. Raises InvalidNamespace."""
    if len(namespace) < 2:
        raise InvalidNamespace(TOO_FEW)
    if not all(isinstance(part, str) and part.strip() for part in namespace):
        raise InvalidNamespace(EMPTY_ELEMENT)
    return _join(tuple(namespace))


def to_prefix(namespace: Sequence[str]) -> str:
    """Like `to_path` for a prefix, which may be shorter than a namespace. Raises InvalidNamespace."""
    return _join(tuple(namespace))


def to_scope(namespace: Sequence[str]) -> str:
    """Like `to_path`, also for all that is shared: `["shared"]` → `shared`. Nobody asks about everyone (R1). Raises
    InvalidNamespace."""
    return SHARED if list(namespace) == [SHARED] else to_path(namespace)


def from_path(path: str) -> list[str]:
    """The inverse of `to_path`. Raises InvalidNamespace."""
    namespace = parts_of(path)
    to_path(namespace)
    return namespace


def parts_of(path: str) -> list[str]:
    """The elements of a path, however many."""
    return [part.replace("~1", "/").replace("~0", "~") for part in path.split("/")]


def person_id_of(namespace: Sequence[str]) -> UUID | None:
    """The person a namespace belongs to: `["memories", "<uuid>", ...]`; None for shared ones."""
    return _id_of(namespace[1]) if len(namespace) > 1 and namespace[0] == MEMORIES else None


def people_of(paths: Iterable[str]) -> frozenset[UUID]:
    """Those to whom the namespaces of some paths belong."""
    return frozenset(person_id for path in paths if (person_id := person_id_of(parts_of(path))))


@lru_cache(maxsize=1_024)
def _id_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def below(path: str, *, column: str = "namespace_path") -> Q:
    """The path itself and everything under it, as a range.

    Array and LIKE operators are no index conditions under RLS.
    """
    return Q((column, path)) | Q((f"{column}__gte", f"{path}/"), (f"{column}__lt", f"{path}0"))


def canonical(namespace: Sequence[str]) -> tuple[str, ...]:
    """The one spelling of a namespace: a person's id may be written with capitals, braces or `urn:uuid:`."""
    parts = tuple(namespace)
    person_id = person_id_of(parts) if len(parts) > 1 and isinstance(parts[1], str) else None
    return (parts[0], str(person_id), *parts[2:]) if person_id else parts


@lru_cache(maxsize=1_024)
def _join(namespace: tuple[str, ...]) -> str:
    """Remembered: a write asks a dozen times."""
    path = "/".join(part.replace("~", "~0").replace("/", "~1") for part in canonical(namespace))
    if len(path) > MAX_PATH_CHARACTERS:
        raise InvalidNamespace(f"A namespace's path may have at most {MAX_PATH_CHARACTERS} characters.")
    return path


def default_thread(person_id: UUID) -> str:
    """The thread that a person's changes belong to when the caller names none (R20)."""
    return f"person-{person_id}"
