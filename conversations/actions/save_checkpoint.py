import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

import uuid_utils.compat

from conversations.access import NotAllowed, UnknownPerson, check_may_write, check_writing_grant
from conversations.checkpoint_drafts import CheckpointDraft
from conversations.models import Checkpoint
from conversations.preconditions import check_unchanged
from conversations.state_redaction import redact_state
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person, uuid7

NAMED: Final = "(workspace_id, person_id, thread_id, checkpoint_ns, checkpoint_id)"
SINGLE: Final = "(workspace_id, person_id, thread_id, checkpoint_ns) WHERE is_single"
COLUMNS: Final = (
    "id", "workspace_id", "person_id", "thread_id", "checkpoint_ns", "checkpoint_id", "agent_id", "parent_id",
    "is_single", "checkpoint", "metadata", "run_id", "redactions", "change_id", "created_at", "updated_at",
)  # fmt: skip
REPLACED: Final = ("parent_id", "checkpoint", "metadata", "run_id", "redactions", "change_id", "updated_at")
# An agent with an allowlist replaces nothing that another saved: then no row comes back, nor where there is no such
# person, who is held as in `PersonManager.hold`. With the one state of a thread its pending writes are replaced.
UPSERT: Final = f"""
WITH saved AS (INSERT INTO conversations_checkpoint AS old ({", ".join(COLUMNS)})
SELECT {", ".join(["%s"] * len(COLUMNS))}
WHERE EXISTS (
    SELECT 1 FROM workspaces_person WHERE workspace_id = %s AND id = %s AND erasure_asked_at IS NULL FOR KEY SHARE)
ON CONFLICT {{target}} DO UPDATE SET {", ".join(f"{name} = EXCLUDED.{name}" for name in REPLACED)}
WHERE %s OR old.agent_id = EXCLUDED.agent_id
RETURNING old.*),
forgotten AS (DELETE FROM conversations_checkpointwrite pending USING saved
    WHERE saved.is_single AND saved.id <> %s AND pending.workspace_id = saved.workspace_id
    AND pending.person_id = saved.person_id AND pending.thread_id = saved.thread_id
    AND pending.checkpoint_ns = saved.checkpoint_ns AND pending.checkpoint_id = saved.checkpoint_id)
SELECT checkpoint_id, created_at, id = %s FROM saved
"""  # noqa: S608


@dataclass(frozen=True, slots=True)
class SavedCheckpoint:
    """Where a state went; `is_new` is false if it replaced one. `redactions` tells what was cut out, by kind."""

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
    """Store one state of a thread, or replace it where its id is known; one statement, so a crash leaves old or new.

    Without an id the thread's one state of that sort is replaced, with its pending writes (001 §15). Secrets are
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
            check_unchanged(_standing(row), expected_change_id)
            saved = _upsert(row, actor)
    if saved is None:
        raise _refusal(row)
    saved_id, created_at, is_new = saved
    return SavedCheckpoint(saved_id, row["change_id"], is_new, redactions, created_at, now)


def _values(draft: CheckpointDraft) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    content, findings = redact_state({"checkpoint": draft.checkpoint, "metadata": draft.metadata})
    redactions = [asdict(finding) for finding in findings]
    run_id = draft.run_id or str(draft.metadata.get("run_id") or "")[:128]
    told = {
        "checkpoint_ns": draft.checkpoint_ns,
        "checkpoint_id": draft.checkpoint_id or str(uuid_utils.compat.uuid6()),
        "parent_id": draft.parent_id,
        "is_single": not draft.checkpoint_id,
        "run_id": run_id,
    }
    return told | {
        "checkpoint": json.dumps(content["checkpoint"]),
        "metadata": json.dumps(content["metadata"]),
        "redactions": json.dumps(redactions),
    }, redactions


def _standing(row: dict[str, Any]) -> UUID | None:
    """The last change of what would be replaced, with its row locked."""
    name = "is_single" if row["is_single"] else "checkpoint_id"
    rows = Checkpoint.objects.select_for_update().thread(row["thread_id"], row["checkpoint_ns"])
    found = rows.filter(person_id=row["person_id"], **{name: row[name]})
    return found.values_list("change_id", flat=True).first()


def _upsert(row: dict[str, Any], actor: Actor) -> tuple[str, datetime, bool] | None:
    is_free = not actor.is_agent or actor.categories is None
    sql = UPSERT.format(target=SINGLE if row["is_single"] else NAMED)
    person = (row["workspace_id"], row["person_id"])
    values = [*(row[name] for name in COLUMNS), *person, is_free, row["id"], row["id"]]
    (found,) = scope.fetch_pipelined([(sql, values)])
    return (found[0][0], found[0][1], found[0][2]) if found else None


def _refusal(row: dict[str, Any]) -> Exception:
    with scope.enter(row["workspace_id"]):
        if not Person.objects.filter(id=row["person_id"]).exists():
            return UnknownPerson()
    return NotAllowed("Another agent saved that state.")
