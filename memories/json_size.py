import json
from collections.abc import Callable
from typing import Any


def at_most(size: int, what: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """A validator that refuses an object of more than `size` bytes as JSON, and what JSON cannot hold (NaN)."""

    def check(value: dict[str, Any]) -> dict[str, Any]:
        if len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")) > size:
            raise ValueError(f"{what} may take at most {size // 1024:,} KB as JSON.")
        return value

    return check
