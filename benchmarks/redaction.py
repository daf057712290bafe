"""Whether a megabyte of any text is redacted within a second of processor time.

    python benchmarks/redaction.py [--runs 5]

Prose, a log with secrets, and texts made to be hard; processor time, so that a busy neighbour matters little.
"""

import argparse

import project  # noqa: F401 -- sets Django up
from figures import Figure, as_table, processor_ms
from sentences import note
from service import machine

from providers.redaction import redact

MEGABYTE = 1_000_000
BOUND_MS = 1_000.0
UNITS = {
    "prose": " ".join(note(1, number) for number in range(200)) + "\n",
    "a log with secrets": "12:04 INFO login password=Tr0ub4dor&3 token=AbC123def456GHI789 card 4111 1111 1111 1111\n",
    "card groups": "4111 ",
    "single digits": "4 ",
    "one long number": "4",
    "key blocks that never end": "-----BEGIN PRIVATE KEY-----",
    "labels in a row": "password: ",
    "many secrets": "token=AbC123def456GHI789 ",
    "half addresses": "a://b:",
    "token heads": "eyJaaaaaaaa.",
    "surrogates": "\ud800",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    print(machine() + "\n")
    print(as_table(Figure(name, measured(unit, options.runs), BOUND_MS) for name, unit in UNITS.items()))


def measured(unit: str, runs: int) -> list[float]:
    """Milliseconds a megabyte; a character may be several bytes."""
    size = len(unit.encode("utf-8", "surrogatepass"))
    text = unit * (MEGABYTE // size)
    return [processor_ms(redact, text) for _ in range(runs)]


if __name__ == "__main__":
    main()
