"""One caller's calls of the API, as tools make them, and what became of a write, in words that a model takes for no
more than it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from starlette.requests import Request

from consent.outcomes import WAITS, redaction_notice
from interfaces.mcp.api import Api, Caller, caller_of

Here = Context[Api, Request]
NOT_YET = "Not remembered yet: the person has to agree first. {decide}Until then nobody finds it. Do not send it again."
DECIDE = "Tell them that they can decide at {url}. "


@dataclass(frozen=True, slots=True)
class Calls:
    """Values that are None are left out of queries and bodies."""

    api: Api
    caller: Caller

    async def get(self, path: str, **query: Any) -> Any:
        return await self.api.call(self.caller, "GET", path, query=_given(query))

    async def delete(self, path: str, *, key: str = "", **query: Any) -> Any:
        return await self.api.call(self.caller, "DELETE", path, query=_given(query), key=key)

    async def post(self, path: str, body: Mapping[str, Any], *, key: str = "") -> Any:
        return await self.api.call(self.caller, "POST", path, query={}, body=_given(body), key=key)

    async def put(self, path: str, body: Mapping[str, Any], *, key: str = "") -> Any:
        return await self.api.call(self.caller, "PUT", path, query={}, body=_given(body), key=key)

    async def person(self, user_id: UUID | None) -> str:
        """Whom a tool means: the one it names, the one the connection is for, or the only one there is.

        Raises ToolError where there are several.
        """
        if user_id or self.caller.user_id:
            return str(user_id or self.caller.user_id)
        people = (await self.get("users", limit=2))["results"]
        if len(people) != 1:
            raise ToolError("Whose memory? Name the person by user_id; the tool `people` lists them.")
        return str(people[0]["id"])


def calls_of(context: Here) -> Calls:
    """The calls of whoever sent the request that a tool answers."""
    api, request = context.request_context.lifespan_context, context.request_context.request
    if request is None:
        return Calls(api, api.owner)
    address = request.client.host if request.client else ""
    key = request.state.key
    return Calls(api, caller_of(request.headers, scheme=request.url.scheme, address=address, key=key))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def explained(result: dict[str, Any]) -> dict[str, Any]:
    """A write's answer; one that waits says so, with the page where the person decides, or with what comes before that
    where nobody can answer yet. It is no error.
    """
    if result["status"] != "pending_consent":
        return result
    is_stuck = "nobody-can-answer" in result.get("warning_codes", ())
    waits = NOT_YET.format(decide="" if is_stuck else DECIDE.format(url=result["review_url"]))
    more = result["message"].removeprefix(WAITS).strip()
    return result | {"message": f"{waits} {more}".rstrip()}


def cut_notice(result: dict[str, Any]) -> str:
    """A sentence about secrets that were cut out; an answer that was kept by an earlier version lacks the field."""
    return redaction_notice(result.get("redacted", ()))
