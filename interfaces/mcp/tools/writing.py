"""Tools that propose changes: each passes the gate, which may ask the person first."""

from typing import Annotated, Any, Literal
from uuid import UUID

from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, ConfigDict, Field

from interfaces.mcp.api import part
from interfaces.mcp.calls import Calls, Here, calls_of, explained
from interfaces.mcp.tools.declarations import IdempotencyKey, MemoryId, Reason, ThreadId, UserId
from memories import limits


async def memory_upsert(
    *,
    ctx: Here,
    content: Annotated[str, Field(description="One thing worth knowing later, in the third person.")],
    user_id: UserId = None,
    key: Annotated[str | None, Field(description="Names the memory: the same key again updates it.")] = None,
    category: Annotated[str | None, Field(description="Left out, the server files it.")] = None,
    importance: Annotated[int | None, Field(ge=1, le=5, description="1 is least.")] = None,
    tags: list[str] | None = None,
    thread_id: ThreadId = "",
    reason: Reason = "",
    idempotency_key: IdempotencyKey = "",
) -> dict[str, Any]:
    """Remember something about a person, or update it where its key is known.

    `status` tells what happened; with `pending_consent` nothing is remembered until the person agrees.
    """
    calls = calls_of(ctx)
    body = {
        "user_id": await calls.person(user_id),
        "content": content,
        "key": key,
        "category": category,
        "importance": importance,
        "tags": tags,
        "thread_id": thread_id,
        "reason": reason,
    }
    return explained(await calls.post("memories", body, key=idempotency_key))


async def set_fact(
    *,
    ctx: Here,
    category: Annotated[str, Field(min_length=1, description="identity, preference, constraint or instruction.")],
    key: Annotated[str, Field(min_length=1, description="The field, such as city, preferred_name or diet.")],
    value: str,
    user_id: UserId = None,
    confidence: Annotated[float, Field(ge=0, le=1, description="How sure you are.")] = 1.0,
    reason: Reason = "",
    idempotency_key: IdempotencyKey = "",
) -> dict[str, Any]:
    """Give a field about a person its value; the earlier one is kept in the history.

    Sensitive fields wait for the person: `status` is `pending_consent` then, and nothing has changed yet.
    """
    calls = calls_of(ctx)
    path = f"users/{await calls.person(user_id)}/facts/{part(category)}/{part(key)}"
    return explained(
        await calls.put(path, {"value": value, "confidence": confidence, "reason": reason}, key=idempotency_key)
    )


async def memory_forget(
    *, ctx: Here, memory_id: MemoryId, reason: Reason = "", idempotency_key: IdempotencyKey = ""
) -> dict[str, Any]:
    """Forget a memory. It can be restored until it is purged; the person may have to agree."""
    return explained(await calls_of(ctx).delete(f"memories/{memory_id}", reason=reason, key=idempotency_key))


class Turn(BaseModel):
    """One message of a conversation."""

    model_config = ConfigDict(extra="forbid")

    role: Literal["user", "assistant", "system", "tool"]
    content: str = Field(min_length=1)
    speaker: str = ""
    external_id: str = Field(default="", description="The same id again is not stored twice.")


async def remember_turns(
    *,
    ctx: Here,
    turns: Annotated[list[Turn], Field(min_length=1, max_length=limits.TURNS_PER_CALL)],
    user_id: UserId = None,
    session_id: Annotated[UUID | None, Field(description="The conversation, from an earlier answer.")] = None,
    conversation: Annotated[str, Field(description="Or your own name of it; a new name begins a new one.")] = "",
    idempotency_key: IdempotencyKey = "",
) -> dict[str, Any]:
    """Keep what was said, word for word. Facts are found in it later, and pass the same gate."""
    calls = calls_of(ctx)
    session = session_id or await _session(calls, user_id, conversation)
    body = {"turns": [turn.model_dump(exclude_defaults=True) for turn in turns]}
    return dict(await calls.post(f"sessions/{session}/turns", body, key=idempotency_key))


async def _session(calls: Calls, user_id: UUID | None, conversation: str) -> str:
    if not conversation:
        raise ToolError("Say which conversation: session_id, or a name of your own as `conversation`.")
    body = {"user_id": await calls.person(user_id), "external_id": conversation}
    return str((await calls.post("sessions", body))["id"])


async def add_person(
    *,
    ctx: Here,
    name: Annotated[str, Field(min_length=1)],
    external_id: Annotated[
        str | None, Field(description="Your own id of them; a known one brings that person.")
    ] = None,
    idempotency_key: IdempotencyKey = "",
) -> dict[str, Any]:
    """Begin to remember somebody; an `external_id` that is known already brings the known one."""
    body = {"name": name, "external_id": external_id}
    return dict(await calls_of(ctx).post("users", body, key=idempotency_key))
