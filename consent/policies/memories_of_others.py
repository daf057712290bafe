"""Changes that remove, move or rewrite what another actor noted: they need consent, whatever the default says.

This covers all memories of other agents, and needs such as an allergy, whoever noted them (ADR 0036).
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When

from consent.changes import (
    AttachArtifact,
    Change,
    DetachArtifact,
    ForgetMemory,
    IngestSource,
    LinkMemories,
    RestoreMemory,
    UndoMerge,
    WriteMemory,
)
from consent.changes.lines import OBJECT, TEXT, Lines, label
from consent.changes.proposable import field_at
from consent.detection.statements import may_read
from consent.models import Decision, Policy, Proposal
from consent.models.decision import Method, Verdict
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.rules import Subject
from consent.snapshot import BatchSnapshot
from consent.target import Target
from memories.actions.writer import ORIGIN
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import Event, MemoryType
from providers.statements import DIET, DIET_KEYS, excluded_foods, loses_diet, normalize_value, states_need
from workspaces.actors import Actor, ActorKind
from workspaces.models import Agent

WRITING = (Event.ADD, Event.UPDATE)
CHANGING = (
    ForgetMemory, IngestSource, WriteMemory, RestoreMemory, UndoMerge, AttachArtifact, DetachArtifact, LinkMemories,
)  # fmt: skip
TAKING = {kind.model_fields["type"].default for kind in CHANGING}
# The origin changes with each write.
_IGNORED_LINES = {TEXT, *(label(name) for name in ORIGIN)}
_BY_AGENTS = Q(by__isnull=False)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")


def removes_notes_of_others(
    change: Change, target: Target, subjects: Sequence[Subject], snapshot: BatchSnapshot
) -> bool:
    """Whether an agent would end or move what another agent noted, change the shown lines of what another role noted,
    or lose a need that it has not noted itself, without a rule that permits this agent to. A diet may be replaced by
    another one.

    In shared namespaces, where no person can be asked, only what another role noted is protected.
    """
    memory, actor = target.memory, snapshot.actor
    if not actor.is_agent or memory is None or not target.is_in_force or memory.memory_type == MemoryType.WORKING:
        return False
    takes = change.ends_existing(target) or _is_moved(memory, target) or _loses_need(change, target)
    if not takes and (_is_own(memory, actor) or not _changes_what_is_shown(change, target, snapshot)):
        return False
    if not takes and not _is_of_another_role(memory, snapshot):
        return False
    if not may_read(memory, actor=actor, now=snapshot.now) or _is_allowed(subjects, actor, snapshot.rules):
        return False
    if not takes or memory.person_id is None:
        return _is_of_another_role(memory, snapshot)
    by_another_agent = _BY_AGENTS & ~Q(by=actor.id)
    by_others = by_another_agent | Q(by__isnull=True) if _is_need(memory) else by_another_agent
    return _written([memory.id], by_others).exists()


def noted_by_others(questions: Iterable[Proposal]) -> set[UUID]:
    """Return the agents' open questions that would remove what another agent noted. One query at most; in the
    scope."""
    removing = [one for one in questions if one.agent_id and one.memory_id and one.change["type"] in TAKING]
    if not removing:
        return set()
    written = _written({one.memory_id for one in removing if one.memory_id}, Q(by__isnull=False))
    wrote = set(written.values_list("memory_id", "by"))
    return {one.id for one in removing if any(of == one.memory_id and by != one.agent_id for of, by in wrote)}


def on_approved_texts(questions: Sequence[Proposal]) -> set[UUID]:
    """Return the questions about a memory whose text the person approved. One query if there are any; in the scope."""
    memories = {one.memory_id for one in questions}
    if not memories:
        return set()
    answered = Decision.objects.filter(verdict=Verdict.APPROVE, withdrawn_at__isnull=True)
    approved = answered.exclude(method=Method.REVIEWER).values("id")
    rows = History.objects.filter(new_version_id=OuterRef("id"), decision_id__in=approved)
    texts = MemoryVersion.objects.filter(Exists(rows), memory__in=memories, content=F("memory__current__content"))
    agreed = set(texts.values_list("memory_id", flat=True))
    return {one.id for one in questions if one.memory_id in agreed}


def _written(memory_ids: Collection[UUID], condition: Q) -> QuerySet[Any]:
    """Return the history rows that wrote a text of these memories; `by` is the agent that wrote or requested it."""
    requester = Decision.objects.filter(id=OuterRef("decision_id")).values("proposal__agent_id")[:1]
    rows = History.objects.filter(memory_id__in=memory_ids, event__in=WRITING).exclude(
        old_version_id=F("new_version_id")
    )
    by = Case(When(actor_kind=ActorKind.AGENT, then=F("actor_id")), default=Subquery(requester))
    return rows.annotate(by=by).filter(condition)


def _is_of_another_role(memory: Memory, snapshot: BatchSnapshot) -> bool:
    """Whether another role wrote the memory; one query for a batch's memories, none for an agent's own."""
    cached = snapshot.is_by_other_roles
    if _is_own(memory, snapshot.actor):
        return False
    if memory.id not in cached:
        wanted = {memory.id} | snapshot.memory_ids
        found = set(_written(wanted, _by_other_roles(snapshot.actor)).values_list("memory_id", flat=True))
        cached |= {one: one in found for one in wanted}
    return cached[memory.id]


def _is_own(memory: Memory, actor: Actor) -> bool:
    return memory.version == 1 and memory.agent_id == actor.id


def _by_other_roles(actor: Actor) -> Q:
    """Return a condition: written by agents of other roles, unless the person approved a later text of this agent."""
    peers = Agent.objects.filter(role=actor.role).values("id")
    other_text = MemoryVersion.objects.exclude(previous_version__content=F("content"))
    rewritten = History.objects.filter(
        Exists(other_text.filter(id=OuterRef("new_version_id"))),
        memory_id=OuterRef("proposal__memory_id"),
        decision_id=OuterRef("id"),
    )
    agreed = Decision.objects.filter(
        Exists(rewritten),
        proposal__memory_id=OuterRef("memory_id"),
        proposal__agent_id=actor.id,
        verdict=Verdict.APPROVE,
        withdrawn_at__isnull=True,
        created_at__gt=OuterRef("created_at"),
    )
    return _BY_AGENTS & ~Q(by__in=peers) & ~Q(Exists(agreed))


def _is_need(memory: Memory) -> bool:
    if memory.is_fact:
        return field_at(memory.key)[1] in DIET_KEYS
    is_note = memory.current is not None and memory.memory_type != MemoryType.SOURCE_OBJECT
    return is_note and states_need(memory.current.content)


def _changes_what_is_shown(change: Change, target: Target, snapshot: BatchSnapshot) -> bool:
    """Whether the lines shown of a memory would change, other than by sentences added to its text or entries added to a
    list of a source object, such as comments. Fields do not count: the latest value is valid, whoever states it."""
    if change.sets_a_field or change.is_noop(target, snapshot):
        return False
    before, after = change.before(target), change.after(target)
    if any(_differs(name, before, after) for name in {*before, *after} - _IGNORED_LINES):
        return True
    return not target.existing.is_fact and not _is_extension(before.get(TEXT, ""), after.get(TEXT, ""))


def _differs(name: str, before: Lines, after: Lines) -> bool:
    if not name.startswith(OBJECT):
        return before.get(name) != after.get(name)
    # Without a line, the text contains the values.
    old, new = before.get(name, "[]"), after.get(name, "[]")
    return old != new and not (new.startswith("[") and (old == "[]" or new.startswith(f"{old.removesuffix(']')}, ")))


def _is_extension(old: str, new: str) -> bool:
    """Whether a text contains all sentences of another verbatim and in order. The one before an added sentence may get
    a full stop."""
    said = [" ".join(one.split()) for one in _SENTENCE_ENDS.split(new)]
    rest = iter([{one, one.removesuffix(".")} for one in said[:-1]] + [{said[-1]}])
    is_kept = all(any(" ".join(one.split()) in spellings for spellings in rest) for one in _SENTENCE_ENDS.split(old))
    return is_kept or old.split() == new.split()


def _lost_sentences(old: str, new: str) -> list[str]:
    """Return the sentences of a text that another does not contain."""
    stated = {_spelled(one) for one in _SENTENCE_ENDS.split(new)}
    return [one for one in _SENTENCE_ENDS.split(old) if _spelled(one) not in stated]


def _loses_need(change: Change, target: Target) -> bool:
    """Whether a need would no longer be stated, or be filed where others do not see it."""
    memory = target.existing
    if memory.current is None or not _is_need(memory):
        return False
    if _is_moved(memory, target):
        return True
    new = change.content_after(target)
    if new is None or not change.replaces_content(target):
        return False
    if memory.is_fact:
        return change.fact is None or change.fact.key != DIET or _is_less_specific(memory.current.content, new)
    return any(map(states_need, _lost_sentences(memory.current.content, new)))


def _is_less_specific(old: str, new: str) -> bool:
    """Whether a new diet states less than the old one: "vegan" than "vegetarian, no nuts", "halal" than
    "vegetarian"."""
    before, after = (text.partition(": ")[2] for text in (old, new))
    foods, left = ({*map(normalize_value, excluded_foods(value))} for value in (before, after))
    return bool(foods - left) or loses_diet(before, after)


def _is_moved(memory: Memory, target: Target) -> bool:
    """Whether its category or sensitivity would change, so that others, or its writer, may no longer see it."""
    return (memory.category, memory.sensitivity) != (target.category, target.sensitivity)


def _spelled(sentence: str) -> str:
    return " ".join(sentence.casefold().split()).rstrip(".;")


def _is_allowed(subjects: Sequence[Subject], actor: Actor, rules: Sequence[Policy]) -> bool:
    """Whether rules that name this agent apply each field that the change touches."""
    named = [subject for subject in subjects if subject.fact_key] or subjects
    rulers = [policies.ruling(subject, actor=actor, rules=rules) for subject in named]
    return all(one and one.agent_id == actor.id and one.outcome == Outcome.APPLY for one in rulers)
