"""How well the rules find what sentences state, kind by kind, on the labelled sentences of the tests.

    python benchmarks/statements.py [development.tsv formerly_blind.tsv blind.tsv]

Prints, for the known sets together and for the blind one, precision and recall of each kind, and their means over the
kinds. The blind set is only counted: to see what the rules make of its sentences would end its blindness.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.providers.statements.labelled import DATA, Score, read, score

KNOWN, BLIND = ("development.tsv", "formerly_blind.tsv"), ("blind.tsv",)


def main() -> None:
    given = parsed_names()
    sets = {"given": given} if given else {"known": KNOWN, "blind": BLIND}
    for title, names in sets.items():
        sentences = [sentence for name in names for sentence in read(name)]
        traps = sum(all(key.startswith("!") for key, _ in sentence.facts) for sentence in sentences)
        report(f"{title}: {len(sentences)} sentences, {traps} of them traps", score(sentences))


def parsed_names() -> tuple[str, ...]:
    """The sets that the command line names; none means all. Ends the program where one of them is not there."""
    parser = argparse.ArgumentParser(description="How well the rules find what sentences state, kind by kind.")
    parser.add_argument("names", nargs="*", metavar="NAME.tsv", help=f"A set of {DATA}; all of them if left out.")
    names: list[str] = parser.parse_args().names
    if missing := [name for name in names if not (DATA / name).is_file()]:
        parser.error(f"there is no {', '.join(missing)} in {DATA}")
    return tuple(names)


def report(title: str, result: Score) -> None:
    print(title)
    print(f"  {'kind':24}{'facts':>6}{'precision':>11}{'recall':>8}")
    for kind in sorted(result.hits + result.missed + result.false):
        hits, false, missed = (counts[kind] for counts in (result.hits, result.false, result.missed))
        precision = f"{hits / (hits + false):.3f}" if hits + false else "-"
        recall = f"{hits / (hits + missed):.3f}" if hits + missed else "-"
        print(f"  {kind:24}{hits + missed:6}{precision:>11}{recall:>8}")
    print(f"  {'mean of the kinds':24}{'':6}{result.precision:11.3f}{result.recall:8.3f}\n")


if __name__ == "__main__":
    main()
