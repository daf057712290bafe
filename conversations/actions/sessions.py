"""Opening sessions, appending turns, and closing sessions that went idle."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet

from conversations.access import check_may_converse, check_may_write, check_takes_part, may_continue, may_read
from conversations.actions.withhold_values import withhold_from_new
from conversations.drafts import TurnDraft
from conversations.models import Session, Speaker, Turn
from conversations.speaker_labels import effective_role, leading_speaker, search_label
from providers.language import ENGLISH, detect_language
from providers.redaction import redact
from workspaces import scope
from workspaces.actors import Actor
from workspaces.models import Person
from workspaces.namespaces import default_thread

ID_CHARACTERS, SPEAKER_CHARACTERS, TITLE_CHARACTERS = 256, 200, 200


class UnknownSession(Exception):
    """There is no such session in the entered workspace that the actor may add to."""


class _Clean(NamedTuple):
    """A draft without secrets, and the kinds of those that were cut out. Marks may make `content` too long for one."""

    draft: TurnDraft
    content: str
    redacted: tuple[str, ...]


def open_session(
    *,
    person_id: UUID,
    actor: Actor,
    now: datetime,
    external_id: str = "",
    thread_id: str = "",
    title: str = "",
    imported_from: str = "",
) -> tuple[Session, bool]:
    """Open a session with a person, or return the one with that `external_id`; the flag says whether it is new.

    Without a thread it belongs to the person's default thread (R20); secrets in either id are redacted. One without a
    title gets this one, which holds none, unless its person deleted messages, which it may quote. `imported_from` names
    the file of an import, kept if no agent began the conversation. Raises
    NotAllowed, UnknownPerson.
    """
    external_id, thread_id = redact(external_id).text[:ID_CHARACTERS], redact(thread_id).text[:ID_CHARACTERS]
    check_may_converse(actor)
    with scope.enter(actor.workspace_id):
        check_may_write(actor, person_id, now=now)
        values = {
            "agent_id": actor.id if actor.is_agent else None,
            "is_apart": actor.is_agent and not may_read(actor, person_id, now=now),
            "thread_id": thread_id or default_thread(person_id),
        }
        if external_id:
            session, is_new = _named(external_id, person_id, values)
        else:
            session, is_new = Session.objects.create(person_id=person_id, **values), True
        if title:
            Session.objects.filter(id=session.id, title="", erased_turns=0).update(title=title)
        if imported_from:
            rows = Session.objects.filter(id=session.id, imported_from="", agent_id=None)
            rows.update(imported_from=imported_from)
        return session, is_new


def _named(external_id: str, person_id: UUID, values: dict[str, Any]) -> tuple[Session, bool]:
    """An agent that may not read the person's sessions has its own for each `external_id`, separate from others'."""
    rows = Session.objects.filter(person_id=person_id, external_id=external_id)
    own = Q(agent_id=values["agent_id"]) if values["agent_id"] else Q(pk__in=[])
    continued = rows.filter(own if values["is_apart"] else own | Q(is_apart=False))
    if found := continued.order_by("is_apart").first():
        return found, False
    # Where it is begun meanwhile, that one is returned.
    key = ("agent_id", "is_apart") if values["is_apart"] else ("is_apart",)
    named = {"person_id": person_id, "external_id": external_id} | {name: values[name] for name in key}
    return Session.objects.get_or_create(**named, defaults=values)


def append_turns(
    *, session_id: UUID, drafts: Sequence[TurnDraft], actor: Actor, now: datetime, is_recorded: bool = False
) -> list[tuple[Turn, bool]]:
    """Append turns in order; a turn whose external id the session already has is returned, not stored again.

    Secrets are redacted first; `redacted` of a turn names their kinds. Returns each turn with a flag that says whether
    it is new. The session's row is locked, so positions have no gaps. What `is_recorded` was said when its turns
    occurred; all else is said now. Raises NotAllowed, UnknownSession, UnknownPerson.
    """
    clean = [_without_secrets(draft) for draft in drafts]
    with scope.enter(actor.workspace_id):
        # Without locking foreign keys: a transaction that locks the person's turns may refer to the session.
        rows = Session.objects.select_for_update(no_key=True)
        session = writable_session(session_id, rows=rows, actor=actor, now=now)
        agent_id = actor.id if actor.is_agent else None
        return _append(session, clean, now, agent_id, is_recorded=is_recorded)


def writable_session(session_id: UUID, *, rows: QuerySet[Session], actor: Actor, now: datetime) -> Session:
    """Return the session among `rows` if the actor may add to it; for actors who may not read it, it does not exist. In
    the entered scope.

    Raises NotAllowed, UnknownSession, UnknownPerson.
    """
    check_may_converse(actor)
    session = rows.filter(id=session_id).first()
    if session is None or not may_continue(actor, session, now=now):
        raise UnknownSession
    check_may_write(actor, session.person_id, now=now)
    check_takes_part(actor, session, now=now)
    return session


def _without_secrets(draft: TurnDraft) -> _Clean:
    content, speaker, external_id = redact(draft.content), redact(draft.speaker), redact(draft.external_id)
    kinds = {finding.kind for part in (content, speaker, external_id) for finding in part.findings}
    names = {"speaker": speaker.text[:SPEAKER_CHARACTERS], "external_id": external_id.text[:ID_CHARACTERS]}
    return _Clean(draft.model_copy(update=names), content.text, tuple(sorted(kinds)))


def _append(
    session: Session, drafts: Sequence[_Clean], now: datetime, agent_id: UUID | None, *, is_recorded: bool
) -> list[tuple[Turn, bool]]:
    ids = [draft.external_id for draft, _, _ in drafts if draft.external_id]
    known = (
        {turn.external_id: turn for turn in Turn.objects.filter(session=session, external_id__in=ids)} if ids else {}
    )
    answer: list[tuple[Turn, bool]] = []
    for draft, content, redacted in drafts:
        turn = known.get(draft.external_id)
        is_new = turn is None
        if turn is None:
            session.turn_count += 1
            turn = _build(session, draft, content, now, agent_id)
            if draft.external_id:
                known[draft.external_id] = turn
        turn.redacted = tuple(sorted({*turn.redacted, *redacted}))
        answer.append((turn, is_new))
    new = [turn for turn, is_new in answer if is_new]
    if new:
        withhold_from_new(new, person_id=session.person_id)
        Turn.objects.bulk_create(new)
        _remember_speakers(new)
        for language in {turn.language for turn in new} - {ENGLISH}:
            scope.send_later(Person.objects.language_added(session.person_id, language))
        # A new turn reopens a closed session.
        session.last_turn_at, session.closed_at = _last_turn_at(session, new, now) if is_recorded else now, None
        session.save(update_fields=["turn_count", "last_turn_at", "closed_at"])
    return answer


def _last_turn_at(session: Session, turns: Sequence[Turn], now: datetime) -> datetime:
    occurred = [turn.occurred_at or now for turn in turns]
    return max([*occurred, session.last_turn_at] if session.last_turn_at else occurred)


def _remember_speakers(turns: Sequence[Turn]) -> None:
    names = {(turn.person_id, turn.speaker) for turn in turns if turn.speaker}
    Speaker.objects.bulk_create(
        [Speaker(person_id=person_id, name=name) for person_id, name in sorted(names)], ignore_conflicts=True
    )


def _build(session: Session, draft: TurnDraft, content: str, now: datetime, agent_id: UUID | None) -> Turn:
    role, given = effective_role(draft.role, draft.speaker)
    speaker, spoken_from = leading_speaker(content, given)
    occurred_at = draft.occurred_at or now
    return Turn(
        session=session,
        person_id=session.person_id,
        agent_id=agent_id,
        position=session.turn_count,
        role=role,
        speaker=speaker,
        content=content,
        spoken_from=spoken_from,
        label=search_label(speaker, occurred_at),
        external_id=draft.external_id,
        occurred_at=occurred_at,
        created_at=now,
        language=detect_language(content[spoken_from:]),
    )


def close_sessions(*, now: datetime) -> list[Session]:
    """Close and return the sessions without a turn for SESSION_IDLE_MINUTES. Runs in the entered scope.

    A later turn reopens its session.
    """
    idle_since = now - timedelta(minutes=settings.SESSION_IDLE_MINUTES)
    # Locked, so that a concurrent turn is either seen here or reopens its session.
    quiet = list(Session.objects.idle_since(idle_since).select_for_update())
    Session.objects.filter(id__in=[session.id for session in quiet]).update(closed_at=now)
    return quiet
