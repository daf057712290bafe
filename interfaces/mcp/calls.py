"""One caller's calls of the API by tools, and outcomes of writes in words that do not let a model overestimate them."""

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
        return await self.api.call(self.caller, "GET", path, query=_without_none(query))

    async def delete(self, path: str, *, key: str = "", **query: Any) -> Any:
        return await self.api.call(self.caller, "DELETE", path, query=_without_none(query), key=key)

    async def post(self, path: str, body: Mapping[str, Any], *, key: str = "") -> Any:
        return await self.api.call(self.caller, "POST", path, query={}, body=_without_none(body), key=key)

    async def put(self, path: str, body: Mapping[str, Any], *, key: str = "") -> Any:
        return await self.api.call(self.caller, "PUT", path, query={}, body=_without_none(body), key=key)

    async def person(self, user_id: UUID | None) -> str:
        """Return the person of a tool call: the given one, the one of the connection, or the only one there is.

        Raises ToolError where there are several.
        """
        if user_id or self.caller.user_id:
            return str(user_id or self.caller.user_id)
        people = (await self.get("users", limit=2))["results"]
        if len(people) != 1:
            raise ToolError("Whose memory? Name the person by user_id; the tool `people` lists them.")
        return str(people[0]["id"])


def calls_of(context: Here) -> Calls:
    """Return the calls for the caller of the request that a tool answers."""
    api, request = context.request_context.lifespan_context, context.request_context.request
    if request is None:
        return Calls(api, api.owner)
    address = request.client.host if request.client else ""
    key = request.state.key
    return Calls(api, caller_of(request.headers, scheme=request.url.scheme, address=address, key=key))


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def explained(result: dict[str, Any]) -> dict[str, Any]:
    """Return a write's answer; a pending one says so, with the page where the person decides, or the step before that
    where no one can answer yet. It is no error."""
    if result["status"] != "pending_consent":
        return result
    is_stuck = "nobody-can-answer" in result.get("warning_codes", ())
    waits = NOT_YET.format(decide="" if is_stuck else DECIDE.format(url=result["review_url"]))
    more = result["message"].removeprefix(WAITS).strip()
    return result | {"message": f"{waits} {more}".rstrip()}


def cut_notice(result: dict[str, Any]) -> str:
    """Return a sentence about removed secrets; an answer stored by an earlier version lacks the field."""
    return redaction_notice(result.get("redacted", ()))
