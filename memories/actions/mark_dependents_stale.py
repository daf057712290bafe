from django.conf import settings

from memories.authority import WriteAuthority
from memories.dependencies import DEPENDENTS, dependents_of, dependents_values
from memories.models import Memory
from memories.models.choices import Event, LifecycleState, Staleness, ValidationStatus
from workspaces import scope, sensitivity
from workspaces.models import uuid7

INVALIDATING = frozenset({Event.UPDATE, Event.DELETE, Event.TTL, Event.RESTORE})
REMOVING = frozenset({Event.DELETE, Event.TTL})
REVIEW = """
INSERT INTO memories_dependencyreview AS open (id, workspace_id, source_id, person_id, namespace_path, category,
    sensitivity_rank, event, stale_ids, recomputed_ids, created_at)
{row} %(id)s, %(workspace)s, %(source)s, %(person)s::uuid, %(path)s, %(category)s, %(rank)s, %(event)s,
    {ids}, '{{}}', %(now)s
{source}
ON CONFLICT (workspace_id, source_id) WHERE settled_at IS NULL DO UPDATE
SET event = EXCLUDED.event, stale_ids = EXCLUDED.stale_ids, checked_at = NULL
"""
# Rows locked by another writer are left to the job: waiting for them here could deadlock.
MARK = f"""
WITH found AS (SELECT array_agg(id ORDER BY depth, id) AS ids FROM ({DEPENDENTS}) AS dependent),
marked AS (
    UPDATE memories_memory SET staleness = %(staleness)s WHERE id IN (
        SELECT m.id FROM memories_memory m, found WHERE m.workspace_id = %(workspace)s AND m.id = ANY(found.ids)
        AND m.staleness <> 'gone' ORDER BY m.id FOR NO KEY UPDATE OF m SKIP LOCKED)
)
{REVIEW.format(row="SELECT", ids="found.ids", source="FROM found WHERE found.ids IS NOT NULL")}
"""  # noqa: S608 -- of constants
# One by one for Citus, which finds the shard of an INSERT by its values.
MARK_APART = """
UPDATE memories_memory SET staleness = %(staleness)s WHERE workspace_id = %(workspace)s AND id IN (
    SELECT id FROM memories_memory WHERE workspace_id = %(workspace)s AND id = ANY(%(ids)s)
    AND staleness <> 'gone' ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
"""
REVIEW_APART = REVIEW.format(row="VALUES (", ids="%(ids)s", source=")")


def mark_dependents_stale(memory: Memory, event: Event, authority: WriteAuthority) -> None:
    """Mark the dependents of a changed or removed memory as stale, and add a review for the job that checks them."""
    is_gone = event in REMOVING or memory.validation_status == ValidationStatus.REJECTED
    values = dependents_values(memory.id) | {
        "staleness": (Staleness.GONE if is_gone else Staleness.CHANGED).value,
        "id": uuid7(),
        "person": memory.person_id,
        "path": memory.namespace_path,
        "category": memory.category,
        "rank": sensitivity.rank(memory.sensitivity),
        "event": event.value,
        "now": authority.now,
    }
    if not settings.CITUS:
        scope.send_later((MARK, values))
    elif ids := dependents_of(memory.id):
        scope.send_later((MARK_APART, values | {"ids": ids}), (REVIEW_APART, values | {"ids": ids}))


def invalidates_dependents(memory: Memory, event: Event, *, has_new_version: bool) -> bool:
    """Whether an event of a memory can make its dependents stale."""
    if event == Event.UPDATE and not has_new_version:
        return memory.validation_status == ValidationStatus.REJECTED
    return memory.state != LifecycleState.SUPERSEDED or event == Event.RESTORE
