"""A person's memories as files: a directory is a namespace, a file an item of the store with its text."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from memory_server.calls import Call, model, namespace_path, written
from memory_server.errors import NotFound
from memory_server.flows import Flow
from memory_server.models import FoundItems, StoreItem
from memory_server.results import Waiting, WriteOutcome

ROOT = "/memories"
PAGE = 100
TEXT = "content"


class OutsideRoot(ValueError):
    """The path does not lie below /memories."""


@dataclass(frozen=True, slots=True)
class Files:
    """Paths begin with /memories, and are compared as they stand after `normal`."""

    user_id: UUID | str

    def read(self, path: str) -> Flow[str | None]:
        """The text of a file, None where there is none."""
        if path == ROOT:
            return None
        try:
            found = yield Call("GET", "/store/items", model(StoreItem), self._address(path))
        except NotFound:
            return None
        return str(found.value.get(TEXT, ""))

    def write(self, path: str, text: str) -> Flow[WriteOutcome]:
        namespace, name = self._place(path)
        body = {"namespace": namespace, "key": name, "value": {TEXT: text}}
        outcome: WriteOutcome = yield Call("PUT", "/store/items", written, body=body)
        return outcome

    def remove(self, path: str) -> Flow[WriteOutcome]:
        outcome: WriteOutcome = yield Call("DELETE", "/store/items", written, self._address(path))
        return outcome

    def below(self, directory: str) -> Flow[dict[str, str]]:
        """The files of a directory and those below it, path and text, by path."""
        files: dict[str, str] = {}
        place = [*self._root, *_parts(directory)]
        for offset in range(0, 1_000_000, PAGE):
            body = {"namespace_prefix": place, "limit": PAGE, "offset": offset}
            page = yield Call("POST", "/store/items/search", model(FoundItems), body=body, is_repeatable=False)
            for item in page.items:
                path = "/".join([ROOT, *item.namespace[len(self._root) :], item.key])
                files[path] = str(item.value.get(TEXT, ""))
            if len(page.items) < PAGE:
                break
        return dict(sorted(files.items()))

    def move(self, old: str, new: str, text: str) -> Flow[WriteOutcome]:
        """Write it at its new path, and then remove the old one, unless the first waits for the person."""
        outcome = yield from self.write(new, text)
        return outcome if isinstance(outcome, Waiting) else (yield from self.remove(old))

    @property
    def _root(self) -> tuple[str, ...]:
        return ("memories", str(self.user_id), "files")

    def _place(self, path: str) -> tuple[list[str], str]:
        *directories, name = _parts(path)
        return [*self._root, *directories], name

    def _address(self, path: str) -> Mapping[str, str]:
        namespace, name = self._place(path)
        return {"namespace": namespace_path(namespace), "key": name}


def normal(path: str) -> str:
    """The path without `..`, doubled and trailing slashes. Raises OutsideRoot."""
    found = posixpath.normpath(path)
    if not path.startswith(ROOT) or (found != ROOT and not found.startswith(f"{ROOT}/")):
        raise OutsideRoot(path)
    return found


def _parts(path: str) -> list[str]:
    return [part for part in path.removeprefix(ROOT).split("/") if part]
