"""The states of one person's threads, each operation as a flow of calls that both kinds of client can run."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
    writes_sort_key,
)
from langgraph.checkpoint.serde.base import SerializerProtocol

from memory_server.calls import Call, model, segment
from memory_server.errors import NotFound
from memory_server.flows import Flow
from memory_server.langgraph.serialization import decode, encode
from memory_server.models import CheckpointList, CheckpointOut, ThreadList
from memory_server.transport import Answer

PAGE = 100
RUNS_A_CALL = 50
WRITES_A_CALL = 1_000
LARGE = {"Content-Type": "application/vnd.checkpoint+json"}
# Which the metadata of threads with delta channels has.
DELTA_COUNTERS = "counters_since_delta_snapshot"
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class States:
    """`threads` is the path of the person's threads."""

    threads: str
    serde: SerializerProtocol

    def load(self, config: RunnableConfig) -> Flow[CheckpointTuple | None]:
        query = {"checkpoint_ns": _namespace(config), "checkpoint_id": get_checkpoint_id(config)}
        try:
            found = yield Call("GET", self._thread(_thread_id(config)), model(CheckpointOut), query)
        except NotFound:
            return None
        return self._tuple(found)

    def find(
        self, config: RunnableConfig | None, filter_: Values | None, before: RunnableConfig | None, limit: int | None
    ) -> Flow[list[CheckpointTuple]]:
        names = [_thread_id(config)] if config is not None else (yield from self._thread_ids())
        query = self._history_query(config, filter_, before)
        exact = get_checkpoint_id(config) if config is not None else None
        found: list[CheckpointTuple] = []
        for name in names:
            wanted = None if limit is None else limit - len(found)
            found += yield from self._history(name, query, filter_ or {}, exact, wanted)
        return found

    def _history(
        self, thread_id: str, query: Values, filter_: Values, exact: str | None, wanted: int | None
    ) -> Flow[list[CheckpointTuple]]:
        """At most `wanted` states of a thread, newest first."""
        found: list[CheckpointTuple] = []
        before = query["before"]
        while wanted is None or len(found) < wanted:
            size = PAGE if wanted is None or filter_ or exact else min(PAGE, wanted - len(found))
            path = f"{self._thread(thread_id)}/history"
            page = yield Call("GET", path, model(CheckpointList), {**query, "before": before, "limit": size})
            states = (self._tuple(state) for state in page.results if exact in (None, state.checkpoint_id))
            found += [one for one in states if _has(one.metadata, filter_)]
            before = page.next_before
            if before is None:
                break
        return found[:wanted]

    def _history_query(
        self, config: RunnableConfig | None, filter_: Values | None, before: RunnableConfig | None
    ) -> Values:
        namespace = config["configurable"].get("checkpoint_ns") if config else None
        plain = {
            name: one
            for name, one in (filter_ or {}).items()
            if isinstance(one, str | int) and encode(one, self.serde) is one
        }
        return {
            "checkpoint_ns": namespace,
            "before": get_checkpoint_id(before) if before else None,
            "filter": json.dumps(plain) if plain else None,
        }

    def save(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata
    ) -> Flow[RunnableConfig]:
        values = cast(Values, checkpoint)
        state = {name: encode(value, self.serde) for name, value in values.items() if name != "channel_values"}
        channels = {name: encode(value, self.serde) for name, value in checkpoint["channel_values"].items()}
        described = cast(Values, get_checkpoint_metadata(config, metadata))
        body = {
            "checkpoint_ns": _namespace(config),
            "checkpoint_id": checkpoint["id"],
            "parent_id": get_checkpoint_id(config) or "",
            "checkpoint": {**state, "channel_values": channels},
            "metadata": {name: encode(value, self.serde) for name, value in described.items()},
        }
        yield self._large("PUT", self._thread(_thread_id(config)), body)
        return _config(_thread_id(config), _namespace(config), checkpoint["id"])

    def save_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str
    ) -> Flow[None]:
        rows = [
            {"idx": WRITES_IDX_MAP.get(channel, place), "channel": channel, "value": encode(value, self.serde)}
            for place, (channel, value) in enumerate(writes)
        ]
        place = {"checkpoint_ns": _namespace(config), "checkpoint_id": get_checkpoint_id(config)}
        path = f"{self._thread(_thread_id(config))}/writes"
        for start in range(0, len(rows), WRITES_A_CALL):
            part = rows[start : start + WRITES_A_CALL]
            yield self._large("POST", path, {**place, "task_id": task_id, "task_path": task_path, "writes": part})

    def delete_threads(self, thread_ids: Sequence[str]) -> Flow[None]:
        for thread_id in thread_ids:
            yield Call("DELETE", self._thread(thread_id), _nothing, is_repeatable=False)

    def delete_runs(self, run_ids: Sequence[str]) -> Flow[None]:
        for start in range(0, len(run_ids), RUNS_A_CALL):
            query = {"run_id": list(run_ids[start : start + RUNS_A_CALL])}
            yield Call("DELETE", self.threads, _nothing, query, is_repeatable=False)

    def copy(self, source: str, target: str) -> Flow[None]:
        yield Call("POST", f"{self._thread(source)}/copy", _nothing, body={"to_thread_id": target})

    def prune(self, thread_ids: Sequence[str], strategy: str) -> Flow[None]:
        if strategy not in ("keep_latest", "delete"):
            raise ValueError(f"{strategy!r} is neither 'keep_latest' nor 'delete'.")
        if strategy == "delete":
            yield from self.delete_threads(thread_ids)
            return
        for thread_id in thread_ids:
            kept = yield from self._needed(thread_id)
            if kept:
                path = f"{self._thread(thread_id)}/prune"
                yield Call("POST", path, _nothing, body={"keep_last": kept}, is_repeatable=False)

    def _needed(self, thread_id: str) -> Flow[int]:
        """How many of the newest states of each namespace must stay; 0 where there is nothing to prune.

        One, but a delta channel is rebuilt from the writes of earlier states back to its last snapshot.
        """
        states = yield from self._history(thread_id, {"before": None}, {}, None, None)
        by_namespace: dict[str, list[CheckpointTuple]] = {}
        for state in states:
            by_namespace.setdefault(_namespace(state.config), []).append(state)
        return max((_reach(states) for states in by_namespace.values()), default=0)

    def _thread_ids(self) -> Flow[list[str]]:
        names: list[str] = []
        after: str | None = ""
        while after is not None:
            page = yield Call("GET", self.threads, model(ThreadList), {"after": after or None, "limit": PAGE})
            names += [thread.thread_id for thread in page.results]
            after = page.next_after
        return names

    def _tuple(self, state: CheckpointOut) -> CheckpointTuple:
        stored = {name: decode(value, self.serde) for name, value in state.checkpoint.items()}
        channels = {name: decode(value, self.serde) for name, value in state.checkpoint["channel_values"].items()}
        writes = sorted(state.writes, key=lambda one: writes_sort_key(one.task_path, one.task_id, one.idx))
        here = (state.thread_id, state.checkpoint_ns)
        return CheckpointTuple(
            config=_config(*here, state.checkpoint_id),
            checkpoint=cast(Checkpoint, {**stored, "channel_values": channels}),
            metadata=cast(
                CheckpointMetadata, {name: decode(value, self.serde) for name, value in state.metadata.items()}
            ),
            parent_config=_config(*here, state.parent_id) if state.parent_id else None,
            pending_writes=[(one.task_id, one.channel, decode(one.value, self.serde)) for one in writes],
        )

    def _thread(self, thread_id: str) -> str:
        return f"{self.threads}/{segment(thread_id)}"

    @staticmethod
    def _large(method: str, path: str, body: Values) -> Call[None]:
        """A body of up to 25 MB; to store it twice is as once."""
        return Call(method, path, _nothing, body=body, headers=LARGE, is_repeatable=False)


