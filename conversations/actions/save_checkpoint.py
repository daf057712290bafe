"""Saving checkpoints and the pending writes of their tasks."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import uuid_utils.compat

from conversations.access import NotAllowed, UnknownPerson, check_may_write, check_unchanged, check_writing_grant
from conversations.drafts import CheckpointDraft, WritesDraft
from conversations.models import Checkpoint, CheckpointWrite
from conversations.models.checkpoint import has_unowned, owned_condition
from conversations.state_redaction import redact_state
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person, uuid7

WRITE_PLACE: Final = ["person_id", "thread_id", "checkpoint_ns", "checkpoint_id", "task_id"]
WRITE_KEY: Final = ["workspace", "person", *WRITE_PLACE[1:], "idx"]
ANOTHERS: Final = "Another agent saved a state of that id in a thread of that name; choose another thread or id."
ANOTHERS_SINGLE: Final = (
    "Another agent saved the state without an id in a thread of that name; choose another thread, or send an id."
)
ANOTHERS_WRITES: Final = (
    "Another agent stored what that task wrote after a state of that id in a thread of that name; choose another "
    "thread or id."
)
NAMED: Final = "(workspace_id, person_id, thread_id, checkpoint_ns, checkpoint_id)"
SINGLE: Final = "(workspace_id, person_id, thread_id, checkpoint_ns) WHERE is_single"
COLUMNS: Final = (
    "id", "workspace_id", "person_id", "thread_id", "checkpoint_ns", "checkpoint_id", "agent_id", "parent_id",
    "is_single", "checkpoint", "metadata", "run_id", "redactions", "change_id", "created_at", "updated_at",
)  # fmt: skip
REPLACED: Final = ("parent_id", "checkpoint", "metadata", "run_id", "redactions", "change_id", "updated_at")
# No row comes back if an agent would replace another's state (`owned_condition`), or if there is no such person (locked
# as in `PersonManager.hold`). Replacing a thread's single state also deletes its pending writes.
UPSERT: Final = f"""
WITH saved AS (INSERT INTO conversations_checkpoint AS old ({", ".join(COLUMNS)})
SELECT {", ".join(["%s"] * len(COLUMNS))}
WHERE EXISTS (
    SELECT 1 FROM workspaces_person WHERE workspace_id = %s AND id = %s AND erasure_asked_at IS NULL FOR KEY SHARE)
ON CONFLICT {{target}} DO UPDATE SET {", ".join(f"{name} = EXCLUDED.{name}" for name in REPLACED)}
WHERE coalesce(old.agent_id = EXCLUDED.agent_id, %s)
RETURNING old.*),
obsolete AS (DELETE FROM conversations_checkpointwrite pending USING saved
    WHERE saved.is_single AND saved.id <> %s AND pending.workspace_id = saved.workspace_id
    AND pending.person_id = saved.person_id AND pending.thread_id = saved.thread_id
    AND pending.checkpoint_ns = saved.checkpoint_ns AND pending.checkpoint_id = saved.checkpoint_id)
SELECT checkpoint_id, created_at, id = %s FROM saved
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class SavedCheckpoint:
    """Where a state was stored; `is_new` is false if it replaced one. `redactions` lists what was cut out, by kind."""

    checkpoint_id: str
    change_id: UUID
    is_new: bool
    redactions: list[dict[str, Any]]
    created_at: datetime
    updated_at: datetime


