"""The page of one memory: text, sources, versions, links and history."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.text import capfirst

from consent.changes.proposable import field_at
from consent.models.policy import Outcome
from consent.proposals.undone_decisions import is_approval_undone
from interfaces.pages.cards.answer_effects import rule_for
from interfaces.pages.conversations.derived_memories import note_origins
from interfaces.pages.history.days import merged_choices, merged_decisions
from interfaces.pages.history.entries import entries_for
from interfaces.pages.history.entry_sentences import entry_sentence
from interfaces.pages.history.imported_files import with_files
from interfaces.pages.history.later_refusals import refusals_by_number
from interfaces.pages.memories.connections import connections_of
from interfaces.pages.memories.contradictions import note_contradiction, value_for
from interfaces.pages.memories.origins import replaced_by, replaced_memories
from interfaces.pages.memories.restored_texts import note_first_written
from interfaces.pages.memories.story import (
    Story,
    origin_context,
    readers_of,
    sensitive_fields_of,
    story_of,
    with_later_refusals,
)
from interfaces.pages.memories.value_history import value_periods
from interfaces.pages.memories.waiting_requests import requests_about
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.diffs import word_diff
from interfaces.pages.texts.field_values import Field
from interfaces.pages.texts.reader_names import Place, names_of_readers
from memories.denials import last_rejection
from memories.models import Fact, Memory, MemoryVersion
from memories.models.choices import Event, LifecycleState, ValidationStatus
from memories.models.history import HistoryQuerySet
from providers.statements import names_illness
from retrieval.models import RetrievalEvent
from workspaces.active_agents import active_agents
from workspaces.actors import ActorKind

MOST_VERSIONS = 100
MOST_EVENTS = 100
MOST_RETRIEVALS = 50
MOST_VALUES = 20


class MemoryView(PersonView):
    def get(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        memory = get_object_or_404(self.authorized_memories, id=memory_id)
        return self.page("memories/detail.html", self.context(memory, request.GET))

    def context(self, memory: Memory, query: QueryDict) -> dict[str, Any]:
        versions = versions_of(memory)
        faces = Faces.load()
        entries = with_files(entries_for(self.events_of(memory), with_text=False, faces=faces))
        refused = refusals_by_number(versions)
        story = with_later_refusals(story_of(memory, entries, versions, faces), refused)
        state = self.state_of(memory)
        note_origins([memory])
        note_first_written([memory] if story.is_restored else [])
        return {
            "memory": memory,
            "over_time": value_periods(memory),
            "beside": self.authorized_memories.beside(memory),
            "field": self.field_of(memory) if memory.is_fact else None,
            "replaced_by": replaced_by(memory, entries, self.authorized_memories),
            "replaced_memories": replaced_memories(memory, self.history, self.authorized_memories),
            "versions": versions,
            "waiting": requests_about(memory, self.proposals, faces),
            "refused_now": refused.get(memory.version, ""),
            "first_text": _first_text(versions, memory),
            "comparison": compare(versions, query, is_fact=memory.is_fact),
            "is_comparable": is_comparable(versions, story),
            "is_comparing": "from" in query or "to" in query,
            "sensitive_fields": sensitive_fields_of(memory, story.consents),
            "was_asked": story.was_asked(memory),
            "is_food_need": _is_illness_kept_as_food(memory) and not story.was_asked(memory),
            "readers": readers_of(self.retrievals(memory), faces),
            "entries": merged_decisions(merged_choices(entries)),
            "wrong_by_others": self.wrong_by_others(memory, faces) if state["is_wrong"] else "",
            "can_unmark": state["is_wrong"] and "marked" in query,
            **state,
            **origin_context(memory, story, entries, versions, faces=faces, actor=self.actor, now=self.now),
            **self.around(memory, faces, is_found=not (state["is_forgotten"] or state["is_wrong"])),
            **self.contradiction(memory),
        }

    def around(self, memory: Memory, faces: Faces, *, is_found: bool) -> dict[str, Any]:
        """Return its links, its readers, and the rule that forbids it. Forgotten and wrong memories are never found, so
        they have no graph."""
        connections = connections_of(memory, actor=self.actor, now=self.now)
        return {
            "connections": connections,
            "is_drawn": connections and is_found,
            "can_read": self.can_read(memory, faces) if is_found else [],
            "forbidden_by": rule_for(memory, self.actor.person_id, Outcome.NEVER) if is_found else "",
        }

    def state_of(self, memory: Memory) -> dict[str, bool]:
        """Return its state, which decides what can be done with it."""
        is_wrong = memory.validation_status == ValidationStatus.REJECTED
        return {
            "is_forgotten": memory.state == LifecycleState.SOFT_DELETED,
            "is_undone": is_approval_undone(memory),
            "is_wrong": is_wrong,
            "is_changeable": memory.state == LifecycleState.ACTIVE and (is_wrong or not memory.has_expired(self.now)),
            "is_used": memory.staleness not in settings.STALE_LEFT_OUT,
        }

    def wrong_by_others(self, memory: Memory, faces: Faces) -> str:
        """Return a sentence about who marked it as wrong; empty where the person did."""
        row = last_rejection(memory)
        if row is None or row.actor_kind == ActorKind.PERSON:
            return ""
        who = faces.name(row.actor_label, row.actor_id)
        return entry_sentence(row, who, is_undone=False, saved=None, change_type="")

    def contradiction(self, memory: Memory) -> dict[str, str]:
        """Return the field that states otherwise, and the value that this memory states of it; the field's memory is
        noted on this one."""
        note_contradiction(memory, self.actor.person_id)
        other = getattr(memory, "contradicted_by", None)
        return {
            "own_value": value_for(memory, other) if other and other.is_fact else "",
            "own_field": field_at(other.key)[1] if other else "",
        }

    def events_of(self, memory: Memory) -> HistoryQuerySet:
        """Return its history, latest first, with the decisions behind it; the first decision was made before the memory
        existed."""
        own = self.history.filter(memory_id=memory.id)
        decided = Q(event=Event.CONSENT, decision_id__in=own.values("decision_id"))
        return self.history.filter(Q(memory_id=memory.id) | decided).order_by("-created_at", "-id")[:MOST_EVENTS]

    def can_read(self, memory: Memory, faces: Faces) -> Sequence[str]:
        """Return the names of the assistants that can find it."""
        return names_of_readers(Place.of(memory), active_agents(now=self.now), faces, now=self.now)

    def field_of(self, memory: Memory) -> Field | None:
        """Return the field with its other values, where it takes several."""
        category, key = field_at(memory.key)
        field = Field(key, memory.category, capfirst(wording.field_name(key)))
        if not field.takes_more:
            return None
        facts = Fact.objects.active().filter(person=memory.person_id, category=category, key=key)
        mine = self.authorized_memories.alive(now=self.now).exclude(id=memory.id)
        others = facts.filter(memory__in=mine).order_by("item")[:MOST_VALUES]
        field.values.extend((one, one.value) for one in others)
        return field

    def retrievals(self, memory: Memory) -> list[RetrievalEvent]:
        """Return the last answers that contained it."""
        events = RetrievalEvent.objects.by_others().that_showed(memory.id, person_id=memory.person_id)
        received = events.filter(self.actor.people_condition(now=self.now)).only(
            "actor_label", "agent_id", "query", "created_at"
        )
        return list(received[:MOST_RETRIEVALS])


def versions_of(memory: Memory) -> list[MemoryVersion]:
    """Return the versions, newest first. Runs in the entered scope."""
    rows = MemoryVersion.objects.filter(memory=memory).select_related("memory")
    return list(rows.order_by("-number")[:MOST_VERSIONS])


def _is_illness_kept_as_food(memory: Memory) -> bool:
    """Whether it is an excluded food that names its illness: "gluten (coeliac)"."""
    content = memory.current.content if memory.current and memory.is_fact else ""
    key, _separator, value = content.partition(": ")
    return names_illness(key, value)


def _first_text(versions: Sequence[MemoryVersion], memory: Memory) -> str:
    """Return the first text, where it differs from the present one; else empty."""
    first = next((version.content for version in versions if version.number == 1), "")
    is_same = memory.current is None or first == memory.current.content
    return "" if is_same else wording.version_text(first, is_fact=memory.is_fact)


def compare(versions: Sequence[MemoryVersion], query: QueryDict, *, is_fact: bool) -> dict[str, Any] | None:
    """Return the word diff of two versions, `from` and `to`, by default of the last two; None for a single version."""
    if len(versions) < 2:
        return None
    by_number = {str(version.number): version for version in versions}
    old = by_number.get(query.get("from", ""), versions[1])
    new = by_number.get(query.get("to", ""), versions[0])
    texts = [wording.version_text(version.content, is_fact=is_fact) for version in (old, new)]
    is_same = texts[0] == texts[1]
    return {"old": old.number, "new": new.number, "diff": word_diff(*texts), "is_same": is_same}


def is_comparable(versions: Sequence[MemoryVersion], story: Story) -> bool:
    """Whether its versions can be compared: more than two, or two whose difference no change of the story shows."""
    if len(versions) != 2:
        return len(versions) > 2
    return versions[0].content != versions[1].content and not any(change.diff for change in story.changes)
