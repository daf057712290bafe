"""Carrying out a change inside the gate's transaction: the only caller of `memories.actions`."""

from dataclasses import replace

from consent.changes import ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.outcomes import Applied
from consent.preparation import PreparedChange
from consent.targets import Target
from memories.actions.forget_memory import forget_memory
from memories.actions.restore_memory import restore_memory
from memories.actions.write_fact import write_fact
from memories.actions.write_memory import Written, write_memory
from memories.change import Change as ChangeAuthority


def apply(item: PreparedChange, target: Target, authority: ChangeAuthority) -> Applied:
    """Apply a change whose address is locked and whose target was found."""
    made = item.change if isinstance(item.change, ForgetMemory | RestoreMemory) else item.change.draft
    authority = replace(authority, thread_id=made.thread_id, session_id=made.session_id)
    written = _write(item, target, authority)
    return Applied(written.memory.id, written.memory.version, written.event)


def _write(item: PreparedChange, target: Target, authority: ChangeAuthority) -> Written:
    change = item.change
    if isinstance(change, WriteMemory):
        assert item.text is not None
        return write_memory(
            memory=target.memory,
            draft=change.draft,
            prepared=item.text,
            change=authority,
            default_category=target.category,
            redactions=list(item.redactions),
        )
    if isinstance(change, SetFact):
        assert item.text is not None
        return write_fact(memory=target.memory, draft=change.draft, prepared=item.text, change=authority)
    assert target.memory is not None
    if isinstance(change, ForgetMemory):
        return forget_memory(memory=target.memory, change=authority)
    assert isinstance(change, RestoreMemory) and target.version is not None and target.version_text is not None
    return restore_memory(memory=target.memory, version=target.version, prepared=target.version_text, change=authority)