def save_checkpoint(
    draft: CheckpointDraft,
    *,
    person_id: UUID,
    thread_id: str,
    actor: Actor,
    now: datetime,
    expected_change_id: UUID | None = None,
) -> SavedCheckpoint:
    """Store one state of a thread, or replace the one with its id; one statement, so a crash leaves old or new.

    Without an id it replaces the thread's single state without one, with its pending writes (001 §15). Secrets are
    redacted first. Raises UnknownPerson, NotAllowed, ChangedMeanwhile.
    """
    check_writing_grant(actor, person_id, now=now)
    values, redactions = _values(draft)
    row = values | {
        "id": uuid7(), "workspace_id": actor.workspace_id, "person_id": person_id, "thread_id": thread_id,
        "agent_id": actor.id if actor.is_agent else None, "change_id": uuid7(), "created_at": now, "updated_at": now,
    }  # fmt: skip
    if expected_change_id is None:
        with scope.pipelined_scope(actor.workspace_id):
            saved = _upsert(row, actor)
    else:
        with scope.enter(actor.workspace_id):
            check_may_write(actor, person_id, now=now)
            check_unchanged(_lock_replaced(row), expected_change_id)
            saved = _upsert(row, actor)
    if saved is None:
        raise _refusal(row)
    saved_id, created_at, is_new = saved
    return SavedCheckpoint(saved_id, row["change_id"], is_new, redactions, created_at, now)


def put_writes(draft: WritesDraft, *, person_id: UUID, thread_id: str, actor: Actor, now: datetime) -> int:
    """Store what a task wrote after a checkpoint; returns how many values.

    The first value under an index stays, so that a task that runs again changes nothing; one with an index below zero
    is LangGraph's own (an error, an interrupt, a resumption) and is replaced. Secrets are redacted first. Raises
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
        to_write = [row for row in rows.values() if row.idx >= 0]
        replaced = [row for row in rows.values() if row.idx < 0]
        CheckpointWrite.objects.bulk_create(to_write, ignore_conflicts=True)
        CheckpointWrite.objects.bulk_create(
            replaced, update_conflicts=True, unique_fields=WRITE_KEY, update_fields=["channel", "value", "task_path"]
        )
        _check_own(replaced, actor)
    return len(rows)


def _check_own(replaced: Sequence[CheckpointWrite], actor: Actor) -> None:
    """Raise NotAllowed, which undoes it, where one was another agent's: its writer stays. Only now are they locked."""
    if not replaced:
        return
    keys = {name: getattr(replaced[0], name) for name in WRITE_PLACE}
    rows = CheckpointWrite.objects.filter(**keys, idx__in=[row.idx for row in replaced])
    if rows.exclude(owned_condition(actor)).exists():
        raise NotAllowed(ANOTHERS_WRITES)


def _values(draft: CheckpointDraft) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    content, findings = redact_state({"checkpoint": draft.checkpoint, "metadata": draft.metadata})
    redactions = [asdict(finding) for finding in findings]
    run_id = draft.run_id or str(draft.metadata.get("run_id") or "")[:128]
    columns = {
        "checkpoint_ns": draft.checkpoint_ns,
        "checkpoint_id": draft.checkpoint_id or str(uuid_utils.compat.uuid6()),
        "parent_id": draft.parent_id,
        "is_single": not draft.checkpoint_id,
        "run_id": run_id,
    }
    return columns | {
        "checkpoint": json.dumps(content["checkpoint"]),
        "metadata": json.dumps(content["metadata"]),
        "redactions": json.dumps(redactions),
    }, redactions


def _lock_replaced(row: dict[str, Any]) -> UUID | None:
    """Lock the row that would be replaced; returns its last change."""
    name = "is_single" if row["is_single"] else "checkpoint_id"
    rows = Checkpoint.objects.select_for_update().thread(row["thread_id"], row["checkpoint_ns"])
    found = rows.filter(person_id=row["person_id"], **{name: row[name]})
    return found.values_list("change_id", flat=True).first()


def _upsert(row: dict[str, Any], actor: Actor) -> tuple[str, datetime, bool] | None:
    sql = UPSERT.format(target=SINGLE if row["is_single"] else NAMED)
    person = (row["workspace_id"], row["person_id"])
    values = [*(row[name] for name in COLUMNS), *person, has_unowned(actor), row["id"], row["id"]]
    (found,) = scope.fetch_pipelined([(sql, values)])
    return (found[0][0], found[0][1], found[0][2]) if found else None


def _refusal(row: dict[str, Any]) -> Exception:
    with scope.enter(row["workspace_id"]):
        if not Person.objects.filter(id=row["person_id"]).exists():
            return UnknownPerson()
    return NotAllowed(ANOTHERS_SINGLE if row["is_single"] else ANOTHERS)
