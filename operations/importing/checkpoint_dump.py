"""A dump of an in-memory checkpointer: JSON lines, one state or one pending write a line (docs/checkpoints.md)."""

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Literal, NoReturn
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from conversations.drafts import StateId, ThreadId
from conversations.models.checkpoint import ID_CHARACTERS

LINE_BYTES = 25 * 1024 * 1024


class BadDump(ValueError):
    """A line of the dump is invalid; says which and why."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    thread_id: ThreadId
    user_id: UUID | None = None
    checkpoint_ns: str = Field(default="", max_length=ID_CHARACTERS)


class CheckpointLine(_Line):
    """One state. Without a `checkpoint_id` it is the thread's single state (001 §15)."""

    type: Literal["checkpoint"] = "checkpoint"
    checkpoint_id: StateId = ""
    parent_id: StateId = ""
    checkpoint: dict[str, Any]
    metadata: dict[str, Any] = Field(default_factory=dict)
    run_id: str = Field(default="", max_length=128)
    created_at: datetime | None = None


class WriteLine(_Line):
    """One value that a task wrote after a state."""

    type: Literal["write"] = "write"
    checkpoint_id: Annotated[StateId, Field(min_length=1)]
    task_id: Annotated[StateId, Field(min_length=1)]
    task_path: str = Field(default="", max_length=1_024)
    idx: int = Field(ge=-1_000, le=1_000_000)
    channel: str = Field(min_length=1, max_length=ID_CHARACTERS)
    value: Any = None


Line = Annotated[CheckpointLine | WriteLine, Field(discriminator="type")]
_adapter: TypeAdapter[CheckpointLine | WriteLine] = TypeAdapter(Line)


def read_dump(path: Path) -> Iterator[CheckpointLine | WriteLine]:
    """The lines of a dump, read one by one. Raises BadDump, OSError."""
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if line.strip():
                yield _parsed(line, number)


def _parsed(line: bytes, number: int) -> CheckpointLine | WriteLine:
    if len(line) > LINE_BYTES:
        raise BadDump(f"line {number}: longer than {LINE_BYTES:,} bytes")
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_refuse)
        # What PostgreSQL's jsonb cannot hold: NUL, and halves of surrogate pairs.
        if "\\u0000" in json.dumps(value):
            raise BadDump(f"line {number}: holds the character U+0000")
        json.dumps(value, ensure_ascii=False).encode("utf-8")
        return _adapter.validate_python({"type": "checkpoint"} | value if isinstance(value, dict) else value)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part not in ("checkpoint", "write")) or "the line"
        raise BadDump(f"line {number}: {place}: {first['msg']}") from None
    except (UnicodeError, ValueError, RecursionError) as error:
        if isinstance(error, BadDump):
            raise
        raise BadDump(f"line {number}: is not JSON in UTF-8") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(name)
