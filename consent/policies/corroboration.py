"""Counting independent evidence for a change that needs corroboration (001 §10)."""

import hashlib
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import Q

from consent.changes import DraftChange
from consent.models import Signal
from consent.outcomes import Waiting
from consent.policies.rules import Ruling
from consent.target import Target
from conversations.models import Session, Turn
from conversations.models.turn import TurnRole
from conversations.turn_events import event_of
from memories.authority import WriteAuthority
from memories.models import Memory
from memories.models.choices import LifecycleState, MemoryType, Trust
from providers.statements import normalize_value
from workspaces import sensitivity

SAME_AGENT = "This one does not count: you have said so already, and it names no other conversation or message."
SAME_MESSAGE = "This one does not count: it names a message that counts already."
SAME_SESSION = "This one does not count: it comes from a conversation that counts already."
SAME_EVIDENCE = "This one does not count: its source counts already."
INSTEAD_OF_CLAIM = "It counts in place of what you said before without naming where it comes from."


def corroborate(
    change: DraftChange, *, target: Target, authority: WriteAuthority, ruling: Ruling
) -> Waiting | list[Signal]:
    """Store the change as a signal. Return the signals that together allow it, or that it waits for more.

    The address is locked, so two writers cannot both be the first.
    """
    digest = digest_of(change, target)
    signal, is_new = Signal.objects.get_or_create(
        digest=digest,
        used_at=None,
        defaults=_values(change, target, authority, digest),
        evidence=_evidence(change, target, authority)["evidence"],
    )
    signals = list(Signal.objects.waiting(digest).order_by("created_at", "id"))
    count = independent(signals)
    if count < ruling.signals_needed and not _is_sure_insight(change, signal, target, authority, ruling):
        memory_id = target.memory.id if target.memory else None
        why = "" if is_new and _adds(signal, signals) else _why_uncounted(signal, signals, is_new=is_new)
        return Waiting(count, ruling.signals_needed, memory_id, uncounted=why)
    return signals


def mark_used(signals: Sequence[Signal], *, memory_id: UUID, authority: WriteAuthority) -> None:
    """Mark the signals as used and delete their value, which is now in the memory."""
    ids = [signal.id for signal in signals]
    Signal.objects.filter(id__in=ids).update(used_at=authority.now, memory_id=memory_id, value="")


def independent(signals: Sequence[Signal]) -> int:
    """Count the signals that are independent of one another.

    Turns count one each; a session only if none of its turns does; an agent's bare claim only if the agent has no
    other signal.
    """
    turns = {signal.turn_id for signal in signals if signal.turn_id}
    heard = {signal.session_id for signal in signals if signal.turn_id}
    sessions = {s.session_id for s in signals if s.session_id and not s.turn_id} - heard
    others = {s.evidence for s in signals if not s.turn_id and not s.session_id and not _is_claim(s)}
    vouched = {signal.agent_id for signal in signals if not _is_claim(signal)}
    claims = {s.agent_id for s in signals if _is_claim(s)} - vouched
    return len(turns) + len(sessions) + len(others) + len(claims)


def _adds(signal: Signal, signals: Sequence[Signal]) -> bool:
    return independent(signals) > independent([one for one in signals if one.id != signal.id])


def _why_uncounted(signal: Signal, signals: Sequence[Signal], *, is_new: bool) -> str:
    """Return the reason why the signal does not count: its evidence counts already."""
    others = [one for one in signals if one.id != signal.id]
    if _is_claim(signal):
        return SAME_AGENT
    if not is_new and not signal.session_id:
        return SAME_EVIDENCE
    if signal.turn_id and not is_new:
        return SAME_MESSAGE
    if signal.session_id and (not is_new or any(one.session_id == signal.session_id for one in others)):
        return SAME_SESSION
    return INSTEAD_OF_CLAIM


def digest_of(change: DraftChange, target: Target) -> str:
    """Return the SHA-256 of the address and the new value, hexadecimal."""
    value = normalize_value(change.own_value)
    parts = (target.namespace_path, change.field_name(target), value)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _is_claim(signal: Signal) -> bool:
    return signal.evidence.startswith("claim:")


def _values(change: DraftChange, target: Target, authority: WriteAuthority, digest: str) -> dict[str, Any]:
    return {
        "person_id": target.person_id,
        "namespace_path": target.namespace_path,
        "category": target.category,
        "sensitivity_rank": sensitivity.rank(target.sensitivity),
        "field": change.field_name(target),
        "value": change.own_value,
        "digest": digest,
        "agent_id": authority.actor.id if authority.actor.is_agent else None,
        "actor_label": authority.actor.label[:128],
        "created_at": authority.now,
        **_evidence(change, target, authority),
    }


def _evidence(change: DraftChange, target: Target, authority: WriteAuthority) -> dict[str, Any]:
    """Return the verified evidence of the change: a turn of that person, or a conversation with them; else a claim."""
    if own := change.signal():
        return own
    draft = change.draft
    session_id = _session_of(draft.session_id, target)
    if draft.evidence_turn_id:
        turn = Turn.objects.filter(Q(person_id=target.person_id), id=draft.evidence_turn_id).first()
        if turn is not None and turn.role == TurnRole.USER:
            return {"evidence": event_of(turn.id), "turn_id": turn.id, "session_id": turn.session_id}
        session_id = turn.session_id if turn is not None else session_id
    if session_id:
        return {"evidence": f"session:{session_id}", "session_id": session_id}
    return {"evidence": f"claim:{authority.actor.id or authority.actor.label}"}


def _session_of(session_id: UUID | None, target: Target) -> UUID | None:
    is_theirs = session_id and Session.objects.filter(Q(person_id=target.person_id), id=session_id).exists()
    return session_id if is_theirs else None


def _is_sure_insight(
    change: DraftChange, signal: Signal, target: Target, authority: WriteAuthority, ruling: Ruling
) -> bool:
    """Whether the server itself inferred it with enough confidence: an insight, or a value drawn from one."""
    confidence = change.insight_confidence()
    if confidence is not None:
        return confidence >= ruling.insight_confidence and authority.trust is Trust.DERIVED
    if signal.insight_id is None:
        return False
    insights = Memory.objects.filter(memory_type=MemoryType.INSIGHT, trust=Trust.DERIVED, state=LifecycleState.ACTIVE)
    return insights.filter(
        Q(person_id=target.person_id), id=signal.insight_id, confidence__gte=ruling.insight_confidence
    ).exists()
