"""A session of the OpenAI Agents SDK on a memory server. `pip install "memory-server-client[openai-agents]"`."""

from typing import Any, cast
from uuid import UUID

from agents.items import TResponseInputItem
from agents.memory import SessionABC, SessionSettings

from memory_server.client import MemoryClient
from memory_server.flows import Flow, Runner
from memory_server.transcripts import Said, Stored, Transcript

ROLES = ("user", "assistant", "system")


class MemoryServerSession(SessionABC):
    """One conversation with a person. Items are kept exactly; messages become turns, from which the server learns.

    Popping items and clearing the session leaves the turns: what was said was said.
    """

    def __init__(
        self,
        session_id: str,
        client: MemoryClient,
        user_id: UUID | str,
        *,
        session_settings: SessionSettings | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._runner = Runner(client)
        self._transcript = Transcript(user_id, f"openai-agents:{session_id}:items")

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        most = limit if limit is not None or self.session_settings is None else self.session_settings.limit
        items = (await self._runner.arun(self._transcript.load())).items
        return items if most is None else items[len(items) - most :] if 0 < most < len(items) else items if most else []

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        if items:
            await self._runner.arun(self._add([cast(dict[str, Any], item) for item in items]))

    async def pop_item(self) -> TResponseInputItem | None:
        def pop(stored: Stored) -> TResponseInputItem | None:
            return stored.items.pop() if stored.items else None

        return await self._runner.arun(self._transcript.change(pop))

    async def clear_session(self) -> None:
        await self._runner.arun(self._transcript.delete())

    def _add(self, items: list[dict[str, Any]]) -> Flow[None]:
        yield from self._transcript.change(lambda stored: stored.items.extend(items))
        yield from self._transcript.say(
            [Said(item["role"], _text(item)) for item in items if item.get("role") in ROLES]
        )


def _text(item: dict[str, Any]) -> str:
    content = item.get("content", "")
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content or ()]
    return "\n".join(part for part in parts if part)
