"""LlamaIndex's chat memory on a memory server. `pip install "memory-server-client[llama-index]"`."""

from typing import Any, Self
from uuid import UUID

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemory
from pydantic import PrivateAttr

from memory_server.calls import Call, model, without_none
from memory_server.client import MemoryClient
from memory_server.flows import Flow, Runner
from memory_server.models import Context
from memory_server.transcripts import Said, Stored, Transcript

ROLES = {MessageRole.USER: "user", MessageRole.ASSISTANT: "assistant", MessageRole.CHATBOT: "assistant"}


class MemoryServerMemory(BaseMemory):
    """One conversation with a person. Messages are kept exactly, and become turns, from which the server learns.

    `get(input)` puts before them, as a system message, what is remembered of the person that bears on the input.
    """

    user_id: str
    session_id: str
    _runner: Runner = PrivateAttr()

    def __init__(self, client: MemoryClient, user_id: UUID | str, session_id: str) -> None:
        super().__init__(user_id=str(user_id), session_id=session_id)  # type: ignore[call-arg]
        self._runner = Runner(client)

    @classmethod
    def class_name(cls) -> str:
        return "MemoryServerMemory"

    @classmethod
    def from_defaults(cls, **kwargs: Any) -> Self:
        """Takes `client`, `user_id` and `session_id`."""
        return cls(**kwargs)

    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        return self._runner.run(self._with_context(input))

    async def aget(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        return await self._runner.arun(self._with_context(input))

    def get_all(self) -> list[ChatMessage]:
        return self._runner.run(self._messages())

    async def aget_all(self) -> list[ChatMessage]:
        return await self._runner.arun(self._messages())

    def put(self, message: ChatMessage) -> None:
        self.put_messages([message])

    async def aput(self, message: ChatMessage) -> None:
        await self.aput_messages([message])

    def put_messages(self, messages: list[ChatMessage]) -> None:
        self._runner.run(self._add(messages))

    async def aput_messages(self, messages: list[ChatMessage]) -> None:
        await self._runner.arun(self._add(messages))

    def set(self, messages: list[ChatMessage]) -> None:
        self._runner.run(self._replace(messages))

    async def aset(self, messages: list[ChatMessage]) -> None:
        await self._runner.arun(self._replace(messages))

    def reset(self) -> None:
        """Begin anew; the turns stay, for what was said was said."""
        self._runner.run(self._transcript.delete())

    async def areset(self) -> None:
        await self._runner.arun(self._transcript.delete())

    @property
    def _transcript(self) -> Transcript:
        return Transcript(self.user_id, f"llama-index:{self.session_id}:messages")

    def _messages(self) -> Flow[list[ChatMessage]]:
        stored = yield from self._transcript.load()
        return [ChatMessage.model_validate(item) for item in stored.items]

    def _with_context(self, question: str | None) -> Flow[list[ChatMessage]]:
        messages = yield from self._messages()
        if not question:
            return messages
        body = without_none(user_id=self.user_id, query=question)
        context = yield Call("POST", "/context", model(Context), body=body, is_repeatable=False)
        known = [ChatMessage(role=MessageRole.SYSTEM, content=context.text)] if context.text else []
        return known + messages

    def _add(self, messages: list[ChatMessage]) -> Flow[None]:
        items = [message.model_dump(mode="json") for message in messages]
        yield from self._transcript.change(lambda stored: stored.items.extend(items))
        yield from self._transcript.say(
            [Said(ROLES[message.role], message.content or "") for message in messages if message.role in ROLES]
        )

    def _replace(self, messages: list[ChatMessage]) -> Flow[None]:
        items = [message.model_dump(mode="json") for message in messages]

        def replace(stored: Stored) -> None:
            stored.items = items

        yield from self._transcript.change(replace)
