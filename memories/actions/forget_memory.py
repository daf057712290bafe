from datetime import timedelta

from django.conf import settings

from memories.actions.record_history import record_history
from memories.actions.write_memory import Written, bullet_of
from memories.authority import WriteAuthority
from memories.models import Fact, Memory, Merge
from memories.models.choices import Event, LifecycleState


def forget_memory(*, memory: Memory, authority: WriteAuthority, event: Event = Event.DELETE) -> Written:
    """Soft delete: because somebody asked, or by itself (`event` TTL).

    Out of every read at once, restorable until `purge_at` (001 §7). Forgetting twice changes nothing. What was merged
    into it says the same, so it goes with it.
    """
    if memory.state == LifecycleState.SOFT_DELETED:
        return Written(memory, None)
    for merge in Merge.objects.standing().filter(kept=memory).select_related("absorbed__current"):
        forget_memory(memory=merge.absorbed, authority=authority, event=event)
    was_hidden = memory.state == LifecycleState.SUPERSEDED
    memory.state = LifecycleState.SOFT_DELETED
    memory.purge_at = authority.now + timedelta(days=settings.PURGE_DAYS)
    memory.updated_at, memory.change_id = authority.now, authority.id
    memory.save(update_fields=["state", "purge_at", "updated_at", "change_id"])
    for fact in Fact.objects.active().filter(memory=memory):
        fact.close(now=authority.now)
    record_history(
        memory=memory,
        event=event,
        authority=authority,
        old_version_id=memory.current_id,
        bullet="" if was_hidden else bullet_of(memory),
    )
    return Written(memory, event)
