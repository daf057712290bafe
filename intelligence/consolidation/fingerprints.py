"""Pairs that were compared lately, so that none is compared again for CONSOLIDATION_DAYS (001 §4)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings

from consent.models import Proposal
from intelligence.consolidation.pairs import MemoryPair
from memories.models import PairFingerprint
from memories.models.merge import Verdict


def uncompared(pairs: Sequence[MemoryPair], *, now: datetime) -> list[MemoryPair]:
    """Those that were not compared lately, and that the person has not refused to see merged. In the entered scope."""
    since = now - timedelta(days=settings.CONSOLIDATION_DAYS)
    prints = [pair.fingerprint for pair in pairs]
    known = PairFingerprint.objects.filter(pair_hash__in=prints, checked_at__gte=since)
    hashes = set(known.values_list("pair_hash", flat=True))
    refused = _refused(pairs)
    return [pair for pair in pairs if pair.fingerprint not in hashes and frozenset(map(str, pair.ids)) not in refused]


def remember(pair: MemoryPair, verdict: Verdict, *, now: datetime) -> None:
    """Keep what became of a pair. In the entered scope."""
    PairFingerprint.objects.update_or_create(
        pair_hash=pair.fingerprint,
        defaults={"person_id": pair.first.person_id, "verdict": verdict, "checked_at": now},
    )


def drop_old(*, now: datetime) -> int:
    """Forget what was compared so long ago that it may be compared again. In the entered scope."""
    since = now - timedelta(days=settings.CONSOLIDATION_DAYS)
    return PairFingerprint.objects.filter(checked_at__lt=since).delete()[0]


def _refused(pairs: Sequence[MemoryPair]) -> set[frozenset[str]]:
    """Pairs of ids whose merge the person said no to, at any time."""
    ids = {one for pair in pairs for one in pair.ids}
    asked = Proposal.objects.refused().filter(change__type="merge_memories", memory_id__in=ids)
    return {
        frozenset((str(memory_id), other)) for memory_id, other in asked.values_list("memory_id", "change__absorbed_id")
    }
