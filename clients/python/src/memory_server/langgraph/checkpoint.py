"""LangGraph's checkpointer: the states of a person's threads."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from memory_server.calls import segment
from memory_server.client import MemoryClient
from memory_server.flows import Runner
from memory_server.langgraph.states import States

Values = dict[str, Any]


class MemoryServerSaver(BaseCheckpointSaver[str]):
    """The checkpoints of the threads of one person, with all optional capabilities, for graphs of both kinds.

    Values that JSON keeps are stored as they are; others as LangGraph's JsonPlusSerializer writes them, never as
    pickle. The server cuts out of readable text what looks like a secret: put no credentials into a state, or give an
    `EncryptedSerializer` as `serde`. Saving twice is as saving once, so a graph that is killed resumes from its last
    acknowledged step.
    """

    def __init__(self, client: MemoryClient, user_id: UUID | str, *, serde: SerializerProtocol | None = None) -> None:
        super().__init__(serde=serde)
        self._runner = Runner(client)
        self._threads = f"/users/{segment(user_id)}/checkpoints"

    @property
    def _states(self) -> States:
        # LangGraph copies a saver to give it another serializer.
        return States(self._threads, self.serde)

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return self._runner.run(self._states.load(config))

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        return await self._runner.arun(self._states.load(config))

    def list(
        self,
        config: RunnableConfig | None,
        *,
        filter: Values | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> Iterator[CheckpointTuple]:
        yield from self._runner.run(self._states.find(config, filter, before, limit))

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: Values | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        for found in await self._runner.arun(self._states.find(config, filter, before, limit)):
            yield found

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return self._runner.run(self._states.save(config, checkpoint, metadata))

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        return await self._runner.arun(self._states.save(config, checkpoint, metadata))

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        self._runner.run(self._states.save_writes(config, writes, task_id, task_path))

    async def aput_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        await self._runner.arun(self._states.save_writes(config, writes, task_id, task_path))

    def delete_thread(self, thread_id: str) -> None:
        self._runner.run(self._states.delete_threads([thread_id]))

    async def adelete_thread(self, thread_id: str) -> None:
        await self._runner.arun(self._states.delete_threads([thread_id]))

    def delete_for_runs(self, run_ids: Sequence[str]) -> None:
        self._runner.run(self._states.delete_runs(run_ids))

    async def adelete_for_runs(self, run_ids: Sequence[str]) -> None:
        await self._runner.arun(self._states.delete_runs(run_ids))

    def copy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        self._runner.run(self._states.copy(source_thread_id, target_thread_id))

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        await self._runner.arun(self._states.copy(source_thread_id, target_thread_id))

    def prune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        self._runner.run(self._states.prune(thread_ids, strategy))

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        await self._runner.arun(self._states.prune(thread_ids, strategy))

    def get_next_version(self, current: str | None, channel: None) -> str:
        """Texts that sort as the numbers that they are."""
        return f"{int(current or 0) + 1:032}"
