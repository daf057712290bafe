"""Sentences to train the gate's statistical reader with, composed from the lines of `training_text`.

A file holds lines of one field of the person, or of none (`NOTHING_SPECIAL`). In a line `[a|b]` stands for one of the
alternatives, `{street}` and the like for something made up, and `$` for whoever it is about: a name, the user, a
pronoun, or nobody, as in a note. Part of the sentences gets words before or behind that say nothing of its own, so that
these tell a reader nothing.

Beside these, authors wrote sentences by hand (`training_text/authors`; `training_text/languages` in other languages
than English), half of which tell of a field and half only sound like it. Each saw the list of the fields alone, and no
other author's text; that of `chat_w` also what had been asked about in vain in long chats, in the kinds of it.

`training_text/safety` holds lines and sentences of violence, immigration and ways into a home, which a reader of its
own learns; its author saw the kinds of sentences that half of a measured set had in error.
"""

import csv
import hashlib
import random
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

TEXTS: Final = Path(__file__).parent / "training_text"
AUTHORS: Final = TEXTS / "authors"
LANGUAGES: Final = TEXTS / "languages"
SAFETY: Final = TEXTS / "safety"
NEEDS: Final = TEXTS / "needs"
NOTHING_SPECIAL: Final = frozenset(["lookalikes", "ordinary", "other_people"])
NONE: Final = "none"
_FRAMES: Final = "frames.txt"
_MOST_OF_A_LINE: Final = 8
_CHOICE: Final = re.compile(r"\[([^\[\]]*\|[^\[\]]*)\]")
_SLOT: Final = re.compile(r"\{(\w+)\}")
_SUBJECT: Final = re.compile(r"\$(?=[ ',.;:]|$)")
_OWNS: Final = "'s"
_MADE_UP: Final = tomllib.loads((TEXTS / "made_up.toml").read_text(encoding="utf-8"))
_NAMES: Final = frozenset(_MADE_UP["names"])


class Example(NamedTuple):
    """`line` names what it was composed from, `field` what it tells of the person."""

    line: str
    field: str
    text: str


def examples(folder: Path = TEXTS, seed: int = 7) -> list[Example]:
    """Composed from the lines of a folder: the same sentences for the same seed, each once."""
    composer = _Composer(random.Random(seed), folder)  # noqa: S311 -- no secret
    return list({example.text: example for example in composer.all()}.values())


def authored(folder: Path = AUTHORS, *, without: Collection[str] = ()) -> list[Example]:
    """What the authors wrote, but for those `without`; what is harmless tells of no field."""
    files = [file for file in sorted(folder.glob("*.tsv")) if file.stem not in without]
    return [
        Example(file.stem, row["field"] if row["kind"] == "plain" else NONE, row["sentence"])
        for file in files
        for row in csv.DictReader(file.read_text(encoding="utf-8").splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE)
    ]


def text_sha256(told: Iterable[Example]) -> str:
    """Of the sentences with their fields."""
    return hashlib.sha256("".join(f"{one.field}\t{one.text}\n" for one in told).encode()).hexdigest()


def _lines_of(folder: Path) -> dict[str, list[str]]:
    return {file.stem: file.read_text(encoding="utf-8").splitlines() for file in sorted(folder.glob("*.txt"))}


