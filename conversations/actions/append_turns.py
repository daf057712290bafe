from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from conversations.access import check_may_write
from conversations.drafts import TurnDraft
from conversations.models import Session, Speaker, Turn
from conversations.speaker_labels import leading_speaker, search_label
from providers.redaction import redact
from workspaces import scope
from workspaces.actors import Actor


class UnknownSession(Exception):
    """No such session within the actor's reach."""


def append_turns(
    *, session_id: UUID, drafts: Sequence[TurnDraft], actor: Actor, now: datetime
) -> list[tuple[Turn, bool]]:
    """Append turns in order; one whose external id the session knows already is answered, not stored again.

    Secrets are redacted first. Returns each turn with a flag that says if it is new. The session's row is locked,
    so positions have no gaps. Raises UnknownSession, NotAllowed.
    """
    contents = [redact(draft.content).text for draft in drafts]
    drafts = [_without_secrets(draft) for draft in drafts]
    with scope.enter(actor.workspace_id):
        session = Session.objects.select_for_update().filter(id=session_id).first()
        if session is None:
            raise UnknownSession
        check_may_write(actor, session.person_id, now=now)
        return _append(session, list(zip(drafts, contents, strict=True)), now)


def _without_secrets(draft: TurnDraft) -> TurnDraft:
    """Speaker and external id without secret-like values, which nobody means to keep there."""
    told = {"speaker": (draft.speaker, 200), "external_id": (draft.external_id, 256)}
    clean = {name: redact(text).text[:limit] for name, (text, limit) in told.items() if text}
    return draft.model_copy(update=clean) if clean else draft


def _append(session: Session, drafts: Sequence[tuple[TurnDraft, str]], now: datetime) -> list[tuple[Turn, bool]]:
    known = _known(session, drafts)
    answer: list[tuple[Turn, bool]] = []
    for draft, content in drafts:
        turn = known.get(draft.external_id)
        is_new = turn is None
        if turn is None:
            session.turn_count += 1
            turn = _build(session, draft, content, now)
            if draft.external_id:
                known[draft.external_id] = turn
        answer.append((turn, is_new))
    new = [turn for turn, is_new in answer if is_new]
    if new:
        Turn.objects.bulk_create(new)
        _remember_speakers(new)
        # Whoever goes on talking opens the conversation again.
        session.last_turn_at, session.closed_at = now, None
        session.save(update_fields=["turn_count", "last_turn_at", "closed_at"])
    return answer


def _known(session: Session, drafts: Sequence[tuple[TurnDraft, str]]) -> dict[str, Turn]:
    ids = [draft.external_id for draft, _ in drafts if draft.external_id]
    return {turn.external_id: turn for turn in Turn.objects.filter(session=session, external_id__in=ids)} if ids else {}


def _remember_speakers(turns: Sequence[Turn]) -> None:
    names = {(turn.person_id, turn.speaker) for turn in turns if turn.speaker}
    Speaker.objects.bulk_create(
        [Speaker(person_id=person_id, name=name) for person_id, name in sorted(names)], ignore_conflicts=True
    )


def _build(session: Session, draft: TurnDraft, content: str, now: datetime) -> Turn:
    speaker, spoken_from = leading_speaker(content, draft.speaker)
    occurred_at = draft.occurred_at or now
    return Turn(
        session=session,
        person_id=session.person_id,
        position=session.turn_count,
        role=draft.role,
        speaker=speaker,
        content=content,
        spoken_from=spoken_from,
        label=search_label(speaker, occurred_at),
        external_id=draft.external_id,
        occurred_at=occurred_at,
        created_at=now,
    )
