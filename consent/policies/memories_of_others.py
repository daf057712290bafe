"""Changes that take away, move or rewrite what somebody else noted: the person is asked, whatever the default says.

This holds for any memory of another agent, and for a need such as an allergy, whoever noted it (ADR 0036).
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
from providers.statements import DIET, DIET_KEYS, foods_left_out, normalize_value, states_need, ways_lost
from workspaces.actors import Actor, ActorKind
from workspaces.models import Agent

WRITING = (Event.ADD, Event.UPDATE)
CHANGING = (
    ForgetMemory, IngestSource, WriteMemory, RestoreMemory, UndoMerge, AttachArtifact, DetachArtifact, LinkMemories,
)  # fmt: skip
TAKING = {kind.model_fields["type"].default for kind in CHANGING}
# Where a memory comes from follows each write.
_NOT_BESIDE = {TEXT, *(label(name) for name in ORIGIN)}
_BY_AGENTS = Q(by__isnull=False)
_SENTENCE_ENDS = re.compile(r"(?<=[.!?;])\s+|\n+")


def takes_from_others(change: Change, target: Target, subjects: Sequence[Subject], snapshot: BatchSnapshot) -> bool:
    """Whether an agent would end or move what another agent noted, change what is shown of what another role did, or
    let go of a need that it has not noted itself, and no rule that names this agent lets it. A diet may be replaced by
    another of its kind.

    Of what is shared, and has nobody to be asked, all but what another role noted may go.
    """
    memory, actor = target.memory, snapshot.actor
    if not actor.is_agent or memory is None or not target.stands or memory.memory_type == MemoryType.WORKING:
        return False
    takes = change.ends(target) or _is_moved(memory, target) or _loses_need(change, target)
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
    """Those of agents' open questions that would take away what another agent noted. One query at most; in the
    scope."""
    asked = [one for one in questions if one.agent_id and one.memory_id and one.change["type"] in TAKING]
    if not asked:
        return set()
    written = _written({one.memory_id for one in asked if one.memory_id}, Q(by__isnull=False))
    wrote = set(written.values_list("memory_id", "by"))
    return {one.id for one in asked if any(of == one.memory_id and by != one.agent_id for of, by in wrote)}


def agreed_to(questions: Sequence[Proposal]) -> set[UUID]:
    """Those about a memory whose text the person approved. One query where there are any; in the scope."""
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
    """The rows in which a text of these memories was written; `by` is the agent that wrote it, or asked for it."""
    asked = Decision.objects.filter(id=OuterRef("decision_id")).values("proposal__agent_id")[:1]
    rows = History.objects.filter(memory_id__in=memory_ids, event__in=WRITING).exclude(
        old_version_id=F("new_version_id")
    )
    by = Case(When(actor_kind=ActorKind.AGENT, then=F("actor_id")), default=Subquery(asked))
    return rows.annotate(by=by).filter(condition)


def _is_of_another_role(memory: Memory, snapshot: BatchSnapshot) -> bool:
    """Whether another role wrote there; of a batch's memories at once, and without a query where one's own stands."""
    told = snapshot.others_notes
    if _is_own(memory, snapshot.actor):
        return False
    if memory.id not in told:
        asked = {memory.id} | snapshot.memory_ids
        found = set(_written(asked, _by_other_roles(snapshot.actor)).values_list("memory_id", flat=True))
        told |= {one: one in found for one in asked}
    return told[memory.id]


def _is_own(memory: Memory, actor: Actor) -> bool:
    return memory.version == 1 and memory.agent_id == actor.id


def _by_other_roles(actor: Actor) -> Q:
    """Of agents of other roles, unless the person has agreed to a text of this agent in its place since."""
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
    """Whether others would be shown something else of a memory, but for sentences that are added to its text, and what
    is added to a list of a source's object, such as its comments. A field has one value, the latest, whoever tells it.
    """
    if change.sets_a_field or change.is_known_so(target, snapshot):
        return False
    before, after = change.before(target), change.after(target)
    if any(_differs(name, before, after) for name in {*before, *after} - _NOT_BESIDE):
        return True
    return not target.existing.is_fact and not _goes_on(before.get(TEXT, ""), after.get(TEXT, ""))


def _differs(name: str, before: Lines, after: Lines) -> bool:
    if not name.startswith(OBJECT):
        return before.get(name) != after.get(name)
    # What has no line has its values in the text.
    old, new = before.get(name, "[]"), after.get(name, "[]")
    return old != new and not (new.startswith("[") and (old == "[]" or new.startswith(f"{old.removesuffix(']')}, ")))


def _goes_on(old: str, new: str) -> bool:
    """Whether a text says all that another does, letter by letter and in its order. Whoever adds a sentence may end the
    one before it."""
    said = [" ".join(one.split()) for one in _SENTENCE_ENDS.split(new)]
    rest = iter([{one, one.removesuffix(".")} for one in said[:-1]] + [{said[-1]}])
    is_kept = all(any(" ".join(one.split()) in spellings for spellings in rest) for one in _SENTENCE_ENDS.split(old))
    return is_kept or old.split() == new.split()


def _lost(old: str, new: str) -> list[str]:
    """The sentences of a text that another does not say."""
    said = {_spelled(one) for one in _SENTENCE_ENDS.split(new)}
    return [one for one in _SENTENCE_ENDS.split(old) if _spelled(one) not in said]


def _loses_need(change: Change, target: Target) -> bool:
    """Whether a need would be said no more, or filed where others look for it in vain."""
    memory = target.existing
    if memory.current is None or not _is_need(memory):
        return False
    if _is_moved(memory, target):
        return True
    new = change.restated(target)
    if new is None or not change.unsays(target):
        return False
    if memory.is_fact:
        return change.fact is None or change.fact.key != DIET or _tells_less(memory.current.content, new)
    return any(map(states_need, _lost(memory.current.content, new)))


def _tells_less(old: str, new: str) -> bool:
    """Whether a diet said more than its successor: "vegetarian, no nuts" than "vegan", "vegetarian" than "halal"."""
    before, after = (text.partition(": ")[2] for text in (old, new))
    foods, left = ({*map(normalize_value, foods_left_out(value))} for value in (before, after))
    return bool(foods - left) or ways_lost(before, after)


def _is_moved(memory: Memory, target: Target) -> bool:
    """Whether it would be filed where others, and who noted it, may look for it in vain."""
    return (memory.category, memory.sensitivity) != (target.category, target.sensitivity)


def _spelled(sentence: str) -> str:
    return " ".join(sentence.casefold().split()).rstrip(".;")


def _is_allowed(subjects: Sequence[Subject], actor: Actor, rules: Sequence[Policy]) -> bool:
    """Whether rules that name this agent apply each field that the change touches."""
    named = [subject for subject in subjects if subject.fact_key] or subjects
    rulers = [policies.ruling(subject, actor=actor, rules=rules) for subject in named]
    return all(one and one.agent_id == actor.id and one.outcome == Outcome.APPLY for one in rulers)
