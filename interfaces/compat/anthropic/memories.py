"""The memories of a store: a file is a memory with its path as the title, so that both have versions."""

import hashlib
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BeforeValidator, Field
from rest_framework.response import Response

from consent import gate
from consent.changes import ForgetMemory, WriteMemory
from consent.outcomes import Applied, Outcome, Refusal, Refused
from interfaces.compat.anthropic.paths import Path, Prefix, entries
from interfaces.compat.anthropic.stores import files, namespace_of, store_of
from interfaces.compat.anthropic.views import (
    MEMORY,
    STORE,
    VERSION,
    AnthropicView,
    Page,
    PathTaken,
    PreconditionMismatch,
    Shown,
    View,
    format_id,
    read_id,
)
from interfaces.compat.views import Known
from interfaces.rest.memories.views import rewritten
from interfaces.rest.operation import operation
from interfaces.rest.parsing import parse
from interfaces.rest.problems import Conflict
from interfaces.rest.views import first_or_404
from memories.drafts import MemoryDraft
from memories.models import Memory, MemoryVersion
from memories.store_items import to_memory, to_value

ATTEMPTS = 3
FULL_PAGE = 20
Content = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class NewFile(Known):
    path: Path
    content: Content


class Precondition(Known):
    type: Literal["content_sha256"]
    content_sha256: Digest | None = None


class ChangedFile(Known):
    path: Path | None = None
    content: str | None = None
    precondition: Precondition | None = None


class Seen(Known):
    view: View | None = None


class FileList(Page, Seen):
    path_prefix: Prefix = ""
    depth: int = Field(default=0, ge=0, le=20)


class Deletion(Known):
    expected_content_sha256: Digest | None = None


class Files(AnthropicView):
    @operation("anthropic_create_memory")
    def post(self, store_id: str, body: NewFile) -> Response:
        store = store_of(self, store_id, is_open=True)
        with self.scope():
            key = self._free_key(store, body.path)
        values = {"namespace": namespace_of(store), "key": key, "title": body.path, **stored(body.content)}
        outcome = gate.submit(WriteMemory(draft=parse(MemoryDraft, values)), actor=self.actor, now=self.now)
        pending = {"type": "memory_pending_consent", "id": None, "path": body.path}
        made = self._shown(store, outcome.memory_id) if isinstance(outcome, Applied) else {}
        return self.answer_write(outcome, made, pending=pending)

    @operation("anthropic_list_memories")
    def get(self, store_id: str, query: FileList) -> Response:
        """Return files in the order of their paths; those deeper than `depth` as directories."""
        store, size = store_of(self, store_id), min(query.limit, FULL_PAGE) if query.view == "full" else query.limit
        with self.scope():
            below = files(self, store).filter(current__title__startswith=query.path_prefix or "/")
            paths = below.values_list("current__title", flat=True)
            found = [
                each for each in entries(paths, prefix=query.path_prefix, depth=query.depth) if each.path > query.page
            ]
            page = found[:size]
            rows = below.filter(current__title__in=[each.path for each in page])
            memories = {row.current.title: shown(store, row, query.view or "basic") for row in rows if row.current}
        data = [_directory(each.path) if each.is_directory else memories[each.path] for each in page]
        return Response({"data": data, "next_page": page[-1].path if len(found) > size else None})

    def _free_key(self, store: Memory, path: str) -> str:
        """Return the same key to concurrent writers of one path. A renamed file keeps the key of its first path."""
        if files(self, store).filter(current__title=path).exists():
            raise PathTaken("The store has a memory at this path.")
        key = f"file/{hashlib.sha256(path.encode()).hexdigest()}"
        is_renamed = files(self, store).filter(key=key).exists()
        return f"{key}/{self.new_id().hex}" if is_renamed else key

    def _shown(self, store: Memory, memory_id: UUID) -> Shown:
        return file_of(self, store, memory_id, _view(self))


