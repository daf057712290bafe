"""One search over everything: memories, facts, conversations, requests and what assistants asked."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from consent.models import Proposal
from consent.models.proposal import ProposalState
from conversations.models import Turn
from interfaces.pages import outcomes, wording
from interfaces.pages.assistants import Face, Faces
from interfaces.pages.memory_list import containing, search_query
from interfaces.pages.otherwise import tell_otherwise
from interfaces.pages.person_view import PersonView
from interfaces.pages.spelling import spelt_like
from interfaces.pages.superseded import joined_questions
from memories import limits
from memories.models import Chunk, Memory
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from retrieval.answers import Item
from retrieval.explanation import content_words
from retrieval.query import find_for_person
from workspaces import scope

SHOWN = 5
EXCERPT_CHARACTERS = 200
BEFORE_CHARACTERS = 60
WORDS = 2  # more are a question
SHORT = 3  # characters of a word that begins many others: "do" is not marked in "done"
FACTS, FACTS_TITLE = "fact:", _("Facts")
REMEMBERED = {"facts", "memories"}
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found, and the page that shows it. `text` has the words marked; `memory` is shown with its badges."""

    text: SafeString
    at: datetime
    path: str
    note: str | Promise = ""
    face: Face | None = None
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one kind; `more` is the page that lists all, empty where these are all."""

    name: str
    title: Promise
    hits: Sequence[Hit]
    more: str = ""


class SearchView(PersonView):
    """By words; a question, and where no memory has the words, by meaning too, as an assistant's question would find
    it. The facts that answer it come first."""

    reads_in_scope = False  # a question is embedded outside (R25)

    def get(self, request: HttpRequest) -> HttpResponseBase:
        words = request.GET.get("q", "").strip()[: limits.QUERY_CHARACTERS]
        if not words or not self.actor.person_id:
            return self.in_scope(lambda: self.result(words, []))
        with scope.enter(self.membership.workspace_id):
            self.marked = content_words(words) if len(words.split()) > 1 else WORD.findall(words)
            groups = {group.name: group for group in self.groups(words) if group.hits}
        if len(words.split()) > WORDS or not REMEMBERED & groups.keys():
            items = self.closest(words)
            with scope.enter(self.membership.workspace_id):
                groups = self.with_closest(items, groups)
        return self.in_scope(lambda: self.result(words, list(groups.values())))

    def result(self, words: str, groups: Sequence[Group]) -> HttpResponse:
        # Asked for only where nothing was found.
        has_memories = self.authorized_memories.exists
        return self.page("home/search.html", {"words": words, "groups": groups, "has_memories": has_memories})

    def closest(self, words: str) -> Sequence[Item]:
        try:
            return find_for_person(words, actor=self.actor, now=self.now, most=SHOWN)
        except (EmbeddingUnavailable, EmbeddingRefused):
            return ()

    def with_closest(self, items: Sequence[Item], groups: Mapping[str, Group]) -> dict[str, Group]:
        """The facts among the items before all else, and where no memory has the words, the others after them."""
        memories = self.authorized_memories.in_bulk([item.id for item in items if item.source is None])
        items = [item for item in items if item.source or item.id in memories]  # some may be gone since
        tell_otherwise(memories.values(), self.actor.person_id)
        facts = [self.memory_hit(memories[item.id]) for item in items if item.kind == "fact"]
        by_words = groups.get("facts", Group("facts", FACTS_TITLE, []))
        first = {hit.path: hit for hit in (*facts, *by_words.hits)}
        found = {"facts": replace(by_words, hits=list(first.values())[:SHOWN])} if first else {}
        if not REMEMBERED & groups.keys():
            shown = {hit.path for group in (*groups.values(), *found.values()) for hit in group.hits}
            hits = [self.closest_hit(item, memories) for item in items]
            closest = Group("closest", _("Closest in meaning"), [hit for hit in hits if hit.path not in shown])
            found |= {"closest": closest} if closest.hits else {}
        return found | {name: group for name, group in groups.items() if name not in found}

    def closest_hit(self, item: Item, memories: Mapping[UUID, Memory]) -> Hit:
        if item.source is None:
            return self.memory_hit(memories[item.id])
        who = item.source.speaker or wording.SPEAKERS[item.source.role]
        text = excerpt(wording.version_text(item.content, is_fact=False), self.marked)
        return Hit(text, item.source.occurred_at, _turn_path(item.id), who)

    def groups(self, words: str) -> Iterator[Group]:
        yield self.group("facts", FACTS_TITLE, self.memories(words, are_facts=True), "pages:memories", words)
        yield self.group("memories", _("Memories"), self.memories(words, are_facts=False), "pages:memories", words)
        yield self.group("conversations", _("Conversations"), self.turns(words))
        yield self.group("requests", _("Requests and decisions"), self.requests(words))
        yield self.group("activity", _("Questions about you"), self.questions(words), "pages:activity", words)

    def group(self, name: str, title: Promise, hits: Iterable[Hit], page: str = "", words: str = "") -> Group:
        found = list(hits)
        more = f"{reverse(page)}?{urlencode({'q': words})}" if page and len(found) > SHOWN else ""
        return Group(name, title, found[:SHOWN], more)

    @cached_property
    def faces(self) -> Faces:
        return Faces.load()

    def memories(self, words: str, *, are_facts: bool) -> Iterator[Hit]:
        """Active ones, newest first."""
        of_kind = Q(key__startswith=FACTS)
        rows = self.authorized_memories.alive(now=self.now).filter(
            of_kind if are_facts else ~of_kind, id__in=containing(words, person_id=self.actor.person_id)
        )
        found = list(rows.order_by("-updated_at", "-id")[: SHOWN + 1])
        tell_otherwise(found, self.actor.person_id)
        yield from map(self.memory_hit, found)

    def memory_hit(self, memory: Memory) -> Hit:
        text = excerpt(wording.memory_text(memory), self.marked)
        path, subject = reverse("pages:memory", args=[memory.id]), wording.field_name(memory.category)
        return Hit(text, memory.updated_at, path, subject.capitalize(), memory=memory)

    def turns(self, words: str) -> Iterator[Hit]:
        """Also by what is withheld from assistants: the person reads all that was said."""
        anywhere = Q(search=search_query(words, person_id=self.actor.person_id))
        withheld = Q(retrievable__isnull=False, content__icontains=words)
        visible = Turn.objects.visible_to(self.actor, now=self.now)
        found = visible.filter(anywhere | withheld)
        if not found.exists():
            said = Chunk.objects.filter(person_id=self.actor.person_id, turn__isnull=False)
            found = visible.filter(id__in=spelt_like(said, words).values("turn_id"))
        for turn in found.order_by("-occurred_at", "-id").defer("search")[: SHOWN + 1]:
            text = excerpt(wording.readable(turn.content), self.marked)
            who = self.faces.speaker(turn.role, turn.speaker, turn.agent_id)
            yield Hit(text, turn.occurred_at, _turn_path(turn.id), who)

    def requests(self, words: str) -> Iterator[Hit]:
        anywhere = Q(state=ProposalState.AMENDED, kept_value__icontains=words)
        for field in ("new_value", "old_value", "reason", "field"):
            anywhere |= Q(**{f"{field}__icontains": words})
        rows = list(self.proposals.filter(anywhere).order_by("-created_at", "-id")[: SHOWN + 1])
        joined = joined_questions(rows)
        yield from (self.request_hit(row, outcomes.verdict(row, joined.get(row.id))) for row in rows)

    def request_hit(self, row: Proposal, verdict: str) -> Hit:
        face = self.faces.of(row.actor_label, row.agent_id)
        headline, value = wording.headline_text(row, face.name), wording.readable(row.value_in_force)
        text = excerpt(headline if value in headline else value, self.marked)
        path = reverse("pages:proposal", args=[row.id])
        return Hit(text, row.decided_at or row.created_at, path, verdict, face)

    def questions(self, words: str) -> Iterator[Hit]:
        rows = self.retrieval_events.by_others().filter(query__icontains=words).order_by("-created_at", "-id")
        for event in rows[: SHOWN + 1]:
            face = self.faces.of(event.actor_label, event.agent_id)
            path = reverse("pages:retrieval", args=[event.id])
            yield Hit(excerpt(wording.readable(event.query), self.marked), event.created_at, path, face.name, face)


def excerpt(text: str, words: Iterable[str]) -> SafeString:
    """The text around the first of the words, escaped, with `<mark>` around each of them and of their longer forms."""
    stems = sorted({word.lower() for word in words}, key=len, reverse=True)
    forms = (re.escape(stem) + (r"\w*" if len(stem) > SHORT else r"s?\b") for stem in stems)
    pattern = re.compile(rf"\b(?:{'|'.join(forms)})", re.IGNORECASE) if stems else None
    first = pattern.search(text) if pattern else None
    start = max(first.start() - BEFORE_CHARACTERS, 0) if first and first.start() > EXCERPT_CHARACTERS // 2 else 0
    part = text[start : start + EXCERPT_CHARACTERS]
    marked = format_html_join("", "{}{}", _pieces(part, pattern))
    return format_html("{}{}{}", "…" if start else "", marked, "…" if start + EXCERPT_CHARACTERS < len(text) else "")


def _pieces(text: str, pattern: re.Pattern[str] | None) -> Iterator[tuple[str, SafeString | str]]:
    end = 0
    for found in pattern.finditer(text) if pattern else ():
        yield text[end : found.start()], format_html("<mark>{}</mark>", found.group())
        end = found.end()
    yield text[end:], ""


def _turn_path(turn_id: UUID) -> str:
    return reverse("pages:conversation", args=[turn_id])
