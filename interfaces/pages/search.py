"""One search over everything: memories, facts, conversations, requests and what assistants asked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from consent.models.proposal import ProposalState
from conversations.models import Turn
from interfaces.near_words import MOST_READ, WORDS
from interfaces.pages import wording
from interfaces.pages.assistants import Faces
from interfaces.pages.earlier import earlier_with
from interfaces.pages.excerpts import EXCERPT_CHARACTERS, excerpt
from interfaces.pages.hits import EARLIER, SAME_WORDS, SHOWN, TITLES, WRONG, Group, Hit, joined
from interfaces.pages.memory_list import containing, having, languages_of
from interfaces.pages.needs import dangerous_first, need_of, needs_answering
from interfaces.pages.otherwise import tell_otherwise
from interfaces.pages.person_view import PersonView
from interfaces.pages.put_back import tell_since
from interfaces.pages.request_hits import asked_as_named, found_requests
from interfaces.pages.search_day import Period, asked_in, kept_in, said_in, searched_period, told_by_date
from interfaces.pages.search_words import in_languages, without_small_words, words_to_mark
from interfaces.pages.similar import LIKE, related, similar_to
from interfaces.spelling import as_it_stands, is_unspaced, spelt_like
from memories import limits
from memories.models import Chunk, Memory
from providers.glossary import in_english, spelt_right
from retrieval.answers import Item
from retrieval.explanation import shared_words
from retrieval.models import RetrievalEvent
from workspaces import scope

MOST_WITH_WORDS = 100  # read for what is dangerous among them
FACTS = "fact:"
NEEDS, NEEDS_TITLE = "needs", _("Allergies, diet and health")
EARLIER_TITLE = _("Earlier values")
WRONG_TITLE = _("Marked as wrong")
NOW = _("Not so any more. Now: “%(text)s”")
TRANSLATED_WORDS = 3  # of a search that is read in English: more are a question, which is answered by meaning
REMEMBERED = {NEEDS, "facts", "memories", EARLIER}
SOME_WORDS = _("some of your words")
SAME_MEANING, SIMILAR, LOOSELY = _("words of the same meaning"), _("similar meaning"), _("loosely related")
ANSWERS, SPELT = _("answers your question"), _("similar spelling")


class SearchView(PersonView):
    """By words, and by meaning as an assistant's question would find it: what is only loosely related, where no memory
    has the words. The facts that answer a question come first, then what has its words."""

    reads_in_scope = False  # a question is embedded outside (R25)
    meant = ""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        words = request.GET.get("q", "").strip()[: limits.QUERY_CHARACTERS]
        if not words or not self.actor.person_id:
            return self.in_scope(lambda: self.result(words, []))
        with scope.enter(self.membership.workspace_id):
            self.words, self.marked = words, words_to_mark(words)
            groups = {group.name: group for group in self.groups(words) if group.hits}
            if period := searched_period(words):
                groups = joined(self.of_period(period), told_by_date(groups.values(), period))
            else:
                groups = self.with_needs(words, self.in_other_words(words, groups)) or self.spelt_otherwise(words)
        if period:
            return self.in_scope(lambda: self.result(words, list(groups.values()), nothing=period.nothing))
        # A word that nobody knows is like others by its letters alone: "kioto" is near to "kiwi".
        items = similar_to(self.meant or words, actor=self.actor, now=self.now)
        self.is_as_it_stands = is_unspaced(words)
        with scope.enter(self.membership.workspace_id):
            items = related(items, words, has_words=bool(REMEMBERED & groups.keys()))
            groups = self.with_closest(items, groups, is_question=len(words.split()) > WORDS)
        return self.in_scope(lambda: self.result(words, list(groups.values())))

    def result(self, words: str, groups: Sequence[Group], *, nothing: Promise | str = "") -> HttpResponse:
        # Asked for only where nothing was found.
        has_memories = self.authorized_memories.exists
        is_mixed = any(hit.why is not SAME_WORDS for group in groups for hit in group.hits)
        context = {"words": words, "groups": groups, "has_memories": has_memories, "is_mixed": is_mixed}
        return self.page("home/search.html", context | {"meant": self.meant, "nothing": nothing})

    def of_period(self, period: Period) -> dict[str, Group]:
        """What was kept, said and asked then; three queries."""
        kept = list(kept_in(period, self.authorized_memories.alive(now=self.now)))
        tell_otherwise(kept, self.actor.person_id)
        hits = {"facts": [self.memory_hit(one) for one in kept if one.is_fact]}
        hits["memories"] = [self.memory_hit(one) for one in kept if not one.is_fact]
        visible = Turn.objects.visible_to(self.actor, now=self.now)
        hits["conversations"] = [self.turn_hit(turn) for turn in said_in(period, visible.defer("search"))]
        hits["activity"] = [self.question_hit(event) for event in asked_in(period, self.retrieval_events)]
        found = {name: [replace(hit, why=period.label) for hit in own] for name, own in hits.items()}
        return {name: self.group(name, TITLES[name], own) for name, own in found.items() if own}

    def in_other_words(self, words: str, groups: dict[str, Group]) -> dict[str, Group]:
        """With what has the words of another language in English, or a few English ones in one of the person's."""
        english = without_small_words(in_english(words, is_spelt_right=True))
        if len((english or words).split()) > TRANSLATED_WORDS:
            return groups
        groups = joined(groups, self.found_by(english, SAME_MEANING)) if english else groups
        for other in in_languages(english or words, languages_of(self.person_id)):
            groups = joined(groups, self.found_by(other, SAME_MEANING, self.kept_or_said(other)))
        return groups

    def spelt_otherwise(self, words: str) -> dict[str, Group]:
        """What has the words that were meant: such of the person's texts, else of another language in English."""
        self.meant = self.words_meant(words)
        if self.meant:
            return self.found_by(self.meant, SPELT)
        english = in_english(words) if len(words.split()) <= TRANSLATED_WORDS else ""
        found = self.found_by(english, SAME_MEANING) if english else {}
        self.meant = spelt_right(words) if found else ""
        return found

    def found_by(self, words: str, why: Promise, groups: Iterable[Group] | None = None) -> dict[str, Group]:
        """What has other words than were typed, which are marked then, too."""
        marked, self.marked = self.marked, [*self.marked, *words_to_mark(words)]
        found = [group for group in (self.groups(words) if groups is None else groups) if group.hits]
        self.marked = self.marked if found else marked
        return {one.name: replace(one, hits=[replace(hit, why=why) for hit in one.hits]) for one in found}

    def with_needs(self, words: str, groups: Mapping[str, Group]) -> dict[str, Group]:
        """First the allergies, diets and illnesses that have the words or that the question asks for."""
        alive = self.authorized_memories.alive(now=self.now)
        asked = needs_answering(words, alive, self.person_id)
        tell_otherwise(asked, self.actor.person_id)
        right = (group for group in groups.values() if group.name != WRONG)
        by_words = [hit for group in right for hit in group.hits if hit.memory and need_of(hit.memory)]
        known = {hit.path: hit for hit in by_words}
        answers = [replace(self.memory_hit(one), why=ANSWERS) for one in asked]
        hits = {hit.path: known.get(hit.path, hit) for hit in (*answers, *by_words)}
        if not hits:
            return dict(groups)
        others = {
            name: replace(group, hits=[hit for hit in group.hits if hit.path not in hits])
            for name, group in groups.items()
        }
        rest = {name: group for name, group in others.items() if group.hits}
        return {NEEDS: Group(NEEDS, NEEDS_TITLE, list(hits.values()))} | rest

    def with_closest(
        self, items: Sequence[Item], groups: Mapping[str, Group], *, is_question: bool
    ) -> dict[str, Group]:
        """With what was found by meaning alone: the facts that answer a question before all else, the others after
        what has the words; before messages and requests that have those of a question where no memory has them."""
        hits = self.closest_hits(items)
        by_words = groups.get("facts", Group("facts", TITLES["facts"], []))
        known = {hit.path: hit for hit in by_words.hits}
        has_words = bool(REMEMBERED & groups.keys()) or (self.is_as_it_stands and bool(groups))
        exact = [name for name in ("requests", *([] if is_question else ["conversations"])) if name in groups]
        answers = {SIMILAR, SAME_MEANING, *(() if exact else (SOME_WORDS, LOOSELY))}
        answering = [hit for item, hit in hits if item.kind == "fact" and hit.why in answers]
        facts = answering if is_question or not (has_words or exact) else []
        needs = {name: group for name, group in groups.items() if name == NEEDS}
        told = {hit.path for group in needs.values() for hit in group.hits}
        first = {hit.path: known.get(hit.path, hit) for hit in (*facts, *by_words.hits) if hit.path not in told}
        found = {"facts": replace(by_words, hits=list(first.values())[:SHOWN])} if first else {}
        shown = {hit.path for group in (*groups.values(), *found.values()) for hit in group.hits}
        closest = Group("closest", _("Similar meaning"), [hit for _item, hit in hits if hit.path not in shown])
        others = {name: group for name, group in groups.items() if name not in found | needs}
        before = others if has_words else {name: others[name] for name in exact}
        return needs | found | before | ({"closest": closest} if closest.hits else {}) | others

    def closest_hits(self, items: Sequence[Item]) -> list[tuple[Item, Hit]]:
        """Each item as it is shown, but for memories that are gone since."""
        memories = self.authorized_memories.in_bulk([item.id for item in items if item.source is None])
        items = [item for item in items if item.source or item.id in memories]
        tell_otherwise(memories.values(), self.actor.person_id)
        said = [item.id for item in items if item.source]
        turns = Turn.objects.defer("search").in_bulk(said) if said else {}
        ways = self.ways_of(items)
        return [(item, self.closest_hit(item, why, memories, turns)) for item, why in zip(items, ways, strict=True)]

    def ways_of(self, items: Sequence[Item]) -> list[Promise]:
        """How each was found: a message is found by the words beside it, too, and has none of them itself."""
        texts = [item.content for item in items]
        typed = shared_words(self.meant or self.words, texts)
        english = in_english(self.words)
        translated = shared_words(english, texts) if english else [()] * len(texts)
        rows = zip(items, typed, translated, strict=True)
        return [_way(item, has_words=bool(own), has_english=bool(other)) for item, own, other in rows]

    def closest_hit(self, item: Item, why: Promise, memories: Mapping[UUID, Memory], turns: Mapping[UUID, Turn]) -> Hit:
        """Of a message all that was said, also what assistants receive it without."""
        if item.source is None:
            return replace(self.memory_hit(memories[item.id]), why=why)
        turn = turns.get(item.id)
        who = self.faces.speaker(
            item.source.role, item.source.speaker, turn.agent_id if turn else None, self.actor.person_id
        )
        content = turn.content if turn and turn.retrievable is not None else item.content
        text = excerpt(wording.version_text(content, is_fact=False), self.marked)
        note = _("%(who)s, in a conversation") % {"who": who}
        return Hit(text, item.source.occurred_at, _turn_path(item.id), note, why=why)

    def remembered(self, words: str) -> Iterator[Group]:
        found = containing(words, person_id=self.actor.person_id)
        yield self.group("facts", TITLES["facts"], self.memories(found, are_facts=True), "pages:memories", words)
        yield self.group("memories", TITLES["memories"], self.memories(found, are_facts=False), "pages:memories", words)

    def kept_or_said(self, words: str) -> Iterator[Group]:
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
        return Group(name, title, found[:SHOWN], more)

    @cached_property
    def faces(self) -> Faces:
        return Faces.load()

    def memories(self, found: QuerySet[Chunk, Any], *, are_facts: bool) -> Iterator[Hit]:
        """Active ones of those found, the dangerous first, else the newest."""
        of_kind, alive = Q(key__startswith=FACTS), self.authorized_memories.alive(now=self.now)
        rows = alive.filter(of_kind if are_facts else ~of_kind, id__in=found)
        shown = dangerous_first(rows.order_by("-updated_at", "-id")[:MOST_WITH_WORDS])[: SHOWN + 1]
        tell_otherwise(shown, self.actor.person_id)
        tell_since(shown)
        yield from map(self.memory_hit, shown)

    def wrong(self, words: str) -> Iterator[Hit]:
        """What the person marked as wrong, which no assistant reads."""
        rows = self.authorized_memories.rejected().filter(id__in=containing(words, person_id=self.actor.person_id))
        yield from map(self.memory_hit, rows.order_by("-updated_at", "-id")[: SHOWN + 1])

    def earlier(self, words: str) -> Iterator[Hit]:
        """What memories said before, where they do not have the words any more."""
        alive, person_id = self.authorized_memories.alive(now=self.now), self.actor.person_id
        with_words = list(containing(words, person_id=person_id).values_list("memory_id", flat=True)[:MOST_READ])
        for one in earlier_with(words, alive, person_id=person_id, shown=with_words):
            path, now = reverse("pages:memory", args=[one.memory.id]), wording.memory_text(one.memory)
            note = NOW % {"text": Truncator(now).chars(EXCERPT_CHARACTERS)}
            yield Hit(excerpt(one.text, self.marked), one.memory.updated_at, path, note)

    def memory_hit(self, memory: Memory) -> Hit:
        text = excerpt(wording.memory_text(memory), self.marked)
        path, subject = reverse("pages:memory", args=[memory.id]), wording.field_name(memory.category)
        return Hit(text, memory.written_at, path, subject.capitalize(), memory=memory)

    def turns(self, words: str) -> Iterator[Hit]:
        """Also by what is withheld from assistants: the person reads all that was said."""
        anywhere = having("content", words, person_id=self.actor.person_id)
        said = as_it_stands("content", words)
        withheld = said if is_unspaced(words) else said & Q(retrievable__isnull=False)
        visible = Turn.objects.visible_to(self.actor, now=self.now)
        found = visible.filter(anywhere | withheld)
        if not found.exists():
            of_turns = Chunk.objects.filter(person_id=self.actor.person_id, turn__isnull=False)
            found = visible.filter(id__in=spelt_like(of_turns, words).values("turn_id"))
        yield from map(self.turn_hit, found.order_by("-occurred_at", "-id").defer("search")[: SHOWN + 1])

    def turn_hit(self, turn: Turn) -> Hit:
        text = excerpt(wording.readable(turn.content), self.marked)
        who = self.faces.speaker(turn.role, turn.speaker, turn.agent_id, turn.person_id)
        return Hit(text, turn.occurred_at, _turn_path(turn.id), who)

    def requests(self, words: str) -> Iterator[Hit]:
        anywhere = Q(state=ProposalState.AMENDED) & as_it_stands("kept_value", words)
        for column in ("new_value", "old_value", "reason", "field"):
            anywhere |= as_it_stands(column, words)
        anywhere |= asked_as_named(words)
        rows = list(self.proposals.filter(anywhere).order_by("-created_at", "-id")[: SHOWN + 1])
        found = found_requests(rows, self.marked, self.faces, now=self.now)
        for row in rows:
            face, path = self.faces.of(row.actor_label, row.agent_id), reverse("pages:proposal", args=[row.id])
            yield Hit(found[row.id].text, row.decided_at or row.created_at, path, found[row.id].verdict, face)

    def questions(self, words: str) -> Iterator[Hit]:
        rows = self.retrieval_events.by_others().filter(as_it_stands("query", words)).order_by("-created_at", "-id")
        yield from map(self.question_hit, rows[: SHOWN + 1])

    def question_hit(self, event: RetrievalEvent) -> Hit:
        face = self.faces.of(event.actor_label, event.agent_id)
        path = reverse("pages:retrieval", args=[event.id])
        return Hit(excerpt(wording.readable(event.query), self.marked), event.created_at, path, face.name, face)


def _way(item: Item, *, has_words: bool, has_english: bool) -> Promise:
    if has_words or has_english:
        return SOME_WORDS if has_words else SAME_MEANING
    return SIMILAR if item.score >= LIKE else LOOSELY


def _turn_path(turn_id: UUID) -> str:
    return reverse("pages:conversation", args=[turn_id])