class OneFile(AnthropicView):
    @operation("anthropic_get_memory")
    def get(self, store_id: str, memory_id: str, query: Seen) -> Response:
        store = store_of(self, store_id)
        return Response(file_of(self, store, read_id(MEMORY, memory_id), query.view or "full"))

    @operation("anthropic_change_memory")
    def post(self, store_id: str, memory_id: str, body: ChangedFile) -> Response:
        store = store_of(self, store_id, is_open=True)
        expected = body.precondition.content_sha256 if body.precondition else None
        outcome = self._write(store, read_id(MEMORY, memory_id), body, expected)
        return self.answer_write(outcome, file_of(self, store, read_id(MEMORY, memory_id), _view(self)))

    @operation("anthropic_delete_memory")
    def delete(self, store_id: str, memory_id: str, query: Deletion) -> Response:
        store = store_of(self, store_id)
        memory = self._expected(store, read_id(MEMORY, memory_id), query.expected_content_sha256)
        expected = memory.change_id if query.expected_content_sha256 else None
        change = ForgetMemory(memory_id=memory.id, expected_change_id=expected)
        outcome = gate.submit(change, actor=self.actor, now=self.now)
        if isinstance(outcome, Refused) and outcome.reason is Refusal.STALE:
            raise PreconditionMismatch("The memory was changed meanwhile.")
        pending = {"type": "memory", "id": memory_id}
        return self.answer_write(outcome, {"type": "memory_deleted", "id": memory_id}, pending=pending)

    def _write(self, store: Memory, memory_id: UUID, body: ChangedFile, expected: str | None) -> Outcome:
        for _ in range(ATTEMPTS):
            memory = self._expected(store, memory_id, expected)
            change = rewritten(memory, self._provided(store, memory, body))
            outcome = gate.submit(change, actor=self.actor, now=self.now)
            # A concurrent write is read again, and compared again.
            if not (isinstance(outcome, Refused) and outcome.reason is Refusal.STALE):
                return outcome
        raise Conflict("The memory is being changed by others; try again.")

    def _provided(self, store: Memory, memory: Memory, body: ChangedFile) -> dict[str, Any]:
        provided = {} if body.content is None else stored(body.content)
        if body.path is None:
            return provided
        with self.scope():
            if files(self, store).filter(current__title=body.path).exclude(id=memory.id).exists():
                raise PathTaken("The store has a memory at this path.")
        return provided | {"title": body.path}

    def _expected(self, store: Memory, memory_id: UUID, expected: str | None) -> Memory:
        """Return the memory if its content is the expected one. Raises NotFound, PreconditionMismatch."""
        with self.scope():
            memory = first_or_404(files(self, store).filter(id=memory_id))
        assert memory.current is not None
        if expected is not None and digest(text_of(memory.current)) != expected:
            raise PreconditionMismatch("The content is not the expected one.")
        return memory


def _view(view: AnthropicView) -> View:
    """Return the requested view; writes answer without the content, unless the query string requests it."""
    seen: Seen = view.input("query", Seen)
    return seen.view or "basic"


def file_of(view: AnthropicView, store: Memory, memory_id: UUID, seen: View) -> Shown:
    """Raises NotFound."""
    with view.scope():
        return shown(store, first_or_404(files(view, store).filter(id=memory_id)), seen)


def shown(store: Memory, memory: Memory, view: View) -> Shown:
    assert memory.current is not None
    return {
        "type": "memory",
        "id": format_id(MEMORY, memory.id),
        "memory_store_id": format_id(STORE, store.id),
        "memory_version_id": format_id(VERSION, memory.current.id),
        "path": memory.current.title,
        **shown_text(text_of(memory.current), view),
        "created_at": memory.created_at,
        "updated_at": memory.updated_at,
    }


def shown_text(text: str, view: View) -> Shown:
    size = len(text.encode())
    return {"content": text if view == "full" else None, "content_sha256": digest(text), "content_size_bytes": size}


def stored(text: str) -> dict[str, Any]:
    """Return a text as a memory's content, also an empty one."""
    value = to_memory({"content": text})
    return {"content": value.content, "metadata": value.metadata}


def text_of(version: MemoryVersion) -> str:
    return str(to_value(version).get("content", ""))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _directory(path: str) -> Shown:
    return {"type": "memory_prefix", "path": path}
