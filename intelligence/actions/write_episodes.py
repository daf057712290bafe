"""Summarising conversations as episodes, in a job (002 flow 1, R18)."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent.changes import WriteMemory
from consent.consented_content import consented_content
from consent.gate import submit
from conversations.models import Session, Turn
from conversations.models.turn import TurnRole
from intelligence.checked_writing import checked
from intelligence.model_access import ask
from memories.drafts import MemoryDraft
from memories.models.choices import MemoryType
from memories.writing_rules import NotWritable, Style
from providers.llm import ModelUnavailable, Rules
from providers.llm.tasks import Line, summarise
from workspaces import scope
from workspaces.actors import system_actor

log = logging.getLogger(__name__)
BATCH = 10
# Turns of the system and of tools are no events (R34).
SPOKEN = (TurnRole.USER, TurnRole.ASSISTANT)


def write_episodes(*, workspace_id: UUID, now: datetime) -> int:
    """Write one episode for each session of a batch that is due; returns how many. Statements that need the person's
    consent are left out: extraction asks about them.

    From EPISODE_TRIGGER_TURNS turns without an episode on, the oldest EPISODE_TURNS become one; so do the remaining
    turns of a closed session, from EPISODE_CLOSING_TURNS on (R35). Idempotent. A session whose model call fails
    stays for the next run.
    """
    with scope.enter(workspace_id):
        due = Session.objects.due_for_episode(settings.EPISODE_TRIGGER_TURNS, settings.EPISODE_CLOSING_TURNS)
        sessions = list(due.select_related("person").order_by("last_turn_at")[:BATCH])
    written = 0
    for session in sessions:
        try:
            _write(session, workspace_id, now)
        except ModelUnavailable as error:
            log.warning("An episode waits for the language model: %s", error)
            break
        written += 1
    return written


def _write(session: Session, workspace_id: UUID, now: datetime) -> None:
    first = session.summarised_turns + 1
    last = session.summarised_turns + _size(session)
    with scope.enter(workspace_id):
        turns = list(
            Turn.objects.not_deleted().filter(session=session, position__range=(first, last)).order_by("position")
        )
    if any(turn.role in SPOKEN for turn in turns):
        text, made_by = _summary(turns, workspace_id, now)
        actor = system_actor(workspace_id, "write_episodes")
        change = WriteMemory(draft=_draft(session, turns, text, made_by), excise=True)
        if consented := consented_content(change, actor=actor, now=now):
            submit(consented, actor=actor, now=now)
    with scope.enter(workspace_id):
        Session.objects.filter(id=session.id, summarised_turns=first - 1).update(summarised_turns=last)


def _size(session: Session) -> int:
    """Return the number of turns of the next episode; the last one of a closed session covers all that remain."""
    left = session.turn_count - session.summarised_turns
    is_last = session.closed_at is not None and left < settings.EPISODE_TURNS + settings.EPISODE_CLOSING_TURNS
    return left if is_last else settings.EPISODE_TURNS


def _summary(turns: Sequence[Turn], workspace_id: UUID, now: datetime) -> tuple[str, str]:
    """Return a summary and the name of its author; the rules summarise if the model's text breaks the writing rules
    (001 §9)."""
    spoken = [turn for turn in turns if turn.role in SPOKEN]
    task = summarise([Line(speaker=turn.speaker or turn.role.title(), text=turn.found_by) for turn in spoken])
    is_urgent = turns[-1].created_at < now - timedelta(seconds=settings.LLM_PATIENCE_SECONDS)
    completion = ask(task, workspace_id=workspace_id, now=now, is_urgent=is_urgent)
    try:
        summary = completion.answer.summary
        return checked(summary, style=Style.EPISODIC, workspace_id=workspace_id, now=now), completion.made_by
    except NotWritable as broken:
        log.warning("%s: %s; falling back to the rules.", completion.made_by, broken)
    by_rules = Rules().carry_out(task)
    return by_rules.answer.summary, by_rules.made_by


def _draft(session: Session, turns: Sequence[Turn], text: str, made_by: str) -> MemoryDraft:
    first, last = turns[0].position, turns[-1].position
    name = f"episode:{session.id}:{first}-{last}"
    return MemoryDraft(
        namespace=tuple(session.person.namespace),
        key=name,
        content=text,
        memory_type=MemoryType.EPISODIC,
        category="event",
        turn_start=first,
        turn_end=last,
        session_id=session.id,
        thread_id=session.thread_id,
        source_event_id=name,
        source_label=made_by[:128],
        occurred_at=turns[-1].occurred_at,
        reason=f"A summary of turns {first} to {last}.",
    )
