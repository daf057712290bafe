"""Tools that change nothing. Every search leaves a receipt, which the person can read."""

from typing import Annotated, Any, Literal
from uuid import UUID

from mcp.types import CallToolResult, TextContent
from pydantic import Field

from interfaces.mcp.calls import Here, calls_of
from interfaces.mcp.tools.declarations import Categories, MemoryId, Question, Select, ThreadId, Threshold, TopK, UserId

RECALLED = 20


async def context(
    *,
    ctx: Here,
    query: Annotated[str, Field(description="The question at hand; empty: what is always worth knowing.")] = "",
    user_id: UserId = None,
    session_id: Annotated[UUID | None, Field(description="The conversation. Left out: the person's last one.")] = None,
    thread_id: ThreadId = "",
    budget_tokens: Annotated[int, Field(ge=1, description="How long the text may be.")] = 1_500,
) -> CallToolResult:
    """What to know before answering a person: news, profile, relevant memories, episodes and recent turns, as text.

    Call it first. If its `confidence` is low, `recall` looks deeper.
    """
    calls = calls_of(ctx)
    body = {
        "user_id": await calls.person(user_id),
        "query": query,
        "session_id": session_id and str(session_id),
        "thread_id": thread_id,
        "budget_tokens": budget_tokens,
    }
    found = await calls.post("context", body)
    return CallToolResult(content=[TextContent(type="text", text=found["text"])], structured_content=found)


async def memory_query(
    *,
    ctx: Here,
    query: Question,
    user_id: UserId = None,
    top_k: TopK = 8,
    categories: Categories = None,
    detail: Annotated[
        Literal["bullets", "full"], Field(description="Short texts with their scores, or everything with provenance.")
    ] = "bullets",
    select: Select = "top",
    threshold: Threshold = None,
) -> dict[str, Any]:
    """Search what is remembered about a person, by meaning and by words; best first.

    The best results come even if none fits: a `score` below 0.7 hardly answers the question, loose hits reach 0.72.
    """
    calls = calls_of(ctx)
    body = {
        "user_id": await calls.person(user_id),
        "query": query,
        "top_k": top_k,
        "categories": categories,
        "select": select,
        "threshold": threshold,
    }
    found = await calls.post("memory/query", body)
    return {"results": found if detail == "full" else [_bullet(one) for one in found]}


def _bullet(found: dict[str, Any]) -> dict[str, Any]:
    """Return a result in one line, like REST's bullets, and its score."""
    content, speaker = found["summary"] or found["content"], found.get("speaker", "")
    said_by = f"{speaker}: " if speaker and not content.startswith(f"{speaker}:") else ""
    text = f"[{found['category']}] {said_by}{' '.join(content.split())}"
    return {
        "id": found["id"],
        "category": found["category"],
        "text": text,
        "kind": found["kind"],
        "score": found["score"],
    }


async def recall(
    *, ctx: Here, query: Question, user_id: UserId = None, thread_id: ThreadId = "", top_k: TopK = RECALLED
) -> dict[str, Any]:
    """Look deeper when the context did not hold the answer: more results, in full, with the turns around each."""
    calls = calls_of(ctx)
    body = {"query": query, "top_k": top_k, "thread_id": thread_id, "purpose": "recall", "neighbours": True}
    return {"results": await calls.post("memory/query", body | {"user_id": await calls.person(user_id)})}


async def memory_get(
    *,
    ctx: Here,
    memory_id: MemoryId,
    history: Annotated[bool, Field(description="Also who changed it, and when.")] = False,
) -> dict[str, Any]:
    """One memory, whole: content, provenance, version."""
    calls = calls_of(ctx)
    memory = await calls.get(f"memories/{memory_id}")
    if not history:
        return {"memory": memory}
    return {"memory": memory, "history": (await calls.get(f"memories/{memory_id}/history"))["results"]}


async def facts(
    *,
    ctx: Here,
    user_id: UserId = None,
    category: Annotated[str | None, Field(description="identity, preference, constraint or instruction.")] = None,
) -> dict[str, Any]:
    """The facts about a person: name, city, diet, preferences. Exact values, not found by meaning."""
    calls = calls_of(ctx)
    return dict(await calls.get(f"users/{await calls.person(user_id)}/facts", category=category, limit=100))


async def people(
    *,
    ctx: Here,
    cursor: Annotated[str | None, Field(description="`next_cursor` of the page before.")] = None,
) -> dict[str, Any]:
    """The people whose memories you may use, with the `id` that other tools call `user_id`."""
    return dict(await calls_of(ctx).get("users", cursor=cursor, limit=100))


async def pending_consent(
    *,
    ctx: Here,
    user_id: UserId = None,
    proposal_id: Annotated[
        UUID | None, Field(description="What became of this one, as the write named it. Left out: all that wait.")
    ] = None,
) -> dict[str, Any]:
    """What waits for the person's decision, with the page where they decide. Only the person can decide.

    With `proposal_id`, what became of that one: its `state`, and in `superseded_by` the later one that took its place.
    """
    calls = calls_of(ctx)
    if proposal_id:
        return {"results": [_with_successor(await calls.get(f"proposals/{proposal_id}"))], "next_cursor": None}
    return dict(await calls.get("proposals", user_id=await calls.person(user_id), state="pending", limit=100))


def _with_successor(proposal: dict[str, Any]) -> dict[str, Any]:
    """Return a proposal with a sentence about the one that replaced it."""
    if proposal["superseded_by"] is None:
        return proposal
    page, later = proposal["superseded_by_review_url"], proposal["superseded_by"]
    return proposal | {"message": f"Proposal {later} took its place. The person decides that one at {page}."}
