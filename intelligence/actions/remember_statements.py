"""The multi-fact pass (001 §13): lasting statements of a turn beyond the fields of the profile."""

from collections.abc import Sequence
from hashlib import sha256

from django.conf import settings
from django.utils.translation import gettext_noop

from consent.changes import WriteMemory
from consent.gate import submit
from conversations.models import Turn
from conversations.turn_events import event_of
from intelligence.allowance import Allowance
from intelligence.checked_writing import checked
from intelligence.fact_changes import is_quoted
from intelligence.model_access import ask
from intelligence.relative_time import dated
from memories.drafts import MemoryDraft
from memories.importance import to_unit
from memories.models.choices import MemoryType
from memories.writing_rules import NotWritable, Style
from providers.llm.rules.words import content_words, is_negated, numbers
from providers.llm.tasks import FoundMemory, PersonMessage, find_memories
from workspaces.actors import system_actor

# The number of facts from which a turn may contain more statements.
MANY_FACTS = 2


def may_contain_statements(text: str, fact_count: int) -> bool:
    """Whether a turn is long or contains several facts: the trigger of 001 §13."""
    return len(text) >= settings.MULTI_FACT_CHARACTERS or fact_count >= MANY_FACTS


def remember_statements(turn: Turn, text: str, *, allowance: Allowance, is_urgent: bool = False) -> int:
    """Submit as many statements of a turn as its allowance permits; return their number.

    Statements that differ only in wording share a key, so that the later one updates the earlier. Raises
    ModelUnavailable.
    """
    workspace_id, now = allowance.workspace_id, allowance.now
    message = PersonMessage(text=text, speaker=turn.speaker)
    completion = ask(find_memories(message), workspace_id=workspace_id, now=now, is_urgent=is_urgent)
    found = [one for one in completion.answer.memories if is_quoted(one.quote, text)]
    drafts = _drafts(found, turn, allowance, completion.made_by)
    allowed = drafts[: allowance.take(len(drafts))]
    for draft in allowed:
        submit(WriteMemory(draft=draft), actor=system_actor(workspace_id, "remember_statements"), now=now)
    return len(allowed)


def _drafts(found: Sequence[FoundMemory], turn: Turn, allowance: Allowance, made_by: str) -> list[MemoryDraft]:
    """Return drafts of the statements that follow the writing rules, each once, with dates for "last week"."""
    drafts: dict[str, MemoryDraft] = {}
    for one in found:
        try:
            summary = checked(one.summary, style=Style.SEMANTIC, workspace_id=allowance.workspace_id, now=allowance.now)
        except NotWritable:
            continue
        draft = statement_draft(
            turn, summary, category=one.category, importance=to_unit(one.importance), made_by=made_by
        )
        content = dated(summary, turn.occurred_at)
        drafts.setdefault(draft.key, draft.model_copy(update={"content": content}))
    return list(drafts.values())


def statement_draft(turn: Turn, text: str, *, category: str, importance: float, made_by: str = "") -> MemoryDraft:
    """Return the draft of a turn's statement, with the turn as its evidence. Texts with the same words share a key."""
    return MemoryDraft(
        namespace=("memories", str(turn.person_id)),
        key=f"said:{fingerprint(text)}",
        content=text,
        memory_type=MemoryType.SEMANTIC,
        category=category,
        importance=importance,
        confidence=0.7,
        reason=gettext_noop("From what you said."),
        evidence_turn_id=turn.id,
        source_event_id=event_of(turn.id),
        source_label=made_by[:128],
        session_id=turn.session_id,
        thread_id=turn.session.thread_id,
        occurred_at=turn.occurred_at,
    )


def fingerprint(text: str) -> str:
    """Return a key that is equal for texts with the same words, numbers and polarity."""
    parts = (*sorted(set(content_words(text))), *sorted(numbers(text)), str(is_negated(text)))
    return sha256("\x1f".join(parts).encode()).hexdigest()[:32]
