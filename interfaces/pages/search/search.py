"""The search page: memories, facts, conversations, requests and the questions of assistants."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from conversations.models import Turn
from interfaces.pages.memories.contradictions import note_contradictions
from interfaces.pages.memories.health_needs import need_of, needs_answering
from interfaces.pages.memories.memory_list import languages_of
from interfaces.pages.memories.similar_memories import LIKE, related, similar_to
from interfaces.pages.search.date_search import labelled_by_date, stored_in
from interfaces.pages.search.excerpts import excerpt
from interfaces.pages.search.found_hits import FoundHits, turn_path
from interfaces.pages.search.hits import (
    EARLIER,
    NEEDS,
    SAME_MEANING,
    SAME_WORDS,
    TITLES,
    WRONG,
    Group,
    Hit,
    as_shown,
    joined,
)
from interfaces.pages.texts import wording
from interfaces.spelling import is_unspaced
from interfaces.spelling_suggestions import WORDS
from interfaces.typed_periods import Period, PeriodSearch, searched_period
from memories import limits
from memories.models import Memory
from providers.glossary import corrected_spelling, in_english, in_language
from providers.glossary_words import LANGUAGES
from providers.statements.text.words import word_set
from retrieval.answers import Item
from retrieval.explanation import content_words, shared_words
from retrieval.needs.questions import names_dish
from workspaces import scope

NEEDS_TITLE = _("Allergies, diet and health")
MOST_OF_THEN = 100  # items searched for those of a period
# Words of a search that is translated to English; more are a question, which is answered by meaning.
TRANSLATED_WORDS = 3
REMEMBERED = {NEEDS, "facts", "memories", EARLIER}
SOME_WORDS = _("some of your words")
SIMILAR, LOOSELY = _("similar meaning"), _("loosely related")
ANSWERS, MATTERS, SPELT = _("answers your question"), _("matters for food"), _("similar spelling")
MOST_IN_OTHER_LANGUAGES = 4  # translations that are searched for one English word
SMALL_WORDS = word_set("my your his her its our their a an the of to for with")
_WORD = re.compile(r"\w+")


class SearchView(FoundHits):
    """Searches by words, and by meaning as an assistant's question would; loosely related results only where no memory
    has the words. Facts that answer a question come first, then results with its words."""

    reads_in_scope = False  # the question is embedded outside the scope (R25)
    suggestion = ""

    def get(self, request: HttpRequest) -> HttpResponseBase:
        words = request.GET.get("q", "").strip()[: limits.QUERY_CHARACTERS]
        if not words or not self.actor.person_id:
            return self.in_scope(lambda: self.result(words, []))
        with scope.enter(self.membership.workspace_id):
            self.words, self.marked = words, words_to_mark(words)
            groups = {group.name: group for group in self.groups(words) if group.hits}
            search = searched_period(words)
            of_then = self.in_period(search, groups) if search else {}
        if search and search.words and not of_then:
            of_then = self.similar_in_period(search)
        if search and (of_then or not search.words):
            return self.in_scope(lambda: self.result(words, list(of_then.values()), period=search.period))
        with scope.enter(self.membership.workspace_id):
            over = search.period if search and search.period.is_over else None
            groups = self.in_other_words(words, groups)
            groups = self.with_needs(words, groups, of=over) or self.corrected_spelling(words)
        # Embeddings of unknown words are similar by letters alone ("kioto", "kiwi"): embed the corrected spelling.
        items = similar_to(self.suggestion or words, actor=self.actor, now=self.now)
        self.is_literal = is_unspaced(words)
        with scope.enter(self.membership.workspace_id):
            items = related(items, words, has_words=bool(REMEMBERED & groups.keys()))
            groups = self.with_closest(items, groups, is_question=len(words.split()) > WORDS)
        return self.in_scope(lambda: self.result(words, list(groups.values())))

    def result(self, words: str, groups: Sequence[Group], *, period: Period | None = None) -> HttpResponse:
        # Evaluated only where nothing was found.
        has_memories = self.authorized_memories.exists
        is_mixed = any(hit.why is not SAME_WORDS for group in groups for hit in group.hits)
        context = {"words": words, "groups": self.shown(words, groups), "has_memories": has_memories}
        context |= {"is_mixed": is_mixed, "meant": self.suggestion, "period": period}
        return self.page("home/search.html", context)

    def shown(self, words: str, groups: Sequence[Group]) -> list[Group]:
        """Return the first results of each kind, or all of the requested kind."""
        chosen = self.request.GET.get("kind", "")
        one = [as_shown(group, "", is_whole=True) for group in groups if group.name == chosen]
        of_kind = {group.name: f"?{urlencode({'q': words, 'kind': group.name})}" for group in groups}
        return one or [as_shown(group, of_kind[group.name], is_whole=False) for group in groups]

    def in_period(self, search: PeriodSearch, groups: Mapping[str, Group]) -> dict[str, Group]:
        """Return results of the period with the other words, then results with all the words, then those that name the
        day in other words."""
        of_then = {group.name: group for group in self.of_period(*search) if group.hits}
        naming = {group.name: group for group in self.naming(*search) if group.hits}
        by_words = groups if search.words else labelled_by_date(groups.values(), search.period)
        found = joined(joined(of_then, by_words), naming)
        return found if found or not search.words else self.in_period_other_language(search)

    def in_period_other_language(self, search: PeriodSearch) -> dict[str, Group]:
        """Return results of the period with the other words in another language."""
        english = without_small_words(in_english(search.words, is_spelled_correctly=True))
        others = in_languages(english or search.words, languages_of(self.person_id))
        found: dict[str, Group] = {}
        for words in filter(None, (english, *others)):
            found = joined(found, self.found_by(words, SAME_MEANING, self.of_period(search.period, words)))
        return found

    def similar_in_period(self, search: PeriodSearch) -> dict[str, Group]:
        """Return results of the period that are similar in meaning, where none has the other words in any language.
        Call it outside any scope (R25)."""
        period = search.period
        items = similar_to(search.words, actor=self.actor, now=self.now, most=MOST_OF_THEN)
        with scope.enter(self.membership.workspace_id):
            ids = [item.id for item in items]
            memory_ids = self.authorized_memories.filter(stored_in(period), id__in=ids).values_list("id", flat=True)
            message_ids = Turn.objects.filter(period.holds("occurred_at"), id__in=ids).values_list("id", flat=True)
            of_then = {*memory_ids, *message_ids}
            near = related([item for item in items if item.id in of_then], search.words, has_words=False)
            self.is_literal = is_unspaced(search.words)
            return self.with_closest(near, {}, is_question=False)

    def in_other_words(self, words: str, groups: dict[str, Group]) -> dict[str, Group]:
        """Add results with the words translated to English, or a few English words translated to one of the person's
        languages."""
        english = without_small_words(in_english(words, is_spelled_correctly=True))
        if len((english or words).split()) > TRANSLATED_WORDS:
            return groups
        groups = joined(groups, self.found_by(english, SAME_MEANING)) if english else groups
        for other in in_languages(english or words, languages_of(self.person_id)):
            groups = joined(groups, self.found_by(other, SAME_MEANING, self.memories_and_messages(other)))
        return groups

    def corrected_spelling(self, words: str) -> dict[str, Group]:
        """Return results with corrected spelling: of words in the person's texts, else of words in another language,
        translated to English."""
        self.suggestion = self.suggested_words(words)
        if self.suggestion:
            return self.found_by(self.suggestion, SPELT)
        english = in_english(words) if len(words.split()) <= TRANSLATED_WORDS else ""
        found = self.found_by(english, SAME_MEANING) if english else {}
        self.suggestion = corrected_spelling(words) if found else ""
        return found

    def found_by(self, words: str, why: Promise, groups: Iterable[Group] | None = None) -> dict[str, Group]:
        """Return results for other words than were typed; these words are marked, too."""
        marked, self.marked = self.marked, [*self.marked, *words_to_mark(words)]
        found = [group for group in (self.groups(words) if groups is None else groups) if group.hits]
        self.marked = self.marked if found else marked
        return {one.name: replace(one, hits=[replace(hit, why=why) for hit in one.hits]) for one in found}

    def with_needs(self, words: str, groups: Mapping[str, Group], *, of: Period | None) -> dict[str, Group]:
        """Put the allergies, diets and illnesses with the words, or that the question asks for, first; `of` is a past
        period to which they are limited. For the name of a dish they follow the results with its words."""
        alive = self.authorized_memories.alive(now=self.now)
        alive = alive.filter(stored_in(of)) if of else alive
        search = needs_answering(words, alive, self.person_id)
        note_contradictions(search, self.actor.person_id)
        right = (group for group in groups.values() if group.name != WRONG)
        by_words = [hit for group in right for hit in group.hits if hit.memory and need_of(hit.memory)]
        known = {hit.path: hit for hit in by_words}
        is_dish = names_dish(words)
        answers = [replace(self.memory_hit(one), why=MATTERS if is_dish else ANSWERS) for one in search]
        if is_dish:
            answers, by_words = [hit for hit in answers if hit.path not in known], []
        hits = {hit.path: known.get(hit.path, hit) for hit in (*answers, *by_words)}
        if not hits:
            return dict(groups)
        others = {
            name: replace(group, hits=[hit for hit in group.hits if hit.path not in hits])
            for name, group in groups.items()
        }
        rest = {name: group for name, group in others.items() if group.hits}
        needs = {NEEDS: Group(NEEDS, NEEDS_TITLE, list(hits.values()))}
        return rest | needs if is_dish else needs | rest

    def with_closest(
        self, items: Sequence[Item], groups: Mapping[str, Group], *, is_question: bool
    ) -> dict[str, Group]:
        """Add results found by meaning: facts that answer a question first, the others after results with the words,
        but before messages and requests where no memory has the words. Needs for a dish follow its results."""
        hits = self.closest_hits(items)
        by_words = groups.get("facts", Group("facts", TITLES["facts"], []))
        known = {hit.path: hit for hit in by_words.hits}
        needs = {name: group for name, group in groups.items() if name == NEEDS}
        matters = needs if names_dish(self.words) else {}
        has_words = bool(REMEMBERED & (groups.keys() - matters)) or (self.is_literal and bool(groups))
        exact = [name for name in ("requests", *([] if is_question else ["conversations"])) if name in groups]
        answers = {SIMILAR, SAME_MEANING, *(() if exact else (SOME_WORDS, LOOSELY))}
        answering = [hit for item, hit in hits if item.kind == "fact" and hit.why in answers]
        facts = answering if is_question or not (has_words or exact) else []
        shown_paths = {hit.path for group in needs.values() for hit in group.hits}
        first = {hit.path: known.get(hit.path, hit) for hit in (*facts, *by_words.hits) if hit.path not in shown_paths}
        found = {"facts": replace(by_words, hits=list(first.values()))} if first else {}
        shown = {hit.path for group in (*groups.values(), *found.values()) for hit in group.hits}
        closest = Group("closest", _("Similar meaning"), [hit for _item, hit in hits if hit.path not in shown])
        others = {name: group for name, group in groups.items() if name not in found | needs}
        before = others if has_words else {name: others[name] for name in exact}
        first_needs = {} if matters else needs
        return first_needs | found | before | matters | ({"closest": closest} if closest.hits else {}) | others

    def closest_hits(self, items: Sequence[Item]) -> list[tuple[Item, Hit]]:
        """Return the items as hits, without memories deleted meanwhile."""
        memories = self.authorized_memories.in_bulk([item.id for item in items if item.source is None])
        items = [item for item in items if item.source or item.id in memories]
        note_contradictions(memories.values(), self.actor.person_id)
        message_ids = [item.id for item in items if item.source]
        turns = Turn.objects.defer("search").in_bulk(message_ids) if message_ids else {}
        ways = self.ways_of(items)
        return [(item, self.closest_hit(item, why, memories, turns)) for item, why in zip(items, ways, strict=True)]

    def ways_of(self, items: Sequence[Item]) -> list[Promise]:
        """Return how each was found; a message may be found by neighbouring words that it does not have itself."""
        texts = [item.content for item in items]
        typed = shared_words(self.suggestion or self.words, texts)
        english = in_english(self.words)
        translated = shared_words(english, texts) if english else [()] * len(texts)
        rows = zip(items, typed, translated, strict=True)
        return [_way(item, has_words=bool(own), has_english=bool(other)) for item, own, other in rows]

    def closest_hit(self, item: Item, why: Promise, memories: Mapping[UUID, Memory], turns: Mapping[UUID, Turn]) -> Hit:
        """Return the hit of an item; messages in full, including parts that are withheld from assistants."""
        if item.source is None:
            return replace(self.memory_hit(memories[item.id]), why=why)
        turn = turns.get(item.id)
        who = self.faces.speaker(
            item.source.role, item.source.speaker, turn.agent_id if turn else None, self.actor.person_id
        )
        content = turn.content if turn and turn.retrievable is not None else item.content
        text = excerpt(wording.version_text(content, is_fact=False), self.marked)
        note = _("%(who)s, in a conversation") % {"who": who}
        return Hit(text, item.source.occurred_at, turn_path(item.id), note, why=why)


def _way(item: Item, *, has_words: bool, has_english: bool) -> Promise:
    if has_words or has_english:
        return SOME_WORDS if has_words else SAME_MEANING
    return SIMILAR if item.score >= LIKE else LOOSELY


def words_to_mark(words: str) -> Sequence[str]:
    """Return the words to mark, without common words, or the single word."""
    if is_unspaced(words):
        return [words]
    return content_words(words) if len(words.split()) > 1 else _WORD.findall(words)


def without_small_words(english: str) -> str:
    """Drop words that are too common to search for; all are returned where nothing else is left."""
    return " ".join(word for word in english.split() if word.lower() not in SMALL_WORDS) or english


def in_languages(english: str, languages: Collection[str]) -> list[str]:
    """Return the glossary's translations of English words into these languages."""
    found = [words for one in LANGUAGES if one in languages for words in _in_language(english, one)]
    return [words for words in dict.fromkeys(found) if words != english.lower()][:MOST_IN_OTHER_LANGUAGES]


def _in_language(english: str, language: str) -> Sequence[str]:
    """Return the translation of the whole phrase, or of each word by itself."""
    if found := in_language(english, language):
        return found
    each = [in_language(word, language) for word in english.split()]
    return [" ".join(words[0] for words in each)] if each and all(each) else ()
