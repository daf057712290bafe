from collections.abc import Iterator
from typing import Any


def flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of a JSON object with their dotted names; nulls are left out."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from flat(inner, name)
    elif value is not None:
        yield name, str(value)
