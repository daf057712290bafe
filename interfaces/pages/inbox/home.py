"""The start page: open requests, what was learned in the last seven days, and who read it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from consent.proposals.undone_decisions import restored_by_undo
from interfaces.competing_requests import open_questions
from interfaces.pages.cards.competing_values import grouped_cards
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts.actors import Face, Faces
from memories.models import History, Memory
from memories.models.choices import Event
from retrieval.models import RetrievalEvent
from workspaces.models import Person

WEEK = timedelta(days=7)
SHOWN_CARDS = 3
SHOWN_SUBJECTS = 6
SHOWN_OF_SUBJECT = 2
NOON, EVENING = 12, 18


@dataclass(frozen=True, slots=True)
class Learned:
    """One memory that was added or changed, and by whom; `is_changed`: it had another text before."""

    memory: Memory
    face: Face | None
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    """The memories of one category; `more` counts those that are not shown."""

    category: str
    rows: Sequence[Learned]
    more: int


@dataclass(frozen=True, slots=True)
class Reader:
    """One assistant: how often it asked, and its last question."""

    face: Face
    last: RetrievalEvent
    count: int


class HomeView(PersonView):
    def get(self, request: HttpRequest) -> HttpResponse:
        if request.GET:
            # Old links to the list of requests, with its filters and pages, lead here.
            return redirect(f"{reverse('pages:inbox')}?{request.GET.urlencode()}")
        faces = Faces.load()
        questions = open_questions(self.proposals)
        rows = self.proposals.pending().exclude(id__in=questions.behind)
        waiting = rows.order_by("-created_at", "-id")[:SHOWN_CARDS]
        context = {
            "greeting": self.greeting(),
            "items": grouped_cards(list(waiting), questions.choices, self.proposals, actor=self.actor, now=self.now),
            "readers": self.readers(faces),
            **self.learned(faces),
            "is_new": not self.authorized_memories.exists(),
        }
        return self.page("home/home.html", context)

    def greeting(self) -> str:
        """Return a greeting by the person's local time; none for accounts without a person."""
        if self.actor.person_id is None:
            return _("Home")
        name = {"name": Person.objects.get(id=self.actor.person_id).name}
        hour = timezone.localtime(self.now).hour
        if hour < NOON:
            return _("Good morning, %(name)s") % name
        return (_("Good afternoon, %(name)s") if hour < EVENING else _("Good evening, %(name)s")) % name

    def learned(self, faces: Faces) -> dict[str, Any]:
        """Return the subjects with the most news, each with its newest memories, and the total count; texts restored by
        an undo are left out."""
        since = self.now - WEEK
        alive = self.authorized_memories.alive(now=self.now)
        # No text is newer than its memory's last change, which has an index.
        rows = alive.filter(~restored_by_undo(), updated_at__gt=since, current__ingested_at__gt=since)
        counts = Counter(dict(rows.order_by().values_list("category").annotate(Count("id"))))
        largest = counts.most_common(SHOWN_SUBJECTS)
        place = Window(RowNumber(), partition_by="category", order_by=("-current__ingested_at", "-id"))
        newest = rows.filter(category__in=[category for category, _count in largest]).annotate(place=place)
        memories = list(newest.filter(place__lte=SHOWN_OF_SUBJECT).order_by("place")) if largest else []
        writers = self.writers(memories, faces)
        by_category: dict[str, list[Learned]] = {}
        for memory in memories:
            face, is_changed = writers.get(memory.id, (None, False))
            by_category.setdefault(memory.category, []).append(Learned(memory, face, is_changed))
        subjects = [
            Subject(category, by_category.get(category, ()), max(count - SHOWN_OF_SUBJECT, 0))
            for category, count in largest
        ]
        return {"subjects": subjects, "learned_count": counts.total()}

    def writers(self, memories: Sequence[Memory], faces: Faces) -> Mapping[UUID, tuple[Face, bool]]:
        """Return who wrote or restored each memory last, and whether that changed its text."""
        if not memories:
            return {}
        written = self.history.filter(
            memory_id__in=[memory.id for memory in memories], event__in=(Event.ADD, Event.UPDATE, Event.RESTORE)
        )
        # Marking as wrong or correct changes no text.
        written = written.exclude(event=Event.UPDATE, old_version_id=F("new_version_id"))
        written = written.exclude(meta__has_key="validation_status")
        last = written.order_by("memory_id", "-created_at", "-id").distinct("memory_id")
        return {_memory_of(row): (faces.of(row.actor_label, row.actor_id), _is_change(row)) for row in last}

    def readers(self, faces: Faces) -> list[Reader]:
        """Return the assistants that asked in the last seven days, the latest first."""
        rows = self.retrieval_events.by_others().filter(created_at__gt=self.now - WEEK)
        counts: dict[Face, int] = {}
        for label, agent_id, count in rows.order_by().values_list("actor_label", "agent_id").annotate(Count("id")):
            face = faces.of(label, agent_id)
            counts[face] = counts.get(face, 0) + count
        last = rows.order_by("actor_label", "agent_id", "-created_at").distinct("actor_label", "agent_id")
        readers: dict[Face, Reader] = {}
        for event in sorted(last, key=lambda event: event.created_at, reverse=True):
            face = faces.of(event.actor_label, event.agent_id)
            # Rows may name one assistant in two ways; its later question counts.
            readers.setdefault(face, Reader(face, event, counts[face]))
        return list(readers.values())


def _is_change(row: History) -> bool:
    """Whether the row changed the text; not for a restore of the same text."""
    return row.event == Event.UPDATE or "restored_version" in row.meta


def _memory_of(row: History) -> UUID:
    assert row.memory_id is not None
    return row.memory_id
