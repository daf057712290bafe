"""The client for asyncio. `client.py` is generated from this file by scripts/generate.py."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self, TypeVar
from uuid import UUID

from pydantic import BaseModel

from memory_server import calls
from memory_server.calls import Call, model, segment, wait_seconds, without_none, written
from memory_server.errors import Unreachable
from memory_server.models import (
    Context,
    FactDetail,
    FactOut,
    FactPage,
    FoundItems,
    HistoryEntry,
    HistoryPage,
    MemoryDetail,
    MemoryOut,
    MemoryPage,
    ProposalOut,
    QueryItem,
    QueryItems,
    SessionOut,
    StoredTurns,
    StoreItem,
    TurnOut,
    TurnPage,
    User,
    UserPage,
)
from memory_server.results import WriteOutcome
from memory_server.transport import AsyncHttp, NoAnswer

T = TypeVar("T")
P = TypeVar("P", bound=BaseModel)


class AsyncMemoryClient:
    """What a memory server remembers, over HTTP.

    `url` and `key` may stand in the environment as MEMORY_URL and MEMORY_KEY. Requests that failed for a passing reason
    are sent again up to four times; writes carry an Idempotency-Key, so that none happens twice. Raises a
    `ProblemError` where the server refuses, `Unreachable` where it does not answer. A write that waits for the person
    is no error: it answers `Waiting`. `timeout`, in seconds, is for each step of a request; `options` are those of
    `aiohttp.ClientSession`.
    """

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout: float | None = 30.0, **options: Any
    ) -> None:
        self.http = AsyncHttp(calls.address(url, key), timeout, **options)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self.http.aclose()

    async def send(self, call: Call[T]) -> T:
        """The result of any call of the API; the methods below are the frequent ones."""
        ready = call.prepared()
        attempt = 1
        while True:
            try:
                response = await self.http.send(ready)
            except NoAnswer as error:
                response, failure = None, error
            if response is not None and response.is_success:
                return ready.parse(response)
            pause = wait_seconds(response, attempt=attempt)
            if pause is None and response is not None:
                return calls.result_of(ready, response)
            if pause is None:
                raise Unreachable(f"{self.http.address.url} does not answer: {failure}") from failure
            await asyncio.sleep(pause)
            attempt += 1

    async def request(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """The JSON of any path below /api/v1, None where the answer has no body."""
        return await self.send(
            Call(method, path, lambda answer: answer.json() if answer.content else None, query or {}, body)
        )

    async def pages(self, path: str, kind: type[P], **query: Any) -> AsyncIterator[P]:
        """Every page of a list, fetched as they are asked for."""
        cursor: str | None = ""
        while cursor is not None:
            page = await self.send(Call("GET", path, model(kind), {**query, "cursor": cursor or None}))
            yield page
            cursor = getattr(page, "next_cursor", None)

    async def user(self, external_id: str, *, name: str | None = None) -> User:
        """The person whom your own system calls `external_id`; added if the server does not know them."""
        body = {"external_id": external_id, "name": name or external_id}
        return await self.send(Call("POST", "/users", model(User), body=body))

    async def add_user(self, name: str) -> User:
        return await self.send(Call("POST", "/users", model(User), body={"name": name}))

    async def users(self, *, external_id: str | None = None) -> AsyncIterator[User]:
        """Those whom the key may read about, newest first."""
        async for page in self.pages("/users", UserPage, external_id=external_id):
            for user in page.results:
                yield user

    async def remember(self, user_id: UUID | str, content: str, **fields: Any) -> WriteOutcome:
        """Write a memory about a person; with a `key`, an earlier one under it gets a new version.

        `fields` are those of `POST /memories`: key, namespace, category, importance, metadata, reason ...
        """
        body = without_none(user_id=user_id, content=content, **fields)
        return await self.send(Call("POST", "/memories", written, body=body))

    async def query(self, user_id: UUID | str, text: str, **fields: Any) -> list[QueryItem]:
        """What is remembered that bears on a question, best first; `fields` are those of `POST /memory/query`."""
        body = without_none(user_id=user_id, query=text, **fields)
        found = await self.send(Call("POST", "/memory/query", model(QueryItems), body=body, is_repeatable=False))
        return found.root

    async def context(self, user_id: UUID | str, text: str = "", **fields: Any) -> Context:
        """Everything an agent should see for a question; its `text` goes into a prompt."""
        body = without_none(user_id=user_id, query=text, **fields)
        return await self.send(Call("POST", "/context", model(Context), body=body, is_repeatable=False))

    async def memories(self, user_id: UUID | str, **filters: Any) -> AsyncIterator[MemoryOut]:
        """What is remembered about a person."""
        async for page in self.pages("/memories", MemoryPage, user_id=user_id, **filters):
            for memory in page.results:
                yield memory

    async def memory(self, memory_id: UUID | str) -> MemoryDetail:
        return await self.send(Call("GET", f"/memories/{segment(memory_id)}", model(MemoryDetail)))

    async def change(self, memory_id: UUID | str, **fields: Any) -> WriteOutcome:
        """Change a memory: content, title, category, importance, metadata ... Its earlier version is kept."""
        return await self.send(Call("PATCH", f"/memories/{segment(memory_id)}", written, body=without_none(**fields)))

    async def forget(self, memory_id: UUID | str, *, reason: str | None = None) -> WriteOutcome:
        """Forget a memory; it can be restored for a while."""
        return await self.send(Call("DELETE", f"/memories/{segment(memory_id)}", written, {"reason": reason}))

    async def history(self, memory_id: UUID | str) -> AsyncIterator[HistoryEntry]:
        """What happened to a memory."""
        async for page in self.pages(f"/memories/{segment(memory_id)}/history", HistoryPage):
            for entry in page.results:
                yield entry

    async def set_fact(
        self, user_id: UUID | str, category: str, key: str, value: str | float | bool, **fields: Any
    ) -> WriteOutcome:
        """Set a field of a person, such as identity, city."""
        body = without_none(value=value, **fields)
        return await self.send(Call("PUT", _fact(user_id, category, key), written, body=body))

    async def fact(self, user_id: UUID | str, category: str, key: str) -> FactDetail:
        return await self.send(Call("GET", _fact(user_id, category, key), model(FactDetail)))

    async def facts(self, user_id: UUID | str, *, category: str | None = None) -> AsyncIterator[FactOut]:
        """The fields of a person that are known."""
        async for page in self.pages(f"/users/{segment(user_id)}/facts", FactPage, category=category):
            for fact in page.results:
                yield fact

    async def open_session(self, user_id: UUID | str, **fields: Any) -> SessionOut:
        """Begin a conversation; with an `external_id` a known one is found again."""
        return await self.send(
            Call("POST", "/sessions", model(SessionOut), body=without_none(user_id=user_id, **fields))
        )

    async def say(self, session_id: UUID | str, turns: Sequence[Mapping[str, Any]]) -> StoredTurns:
        """Store up to 100 messages, each with `content` and `role` or `speaker`, in order."""
        path = f"/sessions/{segment(session_id)}/turns"
        return await self.send(Call("POST", path, model(StoredTurns), body={"turns": list(turns)}))

    async def turns(self, session_id: UUID | str) -> AsyncIterator[TurnOut]:
        """The messages of a conversation, in order."""
        async for page in self.pages(f"/sessions/{segment(session_id)}/turns", TurnPage):
            for turn in page.results:
                yield turn

    async def put_item(
        self, namespace: Sequence[str], key: str, value: Mapping[str, Any], **fields: Any
    ) -> WriteOutcome:
        """Store a JSON object under a namespace and key."""
        body = without_none(namespace=list(namespace), key=key, value=value, **fields)
        return await self.send(Call("PUT", "/store/items", written, body=body))

    async def item(self, namespace: Sequence[str], key: str) -> StoreItem:
        query = {"namespace": calls.namespace_path(namespace), "key": key}
        return await self.send(Call("GET", "/store/items", model(StoreItem), query))

    async def delete_item(self, namespace: Sequence[str], key: str) -> WriteOutcome:
        query = {"namespace": calls.namespace_path(namespace), "key": key}
        return await self.send(Call("DELETE", "/store/items", written, query))

    async def search_items(self, namespace_prefix: Sequence[str], **fields: Any) -> FoundItems:
        body = without_none(namespace_prefix=list(namespace_prefix), **fields)
        return await self.send(Call("POST", "/store/items/search", model(FoundItems), body=body, is_repeatable=False))

    async def proposal(self, proposal_id: UUID | str) -> ProposalOut:
        """What became of a write that waits."""
        return await self.send(Call("GET", f"/proposals/{segment(proposal_id)}", model(ProposalOut)))


def _fact(user_id: UUID | str, category: str, key: str) -> str:
    return f"/users/{segment(user_id)}/facts/{segment(category)}/{segment(key)}"
