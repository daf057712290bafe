"""Asks the person whether to forget what their own message asks to forget.

Nothing is forgotten without their approval: an agent that stores messages may have made one up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from typing import Final
from uuid import UUID

from django.utils.functional import cached_property
from django.utils.translation import gettext_noop

from consent.changes import ForgetMemory
from consent.detection.values import Pair, normalized_pair, pair_of
from consent.gate import submit_many
from consent.models import Proposal
from consent.proposals.rebase import close
from conversations.models import Turn
from intelligence.allowance import Allowance
from intelligence.fact_changes import is_later
from intelligence.same_meaning import MOST_COMPARED, ComparedText, is_denial, memories_with_meaning
from memories.models import Fact, Memory
from memories.models.choices import MemoryType
from providers import statements
from providers.embedding import EmbeddingRefused, EmbeddingUnavailable
from providers.llm.rules.words import numbers
from providers.statements import Statement
from retrieval.query import find_for_person
from workspaces import scope
from workspaces.actors import system_actor

NAME = "ask_to_forget"
REASON = gettext_noop("You asked for this in a conversation.")
REGAINED = gettext_noop("Your message says that you can have it again.")
GIVEN_UP = gettext_noop("Your message says that you no longer eat this way.")
WITHDRAWN = gettext_noop("You asked to forget it in the same conversation.")
# Changes that set a value or store a sentence.
WITHDRAWN_KINDS = ("set_fact", "write_memory")
# Per message.
MAX_QUESTIONS = 5
# The number of the person's newest texts that are compared with a message.
TEXTS_READ = 500
TYPES = (MemoryType.SEMANTIC, MemoryType.INSIGHT)
# The search score from which a text states the same, and is not only about the same topic.
LEAST_SCORE = 0.85
# The number of words besides the value in a clause that states it in a language without rules.
SPARE_WORDS = 5
STEM = 4
FOOD: Final = frozenset({statements.DIET, statements.AVOIDED})
# Fields of foods that a person may be able to eat again.
REGAINABLE: Final = frozenset({"allergies", statements.AVOIDED})
# Fields that a negated clause may be about.
DENYING: Final = frozenset({"dislikes", *statements.DIET_KEYS})


def ask_to_forget(turn: Turn, text: str, *, workspace_id: UUID, now: datetime) -> int:
    """Submit a question for each memory that a message asks to forget, at most MAX_QUESTIONS; return their number.

    A question that is open already is not asked again. The questions count towards the person's daily writes, not
    those of the turn.
    """
    clauses_to_forget = [
        clause for clause in statements.forget_requests(text) if not statements.is_about_everything(clause)
    ]
    clauses = [_Clause.of(clause, turn.person.name) for clause in clauses_to_forget[:MAX_QUESTIONS]]
    if not clauses:
        return 0
    with scope.enter(workspace_id):
        _withdraw_questions(turn, lambda row: any(clause.is_requested_by(row) for clause in clauses), now=now)
        known = _Known(turn.person.name, _facts(turn, now), _texts(turn, now))
    named = [one for clause in clauses for one in _named(clause, known, turn, workspace_id, now)]
    return _ask(named, turn, REASON, workspace_id=workspace_id, now=now)


def ask_about_regained_foods(turn: Turn, text: str, *, workspace_id: UUID, now: datetime) -> int:
    """Submit a question for each allergy and excluded food that the person can have again by the message, and for each
    diet that they gave up; return their number."""
    regained, given_up = statements.regained_food_sentences(text), statements.abandoned_diet_sentences(text)
    if not (regained or given_up):
        return 0
    with scope.enter(workspace_id):
        needs = list(_facts(turn, now))
    foods = [one.memory_id for one in needs if one.key in REGAINABLE and any(_names(each, one) for each in regained)]
    # A food that was excluded by itself does not contradict the person's diet.
    eaten = [] if foods else regained
    diets = [one for one in needs if one.key == statements.DIET and _is_given_up(one.value, given_up, eaten)]
    asked = _ask(foods, turn, REGAINED, workspace_id=workspace_id, now=now)
    return asked + _ask([one.memory_id for one in diets], turn, GIVEN_UP, workspace_id=workspace_id, now=now)


def _is_given_up(diet: str, given_up: Iterable[str], eaten: Iterable[str]) -> bool:
    excluded = statements.excluded_by_diet(diet)
    return any(statements.names_diet(one, diet) for one in given_up) or any(
        not excluded.isdisjoint(statements.allergens_in(one)) for one in eaten
    )


def _names(sentence: str, fact: Fact) -> bool:
    value = statements.normalize_value(statements.food_without_illness(fact.value) or fact.value)
    return statements.contains_any_value(sentence, {(fact.key, value)})


def _ask(memory_ids: Iterable[UUID], turn: Turn, reason: str, *, workspace_id: UUID, now: datetime) -> int:
    with scope.enter(workspace_id):
        stored = _stored_before(list(dict.fromkeys(memory_ids)), turn)[:MAX_QUESTIONS]
    allowed = Allowance(turn, workspace_id, now, left=MAX_QUESTIONS).take(len(stored))
    changes = [_change(memory_id, turn, reason) for memory_id in stored[:allowed]]
    submit_many(changes, actor=system_actor(workspace_id, NAME), now=now)
    return len(changes)


@dataclass(frozen=True, slots=True)
class _Clause:
    """What to forget: a `field`, all about a `topic`, or what the words state."""

    text: str
    topic: str
    field: statements.Address | None
    stated: frozenset[Pair]
    is_read: bool
    is_denial: bool

    @classmethod
    def of(cls, text: str, name: str) -> "_Clause":
        found = statements.find(text, speaker=name)
        stated = frozenset(_own([*found, *statements.sensitive(text)]))
        topic = statements.topic_of(text)
        field = statements.named_field(text)
        return cls(topic or text, topic, field, stated, bool(found), is_denial(topic or text))

    @property
    def keys(self) -> frozenset[str]:
        """The keys of the field; "my diet" includes excluded foods."""
        key = self.field.key if self.field else ""
        return FOOD if key in FOOD else frozenset({key})

    def is_about(self, fact: Fact) -> bool:
        if statements.mentions_topic(self.topic, f"{fact.key.replace('_', ' ')} {fact.value}"):
            return True
        if self.field is not None:
            return fact.category == self.field.category and fact.key in self.keys
        return (fact.key, statements.normalize_value(fact.value)) in self.stated

    def seems_about(self, fact: Fact) -> bool:
        """Whether a clause that no rule reads contains the fact's value and little else; for sensitive fields, it must
        state the field, too."""
        if self.is_read or self.field is not None or len(self.text.split()) > len(fact.value.split()) + SPARE_WORDS:
            return False
        if self.is_denial and fact.key not in DENYING:
            return False
        if fact.key in statements.SENSITIVE_KEYS and fact.key not in {key for key, _ in self.stated}:
            return False
        return statements.contains_any_value(self.text, {(fact.key, statements.normalize_value(fact.value))})

    def is_stated_in(self, text: str) -> bool:
        """Whether the text has all longer words of the clause in some inflection, its numbers and its negation."""
        return (
            _stems(self.text) <= _stems(text)
            and numbers(self.text) == numbers(text)
            and self.is_denial == is_denial(text)
        )

    def is_in(self, text: str, stated: Iterable[Statement]) -> bool:
        if statements.mentions_topic(self.topic, text):
            return True
        pairs = set(_own(stated))
        return not self.keys.isdisjoint(key for key, _ in pairs) if self.field else bool(pairs & self.stated)

    def is_requested_by(self, question: Proposal) -> bool:
        """Whether a question asks to remember what is to be forgotten."""
        claimed = {pair_of(one) for one in question.claims}
        if self.field is not None:
            return not self.keys.isdisjoint(key for key, _ in claimed)
        return bool(claimed & self.stated) or statements.mentions_topic(self.topic, question.new_value)


def _stems(text: str) -> set[str]:
    """Return a rough stem of each longer word, in any language: the search has found a similar meaning already."""
    return {word[:STEM] for word in statements.words_of(text) if len(word) >= STEM}


def _own(found: Iterable[Statement]) -> Iterator[Pair]:
    return (normalized_pair(one) for one in found if one.is_fact)


@dataclass(frozen=True)
class _Known:
    """The stored memories of the person."""

    name: str
    facts: Sequence[Fact]
    texts: Sequence[Memory]

    @cached_property
    def stated(self) -> list[list[Statement]]:
        """The statements of each text."""
        contents = [_content(memory) for memory in self.texts]
        return [
            [*statements.find(content, speaker=self.name, role="assistant"), *sensitive]
            for content, sensitive in zip(contents, statements.sensitive_of_each(contents), strict=True)
        ]

    @cached_property
    def compared_texts(self) -> list[ComparedText]:
        texts = (ComparedText.of_text(memory.id, _content(memory), self.name) for memory in self.texts)
        facts = map(ComparedText.of_fact, self.facts)
        return [one for kind in (facts, texts) for one in islice(filter(None, kind), MOST_COMPARED)]


def _named(clause: _Clause, known: _Known, turn: Turn, workspace_id: UUID, now: datetime) -> list[UUID]:
    """Return the memories that a clause names: by its statements and words, or else by its meaning."""
    named = [*_found_by_statements(clause, known), *_found_by_search(clause, known, turn, workspace_id, now)]
    return named or _found_by_meaning(clause, known)


def _found_by_statements(clause: _Clause, known: _Known) -> Iterator[UUID]:
    """Yield the facts and then the texts that state what to forget."""
    about = [fact for fact in known.facts if clause.is_about(fact)]
    yield from (fact.memory_id for fact in about or known.facts if about or clause.seems_about(fact))
    if clause.field or clause.stated or clause.topic:
        texts = zip(known.texts, known.stated, strict=True)
        yield from (memory.id for memory, stated in texts if clause.is_in(_content(memory), stated))


def _found_by_meaning(clause: _Clause, known: _Known) -> list[UUID]:
    """Return memories with the same meaning in other words or another language; none for sensitive fields, which need
    the same value."""
    if clause.field or {key for key, _ in clause.stated} & statements.SENSITIVE_KEYS:
        return []
    return memories_with_meaning(clause.text, known.compared_texts)


def _facts(turn: Turn, now: datetime) -> list[Fact]:
    alive = Memory.objects.alive(now=now).filter(person_id=turn.person_id)
    return list(Fact.objects.active().filter(person_id=turn.person_id, memory__in=alive).order_by("-valid_from", "id"))


def _texts(turn: Turn, now: datetime) -> list[Memory]:
    rows = Memory.objects.alive(now=now).filter(person_id=turn.person_id, memory_type__in=TYPES)
    newest = rows.exclude(key__startswith="fact:").select_related("current").order_by("-updated_at", "id")
    return list(newest[:TEXTS_READ])


def _found_by_search(clause: _Clause, known: _Known, turn: Turn, workspace_id: UUID, now: datetime) -> Iterator[UUID]:
    """Yield the texts that a search finds to state the same as a clause."""
    ids = {memory.id for memory in known.texts}
    if clause.field is not None or not ids:
        return
    reader = replace(system_actor(workspace_id, NAME), person_id=turn.person_id)
    with suppress(EmbeddingUnavailable, EmbeddingRefused):
        found = find_for_person(clause.text, actor=reader, now=now, most=MAX_QUESTIONS)
        near = (item for item in found if item.id in ids and item.score >= LEAST_SCORE)
        yield from (item.id for item in near if clause.is_stated_in(item.content))


def _content(memory: Memory) -> str:
    return memory.current.content if memory.current else ""


def _stored_before(memory_ids: Sequence[UUID], turn: Turn) -> list[UUID]:
    """Return the memories stated or set before the message. Runs in the entered scope."""
    rows = Memory.objects.filter(id__in=memory_ids, current__isnull=False).select_related("current").in_bulk()
    found = [rows[one] for one in memory_ids if one in rows]
    return [one.id for one in found if one.current and not is_later(one.current, one.current.ingested_at, turn)]


def _change(memory_id: UUID, turn: Turn, reason: str) -> ForgetMemory:
    return ForgetMemory(
        memory_id=memory_id,
        reason=reason,
        asked_in=turn.id,
        thread_id=turn.session.thread_id,
        session_id=turn.session_id,
    )


def _withdraw_questions(turn: Turn, is_meant: Callable[[Proposal], bool], *, now: datetime) -> None:
    """Close the open questions from earlier messages that the request concerns. In the entered scope.

    Only those from messages which the same agent stored: a made-up message closes no question about another's.
    """
    earlier = Turn.objects.filter(session_id=turn.session_id, position__lt=turn.position, agent_id=turn.agent_id)
    rows = Proposal.objects.pending().filter(person_id=turn.person_id, agent_id=None, account_id=None)
    asked = rows.filter(evidence_turn_id__in=earlier.values("id"), change__type__in=WITHDRAWN_KINDS)
    for row in asked.order_by("id"):
        if is_meant(row):
            close(row, WITHDRAWN, now=now)
