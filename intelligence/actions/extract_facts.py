"""Extracts facts from turns, in a job after the turn was stored and answered (002 flow 2)."""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings

from consent.changes import Change, SetFact
from consent.detection.ruled_fields import RULED, restricted_fields
from consent.detection.statements import Detected
from consent.gate import submit_many
from consent.models import Policy
from consent.outcomes import Outcome
from conversations.actions.withhold_values import withhold_words
from conversations.models import Turn
from intelligence.actions.ask_about_needs import ask_about_needs
from intelligence.actions.ask_to_forget import ask_about_regained_foods, ask_to_forget
from intelligence.actions.learn_procedure import learn_procedure
from intelligence.actions.remember_sensitive import KEYS, is_forbidden, is_unanswered, remember_sensitive
from intelligence.actions.remember_statements import may_contain_statements, remember_statements
from intelligence.actions.requests_to_delete import without_requests
from intelligence.allowance import Allowance
from intelligence.fact_changes import (
    GroundedFact,
    changes_for,
    grounded_facts,
    is_outside_withheld,
    needs_first,
    sensitive_of,
)
from intelligence.model_access import ask
from intelligence.own_turns import names_of, own_text, speakers_by_person
from memories.maintenance.index_turns import forget_chunks
from memories.maintenance.record_event import record_event
from memories.models.operational_event import Node, Operation, Status
from providers import statements
from providers.llm import ModelUnavailable, language_model
from providers.llm.tasks import Line, PersonMessage, find_facts
from providers.statements import ILLNESS
from workspaces import scope
from workspaces.actors import system_actor

log = logging.getLogger(__name__)
NAME = "extract_facts"
BATCH = 20
EARLIER_TURNS = 2
# A model that fails twice in a row is down; a single failure may be due to the turn, and must not delay the others.
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
    """Submit what one turn states; `text` None means that another person speaks. Idempotent.

    Requests to forget, or not to remember, state nothing; the person is asked whether to forget.
    """
    if text:
        stated, sensitive = without_requests(statements.without_forget_requests(text))
        _withhold(turn, dict.fromkeys(sensitive, ""), workspace_id)
        if stated.strip():
            _read(turn, stated, Allowance(turn, workspace_id, now))
            ask_about_regained_foods(turn, stated, workspace_id=workspace_id, now=now)
        ask_to_forget(turn, text, workspace_id=workspace_id, now=now)
    with scope.enter(workspace_id):
        Turn.objects.unextracted().filter(id=turn.id).update(extracted_at=now)


def _read(turn: Turn, text: str, allowance: Allowance) -> None:
    """Submit what a text states: first what needs the person's consent, then what is not withheld."""
    workspace_id, now = allowance.workspace_id, allowance.now
    is_urgent = turn.created_at < now - timedelta(seconds=settings.LLM_PATIENCE_SECONDS)
    facts, changes = _found(turn, text, allowance, is_urgent)
    restricted = _restricted_fields(changes, turn.person_id, workspace_id)
    sensitive = sensitive_of(changes, restricted & {*RULED, ILLNESS})
    unanswered = _submit(sensitive, facts, workspace_id, now)
    # A denied fact makes no question, so the message's statement of it is still submitted.
    known = [fact for fact in facts if not fact.found.denied]
    unanswered |= remember_sensitive(turn, text, known=known, workspace_id=workspace_id, now=now)
    disclosed = _disclosed_text(turn, text, unanswered, workspace_id)
    hidden = {fact.address for fact in facts if not is_outside_withheld(fact, text, disclosed)}
    left = [one for one in changes if one not in sensitive and _address(one) not in hidden]
    _submit_everyday(turn, left, facts, restricted, allowance)
    ask_about_needs(turn, text, known=facts, allowance=allowance)
    if may_contain_statements(text, len(facts)):
        remember_statements(turn, disclosed, allowance=allowance, is_urgent=is_urgent)
    learn_procedure(turn, disclosed, allowance=allowance, is_urgent=is_urgent)


