from uuid import UUID

from django.db.models import Q

from consent.models import Proposal
from consent.models.proposal import ProposalState
from memories.models import History
from memories.models.choices import Event
from workspaces import scope

BATCH = 500


def purge_proposals(*, workspace_id: UUID) -> int:
    """Delete a batch of settled proposals about memories that were purged; returns how many, 0 when none is left.

    They repeat what was destroyed. Who decided what, and when, stays in History's CONSENT rows.
    """
    with scope.enter(workspace_id):
        purged = History.objects.filter(event=Event.PURGE, memory_id__isnull=False).values("memory_id")
        # A proposal of something new names no memory: its decision does, on the row of what it made.
        decisions = History.objects.filter(memory_id__in=purged, decision_id__isnull=False).values("decision_id")
        settled = Proposal.objects.exclude(state=ProposalState.PENDING)
        about = settled.filter(Q(memory_id__in=purged) | Q(decisions__id__in=decisions))
        ids = list(about.values_list("id", flat=True).distinct()[:BATCH])
        Proposal.objects.filter(id__in=ids).delete()
    return len(ids)
