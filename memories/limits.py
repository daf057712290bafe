"""Every limit of R7, in one place; docs/limits.md documents them, and tests/interfaces/rest/test_limits.py tests each.

Limits defined by lower apps are re-exported here.
"""

import json
from collections.abc import Callable
from typing import Any

from conversations.drafts import CONTENT_CHARACTERS as TURN_CHARACTERS
from conversations.drafts import MAX_WRITES as PENDING_WRITES
from providers.statements import MAX_STATEMENTS as SENSITIVE_STATEMENTS
from workspaces.namespaces import MAX_PATH_CHARACTERS as SCOPE_CHARACTERS

QUERY_CHARACTERS = 4_000
CONTENT_TOKENS = 2_048
# Far above what so many tokens of prose need: blanks and endless words are hardly any tokens.
CONTENT_CHARACTERS = 50_000
SUMMARY_CHARACTERS = 8_000
SOURCE_LABEL_CHARACTERS = 128
MODEL_NAME_CHARACTERS = 128
SENSITIVITY_CHARACTERS = 64
KEY_CHARACTERS = 512
TITLE_CHARACTERS = 512
METADATA_BYTES = 16 * 1024
JSON_BODY_BYTES = 1024 * 1024
JSON_ELEMENTS = 100_000
ARTIFACT_BYTES = 25 * 1024 * 1024
CHECKPOINT_BYTES = 25 * 1024 * 1024
CHECKPOINT_ELEMENTS = 1_000_000
TASK_STATE_BYTES = 64 * 1024
TAGS = 32
TAG_CHARACTERS = 64
FACT_VALUE_CHARACTERS = 2_000
REASON_CHARACTERS = 1_000
TURNS_PER_CALL = 100
BATCH_ITEMS = 100
DECISIONS = 100
TOP_K_MAX = 100
TOP_K_DEFAULT = 8
TOP_K_BULLETS = 3
SOURCE_PAYLOAD_BYTES = 1024 * 1024
SOURCE_BODY_CHARACTERS = 400_000
SOURCE_COMMENT_CHARACTERS = 65_536
SOURCE_ITEMS = 1_000
SOURCE_LABELS = 100
SOURCE_ID_CHARACTERS = 256
POINTER_CHARACTERS = 1_024
EVIDENCE = 64
GRAPH_DEPTH = 5
GRAPH_NODES = 500
GRAPH_EDGES = 2_000
LIST_ITEMS = 100
FILTER_CONDITIONS = 100
SEARCHED_PEOPLE = 10

__all__ = ["PENDING_WRITES", "SCOPE_CHARACTERS", "SENSITIVE_STATEMENTS", "TURN_CHARACTERS", "TooLarge", "at_most"]


class TooLarge(ValueError):
    """An object that takes more bytes as JSON than it may."""

    def __init__(self, what: str, size: int) -> None:
        self.kilobytes = size // 1024
        super().__init__(f"{what} may take at most {self.kilobytes:,} KB as JSON.")


def at_most(size: int, what: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A validator that refuses an object of more than `size` bytes as JSON, and what JSON cannot hold (NaN)."""

    def check(value: dict[str, Any]) -> dict[str, Any]:
        if len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")) > size:
            raise TooLarge(what, size)
        return value

    return check
