"""How many sentences about a person a server asks about, and what of them an agent can read before any answer.

    python benchmarks/statements_over_rest.py sentences.tsv [more.tsv] [--place content] [--misses]
        [--url http://host:port --key KEY]

A file has the columns `field`, `kind`, `value` and `sentence`; kinds are plain, typical, hint, special and harmless.
Without `kind` the column `sensitive` says yes or no, or `key` the field of a special category, - where there is none.
Each sentence goes to a person of its own, as the content of a memory, or where `--place` says. Then `memory/query` and
`/context` are asked for its value: a sentence leaks where either answers it although nobody agreed.
"""

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.service import client

ASKED, STORED = 202, (200, 201)
PLACES = ("content", "title", "summary", "tag", "metadata", "fact")
TAG_CHARACTERS = 64
OPEN_KINDS = frozenset({"harmless", "no"})


class Row(NamedTuple):
    field: str
    kind: str
    value: str
    sentence: str


class Outcome(NamedTuple):
    """What became of a row: whether the person is asked, and whether an agent reads the value all the same."""

    row: Row
    is_asked: bool
    is_readable: bool


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="SENTENCES.tsv")
    parser.add_argument("--url")
    parser.add_argument("--key")
    parser.add_argument("--place", choices=PLACES, default=PLACES[0], help="Where the sentence stands.")
    parser.add_argument("--misses", action="store_true", help="Name the sentences; this ends a set's blindness.")
    options = parser.parse_args()
    with client(options.url, options.key) as api:
        for path in options.files:
            outcomes = [tried(row, api, options.place) for row in rows_of(path)]
            print(f"{path.name}\n{table(outcomes)}\n")
            if options.misses:
                print("\n".join(missed(outcomes)), "\n")


def rows_of(path: Path) -> list[Row]:
    with path.open(encoding="utf-8") as file:
        return [_row(row) for row in csv.DictReader(file, delimiter="\t")]


def _row(row: dict[str, str]) -> Row:
    key = row.get("key", "-")
    kind = row.get("kind") or row.get("sensitive") or ("harmless" if key == "-" else "special")
    return Row(row.get("field") or key, kind, row.get("value") or "", row["sentence"])


def tried(row: Row, api: httpx.Client, place: str = PLACES[0]) -> Outcome:
    """Tell one sentence of a new person, and ask for its value."""
    user_id = api.post("/users", json={"name": "Ana"}).raise_for_status().json()["id"]
    is_open = row.kind in OPEN_KINDS
    before = 0 if is_open else _times_read(row, user_id, api)
    answer = _told(row.sentence, place, user_id, api)
    if answer.status_code not in (ASKED, *STORED):
        answer.raise_for_status()
    is_asked = answer.status_code == ASKED
    return Outcome(row, is_asked, not is_open and _times_read(row, user_id, api) > before)


def _told(sentence: str, place: str, user_id: str, api: httpx.Client) -> httpx.Response:
    """The sentence in one place of a write that says nothing else."""
    if place == "fact":
        return api.put(f"/users/{user_id}/facts/preference/remark", json={"value": sentence})
    values = {
        "content": {"content": sentence},
        "title": {"content": "A note.", "title": sentence},
        "summary": {"content": "A note.", "summary": sentence},
        "tag": {"content": "A note.", "tags": [sentence[:TAG_CHARACTERS]]},
        "metadata": {"content": "A note.", "metadata": {"remark": sentence}},
    }
    return api.post("/memories", json={"user_id": user_id, **values[place]})


def _times_read(row: Row, user_id: str, api: httpx.Client) -> int:
    """How often the value stands in what an agent is answered that asks for it."""
    wanted = row.value or row.sentence
    question = {"user_id": user_id, "query": wanted}
    found = [api.post(path, json=question).raise_for_status().text for path in ("/memory/query", "/context")]
    pattern = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)", re.IGNORECASE)
    return sum(len(pattern.findall(text)) for text in found)


def table(outcomes: Sequence[Outcome]) -> str:
    """Figures of each kind, and of each field of a kind."""
    lines = [f"  {'kind':10}{'field':20}{'sentences':>10}{'asked':>7}{'share':>8}{'readable':>10}"]
    fields = sorted({(one.row.kind, one.row.field) for one in outcomes})
    for kind in sorted({kind for kind, _ in fields}):
        lines.append(_line(kind, "all", [one for one in outcomes if one.row.kind == kind]))
        named = [field for of_kind, field in fields if of_kind == kind]
        lines += [
            _line(kind, field, [one for one in outcomes if one.row[:2] == (field, kind)])
            for field in (named if len(named) > 1 else ())
        ]
    return "\n".join(lines)


def _line(kind: str, field: str, some: Sequence[Outcome]) -> str:
    counts = Counter(one.is_asked for one in some)
    readable = sum(one.is_readable for one in some)
    return f"  {kind:10}{field:20}{len(some):10}{counts[True]:7}{counts[True] / len(some):8.1%}{readable:10}"


def missed(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Sentences that were asked about although they are harmless, and those that were not although they are not."""
    for row, is_asked, _ in outcomes:
        if is_asked == (row.kind in OPEN_KINDS):
            yield f"  {'asked' if is_asked else 'missed':8}{row.kind:10}{row.field:12}{row.sentence}"


if __name__ == "__main__":
    main()
