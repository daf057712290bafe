"""Many writes at once, with the outcome of each: done, pending, or refused."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

from interfaces.mcp.api import NotFound, Refused
from interfaces.mcp.calls import Calls, cut_notice, explained
from memories.limits import BATCH_ITEMS


async def write_all(calls: Calls, memories: Sequence[dict[str, Any]], notes: list[str]) -> list[bool]:
    """Return whether each is done; `notes` gets a sentence about every other one."""
    done: list[bool] = []
    rest = iter(memories)
    while items := list(islice(rest, BATCH_ITEMS)):
        results = (await calls.post("memories/batch", {"items": items}))["results"]
        for item, result in zip(items, results, strict=True):
            done.append(_is_done(item["content"], result["result"], result["problem"], notes))
    return done


async def forget_all(calls: Calls, memory_ids: Iterable[str], notes: list[str]) -> None:
    """Forget each; one that is already gone counts as done."""
    for memory_id in memory_ids:
        try:
            _is_done("Forgetting", await calls.delete(f"memories/{memory_id}"), None, notes)
        except NotFound:
            continue
        except Refused as error:
            notes.append(f"Not forgotten: {error}")


def _is_done(what: str, result: dict[str, Any] | None, problem: dict[str, Any] | None, notes: list[str]) -> bool:
    if result is None:
        notes.append(f"{what}: {problem['detail'] if problem else 'refused.'}")
    elif result["status"].startswith("pending"):
        sentences = [*result.get("warnings", ()), explained(result)["message"]]
        notes.append(f"{what}: {' '.join(sentences)}")
    else:
        if cut := cut_notice(result):
            notes.append(cut)
        return True
    return False
