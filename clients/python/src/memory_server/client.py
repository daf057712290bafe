"""The client. Generated from async_client.py by scripts/generate.py."""

import time
from collections.abc import Iterator, Mapping, Sequence
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
from memory_server.transport import Http, NoAnswer

T = TypeVar("T")
P = TypeVar("P", bound=BaseModel)


class MemoryClient:
    """What a memory server remembers, over HTTP.

    `url` and `key` may stand in the environment as MEMORY_URL and MEMORY_KEY. Requests that failed for a passing reason
    are sent again up to four times; writes carry an Idempotency-Key, so that none happens twice. Raises a
    `ProblemError` where the server refuses, `Unreachable` where it does not answer. A write that waits for the person
    is no error: it answers `Waiting`. `timeout`, in seconds, is for each step of a request; `options` are those of
    `httpx.Client`.
    """

    def __init__(
        self, url: str | None = None, key: str | None = None, *, timeout: float | None = 30.0, **options: Any
    ) -> None:
        self.http = Http(calls.address(url, key), timeout, **options)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def send(self, call: Call[T]) -> T:
        """The result of any call of the API; the methods below are the frequent ones."""
        ready = call.prepared()
        attempt = 1
        while True:
            try:
                response = self.http.send(ready)
            except NoAnswer as error:
                response, failure = None, error
            if response is not None and response.is_success:
                return ready.parse(response)
            pause = wait_seconds(response, attempt=attempt)
            if pause is None and response is not None:
                return calls.result_of(ready, response)
            if pause is None:
                raise Unreachable(f"{self.http.address.url} does not answer: {failure}") from failure
            time.sleep(pause)
            attempt += 1

    def request(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        """The JSON of any path below /api/v1, None where the answer has no body."""
        return self.send(
            Call(method, path, lambda answer: answer.json() if answer.content else None, query or {}, body)
        )

    def pages(self, path: str, kind: type[P], **query: Any) -> Iterator[P]:
        """Every page of a list, fetched as they are asked for."""
        cursor: str | None = ""
        while cursor is not None:
            page = self.send(Call("GET", path, model(kind), {**query, "cursor": cursor or None}))
            yield page
            cursor = getattr(page, "next_cursor", None)

    def user(self, external_id: str, *, name: str | None = None) -> User:
        """The person whom your own system calls `external_id`; added if the server does not know them."""
        body = {"external_id": external_id, "name": name or external_id}
        return self.send(Call("POST", "/users", model(User), body=body))

    def add_user(self, name: str) -> User:
        return self.send(Call("POST", "/users", model(User), body={"name": name}))

    def users(self, *, external_id: str | None = None) -> Iterator[User]:
        """Those whom the key may read about, newest first."""
        for page in self.pages("/users", UserPage, external_id=external_id):
            for user in page.results:
                yield user

    def remember(self, user_id: UUID | str, content: str, **fields: Any) -> WriteOutcome:
        """Write a memory about a person; with a `key`, an earlier one under it gets a new version.

        `fields` are those of `POST /memories`: key, namespace, category, importance, metadata, reason ...
        """
        body = without_none(user_id=user_id, content=content, **fields)
        return self.send(Call("POST", "/memories", written, body=body))

    def query(self, user_id: UUID | str, text: str, **fields: Any) -> list[QueryItem]:
        """What is remembered that bears on a question, best first; `fields` are those of `POST /memory/query`."""
        body = without_none(user_id=user_id, query=text, **fields)
        found = self.send(Call("POST", "/memory/query", model(QueryItems), body=body, is_repeatable=False))
        return found.root

    def context(self, user_id: UUID | str, text: str = "", **fields: Any) -> Context:
        """Everything an agent should see for a question; its `text` goes into a prompt."""
        body = without_none(user_id=user_id, query=text, **fields)
        return self.send(Call("POST", "/context", model(Context), body=body, is_repeatable=False))

    def memories(self, user_id: UUID | str, **filters: Any) -> Iterator[MemoryOut]:
        """What is remembered about a person."""
        for page in self.pages("/memories", MemoryPage, user_id=user_id, **filters):
            for memory in page.results:
                yield memory

    def memory(self, memory_id: UUID | str) -> MemoryDetail:
        return self.send(Call("GET", f"/memories/{segment(memory_id)}", model(MemoryDetail)))

    def change(self, memory_id: UUID | str, **fields: Any) -> WriteOutcome:
        """Change a memory: content, title, category, importance, metadata ... Its earlier version is kept."""
        return self.send(Call("PATCH", f"/memories/{segment(memory_id)}", written, body=without_none(**fields)))

    def forget(self, memory_id: UUID | str, *, reason: str | None = None) -> WriteOutcome:
        """Forget a memory; it can be restored for a while."""
        return self.send(Call("DELETE", f"/memories/{segment(memory_id)}", written, {"reason": reason}))

    def history(self, memory_id: UUID | str) -> Iterator[HistoryEntry]:
        """What happened to a memory."""
        for page in self.pages(f"/memories/{segment(memory_id)}/history", HistoryPage):
            for entry in page.results:
                yield entry

    def set_fact(
        self, user_id: UUID | str, category: str, key: str, value: str | float | bool, **fields: Any
    ) -> WriteOutcome:
        """Set a field of a person, such as identity, city."""
        body = without_none(value=value, **fields)
        return self.send(Call("PUT", _fact(user_id, category, key), written, body=body))

    def fact(self, user_id: UUID | str, category: str, key: str) -> FactDetail:
        return self.send(Call("GET", _fact(user_id, category, key), model(FactDetail)))

    def facts(self, user_id: UUID | str, *, category: str | None = None) -> Iterator[FactOut]:
        """The fields of a person that are known."""
        for page in self.pages(f"/users/{segment(user_id)}/facts", FactPage, category=category):
            for fact in page.results:
                yield fact

    def open_session(self, user_id: UUID | str, **fields: Any) -> SessionOut:
        """Begin a conversation; with an `external_id` a known one is found again."""
        return self.send(Call("POST", "/sessions", model(SessionOut), body=without_none(user_id=user_id, **fields)))

    def say(self, session_id: UUID | str, turns: Sequence[Mapping[str, Any]]) -> StoredTurns:
        """Store up to 100 messages, each with `content` and `role` or `speaker`, in order."""
        path = f"/sessions/{segment(session_id)}/turns"
        return self.send(Call("POST", path, model(StoredTurns), body={"turns": list(turns)}))

    def turns(self, session_id: UUID | str) -> Iterator[TurnOut]:
        """The messages of a conversation, in order."""
        for page in self.pages(f"/sessions/{segment(session_id)}/turns", TurnPage):
            for turn in page.results:
                yield turn

    def put_item(self, namespace: Sequence[str], key: str, value: Mapping[str, Any], **fields: Any) -> WriteOutcome:
        """Store a JSON object under a namespace and key."""
        body = without_none(namespace=list(namespace), key=key, value=value, **fields)
        return self.send(Call("PUT", "/store/items", written, body=body))

    def item(self, namespace: Sequence[str], key: str) -> StoreItem:
        query = {"namespace": calls.namespace_path(namespace), "key": key}
        return self.send(Call("GET", "/store/items", model(StoreItem), query))

    def delete_item(self, namespace: Sequence[str], key: str) -> WriteOutcome:
        query = {"namespace": calls.namespace_path(namespace), "key": key}
        return self.send(Call("DELETE", "/store/items", written, query))

    def search_items(self, namespace_prefix: Sequence[str], **fields: Any) -> FoundItems:
        body = without_none(namespace_prefix=list(namespace_prefix), **fields)
        return self.send(Call("POST", "/store/items/search", model(FoundItems), body=body, is_repeatable=False))

    def proposal(self, proposal_id: UUID | str) -> ProposalOut:
        """What became of a write that waits."""
        return self.send(Call("GET", f"/proposals/{segment(proposal_id)}", model(ProposalOut)))


def _fact(user_id: UUID | str, category: str, key: str) -> str:
    return f"/users/{segment(user_id)}/facts/{segment(category)}/{segment(key)}"