def _nothing(response: Answer) -> None:
    return None


def _reach(states: Sequence[CheckpointTuple]) -> int:
    """How many of a namespace's states, newest first, the newest needs to be rebuilt."""
    newest = states[0]
    if DELTA_COUNTERS not in newest.metadata:
        return 1
    places = {str(get_checkpoint_id(state.config)): place for place, state in enumerate(states)}
    missing = set(newest.checkpoint["channel_versions"]) - set(newest.checkpoint["channel_values"])
    last, state = 0, newest
    while missing and state.parent_config is not None:
        parent = places.get(str(get_checkpoint_id(state.parent_config)))
        if parent is None:
            break
        last, state = max(last, parent), states[parent]
        missing -= set(state.checkpoint["channel_values"])
    return last + 1


def _has(metadata: CheckpointMetadata, wanted: Values) -> bool:
    found = cast(Values, metadata)
    return all(found.get(name) == value for name, value in wanted.items())


def _config(thread_id: str, namespace: str, checkpoint_id: str) -> RunnableConfig:
    place = {"thread_id": thread_id, "checkpoint_ns": namespace, "checkpoint_id": checkpoint_id}
    return {"configurable": place}


def _thread_id(config: RunnableConfig) -> str:
    return str(config["configurable"]["thread_id"])


def _namespace(config: RunnableConfig) -> str:
    return str(config["configurable"].get("checkpoint_ns", ""))
