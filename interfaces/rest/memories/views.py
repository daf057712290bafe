from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, RestoreMemory, WriteMemory
from consent.outcomes import Outcome, Refusal, Refused
from conversations.withheld_texts import WithheldTexts
from interfaces.rest.memories.drafts import BatchResult, ItemResult, MemoryPatch, NewMemories, NewMemory
from interfaces.rest.memories.schemas import (
    ForgetQuery,
    MemoryDetail,
    MemoryListQuery,
    MemoryOut,
    MemoryPage,
    MemoryQuery,
    RestoreRequest,
    artifact_ref,
)
from interfaces.rest.operation import operation
from interfaces.rest.outcomes import CREATED, WRITTEN, status_code, with_category_note, write_result
from interfaces.rest.pagination import RECENTLY_CHANGED
from interfaces.rest.parsing import parse
from interfaces.rest.problem import Problem, as_json
from interfaces.rest.problems import NO_MEMORY, CategoryNotAllowed, Conflict, Forbidden
from interfaces.rest.views import RestView, answer, etag_of, first_or_404, without_none
from interfaces.rest.warnings import Caution, unnamed, warnings_for
from memories.drafts import MemoryDraft
from memories.evidence import load_evidence
from memories.models import Chunk, Embedding, Memory
from memories.models.embedding import ModelState
from retrieval.as_of import memories_at, use_versions_at
from workspaces.actors import Actor
from workspaces.namespaces import below, to_path

PATCH_ATTEMPTS = 3
CONTENT = ("content", "title", "summary", "metadata")


class Memories(RestView):
    @operation("upsert_memory", answers=CREATED, recalls_key=True)
    def post(self, body: NewMemory, if_match: UUID | None) -> Response:
        """Remember something, or update it where its key is known."""
        change = new_memory(body, key=str(self.new_id())).model_copy(update={"expected_change_id": if_match})
        outcome = gate.submit(change, actor=self.actor, now=self.now)
        cautions = unnamed(change.draft, outcome, self.actor)
        return self.respond(
            outcome, field="content", category=change.draft.category or "", creates=201, cautions=cautions
        )

    @operation("list_memories")
    def get(self, query: MemoryListQuery) -> MemoryPage:
        """List memories, last changed first."""
        with self.scope():
            found, following = RECENTLY_CHANGED.slice(selected(self, query, query.as_of), query)
            if query.as_of is not None:
                use_versions_at(found, query.as_of)
        return MemoryPage(results=[MemoryOut.of(memory) for memory in found], next_cursor=following)


class OneMemory(RestView):
    @operation("get_memory", answers={200: MemoryDetail})
    def get(self, memory_id: UUID) -> Response:
        """Get a memory."""
        with self.scope():
            rows = Memory.objects.readable_by(self.actor, now=self.now).select_related("current")
            memory = first_or_404(rows.filter(id=memory_id), NO_MEMORY)
            embedded = not _unembedded(memory_id).exists()
            evidence = load_evidence(memory, actor=self.actor, now=self.now)
            withheld = WithheldTexts.for_reader(self.actor, {one.person_id for one in evidence.artifacts})
        shown = {name: getattr(evidence, name) for name in ("said_by", "derived_from", "depends_on")}
        artifacts = [artifact_ref(one, withheld) for one in evidence.artifacts]
        detail = MemoryDetail.of(memory, embedded=embedded, artifact_refs=artifacts, **shown)
        return answer(detail, headers={"ETag": etag_of(memory.change_id)})

    @operation("change_memory", answers=WRITTEN)
    def patch(self, memory_id: UUID, body: MemoryPatch, if_match: UUID | None) -> Response:
        """Change parts of a memory."""
        outcome = change_memory(self, memory_id, body.provided, expected=if_match)
        return self.respond(outcome, field="content", category=body.category or "")

    @operation("forget_memory", answers=WRITTEN)
    def delete(self, memory_id: UUID, query: ForgetQuery, if_match: UUID | None) -> Response:
        """Forget a memory."""
        return self.submit(ForgetMemory(memory_id=memory_id, expected_change_id=if_match, **query.values()))


class RestoreOne(RestView):
    @operation("restore_memory", answers=WRITTEN)
    def post(self, memory_id: UUID, body: RestoreRequest, if_match: UUID | None) -> Response:
        """Bring back a forgotten memory, or an old version of one."""
        return self.submit(
            RestoreMemory(memory_id=memory_id, version=body.version, expected_change_id=if_match, **body.values())
        )


