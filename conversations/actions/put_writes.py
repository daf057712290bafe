from datetime import datetime
from uuid import UUID

from conversations.access import check_may_write
from conversations.checkpoint_drafts import WritesDraft
from conversations.models import CheckpointWrite
from conversations.state_redaction import redact_state
from workspaces import scope
from workspaces.actors import Actor

UNIQUE = ["workspace", "person", "thread_id", "checkpoint_ns", "checkpoint_id", "task_id", "idx"]


def put_writes(draft: WritesDraft, *, person_id: UUID, thread_id: str, actor: Actor, now: datetime) -> int:
    """Keep what a task wrote after a checkpoint; returns how many values were told.

    A value is kept as it first came, so that a task that runs again changes nothing; one with an index below zero is
    LangGraph's own (an error, an interrupt, a resumption) and is replaced. Secrets are redacted first. Raises
    UnknownPerson, NotAllowed.
    """
    values, _ = redact_state([write.value for write in draft.writes])
    common = draft.model_dump(exclude={"writes"}) | {
        "person_id": person_id, "thread_id": thread_id, "created_at": now,
        "agent_id": actor.id if actor.is_agent else None,
    }  # fmt: skip
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        rows = {
            idx: CheckpointWrite(**common, idx=idx, channel=write.channel, value=value)
            for idx, write, value in (
                (place if write.idx is None else write.idx, write, value)
                for place, (write, value) in enumerate(zip(draft.writes, values, strict=True))
            )
        }
        kept = [row for row in rows.values() if row.idx >= 0]
        replaced = [row for row in rows.values() if row.idx < 0]
        CheckpointWrite.objects.bulk_create(kept, ignore_conflicts=True)
        CheckpointWrite.objects.bulk_create(
            replaced, update_conflicts=True, unique_fields=UNIQUE, update_fields=["channel", "value", "task_path"]
        )
    return len(rows)
