"""How long it takes to find what a text states about a person, for extraction and for the consent gate.

    python benchmarks/reading.py [--texts 400]

`find` and `sensitive` on dense texts of about 200 characters (the labelled sentences of the tests, eight at a time) and
on ordinary notes; both on 8 kilobytes, repetitive and not. Processor time in milliseconds.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import project  # noqa: F401 -- sets Django up
from figures import Figure, as_table, processor_ms
from sentences import note
from service import machine

from providers.statements import find, sensitive

LABELLED = Path(__file__).resolve().parents[1] / "tests" / "providers" / "statements" / "data" / "development.tsv"
LONG = 8_192
SHORT_MS, LONG_MS = 3.0, 100.0
REPEATED = ("my name is ", "I live in Rome, ", "city: ", "a", "(", "not ", "\n- ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=400)
    options = parser.parse_args()
    print(machine() + "\n")
    dense, notes = dense_texts()[: options.texts], [note(1, number) for number in range(options.texts)]
    long = [(unit * LONG)[:LONG] for unit in (*REPEATED, " ".join(dense), " ".join(notes))]
    print(as_table(figure for read in (find, sensitive) for figure in figures_of(read, dense, notes, long)))


def dense_texts() -> list[str]:
    rows = [line.split("\t") for line in LABELLED.read_text().splitlines() if line and not line.startswith("#")]
    said = [row[1].rstrip(".!?") for row in rows]
    return [" and ".join(said[start : start + 8])[:200] for start in range(len(said))]


def figures_of(
    read: Callable[[str], Any], dense: Sequence[str], notes: Sequence[str], long: Sequence[str]
) -> list[Figure]:
    kinds = [("dense 200 characters", dense, SHORT_MS), ("a note", notes, SHORT_MS), ("8 kilobytes", long, LONG_MS)]
    return [
        Figure(f"{read.__name__}, {kind}", [processor_ms(read, text) for text in texts], bound)
        for kind, texts, bound in kinds
    ]


if __name__ == "__main__":
    main()
