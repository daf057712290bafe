"""Procedural memory (001 §12): steps that the person asks to remember or confirms to have worked."""

import re
from hashlib import sha256
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes import WriteMemory
from consent.gate import submit
from conversations.models import Turn
from conversations.models.turn import TurnRole
from conversations.turn_events import event_of
from intelligence.allowance import Allowance
from intelligence.model_access import ask
from memories import limits
from memories.drafts import MemoryDraft
from memories.models.choices import MemoryType
from providers.llm.rules.words import content_words
from providers.llm.tasks import Procedure, Workflow, write_procedure
from workspaces import scope
from workspaces.actors import system_actor

LEAST_STEPS = 2
STEP_CHARACTERS = 280
# The share of a step's words that its source text must contain.
SHARED_WORDS = 0.5
_STEP = re.compile(r"^\s*(?:step\s+)?\d{1,2}\s*[.):-]\s+\S", re.IGNORECASE | re.MULTILINE)
_ASKED = re.compile(
    r"\b(?:remember|save|store|keep|note down|write down|memori[sz]e|learn)\b[^.?!\n]{0,60}?"
    r"\b(?:steps?|procedure|process|workflow|recipe|checklist|routine|instructions|how (?:to|we|i))\b",
    re.IGNORECASE,
)
_WORKED = re.compile(
    r"\b(?:(?:that|it|this|which) (?:has )?worked|works (?:now|perfectly|great)|that did (?:it|the trick)|"
    r"those steps (?:worked|work))\b",
    re.IGNORECASE,
)
_NOT_WORKED = re.compile(r"\b(?:not|n['’]?t|never|hardly|almost)\b", re.IGNORECASE)
_NO_COMMAND = re.compile(r"^(?:i|you|we|he|she|it|they|there|this|that|the|a|an|my|your|our)\b|^\W", re.IGNORECASE)


def learn_procedure(turn: Turn, text: str, *, allowance: Allowance, is_urgent: bool = False) -> bool:
    """Submit the steps that a turn asks to remember or confirms; return whether there were any to store.

    Raises ModelUnavailable.
    """
    workspace_id, now = allowance.workspace_id, allowance.now
    workflow = _workflow(turn, text, workspace_id)
    if workflow is None:
        return False
    completion = ask(write_procedure(workflow), workspace_id=workspace_id, now=now, is_urgent=is_urgent)
    procedure = completion.answer
    if not _is_grounded(procedure, workflow) or not allowance.take(1):
        return False
    draft = _draft(procedure, turn, completion.made_by)
    submit(WriteMemory(draft=draft), actor=system_actor(workspace_id, "learn_procedure"), now=now)
    return True


def _workflow(turn: Turn, text: str, workspace_id: UUID) -> Workflow | None:
    """Return the text with the steps: the turn itself if it asks to remember them, else the preceding turn of the
    assistant; None without steps."""
    is_asked = bool(_ASKED.search(text))
    if is_asked and _step_count(text) >= LEAST_STEPS:
        return Workflow(request="", text=text)
    if not is_asked and (not _WORKED.search(text) or _NOT_WORKED.search(text)):
        return None
    with scope.enter(workspace_id):
        before = Turn.objects.filter(session_id=turn.session_id, position=turn.position - 1).first()
    if before is None or before.role != TurnRole.ASSISTANT or _step_count(before.found_by) <= LEAST_STEPS - is_asked:
        return None
    return Workflow(request=text if is_asked else "", text=before.found_by)


def _step_count(text: str) -> int:
    return len(_STEP.findall(text))


def _is_grounded(procedure: Procedure, workflow: Workflow) -> bool:
    """Whether all steps are commands of bounded length from the text; one that the model made up rejects them all."""
    known = set(content_words(f"{workflow.request} {workflow.text}"))
    return (
        bool(procedure.title)
        and len(procedure.steps) >= LEAST_STEPS
        and all(len(step) <= STEP_CHARACTERS and not _NO_COMMAND.match(step) for step in procedure.steps)
        and all(_is_in_text(step, known) for step in procedure.steps)
    )


def _is_in_text(step: str, known: set[str]) -> bool:
    words = content_words(step)
    return not words or sum(word in known for word in words) >= SHARED_WORDS * len(words)


def _draft(procedure: Procedure, turn: Turn, made_by: str) -> MemoryDraft:
    steps = "\n".join(f"{number}. {step}" for number, step in enumerate(procedure.steps, start=1))
    name = sha256(" ".join(procedure.title.casefold().split()).encode()).hexdigest()[:32]
    return MemoryDraft(
        namespace=("memories", str(turn.person_id)),
        key=f"procedure:{name}",
        title=procedure.title[: limits.TITLE_CHARACTERS],
        content=f"{procedure.title}\n{steps}",
        memory_type=MemoryType.PROCEDURAL,
        category="procedural",
        tags=procedure.tags,
        reason=gettext_noop("Steps that the person asked to remember, or that worked for them."),
        evidence_turn_id=turn.id,
        source_event_id=event_of(turn.id),
        source_label=made_by[:128],
        session_id=turn.session_id,
        thread_id=turn.session.thread_id,
    )
