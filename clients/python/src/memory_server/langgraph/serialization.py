"""Values of a checkpoint as JSON that comes back exactly: plain ones readable, all others by LangGraph's serializer."""

import base64
import math
import zlib
from typing import Any

from langgraph.checkpoint.serde.base import SerializerProtocol

TYPE, DATA = "__type__", "__data__"
LARGEST_INTEGER = 2**53
FAST = 1


def encode(value: Any, serde: SerializerProtocol) -> Any:
    """The value itself if JSON keeps it as it is, else what the serializer makes of it, compressed, as base64."""
    if _is_plain(value):
        return value
    kind, data = serde.dumps_typed(value)
    return {TYPE: kind, DATA: base64.b64encode(zlib.compress(data, FAST)).decode("ascii")}


def decode(value: Any, serde: SerializerProtocol) -> Any:
    if isinstance(value, dict) and TYPE in value:
        return serde.loads_typed((value[TYPE], zlib.decompress(base64.b64decode(value[DATA]))))
    return value


def _is_plain(value: object, depth: int = 0) -> bool:
    """No objects: the database does not keep the order of their members."""
    if type(value) is str:
        is_clean = value.isascii() or not any("\ud800" <= character <= "\udfff" for character in value)
        return is_clean and "\0" not in value
    if type(value) is int:
        return abs(value) <= LARGEST_INTEGER
    if type(value) is float:
        return math.isfinite(value) and "e" not in repr(value)
    if type(value) is list:
        return depth < 8 and all(_is_plain(item, depth + 1) for item in value)
    return value is None or type(value) is bool
