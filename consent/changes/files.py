"""What files say that become evidence of a memory, and so are shown to whoever may read that."""

from collections.abc import Collection, Iterable, Iterator
from uuid import UUID

from memories.models import Artifact, Memory
from providers.statements import category_of


def fields_of_files(artifacts: Iterable[Artifact]) -> Iterator[tuple[str, str]]:
    """Category and key of the sensitive fields of which their texts say something."""
    yield from ((category_of(key), key) for one in artifacts for key in one.states if key)


def new_files(refs: Collection[UUID], memory: Memory | None) -> Iterable[Artifact]:
    """Those of these artifacts that are not yet attached to a memory. One query if there are any."""
    if not refs:
        return ()
    rows = Artifact.objects.filter(id__in=refs)
    return rows.exclude(links__memory=memory) if memory else rows


def is_partly_unread(artifacts: Iterable[Artifact]) -> bool:
    return any("" in one.states for one in artifacts)


def covers(artifact: Artifact, path: str) -> bool:
    """Whether an artifact's scope is the namespace or above it."""
    return f"{path}/".startswith(f"{artifact.namespace_path}/")
