"""Sentences cut out of a version's texts until the person agrees, and how they are restored (R19).

A document is a version's texts as one JSON object. An excision has the id of a sentence, the text it was cut out of
(`pointer`, RFC 6901) and the position of its mark (`offset`, characters); the same sentence has one id everywhere.
"""

import copy
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

AWAITING = "[awaiting consent]"
WITHHELD = "[withheld]"

Document = dict[str, Any]
Excision = dict[str, Any]
Path = tuple[str | int, ...]


def texts(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every text of a document with its path."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from texts(inner, (*path, index))


def to_pointer(path: Path) -> str:
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def put(document: Document, path: Path, text: str) -> None:
    """Replace one text of a document in place."""
    holder: Any = document
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = text


def is_cut(excisions: Sequence[Excision], excision_id: UUID) -> bool:
    return any(each["id"] == str(excision_id) for each in excisions)


def join(
    document: Document, excisions: Sequence[Excision], excision_id: UUID, statement: str
) -> tuple[Document, list[Excision]]:
    """Return the document with a sentence restored wherever it was cut out, and the remaining excisions, shifted."""
    joined, rest = copy.deepcopy(document), [dict(each) for each in excisions]
    for each in [one for one in rest if one["id"] == str(excision_id)]:
        rest.remove(each)
        path, text = _find(joined, each["pointer"])
        put(joined, path, text[: each["offset"]] + statement + text[each["offset"] + len(AWAITING) :])
        for other in rest:
            if other["pointer"] == each["pointer"] and other["offset"] > each["offset"]:
                other["offset"] += len(statement) - len(AWAITING)
    return joined, rest


def _find(document: Document, pointer: str) -> tuple[Path, str]:
    return next((path, text) for path, text in texts(document) if to_pointer(path) == pointer)
