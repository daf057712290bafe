"""Extracting facts from turns, in a job after the turn was stored and answered (002 flow 2)."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent.gate import submit_many
from conversations.actions.withhold_values import withhold_words
from conversations.models import Turn
from intelligence.actions.ask_to_forget import ask_to_forget
from intelligence.actions.learn_procedure import learn_procedure
from intelligence.actions.remember_sensitive import is_unanswered, remember_sensitive
from intelligence.actions.remember_statements import may_hold_statements, remember_statements
from intelligence.allowance import Allowance
from intelligence.fact_changes import GroundedFact, changes_for, grounded_facts, sensitive_of
from intelligence.model_access import ask
from intelligence.own_turns import names_of, own_text, speakers_by_person
from memories.maintenance.index_turns import forget_chunks
from memories.maintenance.record_event import record_event
from memories.models.operational_event import Node, Operation, Status
from providers import statements
from providers.llm import ModelUnavailable, language_model
from providers.llm.tasks import Line, Said, find_facts
from workspaces import scope
from workspaces.actors import system_actor

log = logging.getLogger(__name__)
BATCH = 20
EARLIER_TURNS = 2
# A model that fails twice in a row is down; one failure may be the turn's, and must not hold up the others.
FAILURES = 2


def extract_facts(*, workspace_id: UUID, now: datetime) -> int:
    """Extract facts from the oldest unprocessed turns; returns how many turns were processed.

    A turn whose model call fails stays for the next run. Run one at a time in a workspace, so that turns are processed
    in order.
    """
    with scope.enter(workspace_id):
        rows = Turn.objects.unextracted().select_related("session", "person").order_by("created_at", "position")
        waiting = list(rows[:BATCH])
        speakers = speakers_by_person({turn.person_id for turn in waiting})
    done = failures = 0
    for turn in waiting:
        names = names_of(turn.person.name, speakers[turn.person_id])
        try:
            _extract(turn, own_text(turn, names), workspace_id, now)
        except ModelUnavailable as error:
            log.warning("A turn waits for the language model: %s", error)
            _note_failure(turn, workspace_id, now)
            failures += 1
            if failures == FAILURES:
                break
        else:
            done, failures = done + 1, 0
    return done


def _extract(turn: Turn, text: str | None, workspace_id: UUID, now: datetime) -> None:
    """Submit what one turn states; `text` None means that somebody else speaks. Idempotent.

    What the person asks in it to forget, or not to remember, states nothing; whether to forget it, they are asked.
    """
    unanswered: list[str] = []
    if text and (said := statements.said(text)).strip():
        unanswered = _read(turn, said, Allowance(turn, workspace_id, now))
    if text:
        ask_to_forget(turn, text, workspace_id=workspace_id, now=now)
    with scope.enter(workspace_id):
        if unanswered and withhold_words(turn.id, unanswered, person_id=turn.person_id):
            forget_chunks([turn.id])
        Turn.objects.unextracted().filter(id=turn.id).update(extracted_at=now)


def _read(turn: Turn, text: str, allowance: Allowance) -> list[str]:
    """Submit what a text states; returns the words that are sensitive and neither stored nor asked about."""
    workspace_id, now = allowance.workspace_id, allowance.now
    is_urgent = turn.created_at < now - timedelta(seconds=settings.LLM_PATIENCE_SECONDS)
    facts, unanswered = _set_facts(turn, text, allowance, is_urgent)
    # What is denied makes no question, and still tells what was so.
    known = {fact.key for fact in facts if not fact.found.denied}
    unanswered += remember_sensitive(turn, text, known=known, workspace_id=workspace_id, now=now)
    if may_hold_statements(text, len(facts)):
        remember_statements(turn, text, allowance=allowance, is_urgent=is_urgent)
    learn_procedure(turn, text, allowance=allowance, is_urgent=is_urgent)
    return unanswered


def _set_facts(turn: Turn, text: str, allowance: Allowance, is_urgent: bool) -> tuple[list[GroundedFact], list[str]]:
    """Submit the facts of a turn, the most important ones if it may not bring all; returns all that it states, and the
    words of those that are sensitive and neither stored nor asked about.

    No allowance limits what is sensitive, because what is not asked about is withheld from nobody.
    """
    workspace_id, now = allowance.workspace_id, allowance.now
    said = Said(text=text, speaker=turn.speaker or turn.person.name, earlier=_earlier(turn, workspace_id))
    completion = ask(find_facts(said), workspace_id=workspace_id, now=now, is_urgent=is_urgent)
    facts = grounded_facts(completion.answer.facts, text)
    if not facts:
        return [], []
    with scope.enter(workspace_id):
        ranked = sorted(facts, key=lambda one: -one.found.importance)
        changes = changes_for(ranked, turn, turn.session.thread_id)
    sensitive = sensitive_of(changes)
    others = [change for change in changes if change not in sensitive]
    asked = [*sensitive, *others[: allowance.take(len(others))]]
    outcomes = submit_many(asked, actor=system_actor(workspace_id, "extract_facts"), now=now)
    left = {change.draft.value for change, one in zip(sensitive, outcomes, strict=False) if is_unanswered(one)}
    return facts, [fact.found.quote for fact in facts if fact.value in left]


def _note_failure(turn: Turn, workspace_id: UUID, now: datetime) -> None:
    with scope.enter(workspace_id):
        record_event(
            node=Node.WORKER,
            op=Operation.CLASSIFY,
            status=Status.ERROR,
            now=now,
            person_id=turn.person_id,
            thread_id=turn.session.thread_id,
        )


def _earlier(turn: Turn, workspace_id: UUID) -> tuple[Line, ...]:
    """The preceding turns, for a model; the rules do not use them."""
    if language_model().is_local:
        return ()
    with scope.enter(workspace_id):
        rows = Turn.objects.filter(
            session_id=turn.session_id, position__range=(turn.position - EARLIER_TURNS, turn.position - 1)
        ).order_by("position")
        return tuple(Line(speaker=row.speaker or row.role.title(), text=row.spoken) for row in rows)