class MemoryBatch(RestView):
    @operation("upsert_memories")
    def post(self, body: NewMemories) -> BatchResult:
        """Remember up to 100 things at once, each with its own outcome."""
        changes = [self._read(item, place) for place, item in enumerate(body.items)]
        valid = [change for change in changes if isinstance(change, WriteMemory)]
        outcomes = gate.submit_many(valid, actor=self.actor, now=self.now) if valid else []
        named = [change.draft.category or "" for change in valid]
        warnings = warnings_for(list(zip(outcomes, named, strict=True)), actor=self.actor, now=self.now)
        done = [
            (outcome, [*unnamed(change.draft, outcome, self.actor), *cautions])
            for change, outcome, cautions in zip(valid, outcomes, warnings, strict=True)
        ]
        return BatchResult(results=list(self._results(changes, iter(done))))

    def _read(self, item: Any, place: int) -> WriteMemory | Problem:
        try:
            return new_memory(self.read(NewMemory, item), key=str(self.new_id(place)))
        except Problem as problem:
            return problem

    def _results(
        self, changes: list[WriteMemory | Problem], done: Iterator[tuple[Outcome, list[Caution]]]
    ) -> Iterator[ItemResult]:
        for change in changes:
            outcome, warnings = (change, []) if isinstance(change, Problem) else next(done)
            if isinstance(outcome, Refused):
                outcome = self.refusal_of(outcome, field="content")
            if isinstance(outcome, Problem):
                yield ItemResult(status_code=outcome.status_code, problem=as_json(outcome))
            else:
                category = change.draft.category or "" if isinstance(change, WriteMemory) else ""
                result = with_category_note(write_result(self.request, outcome), outcome, self.actor, category=category)
                yield ItemResult(status_code=status_code(result, creates=201), result=result.warned(warnings))


def new_memory(body: NewMemory, *, key: str) -> WriteMemory:
    """Return the change that a body requests; `key` is used if it names none. Raises Invalid."""
    values = body.provided | {"namespace": body.full_namespace, "key": body.key or key}
    return WriteMemory(draft=parse(MemoryDraft, values), may_repeat=body.key is None)


def selected(view: RestView, query: MemoryQuery, as_of: datetime | None = None) -> QuerySet[Memory]:
    """Select the present memories, or those of an earlier time, with their current versions.

    Raises CategoryNotAllowed, Forbidden.
    """
    check_category(view.actor, query.category)
    if as_of is not None:
        rows = memories_at(as_of, actor=view.actor, now=view.now)
    elif query.state == "active":
        rows = Memory.objects.visible_to(view.actor, now=view.now)
    elif view.actor.is_agent:
        raise Forbidden("Agents do not see forgotten or rejected memories.")
    else:
        rows = Memory.objects.authorized_for(view.actor, now=view.now)
        rows = rows.rejected() if query.state == "rejected" else rows.filter(state=query.state)
    return rows.surfacing(session_id=query.session_id).filter(_conditions(query)).select_related("current")


def change_memory(
    view: RestView, memory_id: UUID, provided: dict[str, Any], *, expected: UUID | None = None
) -> Outcome:
    """Write a memory again with the provided fields. Call it outside any scope. Raises NotFound, Invalid, Conflict."""
    for _ in range(PATCH_ATTEMPTS):
        with view.scope():
            memory = visible_memory(view, memory_id)
        change = rewritten(memory, provided, expected=expected)
        outcome = gate.submit(change, actor=view.actor, now=view.now)
        # Without an expected version, a concurrent write is read again, so that nothing is lost.
        if expected or not (isinstance(outcome, Refused) and outcome.reason is Refusal.STALE):
            return outcome
    raise Conflict("The memory is being changed by others; try again.")


def visible_memory(view: RestView, memory_id: UUID) -> Memory:
    """Return a memory that the actor may read, with its current version. Runs inside the scope; raises NotFound."""
    rows = Memory.objects.visible_to(view.actor, now=view.now).select_related("current")
    return first_or_404(rows.filter(id=memory_id), NO_MEMORY)


def rewritten(memory: Memory, provided: dict[str, Any], *, expected: UUID | None = None) -> WriteMemory:
    """Return the change that writes a memory again with the provided fields; stale if it was changed meanwhile. Raises
    Invalid."""
    current = {name: getattr(memory.current, name) for name in CONTENT}
    values = {"namespace": memory.namespace, "key": memory.key, **current, **provided}
    draft = parse(MemoryDraft, values)
    return WriteMemory(draft=draft, expected_change_id=expected or memory.change_id, apart=memory.apart)


def check_category(actor: Actor, category: str | None, note: str = "") -> None:
    """Raise CategoryNotAllowed, with the category and the note, unless the actor's role may request it."""
    if category and not actor.may_see(category):
        message = f"Category '{category}' is not on the allowlist of role '{actor.role}'."
        raise CategoryNotAllowed(f"{message} {note}".strip(), category=category)


def _conditions(query: MemoryQuery) -> Q:
    named = query.model_dump(include={"key", "category", "memory_type", "session_id"})
    condition = Q(**without_none(person_id=query.user_id, **named))
    return condition & below(to_path(query.namespace)) if query.namespace else condition


def _unembedded(memory_id: UUID) -> QuerySet[Chunk]:
    """Select the memory's chunks that dense search should find and that have no vector of the active model yet."""
    served = Embedding.objects.filter(chunk=OuterRef("pk"), model__state=ModelState.ACTIVE)
    return Chunk.objects.current().filter(~Exists(served), memory_id=memory_id, is_lexical_only=False)
