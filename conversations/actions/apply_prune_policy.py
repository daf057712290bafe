from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, F, OuterRef, Window
from django.db.models.functions import RowNumber

from conversations.models import Checkpoint, CheckpointWrite
from workspaces import scope

BATCH = 500
PLACE = ("person_id", "thread_id", "checkpoint_ns", "checkpoint_id")


def apply_prune_policy(*, workspace_id: UUID, now: datetime) -> int:
    """Remove a batch of states that no policy keeps, with their pending writes; returns how many, 0 when none is left.

    Of each thread and namespace the CHECKPOINT_KEEP newest stay however old they are, and whatever was saved within
    CHECKPOINT_DAYS. The current state of a thread always stays (001 §15).
    """
    number = Window(RowNumber(), partition_by=list(PLACE[:3]), order_by=F("checkpoint_id").desc())
    cutoff = now - timedelta(days=settings.CHECKPOINT_DAYS)
    with scope.enter(workspace_id):
        beyond = Checkpoint.objects.alias(number=number).filter(
            number__gt=max(1, settings.CHECKPOINT_KEEP), updated_at__lt=cutoff
        )
        gone = Checkpoint.objects.filter(id__in=list(beyond.values_list("id", flat=True)[:BATCH]))
        same_state = gone.filter(**{name: OuterRef(name) for name in PLACE})
        CheckpointWrite.objects.filter(Exists(same_state)).delete()
        return gone.delete()[0]
