"""Theory of mind (001 §3): insights into each person from their messages, once a day."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_noop

from consent.changes import SetFact, WriteMemory
from consent.gate import submit
from consent.outcomes import Applied
from conversations.models import Turn
from conversations.models.turn import TurnRole
from intelligence.checked_writing import checked
from intelligence.model_access import ask
from intelligence.models import Budget, Kind
from intelligence.own_turns import names_of, own_text, speakers_by_person
from memories.drafts import FactDraft, MemoryDraft
from memories.importance import to_unit
from memories.models import Memory
from memories.models.choices import MemoryType
from memories.models.fact import FactCategory
from memories.writing_rules import NotWritable, Style
from providers.llm import Completion, ModelUnavailable, Rules, language_model
from providers.llm.rules.words import content_words
from providers.llm.tasks import Insight, Insights, Line, Observed
from providers.llm.tasks import gain_insights as task_of
from workspaces import scope
from workspaces.actors import system_actor
from workspaces.models import Person

log = logging.getLogger(__name__)
PEOPLE = 20
# 001 §3's inputs.
ACTIVITY, NEW_MEMORIES, SNIPPET_CHARACTERS = 5, 3, 1_000
# The rules count in more messages than a model receives.
COUNTED_TURNS = 100


def gain_insights(*, workspace_id: UUID, now: datetime) -> int:
    """Gain insights into a batch of people who spoke and were not analysed for INSIGHT_PAUSE_HOURS; returns how many.

    Run one at a time in a workspace.
    """
    analysed = 0
    for person in _people(workspace_id, now):
        try:
            _analyse(person, workspace_id, now)
        except ModelUnavailable as error:
            log.warning("Insights wait for the language model: %s", error)
            break
        analysed += 1
    return analysed


def _people(workspace_id: UUID, now: datetime) -> list[Person]:
    """Return people who spoke within the pause and were not analysed since it began."""
    since = now - timedelta(hours=settings.INSIGHT_PAUSE_HOURS)
    with scope.enter(workspace_id):
        analysed_lately = Budget.objects.filter(kind=Kind.INSIGHTS, updated_at__gt=since).values("person_id")
        active = Turn.objects.filter(created_at__gt=since, role=TurnRole.USER).values("person_id")
        return list(Person.objects.filter(id__in=active).exclude(id__in=analysed_lately).order_by("id")[:PEOPLE])


def _analyse(person: Person, workspace_id: UUID, now: datetime) -> None:
    """Analyse one person and record it, also when it yields no insight."""
    with scope.enter(workspace_id):
        episodes = _newest(person, MemoryType.EPISODIC, ACTIVITY, now)
        notes = _newest(person, MemoryType.SEMANTIC, NEW_MEMORIES, now)
        lines = _lines(person)
    observed = Observed(
        activity=tuple(one.current.content for one in episodes),
        memories=tuple(one.current.content for one in notes),
        lines=lines if language_model().is_local else _snippet(lines),
    )
    completion = ask(task_of(observed), workspace_id=workspace_id, now=now)
    sources = () if completion.made_by.startswith(Rules().name) else tuple(one.id for one in [*episodes, *notes])
    _write(completion, person, sources, workspace_id, now)
    with scope.enter(workspace_id):
        Budget.objects.take(Kind.INSIGHTS, 1, now=now, person_id=person.id)


def _newest(person: Person, memory_type: MemoryType, count: int, now: datetime) -> list[Memory]:
    rows = Memory.objects.alive(now=now).filter(person=person, memory_type=memory_type)
    return list(rows.select_related("current").order_by("-created_at", "-id")[:count])


def _lines(person: Person) -> tuple[Line, ...]:
    """Return the last turns of the person's conversations, oldest first."""
    names = names_of(person.name, speakers_by_person({person.id})[person.id])
    rows = Turn.objects.not_deleted().filter(person=person).order_by("-created_at", "-position")[:COUNTED_TURNS]
    return tuple(
        Line(speaker=turn.speaker or turn.role.title(), text=turn.found_by, is_person=own_text(turn, names) is not None)
        for turn in reversed(rows)
    )


def _snippet(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return the last lines within 001 §3's limit of characters."""
    snippet: list[Line] = []
    left = SNIPPET_CHARACTERS
    for line in reversed(lines):
        left -= len(line.text)
        if left < 0:
            break
        snippet.append(line)
    return tuple(reversed(snippet))


def _write(
    completion: Completion[Insights], person: Person, sources: tuple[UUID, ...], workspace_id: UUID, now: datetime
) -> None:
    for insight in completion.answer.insights:
        try:
            text = checked(insight.summary, style=Style.SEMANTIC, workspace_id=workspace_id, now=now)
        except NotWritable as broken:
            log.warning("Skipping an insight: %s", broken)
            continue
        draft = _draft(text, insight, person, completion.made_by).model_copy(update={"derived_from": sources})
        actor = system_actor(workspace_id, "gain_insights")
        outcome = submit(WriteMemory(draft=draft), actor=actor, now=now)
        if insight.tone and isinstance(outcome, Applied):
            submit(_tone(insight, person, outcome.memory_id), actor=actor, now=now)


def _tone(insight: Insight, person: Person, insight_id: UUID) -> SetFact:
    """Return the change of an insight's field: the gate applies it if the insight is confident, else it is a signal
    (001 §10)."""
    draft = FactDraft(
        person_id=person.id,
        category=FactCategory.PREFERENCE,
        key="tone",
        value=insight.tone,
        confidence=insight.confidence,
        insight_id=insight_id,
        reason=gettext_noop("What the person's messages show."),
    )
    return SetFact(draft=draft)


def _draft(text: str, insight: Insight, person: Person, made_by: str) -> MemoryDraft:
    """Return the draft of an insight. Insights that differ only in counts or word order share a key, so that the later
    one updates the earlier."""
    return MemoryDraft(
        namespace=tuple(person.namespace),
        key=f"insight:{'-'.join(sorted(set(content_words(text))))}"[:256],
        content=text,
        memory_type=MemoryType.INSIGHT,
        category="relationship_dynamic",
        importance=to_unit(insight.importance),
        confidence=insight.confidence,
        pinned=False,
        tags=insight.tags,
        source_label=made_by[:128],
        reason=gettext_noop("What the person's messages show."),
    )
