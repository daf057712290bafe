"""Sessions and memory of Google's Agent Development Kit on a memory server. `pip install "memory-server-client[adk]"`.

The `user_id` of ADK is a person's `external_id`; who is not known yet is added.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from google.adk.errors.already_exists_error import AlreadyExistsError
from google.adk.events.event import Event
from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.sessions.base_session_service import BaseSessionService, GetSessionConfig, ListSessionsResponse
from google.adk.sessions.session import Session
from google.adk.sessions.state import State
from google.genai.types import Content, Part

from memory_server.calls import Call, model, without_none, written
from memory_server.client import MemoryClient
from memory_server.flows import Flow, Runner
from memory_server.models import QueryItems, ThreadList, User, UserPage
from memory_server.results import OnWaiting, tell_waiting
from memory_server.transcripts import Said, Stored, Transcript

FOUND_AT_MOST = 10
PAGE = 100
SHARED = (State.APP_PREFIX, State.USER_PREFIX)


class MemoryServerSessionService(BaseSessionService):
    """Sessions with their events and state, kept exactly, and erased and exported with the person.

    State of the prefix `user:` is shared by the sessions of a person. State of the prefix `app:` has no person that it
    could belong to, so it is kept with each person as theirs.
    """

    def __init__(self, client: MemoryClient) -> None:
        self._runner = Runner(client)
        self._people = _People()

    async def create_session(
        self,
        *,
        app_name: str,
        user_id: str,
        state: dict[str, Any] | None = None,
        session_id: str | None = None,
    ) -> Session:
        name = (session_id or "").strip() or str(uuid4())
        return await self._runner.arun(self._create(app_name, user_id, name, state or {}))

    async def get_session(
        self, *, app_name: str, user_id: str, session_id: str, config: GetSessionConfig | None = None
    ) -> Session | None:
        return await self._runner.arun(self._get(app_name, user_id, session_id.strip(), config))

    async def list_sessions(self, *, app_name: str, user_id: str | None = None) -> ListSessionsResponse:
        return await self._runner.arun(self._list(app_name, user_id))

    async def delete_session(self, *, app_name: str, user_id: str, session_id: str) -> None:
        await self._runner.arun(self._delete(app_name, user_id, session_id.strip()))

    async def get_user_state(self, *, app_name: str, user_id: str) -> dict[str, Any]:
        return await self._runner.arun(self._user_state(app_name, user_id))

    async def append_event(self, session: Session, event: Event) -> Event:
        if event.partial:
            return event
        event = await super().append_event(session, event)
        session.last_update_time = event.timestamp
        await self._runner.arun(self._append(session, event))
        return event

    def _create(self, app: str, user: str, name: str, state: dict[str, Any]) -> Flow[Session]:
        person = yield from self._people.id_of(user)
        kept = {key: value for key, value in state.items() if not key.startswith(State.TEMP_PREFIX)}

        def create(stored: Stored) -> None:
            if stored.more:
                raise AlreadyExistsError(f"Session with id {name} already exists.")
            stored.more = {"state": _own(kept), "updated": time.time()}

        yield from _session(person, app, name).change(create)
        yield from self._share(person, app, kept)
        found = yield from self._get(app, user, name, None)
        assert found is not None
        return found

    def _get(self, app: str, user: str, name: str, config: GetSessionConfig | None) -> Flow[Session | None]:
        person = yield from self._people.id_of(user)
        stored = yield from _session(person, app, name).load()
        if stored.tag is None:
            return None
        session = _as_session(app, user, name, stored, (yield from _shared(person, app).load()))
        session.events = _recent([Event.model_validate(item) for item in stored.items], config)
        return session

    def _list(self, app: str, user: str | None) -> Flow[ListSessionsResponse]:
        users = [user] if user is not None else (yield from self._people.all())
        found: list[Session] = []
        for one in users:
            person = yield from self._people.id_of(one)
            shared = yield from _shared(person, app).load()
            for name in (yield from _names(person, app)):
                stored = yield from _session(person, app, name).load()
                found.append(_as_session(app, one, name, stored, shared))
        return ListSessionsResponse(sessions=sorted(found, key=lambda session: session.last_update_time))

    def _delete(self, app: str, user: str, name: str) -> Flow[None]:
        person = yield from self._people.id_of(user)
        yield from _session(person, app, name).delete()

    def _user_state(self, app: str, user: str) -> Flow[dict[str, Any]]:
        person = yield from self._people.id_of(user)
        shared = yield from _shared(person, app).load()
        prefix = State.USER_PREFIX
        return {key.removeprefix(prefix): value for key, value in shared.more.items() if key.startswith(prefix)}

    def _append(self, session: Session, event: Event) -> Flow[None]:
        person = yield from self._people.id_of(session.user_id)
        delta = dict(event.actions.state_delta) if event.actions else {}
        item = event.model_dump(mode="json", by_alias=True, exclude_none=True)

        def append(stored: Stored) -> None:
            if all(item != known for known in stored.items):
                stored.items.append(item)
                stored.more = {"state": {**stored.more.get("state", {}), **_own(delta)}, "updated": event.timestamp}

        yield from _session(person, session.app_name, session.id).change(append)
        yield from self._share(person, session.app_name, delta)

    def _share(self, person: str, app: str, state: Mapping[str, Any]) -> Flow[None]:
        shared = {key: value for key, value in state.items() if key.startswith(SHARED)}
        if shared:
            yield from _shared(person, app).change(lambda stored: stored.more.update(shared))


class MemoryServerMemoryService(BaseMemoryService):
    """What was said becomes turns of the person, found by meaning together with everything else that is remembered.

    A memory that waits for the person goes to `on_waiting`, or issues a `WaitsForPerson` warning.
    """

    def __init__(self, client: MemoryClient, *, on_waiting: OnWaiting | None = None) -> None:
        self._runner, self._on_waiting = Runner(client), on_waiting
        self._people = _People()

    async def add_session_to_memory(self, session: Session) -> None:
        await self._runner.arun(self._say(session.app_name, session.user_id, session.id, session.events))

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        await self._runner.arun(self._say(app_name, user_id, session_id or "unnamed", events))

    async def add_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        memories: Sequence[MemoryEntry],
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        await self._runner.arun(self._remember(user_id, memories))

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        return await self._runner.arun(self._search(user_id, query))

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        if memory_id is not None:
            outcome = await self._runner.arun(_forget(memory_id))
            tell_waiting(outcome, self._on_waiting)

    def _say(self, app: str, user: str, session: str, events: Sequence[Event]) -> Flow[None]:
        person = yield from self._people.id_of(user)
        said = [Said(_role(event), _text(event.content), event.id) for event in events if event.content]
        yield from _session(person, app, session).say(said)

    def _remember(self, user: str, memories: Sequence[MemoryEntry]) -> Flow[None]:
        person = yield from self._people.id_of(user)
        for memory in memories:
            body = without_none(user_id=person, content=_text(memory.content), key=memory.id)
            outcome = yield Call("POST", "/memories", written, body=body)
            tell_waiting(outcome, self._on_waiting)

    def _search(self, user: str, query: str) -> Flow[SearchMemoryResponse]:
        person = yield from self._people.id_of(user)
        if not query.strip():
            return SearchMemoryResponse()
        body = {"user_id": person, "query": query, "top_k": FOUND_AT_MOST}
        found = yield Call("POST", "/memory/query", model(QueryItems), body=body, is_repeatable=False)
        entries = [
            MemoryEntry(
                id=str(item.id),
                content=Content(role=item.role, parts=[Part(text=item.content)]),
                author=item.role or item.kind,
                timestamp=(item.occurred_at or item.created_at).isoformat(),
            )
            for item in found.root
        ]
        return SearchMemoryResponse(memories=entries)


class _People:
    """The ids of those whom ADK calls by other names."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def id_of(self, user: str) -> Flow[str]:
        if user not in self._ids:
            found = yield Call("POST", "/users", model(User), body={"name": user, "external_id": user})
            self._ids[user] = str(found.id)
        return self._ids[user]

    def all(self) -> Flow[list[str]]:
        names: list[str] = []
        cursor: str | None = ""
        while cursor is not None:
            page = yield Call("GET", "/users", model(UserPage), {"cursor": cursor or None, "limit": PAGE})
            names += [user.external_id for user in page.results if user.external_id]
            cursor = page.next_cursor
        return names


