"""Reduces a change to the content that needs no consent. The message that states the rest requests that itself."""

from datetime import datetime

from consent.changes import WriteMemory
from consent.prepare import prepare_batch
from memories.excisions import AWAITING, WITHHELD
from providers.schema import has_no_content
from workspaces.actors import Actor


def consented_content(change: WriteMemory, *, actor: Actor, now: datetime) -> WriteMemory | None:
    """Return the change, which has `excise`, without the sentences that would be cut out of its content; None if
    nothing else is left. It asks the person nothing. Call it outside any scope (R25)."""
    [item] = prepare_batch([change], actor=actor, now=now).items
    if not item.cuts and not item.residual:
        return change
    assert isinstance(item.change, WriteMemory)
    content = " ".join(item.change.draft.content.replace(AWAITING, "").replace(WITHHELD, "").split())
    return None if item.residual or has_no_content(content) else change.with_draft(content=content)
