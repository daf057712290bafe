"""Adding, listing, reading, changing and forgetting memories, and their history."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, WriteMemory
from consent.outcomes import Applied, Outcome, Refused
from conversations.access import check_may_converse, takes_part
from conversations.actions.sessions import ID_CHARACTERS, open_session
from conversations.drafts import TurnDraft
from conversations.models import Session
from interfaces.compat.mem0.filters import Filter, users_named
from interfaces.compat.mem0.forgetting import forget_all
from interfaces.compat.mem0.identity import owner, owner_namespace
from interfaces.compat.mem0.requests import Changed, Listed, Message, NewMemories, Page, Wanted
from interfaces.compat.mem0.shown import PENDING, Shown, response_of, shown_all, write_events
from interfaces.compat.mem0.views import Mem0View
from interfaces.rest.identifiers import refuse_in_turn
from interfaces.rest.memories.views import change_memory
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import refusal
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Invalid
from interfaces.rest.views import first_or_404
from memories.drafts import MemoryDraft
from memories.models import Memory
from memories.models.memory import MemoryQuerySet
from operations.sessions import record_turns

CONVERSATION = "mem0"
IN_BACKGROUND = "Kept word for word. What is worth remembering is found in the background, and may wait for the person."


class Memories(Mem0View):
    """The memories of one entity or several."""

    @operation("mem0_add")
    def post(self, body: NewMemories) -> Response:
        return _remember(self, body) if body.infer is False else _converse(self, body)

    @operation("mem0_list")
    def get(self, query: Listed) -> Response:
        return _page(self, query, query)

    @operation("mem0_forget_all")
    def delete(self, query: Wanted) -> Response:
        with self.scope():
            rows = selected(self, query.all_filters())
        return forget_all(self, rows)


class Listing(Mem0View):
    @operation("mem0_list_by_filters", is_read=True)
    def post(self, body: Wanted) -> Response:
        """The page number is in the query string."""
        return _page(self, body, self.input("query", Page))


class OneMemory(Mem0View):
    @operation("mem0_get")
    def get(self, memory_id: UUID) -> Response:
        return Response(self._shown(memory_id))

    @operation("mem0_change")
    def put(self, memory_id: UUID, body: Changed) -> Response:
        outcome = change_memory(self, memory_id, body.provided)
        if isinstance(outcome, Refused):
            raise refusal(outcome, field="text")
        (reply,) = write_events(self, [outcome])
        found = self._shown(memory_id)
        return Response(found | {"text": found["memory"]} | reply, status=202 if reply["event"] == PENDING else 200)

    @operation("mem0_forget")
    def delete(self, memory_id: UUID) -> Response:
        outcome = gate.submit(ForgetMemory(memory_id=memory_id), actor=self.actor, now=self.now)
        if isinstance(outcome, Refused):
            raise refusal(outcome)
        (reply,) = write_events(self, [outcome])
        if reply["event"] == PENDING:
            return Response(reply, status=202)
        return Response(reply | {"message": "Memory deleted successfully!"})

    def _shown(self, memory_id: UUID) -> Shown:
        with self.scope():
            rows = Memory.objects.readable_by(self.actor, now=self.now).select_related("current")
            return shown_all(self, [first_or_404(rows.filter(id=memory_id))])[0]


def selected(view: Mem0View, filters: dict[str, Any]) -> MemoryQuerySet:
    """Return the selected memories that the caller may read. Runs in the scope; raises Invalid."""
    people = view.people(users_named(filters))
    rows = Memory.objects.visible_to(view.actor, now=view.now).surfacing()
    return rows.filter(Filter(filters, people).condition()).select_related("current")


def _remember(view: Mem0View, body: NewMemories) -> Response:
    """Store each message as a memory of its own; system messages are skipped, as in mem0."""
    messages = [message for message in body.messages if message.role != "system"]
    if not messages:
        raise Invalid([{"field": "messages", "code": "missing", "detail": "No message of a user or an assistant."}])
    namespace = owner_namespace(view, body)
    drafts = [_draft(body, message, namespace, key=str(view.new_id(place))) for place, message in enumerate(messages)]
    changes = [WriteMemory(draft=draft) for draft in drafts]
    outcomes = gate.submit_many(changes, actor=view.actor, now=view.now)
    results = [
        event | {"memory": text, "data": {"memory": text}, "role": message.role}
        for event, message, text in zip(
            write_events(view, outcomes), messages, _stored(view, messages, outcomes), strict=True
        )
    ]
    return response_of(results, outcomes, message="Each result says what became of it.", event_id=str(view.new_id()))


def _stored(view: Mem0View, messages: list[Message], outcomes: list[Outcome]) -> list[str]:
    """Return the stored part of each message: without secrets, and without sentences that wait for the person."""
    ids = [outcome.memory_id if isinstance(outcome, Applied) else None for outcome in outcomes]
    with view.scope():
        texts = dict(Memory.objects.filter(id__in=filter(None, ids)).values_list("id", "current__content"))
    known = (texts.get(memory_id) if memory_id else None for memory_id in ids)
    return [text or message.content for message, text in zip(messages, known, strict=True)]


def _draft(body: NewMemories, message: Message, namespace: Sequence[str], *, key: str) -> MemoryDraft:
    values: dict[str, Any] = {"namespace": namespace, "key": key, "content": message.content, **body.marks}
    values |= {"metadata": body.metadata or {}, "role": message.role, "occurred_at": body.timestamp}
    return parse(MemoryDraft, values | {"expires_at": body.expires_at})


def _converse(view: Mem0View, body: NewMemories) -> Response:
    """Store the messages as turns, from which jobs extract memories."""
    for place, message in enumerate(body.messages):
        refuse_in_turn(f"messages.{place}.", name=message.name)
    check_may_converse(view.actor)  # checked before a person is added
    person_id = owner(view, body)
    session = _session(view, person_id, body.run_id or CONVERSATION)
    texts = [{"role": each.role, "content": each.content, "speaker": each.name} for each in body.messages]
    drafts = [parse(TurnDraft, each | {"occurred_at": body.timestamp}) for each in texts]
    turns = record_turns(session_id=session.id, drafts=drafts, actor=view.actor, now=view.now)
    reply = {"message": IN_BACKGROUND, "status": "PENDING", "event_id": str(turns[-1][0].id), "results": []}
    return Response(reply)


def _session(view: Mem0View, person_id: UUID, name: str) -> Session:
    """Return the conversation of that name, or the role's own where another role has it with the person."""
    session, _ = open_session(person_id=person_id, external_id=name, actor=view.actor, now=view.now)
    with view.scope():
        is_open = takes_part(view.actor, session, now=view.now)
    if is_open:
        return session
    own = f"{name[: ID_CHARACTERS - len(view.actor.role) - 1]}:{view.actor.role}"
    return open_session(person_id=person_id, external_id=own, actor=view.actor, now=view.now)[0]


def _page(view: Mem0View, wanted: Wanted, query: Page) -> Response:
    first = (query.page - 1) * query.page_size
    with view.scope():
        rows = selected(view, wanted.all_filters())
        count = rows.count()
        results = shown_all(view, rows.order_by("-created_at", "-id")[first : first + query.page_size])
    following = query.page + 1 if first + query.page_size < count else None
    earlier = query.page - 1 if query.page > 1 else None
    return Response(
        {"count": count, "next": _page_url(view, following), "previous": _page_url(view, earlier), "results": results}
    )


def _page_url(view: Mem0View, page: int | None) -> str | None:
    if page is None:
        return None
    query = view.request.query_params.copy()
    query["page"] = str(page)
    return f"{view.request.build_absolute_uri(view.request.path)}?{query.urlencode()}"