def _found(turn: Turn, text: str, allowance: Allowance, is_urgent: bool) -> tuple[list[GroundedFact], list[Change]]:
    """Return the facts that a turn states, and their changes, the most important first."""
    workspace_id, now = allowance.workspace_id, allowance.now
    message = PersonMessage(text=text, speaker=turn.speaker or turn.person.name, earlier=_earlier(turn, workspace_id))
    completion = ask(find_facts(message), workspace_id=workspace_id, now=now, is_urgent=is_urgent)
    facts = grounded_facts(completion.answer.facts, text)
    if not facts:
        return [], []
    with scope.enter(workspace_id):
        ranked = sorted(facts, key=lambda one: -one.found.importance)
        return facts, changes_for(ranked, turn, turn.session.thread_id)


def _restricted_fields(changes: Iterable[Change], person_id: UUID, workspace_id: UUID) -> frozenset[str]:
    """Return the fields of the changes that a rule, for anybody or this person, does not simply let be stored."""
    keys = {one.draft.key for one in changes if isinstance(one, SetFact)}
    if not keys:
        return frozenset()
    with scope.enter(workspace_id):
        return restricted_fields(Policy.objects.restricting(), {person_id}, plain=keys)


def _address(change: Change) -> tuple[str, str, str] | None:
    """Return the address of the fact that a change sets; None for other changes."""
    return (change.draft.category, change.draft.key, change.draft.item) if isinstance(change, SetFact) else None


def _submit_everyday(
    turn: Turn,
    changes: Sequence[Change],
    facts: Sequence[GroundedFact],
    restricted: Collection[str],
    allowance: Allowance,
) -> None:
    """Submit what is not sensitive, and withhold the words that a rule does not let be stored."""
    workspace_id, now = allowance.workspace_id, allowance.now
    ruled = [one for one in changes if isinstance(one, SetFact) and one.draft.key in restricted]
    words = _submit(ruled, facts, workspace_id, now)
    others, needs = needs_first([one for one in changes if one not in ruled])
    allowed = allowance.take(len(others), needs=needs)
    words |= _submit(others[:allowed], facts, workspace_id, now, is_left=is_forbidden)
    _withhold(turn, words, workspace_id)


def _submit(
    changes: Sequence[Change],
    facts: Sequence[GroundedFact],
    workspace_id: UUID,
    now: datetime,
    *,
    is_left: Callable[[Outcome], bool] = is_unanswered,
) -> dict[str, str]:
    """Submit statements; return the words, with the field, of those that are neither stored nor asked about.

    No allowance limits what is sensitive or restricted, because a statement without a question would not be withheld.
    """
    outcomes = submit_many(changes, actor=system_actor(workspace_id, NAME), now=now)
    left = {_address(change) for change, one in zip(changes, outcomes, strict=True) if is_left(one)}
    return {fact.found.quote: fact.key for fact in facts if fact.address in left}


def _withhold(turn: Turn, words: Mapping[str, str], workspace_id: UUID) -> None:
    if words:
        with scope.enter(workspace_id):
            if withhold_words(turn.id, words, person_id=turn.person_id):
                forget_chunks([turn.id])


def _disclosed_text(turn: Turn, text: str, unanswered: Mapping[str, str], workspace_id: UUID) -> str:
    """Return the turn's text with blanks for withheld words, after withholding its `unanswered` words, too.

    A sentence that is only withheld for a name, a city or a language is not blanked.
    """
    _withhold(turn, unanswered, workspace_id)
    with scope.enter(workspace_id):
        turn.refresh_from_db(fields=["withheld"])
    begin = len(turn.content) - len(text)
    spans = [(max(start - begin, 0), max(end - begin, 0)) for start, end in turn.withheld]
    found = Detected([text])[text] if spans else ()
    for start, end in spans:
        keys = {one.key for one in found if one.start < end and start < one.end}
        if not keys or keys & KEYS:
            text = text[:start] + " " * (end - start) + text[end:]
    return text


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
    """Return the preceding turns for a model; the rules do not use them."""
    if language_model().is_local:
        return ()
    with scope.enter(workspace_id):
        rows = (
            Turn.objects.not_deleted()
            .filter(session_id=turn.session_id, position__range=(turn.position - EARLIER_TURNS, turn.position - 1))
            .order_by("position")
        )
        return tuple(Line(speaker=row.speaker or row.role.title(), text=row.spoken) for row in rows)