class _Composer:
    def __init__(self, chance: random.Random, folder: Path) -> None:
        self.chance = chance
        lines = _lines_of(TEXTS)
        frames = lines.pop(Path(_FRAMES).stem)
        self.heads = [frame.removesuffix("...") for frame in frames if frame.endswith("...")]
        self.tails = [frame.removeprefix("...") for frame in frames if frame.startswith("...")]
        self.lines = lines if folder == TEXTS else _lines_of(folder)
        self.predicates = [line[2:] for line in lines["ordinary"] if line.startswith("$ ")]
        self.slots: Mapping[str, Callable[[], str]] = {
            "name": lambda: chance.choice(_MADE_UP["names"]),
            "street": lambda: chance.choice(_MADE_UP["streets"]),
            "floor": lambda: chance.choice(_MADE_UP["floors"]),
            "zip": lambda: chance.choice(_MADE_UP["zips"]),
            "num": lambda: str(chance.choice([chance.randint(1, 99), chance.randint(1, 999)])),
            "addr": self._address,
            "pass": lambda: self._of(["A0000000", "AB000000", "C00000000", "P0000000", "GK000000"]),
            "ssn": lambda: self._of(["000-00-0000"]),
            "digits": lambda: self._of(
                ["00000000", "000000000", "0000000000", "00000000000", "000 000 000", "00 0000 0000", "000-0000-0000"]
            ),
            "iban": lambda: self._of(
                ["DE00 0000 0000 0000 0000 00", "FR000000000000000000", "HR0000000000000000000", "NL00 INGB 0000000000"]
            ),
        }

    def all(self) -> Iterator[Example]:
        for name, lines in self.lines.items():
            field = NONE if name in NOTHING_SPECIAL else name
            for number, line in enumerate(lines):
                for _ in range(self._times(line)):
                    yield Example(f"{name}:{number}", field, self._sentence(line))

    def _times(self, line: str) -> int:
        """As often as it has alternatives, up to a bound; what has none is said in two frames."""
        ways = 1
        for choice in _CHOICE.findall(line):
            ways *= choice.count("|") + 1
        return _MOST_OF_A_LINE if _SLOT.search(line) else min(_MOST_OF_A_LINE, max(2, ways))

    def _sentence(self, line: str) -> str:
        told = self._filled(line)
        roll = self.chance.random()
        if roll < 0.22:
            text = self._about(told).rstrip(".") + self.chance.choice(self.tails)
        elif roll < 0.32:
            text = self.chance.choice(self.heads) + _uncapitalised(self._about(told))
        elif roll < 0.40 and told.startswith("$ "):
            text = self._about(self._joined(told[2:]))
        else:
            text = self._about(told)
        return text + "." if text[-1] not in ".!?" and self.chance.random() < 0.7 else text

    def _joined(self, predicate: str) -> str:
        other = self._filled(self.chance.choice(self.predicates))
        link = self.chance.choice([" and ", ", and ", ", but ", ", so "])
        first, second = (predicate, other) if self.chance.random() < 0.5 else (other, predicate)
        return f"$ {first}{link}{second}"

    def _filled(self, line: str) -> str:
        while choice := _CHOICE.search(line):
            line = line[: choice.start()] + self.chance.choice(choice[1].split("|")) + line[choice.end() :]
        return _SLOT.sub(lambda slot: self.slots[slot[1]]() if slot[1] in self.slots else slot[0], line)

    def _about(self, line: str) -> str:
        """The line with a subject for each `$`, or without one where it begins a note."""
        name = self.chance.choice(_MADE_UP["names"])
        ways = ["User", "The user", name, self.chance.choice(["She", "He"]), ""]
        subject = self.chance.choices(ways, [0.22, 0.25, 0.3, 0.1, 0.13])[0]
        if line.startswith("$ "):
            line = f"{subject} {line[2:]}".strip()
        elif line.startswith("$'s "):
            owners = {"She": "Her", "He": "His", "": self.chance.choice(["My", "Her", "His", ""])}
            line = f"{owners.get(subject, subject + _OWNS)} {line[4:]}".strip()
        line = _SUBJECT.sub(lambda _: self.chance.choice([name, "the user", "Ana", "user"]), line)
        return line[0].upper() + line[1:]

    def _address(self) -> str:
        street, number = self.chance.choice(_MADE_UP["streets"]), self.slots["num"]()
        forms = [f"{number} {street}", f"{street} {number}", f"{street} {number}/3", f"{number} {street}, flat 12"]
        return self.chance.choice(forms) + self.chance.choice(["", "", "", f", {self.chance.choice(_MADE_UP['zips'])}"])

    def _of(self, patterns: list[str]) -> str:
        """One of the patterns with a digit for each zero."""
        return re.sub("0", lambda _: self.chance.choice("0123456789"), self.chance.choice(patterns))


def _uncapitalised(text: str) -> str:
    first = text.split(maxsplit=1)[0].removesuffix("'s")
    return text if first in _NAMES or first in {"I", "I'm", "I've", "User"} else text[0].lower() + text[1:]
