"""Prompts: files named `<name>-<version>.md`. The highest version of a name is in force; older ones may stay."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).parent / "prompts"
_FILE = re.compile(r"(?P<name>[a-z_]+)-(?P<version>\d+)\.md")


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt as in its file."""

    name: str
    version: int
    text: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@lru_cache(maxsize=1)
def all_prompts() -> tuple[Prompt, ...]:
    """Return every version of every prompt, by name, newest first."""
    found = [(match, path) for path in FOLDER.iterdir() if (match := _FILE.fullmatch(path.name))]
    prompts = [Prompt(match["name"], int(match["version"]), path.read_text("utf-8").strip()) for match, path in found]
    return tuple(sorted(prompts, key=lambda prompt: (prompt.name, -prompt.version)))


def prompt(name: str) -> Prompt:
    """Return the version in force. Raises KeyError for a name without a file."""
    for one in all_prompts():
        if one.name == name:
            return one
    raise KeyError(name)
