from collections.abc import Iterator
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, RestoreMemory, WriteMemory
from consent.outcomes import Outcome, Refusal, Refused
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.memories.schemas import (
    CONTENT,
    BatchResult,
    ForgetQuery,
    ItemResult,
    MemoryDetail,
    MemoryPage,
    MemoryPatch,
    MemoryQuery,
    NewMemories,
    NewMemory,
    RestoreRequest,
    memory_detail,
    memory_out,
)
from interfaces.rest.outcomes import WriteResult, refusal, respond, status_code, write_result
from interfaces.rest.pagination import RECENTLY_CHANGED
from interfaces.rest.parsing import parse
from interfaces.rest.problems import CategoryNotAllowed, Conflict, Forbidden, NotFound, Problem, as_json
from interfaces.rest.views import IF_MATCH, RestView, answer, etag_of, expected_change
from memories.drafts import MemoryDraft
from memories.evidence import load_evidence
from memories.models import Chunk, Embedding, Memory
from memories.models.embedding import ModelState
from workspaces.actors import Actor
from workspaces.namespaces import below, to_path

TAG = "memories"
PATCH_ATTEMPTS = 3


class Memories(RestView):
    @documented(
        "Remember something, or update it where its key is known",
        operation="upsert_memory",
        tag=TAG,
        body=NewMemory,
        answers={200: WriteResult, 201: WriteResult, 202: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(NewMemory)
        outcome = gate.submit(new_memory(body, key=str(self.new_id())), actor=self.actor, now=self.now)
        return respond(request, outcome, field="content", creates=201)

    @documented(
        "List memories, last changed first",
        operation="list_memories",
        tag=TAG,
        query=MemoryQuery,
        answers={200: MemoryPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(MemoryQuery)
        with self.scope():
            rows, following = RECENTLY_CHANGED.slice(chosen(self, query), query)
        return answer(MemoryPage(results=[memory_out(row) for row in rows], next_cursor=following))


class OneMemory(RestView):
    @documented("Get a memory", operation="get_memory", tag=TAG, answers={200: MemoryDetail})
    def get(self, request: Request, memory_id: UUID) -> Response:
        with self.scope():
            rows = Memory.objects.readable_by(self.actor, now=self.now).select_related("current")
            memory = rows.filter(id=memory_id).first()
            if memory is None:
                raise NotFound
            embedded = not _unembedded(memory_id).exists()
            rests = load_evidence(memory, actor=self.actor, now=self.now)
        return answer(
            memory_detail(memory, embedded=embedded, rests=rests), headers={"ETag": etag_of(memory.change_id)}
        )

    @documented(
        "Change parts of a memory",
        operation="change_memory",
        tag=TAG,
        body=MemoryPatch,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def patch(self, request: Request, memory_id: UUID) -> Response:
        body = self.body(MemoryPatch)
        expected = expected_change(request)
        for _ in range(PATCH_ATTEMPTS):
            change = self._patched(memory_id, body, expected)
            outcome = gate.submit(change, actor=self.actor, now=self.now)
            # Without If-Match a change that came between reading and writing is read again, so that none is lost.
            if expected or not (isinstance(outcome, Refused) and outcome.reason is Refusal.STALE):
                return respond(request, outcome, field="content")
        raise Conflict("The memory is being changed by others; try again.")

    @documented(
        "Forget a memory",
        operation="forget_memory",
        tag=TAG,
        query=ForgetQuery,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def delete(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(ForgetQuery)
        change = ForgetMemory(memory_id=memory_id, expected_change_id=expected_change(request), **query.told())
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))

    def _patched(self, memory_id: UUID, body: MemoryPatch, expected: UUID | None) -> WriteMemory:
        with self.scope():
            memory = visible_memory(self, memory_id)
        return rewritten(memory, body.told, expected=expected)


class RestoreOne(RestView):
    @documented(
        "Bring back a forgotten memory, or an old version of one",
        operation="restore_memory",
        tag=TAG,
        body=RestoreRequest,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER, IF_MATCH),
    )
    @idempotent
    def post(self, request: Request, memory_id: UUID) -> Response:
        body = self.body(RestoreRequest)
        change = RestoreMemory(
            memory_id=memory_id,
            version=body.version,
            expected_change_id=expected_change(request),
            **body.told(),
        )
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


def new_memory(body: NewMemory, *, key: str) -> WriteMemory:
    """The change that a body asks for; `key` is used if it names none. Raises Invalid."""
    values = body.told | {"namespace": body.full_namespace, "key": body.key or key}
    return WriteMemory(draft=parse(MemoryDraft, values))


def chosen(view: RestView, query: MemoryQuery) -> QuerySet[Memory]:
    """The memories that a list asks for, with their current versions. Raises CategoryNotAllowed, Forbidden."""
    check_category(view.actor, query.category)
    if query.state == "active":
        rows = Memory.objects.visible_to(view.actor, now=view.now)
    elif view.actor.is_agent:
        raise Forbidden("Agents do not see what was forgotten, or said to be wrong.")
    else:
        rows = Memory.objects.authorized_for(view.actor, now=view.now)
        rows = rows.rejected() if query.state == "rejected" else rows.filter(state=query.state)
    return rows.surfacing(session_id=query.session_id).filter(_conditions(query)).select_related("current")


def visible_memory(view: RestView, memory_id: UUID) -> Memory:
    """A memory that the actor may read, with its current version. Inside the scope; raises NotFound."""
    rows = Memory.objects.visible_to(view.actor, now=view.now).select_related("current")
    memory = rows.filter(id=memory_id).first()
    if memory is None:
        raise NotFound
    return memory


def rewritten(memory: Memory, told: dict[str, Any], *, expected: UUID | None = None) -> WriteMemory:
    """The memory written again with what is `told` of it; stale unless nobody changed it in between.

    Raises Invalid.
    """
    current = {name: getattr(memory.current, name) for name in CONTENT}
    values = {"namespace": memory.namespace, "key": memory.key, **current, **told}
    return WriteMemory(draft=parse(MemoryDraft, values), expected_change_id=expected or memory.change_id)


def check_category(actor: Actor, category: str | None) -> None:
    """Raise CategoryNotAllowed, which names the category, unless the actor's role may ask for it."""
    if category and not actor.may_see(category):
        message = f"Category '{category}' is not on the allowlist of role '{actor.role}'."
        raise CategoryNotAllowed(message, category=category)


def _conditions(query: MemoryQuery) -> Q:
    wanted = {
        "person_id": query.user_id,
        "key": query.key,
        "category": query.category,
        "memory_type": query.memory_type,
        "session_id": query.session_id,
    }
    condition = Q(**{name: value for name, value in wanted.items() if value is not None})
    return condition & below(to_path(query.namespace)) if query.namespace else condition


def _unembedded(memory_id: UUID) -> QuerySet[Chunk]:
    """The memory's chunks that are to be found by meaning and have no vector of the serving model yet."""
    served = Embedding.objects.filter(chunk=OuterRef("pk"), model__state=ModelState.ACTIVE)
    return Chunk.objects.current().filter(~Exists(served), memory_id=memory_id, is_lexical_only=False)


class MemoryBatch(RestView):
    @documented(
        "Remember up to 100 things at once, each with its own outcome",
        operation="upsert_memories",
        tag=TAG,
        body=NewMemories,
        answers={200: BatchResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        changes = [self._read(item, place) for place, item in enumerate(self.body(NewMemories).items)]
        valid = [change for change in changes if isinstance(change, WriteMemory)]
        outcomes = iter(gate.submit_many(valid, actor=self.actor, now=self.now) if valid else [])
        return answer(BatchResult(results=list(self._results(request, changes, outcomes))))

    def _read(self, item: Any, place: int) -> WriteMemory | Problem:
        try:
            return new_memory(self.read(NewMemory, item), key=str(self.new_id(place)))
        except Problem as problem:
            return problem

    def _results(
        self, request: Request, changes: list[WriteMemory | Problem], outcomes: Iterator[Outcome]
    ) -> Iterator[ItemResult]:
        for change in changes:
            outcome = change if isinstance(change, Problem) else next(outcomes)
            if isinstance(outcome, Refused):
                outcome = refusal(outcome, field="content")
            if isinstance(outcome, Problem):
                yield ItemResult(status_code=outcome.status_code, problem=as_json(outcome))
            else:
                result = write_result(request._request, outcome)
                yield ItemResult(status_code=status_code(result, creates=201), result=result)
