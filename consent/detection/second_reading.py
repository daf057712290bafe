"""A second detector for agents' writes: a language model, if one is configured. Either detector may require consent."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from consent.detection.statements import Detected
from memories.drafts import FactDraft, MemoryDraft
from providers.statements import Statement
from workspaces.actors import Actor, ActorKind
from workspaces.namespaces import person_id_of

if TYPE_CHECKING:
    from consent.changes import Change

# Returns (text, statement) pairs; called outside any scope, as it may use the network.
SecondReader = Callable[[Sequence[str], UUID, datetime], Sequence[tuple[str, Statement]]]
_readers: list[SecondReader] = []


def register(reader: SecondReader) -> None:
    """Let `reader` read texts in which the rules find nothing. Code that uses language models is above the gate."""
    _readers.append(reader)


def read_again(changes: Sequence["Change"], detected: Detected, *, actor: Actor, now: datetime) -> None:
    """Add to `detected` what the second reader finds in changes where the rules found nothing."""
    if not _readers or actor.kind is ActorKind.PERSON:
        return
    unread = list(dict.fromkeys(text for change in changes for text in _texts_of(change, detected)))
    for reader in _readers if unread else ():
        for text, statement in reader(unread, actor.workspace_id, now):
            detected[text] = [*detected[text], statement]


def _texts_of(change: "Change", detected: Detected) -> Iterator[str]:
    """Yield the texts of a draft about a person, unless consent is needed anyway."""
    draft = getattr(change, "draft", None)
    if isinstance(draft, FactDraft) and not detected.is_any(change.texts(())):
        yield f"{draft.key}: {draft.value}"
    elif isinstance(draft, MemoryDraft) and person_id_of(draft.namespace) and not detected.is_any(change.texts(())):
        yield from (text for text in (draft.content, draft.title, draft.summary) if text)
