"""Rows of history that match a search: in the memory's text, in a request, or in a sentence about access and rules."""

import re
from collections.abc import Sequence
from uuid import UUID

from django.db.models import Exists, OuterRef, Q

from consent.models import Decision
from consent.models.proposal import ProposalQuerySet
from interfaces.pages.history.entries import setup_text
from interfaces.pages.history.entry_sentences import entry_sentence
from interfaces.pages.memories.memory_list import containing
from interfaces.pages.texts.actors import Faces
from interfaces.spelling import newest_like, plain, whole_or_part
from memories.models import MemoryVersion
from memories.models.choices import Event
from memories.models.history import HistoryQuerySet

SETUP_EVENTS = (Event.ACCESS, Event.RULE)
MOST_SETUP = 500  # newest rows; their sentences are in the reader's language, so no column has them
PARTS = ("new_value", "old_value", "kept_value", "reason")


def rows_with(
    words: str, rows: HistoryQuerySet, *, proposals: ProposalQuerySet, person_id: UUID | None
) -> HistoryQuerySet:
    """Return the rows with the words; two queries before theirs. Runs in the entered scope."""
    versions = newest_like(MemoryVersion.objects.filter(memory__person=person_id), "content", words).values("id")
    change_type = Q(id__in=[])
    for part in PARTS:
        change_type |= Q(id__in=newest_like(proposals, part, words).values("id"))
    decided = Decision.objects.filter(
        id=OuterRef("decision_id"), proposal__in=proposals.filter(change_type).values("id")
    )
    found = rows.filter(
        Q(memory_id__in=containing(words, person_id=person_id))
        | Q(old_version_id__in=versions)
        | Q(new_version_id__in=versions)
        | Exists(decided)
        | Q(id__in=_setup_with(words, rows))
    )
    return with_changes(found, rows)


def with_changes(found: HistoryQuerySet, rows: HistoryQuerySet) -> HistoryQuerySet:
    """Add the other rows of each decision: a decision and its change are shown together, whichever of them was
    found."""
    together = found.order_by().filter(decision_id__isnull=False).values("decision_id")
    return rows.filter(Q(id__in=found.order_by().values("id")) | Q(decision_id__in=together))


def _setup_with(words: str, rows: HistoryQuerySet) -> Sequence[UUID]:
    wanted = [re.compile(whole_or_part(re.escape(word), len(word))) for word in plain(words).split()]
    newest = rows.filter(event__in=SETUP_EVENTS).order_by("-created_at", "-id")[:MOST_SETUP]
    faces = Faces.load()
    found = []
    for row in newest:
        who = faces.of(row.actor_label, row.actor_id).name
        sentence = entry_sentence(row, who, is_undone=False, saved=None, change_type="")
        text = plain(f"{sentence} {setup_text(row.meta, faces, is_own=row.person_id is not None)}")
        if all(word.search(text) for word in wanted):
            found.append(row.id)
    return found
