"""Queries of the search: memories, messages, requests and questions that have the words or belong to the period."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import ProposalState
from conversations.models import Turn
from interfaces.pages.memories.contradictions import note_contradictions
from interfaces.pages.memories.earlier_texts import earlier_texts
from interfaces.pages.memories.field_names import is_named
from interfaces.pages.memories.health_needs import dangerous_first
from interfaces.pages.memories.memory_list import containing, matching
from interfaces.pages.memories.naming_days import memories_naming
from interfaces.pages.memories.restored_texts import note_first_written
from interfaces.pages.person_view import PersonView
from interfaces.pages.search.date_search import parts_naming, stored_in, versions_at_end
from interfaces.pages.search.excerpts import EXCERPT_CHARACTERS, excerpt
from interfaces.pages.search.hits import EARLIER, MARK, READ, SAME_MEANING, SHOWN, TITLES, WRONG, Group, Hit
from interfaces.pages.search.request_hits import found_requests, requests_naming
from interfaces.pages.texts import wording
from interfaces.pages.texts.actors import Faces
from interfaces.spelling import is_unspaced, literal_match, newest_matching, plain, spelt_like
from interfaces.spelling_suggestions import MOST_READ
from interfaces.typed_periods import Period
from memories.models import Chunk, Memory
from retrieval.models import RetrievalEvent

FACTS = "fact:"
EARLIER_TITLE = _("Earlier values")
WRONG_TITLE = _("Marked as wrong")
NAMES_DAY = _("names that day")
NOW = _("Not so any more. Now: “%(text)s”")


class FoundHits(PersonView):
    marked: Sequence[str] = ()
    words = ""

    def remembered(self, words: str) -> Iterator[Group]:
        found = containing(words, person_id=self.actor.person_id)
        yield self.group("facts", TITLES["facts"], self.memories(found, are_facts=True), "pages:memories", words)
        yield self.group("memories", TITLES["memories"], self.memories(found, are_facts=False), "pages:memories", words)

    def of_period(self, period: Period, words: str) -> Iterator[Group]:
        """Yield what was stored, said and asked in the period; only matching results where there are words."""
        memories = self.authorized_memories.alive(now=self.now).filter(stored_in(period))
        turns = Turn.objects.visible_to(self.actor, now=self.now).filter(period.holds("occurred_at")).defer("search")
        questions = self.retrieval_events.by_others().filter(period.holds("created_at"))
        if words:
            memories = memories.filter(id__in=containing(words, person_id=self.actor.person_id))
            turns = turns.filter(self.message_condition(words))
            questions = questions.filter(literal_match("query", words))
        for name, of_kind in (("facts", Q(key__startswith=FACTS)), ("memories", ~Q(key__startswith=FACTS))):
            rows = list(memories.filter(of_kind).order_by("-created_at", "-id")[:READ])
            yield self.of_then(name, self.stored_in_period(rows, period), period)
        turns = turns.order_by("occurred_at", "id")[:READ]
        yield self.of_then("conversations", map(self.turn_hit, turns), period)
        questions = questions.order_by("-created_at", "-id")[:READ]
        yield self.of_then("activity", map(self.question_hit, questions), period)

    def naming(self, period: Period, words: str) -> Iterator[Group]:
        """Yield what names the day, whenever it was stored or said; only matching results where there are words."""
        memories = self.authorized_memories.alive(now=self.now)
        memories = memories.filter(id__in=memories_naming(period, self.actor.person_id))
        visible = Turn.objects.visible_to(self.actor, now=self.now)
        turns = newest_matching(visible, Q(content__iregex=period.naming)) if period.naming else visible.none()
        if words:
            memories = memories.filter(id__in=containing(words, person_id=self.actor.person_id))
            turns = turns.filter(self.message_condition(words))
        rows = list(memories.order_by("-created_at", "-id")[:READ])
        said = list(turns.order_by("-occurred_at", "-id").defer("search")[:READ])
        note_contradictions(rows, self.actor.person_id)
        texts = [*(wording.memory_text(row) for row in rows), *(turn.content for turn in said)]
        self.marked = [*self.marked, *parts_naming(period, texts)]
        of_kinds = {"facts": [row for row in rows if row.is_fact], "memories": [row for row in rows if not row.is_fact]}
        hits = {name: map(self.memory_hit, own) for name, own in of_kinds.items()}
        hits["conversations"] = map(self.turn_hit, said)
        for name, own in hits.items():
            yield self.group(name, TITLES[name], [replace(hit, why=NAMES_DAY) for hit in own])

    def of_then(self, name: str, hits: Iterable[Hit], period: Period) -> Group:
        return self.group(name, TITLES[name], [replace(hit, why=period.label) for hit in hits])

    def stored_in_period(self, rows: Sequence[Memory], period: Period) -> Iterator[Hit]:
        """Yield each memory with its text at the end of the period."""
        note_contradictions(rows, self.actor.person_id)
        then = versions_at_end(period, rows)
        for memory in rows:
            hit, version = self.memory_hit(memory), then.get(memory.id)
            if version is None or (memory.current and version.content == memory.current.content):
                yield hit
                continue
            text = wording.version_text(version.content, is_fact=memory.is_fact)
            yield replace(
                hit, text=excerpt(text, self.marked), at=version.ingested_at, note=self.present_text_note(memory)
            )

    def memories_and_messages(self, words: str) -> Iterator[Group]:
        yield from self.remembered(words)
        yield self.group("conversations", TITLES["conversations"], self.turns(words))

    def groups(self, words: str) -> Iterator[Group]:
        yield from self.remembered(words)
        yield self.group(EARLIER, EARLIER_TITLE, self.earlier(words))
        yield self.group(WRONG, WRONG_TITLE, self.wrong(words))
        yield self.group("conversations", TITLES["conversations"], self.turns(words))
        yield self.group("requests", _("Requests and decisions"), self.requests(words))
        yield self.group("activity", TITLES["activity"], self.questions(words), "pages:activity", words)

    def group(self, name: str, title: Promise, hits: Iterable[Hit], page: str = "", words: str = "") -> Group:
        found = list(hits)
        more = f"{reverse(page)}?{urlencode({'q': words})}" if page and len(found) > SHOWN else ""
        return Group(name, title, found, more)

    @cached_property
    def faces(self) -> Faces:
        return Faces.load()

    def memories(self, found: QuerySet[Chunk, Any], *, are_facts: bool) -> Iterator[Hit]:
        """Yield the active memories among those found, dangerous ones first, else the newest."""
        of_kind, alive = Q(key__startswith=FACTS), self.authorized_memories.alive(now=self.now)
        rows = alive.filter(of_kind if are_facts else ~of_kind, id__in=found)
        shown = dangerous_first(rows.order_by("-updated_at", "-id")[:READ])
        note_contradictions(shown, self.actor.person_id)
        note_first_written(shown)
        yield from (self.named_hit(one) if are_facts else self.memory_hit(one) for one in shown)

    def named_hit(self, memory: Memory) -> Hit:
        """Label results whose field or relative the words name in other words than are shown."""
        hit, content = self.memory_hit(memory), memory.current.content if memory.current else ""
        is_shown = MARK in hit.text or plain(self.words) in plain(wording.memory_text(memory))
        return hit if is_shown or not is_named(self.words, content) else replace(hit, why=SAME_MEANING)

    def wrong(self, words: str) -> Iterator[Hit]:
        """Yield memories that the person marked as wrong, which no assistant reads."""
        rows = self.authorized_memories.rejected().filter(id__in=containing(words, person_id=self.actor.person_id))
        yield from map(self.memory_hit, rows.order_by("-updated_at", "-id")[:READ])

    def earlier(self, words: str) -> Iterator[Hit]:
        """Yield earlier texts with the words, of memories that no longer have them."""
        alive, person_id = self.authorized_memories.alive(now=self.now), self.actor.person_id
        with_words = list(containing(words, person_id=person_id).values_list("memory_id", flat=True)[:MOST_READ])
        for one in earlier_texts(words, alive, person_id=person_id, shown=with_words, most=READ):
            path = reverse("pages:memory", args=[one.memory.id])
            yield Hit(excerpt(one.text, self.marked), one.memory.updated_at, path, self.present_text_note(one.memory))

    def present_text_note(self, memory: Memory) -> str:
        return str(NOW % {"text": Truncator(wording.memory_text(memory)).chars(EXCERPT_CHARACTERS)})

    def memory_hit(self, memory: Memory) -> Hit:
        text = excerpt(wording.memory_text(memory), self.marked)
        path, subject = reverse("pages:memory", args=[memory.id]), wording.field_name(memory.category)
        return Hit(text, memory.written_at, path, subject.capitalize(), memory=memory)

    def message_condition(self, words: str) -> Q:
        """Select messages with the words, withheld parts included: the person may read all that was said."""
        anywhere = matching("content", words, person_id=self.actor.person_id)
        matching_text = literal_match("content", words)
        return anywhere | (matching_text if is_unspaced(words) else matching_text & Q(retrievable__isnull=False))

    def turns(self, words: str) -> Iterator[Hit]:
        visible = Turn.objects.visible_to(self.actor, now=self.now)
        found = visible.filter(self.message_condition(words))
        if not found.exists():
            of_turns = Chunk.objects.filter(person_id=self.actor.person_id, turn__isnull=False)
            found = visible.filter(id__in=spelt_like(of_turns, words).values("turn_id"))
        yield from map(self.turn_hit, found.order_by("-occurred_at", "-id").defer("search")[:READ])

    def turn_hit(self, turn: Turn) -> Hit:
        text = excerpt(wording.readable(turn.content), self.marked)
        who = self.faces.speaker(turn.role, turn.speaker, turn.agent_id, turn.person_id)
        return Hit(text, turn.occurred_at, turn_path(turn.id), who)

    def requests(self, words: str) -> Iterator[Hit]:
        anywhere = Q(state=ProposalState.AMENDED) & literal_match("kept_value", words)
        for column in ("new_value", "old_value", "reason", "field"):
            anywhere |= literal_match(column, words)
        anywhere |= requests_naming(words)
        rows = list(self.proposals.filter(anywhere).order_by("-created_at", "-id")[:READ])
        found = found_requests(rows, self.marked, self.faces, now=self.now)
        for row in rows:
            face, path = self.faces.of(row.actor_label, row.agent_id), reverse("pages:proposal", args=[row.id])
            yield Hit(found[row.id].text, row.decided_at or row.created_at, path, found[row.id].verdict, face)

    def questions(self, words: str) -> Iterator[Hit]:
        rows = self.retrieval_events.by_others().filter(literal_match("query", words)).order_by("-created_at", "-id")
        yield from map(self.question_hit, rows[:READ])

    def question_hit(self, event: RetrievalEvent) -> Hit:
        face = self.faces.of(event.actor_label, event.agent_id)
        path = reverse("pages:retrieval", args=[event.id])
        return Hit(excerpt(wording.readable(event.query), self.marked), event.created_at, path, face.name, face)


def turn_path(turn_id: UUID) -> str:
    return reverse("pages:conversation", args=[turn_id])
