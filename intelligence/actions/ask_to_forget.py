"""Asks the person whether to forget what their own message asks to forget.

Nothing is forgotten without their yes: whoever stores messages may have made one up.
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
from intelligence.same_meaning import MOST_COMPARED, Said, is_denial, meaning
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
WITHDRAWN = gettext_noop("You asked to forget it in the same conversation.")
# What sets a value or remembers a sentence.
WITHDRAWN_KINDS = ("set_fact", "write_memory")
# Questions of one message.
MOST = 5
# So many of the person's newest texts are read for what a message names.
TEXTS_READ = 500
TYPES = (MemoryType.SEMANTIC, MemoryType.INSIGHT)
# Of a search: that a text says the same, and not only something about the same.
LEAST_SCORE = 0.85
# Beside a value, a clause that states it in a language that no rule reads has so many words.
SPARE_WORDS = 5
STEM = 4
FOOD: Final = frozenset({statements.DIET, statements.AVOIDED})
# What somebody may be able to eat again.
REGAINABLE: Final = frozenset({"allergies", statements.AVOIDED})
# What a clause that denies may be about.
DENYING: Final = frozenset({"dislikes", *statements.DIET_KEYS})


def ask_to_forget(turn: Turn, text: str, *, workspace_id: UUID, now: datetime) -> int:
    """Submit a question for each memory that a message asks to forget, at most MOST; return their number.

    One that waits already is not asked again. They count among what the person's day may bring, not among the writes of
    the turn.
    """
    clauses_to_forget = [
        clause for clause in statements.forget_requests(text) if not statements.is_about_everything(clause)
    ]
    clauses = [_Clause.of(clause, turn.person.name) for clause in clauses_to_forget[:MOST]]
    if not clauses:
        return 0
    with scope.enter(workspace_id):
        _withdraw_questions(turn, lambda row: any(clause.is_asked_by(row) for clause in clauses), now=now)
        known = _Known(turn.person.name, _facts(turn, now), _texts(turn, now))
    named = [one for clause in clauses for one in _named(clause, known, turn, workspace_id, now)]
    return _ask(named, turn, REASON, workspace_id=workspace_id, now=now)


def ask_about_regained_foods(turn: Turn, text: str, *, workspace_id: UUID, now: datetime) -> int:
    """Submit a question for each allergy and excluded food that the person can have again by the message."""
    said = statements.regained_food_sentences(text)
    if not said:
        return 0
    with scope.enter(workspace_id):
        needs = [fact for fact in _facts(turn, now) if fact.key in REGAINABLE]
    named = [fact.memory_id for fact in needs if any(_names(sentence, fact) for sentence in said)]
    return _ask(named, turn, REGAINED, workspace_id=workspace_id, now=now)


def _names(sentence: str, fact: Fact) -> bool:
    value = statements.normalize_value(statements.food_alone(fact.value) or fact.value)
    return statements.contains_any_value(sentence, {(fact.key, value)})


def _ask(memory_ids: Iterable[UUID], turn: Turn, reason: str, *, workspace_id: UUID, now: datetime) -> int:
    with scope.enter(workspace_id):
        standing = _standing(list(dict.fromkeys(memory_ids)), turn)[:MOST]
    taken = Allowance(turn, workspace_id, now, left=MOST).take(len(standing))
    changes = [_change(memory_id, turn, reason) for memory_id in standing[:taken]]
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
        """Whether it contains the value and little else, if no rule reads it; for guarded fields, the field too."""
        if self.is_read or self.field is not None or len(self.text.split()) > len(fact.value.split()) + SPARE_WORDS:
            return False
        if self.is_denial and fact.key not in DENYING:
            return False
        if fact.key in statements.SENSITIVE_KEYS and fact.key not in {key for key, _ in self.stated}:
            return False
        return statements.contains_any_value(self.text, {(fact.key, statements.normalize_value(fact.value))})

    def is_said_by(self, text: str) -> bool:
        """Whether the text has all of its longer words in some inflection, its numbers and its "not"."""
        return (
            _stems(self.text) <= _stems(text)
            and numbers(self.text) == numbers(text)
            and self.is_denial == is_denial(text)
        )

    def is_in(self, text: str, said: Iterable[Statement]) -> bool:
        if statements.mentions_topic(self.topic, text):
            return True
        pairs = set(_own(said))
        return not self.keys.isdisjoint(key for key, _ in pairs) if self.field else bool(pairs & self.stated)

    def is_asked_by(self, question: Proposal) -> bool:
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
        """What each text states."""
        contents = [_content(memory) for memory in self.texts]
        return [
            [*statements.find(content, speaker=self.name, role="assistant"), *sensitive]
            for content, sensitive in zip(contents, statements.sensitive_of_each(contents), strict=True)
        ]

    @cached_property
    def said(self) -> list[Said]:
        texts = (Said.of_text(memory.id, _content(memory), self.name) for memory in self.texts)
        facts = map(Said.of_fact, self.facts)
        return [one for kind in (facts, texts) for one in islice(filter(None, kind), MOST_COMPARED)]


def _named(clause: _Clause, known: _Known, turn: Turn, workspace_id: UUID, now: datetime) -> list[UUID]:
    """Return the memories that a clause names: by its statements and words, or else by its meaning."""
    named = [*_stating(clause, known), *_alike(clause, known, turn, workspace_id, now)]
    return named or _meant(clause, known)


def _stating(clause: _Clause, known: _Known) -> Iterator[UUID]:
    """Yield the facts and then the texts that state what to forget."""
    about = [fact for fact in known.facts if clause.is_about(fact)]
    yield from (fact.memory_id for fact in about or known.facts if about or clause.seems_about(fact))
    if clause.field or clause.stated or clause.topic:
        texts = zip(known.texts, known.stated, strict=True)
        yield from (memory.id for memory, said in texts if clause.is_in(_content(memory), said))


def _meant(clause: _Clause, known: _Known) -> list[UUID]:
    """Return memories with the same meaning in other words or another language; guarded fields need the same value."""
    if clause.field or {key for key, _ in clause.stated} & statements.SENSITIVE_KEYS:
        return []
    return meaning(clause.text, known.said)


def _facts(turn: Turn, now: datetime) -> list[Fact]:
    alive = Memory.objects.alive(now=now).filter(person_id=turn.person_id)
    return list(Fact.objects.active().filter(person_id=turn.person_id, memory__in=alive).order_by("-valid_from", "id"))


def _texts(turn: Turn, now: datetime) -> list[Memory]:
    rows = Memory.objects.alive(now=now).filter(person_id=turn.person_id, memory_type__in=TYPES)
    newest = rows.exclude(key__startswith="fact:").select_related("current").order_by("-updated_at", "id")
    return list(newest[:TEXTS_READ])


def _alike(clause: _Clause, known: _Known, turn: Turn, workspace_id: UUID, now: datetime) -> Iterator[UUID]:
    """Return the texts that a search finds to say the same as a clause."""
    ids = {memory.id for memory in known.texts}
    if clause.field is not None or not ids:
        return
    reader = replace(system_actor(workspace_id, NAME), person_id=turn.person_id)
    with suppress(EmbeddingUnavailable, EmbeddingRefused):
        found = find_for_person(clause.text, actor=reader, now=now, most=MOST)
        near = (item for item in found if item.id in ids and item.score >= LEAST_SCORE)
        yield from (item.id for item in near if clause.is_said_by(item.content))


def _content(memory: Memory) -> str:
    return memory.current.content if memory.current else ""


def _standing(memory_ids: Sequence[UUID], turn: Turn) -> list[UUID]:
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