def _session(person: str, app: str, name: str) -> Transcript:
    return Transcript(person, f"adk:{app}:session:{name}:events")


def _shared(person: str, app: str) -> Transcript:
    return Transcript(person, f"adk:{app}:shared-state")


def _names(person: str, app: str) -> Flow[list[str]]:
    """The names of a person's sessions with an app."""
    before, after = f"adk:{app}:session:", ":events"
    names: list[str] = []
    place: str | None = before
    while place is not None:
        query = {"after": place, "limit": PAGE}
        page = yield Call("GET", f"/users/{person}/checkpoints", model(ThreadList), query)
        threads = [thread.thread_id for thread in page.results]
        names += [one.removeprefix(before).removesuffix(after) for one in threads if one.startswith(before)]
        place = page.next_after if threads and threads[-1].startswith(before) else None
    return names


def _forget(memory_id: str) -> Flow[Any]:
    return (yield Call("DELETE", f"/memories/{memory_id}", written))


def _as_session(app: str, user: str, name: str, stored: Stored, shared: Stored) -> Session:
    """Without its events."""
    state = {**stored.more.get("state", {}), **shared.more}
    updated = float(stored.more.get("updated", 0.0))
    return Session(app_name=app, user_id=user, id=name, state=state, last_update_time=updated)


def _own(state: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if not key.startswith((*SHARED, State.TEMP_PREFIX))}


def _recent(events: list[Event], config: GetSessionConfig | None) -> list[Event]:
    if config is None:
        return events
    if config.num_recent_events is not None:
        events = events[-config.num_recent_events :] if config.num_recent_events else []
    return [event for event in events if config.after_timestamp is None or event.timestamp >= config.after_timestamp]


def _role(event: Event) -> str:
    return "user" if event.author == "user" else "assistant"


def _text(content: Content | None) -> str:
    return "\n".join(part.text for part in (content.parts or [] if content else []) if part.text)
