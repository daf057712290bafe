"""How much of what the rules provider writes keeps 001 §9's rules at first go (R8), on LoCoMo's conversations.

    python benchmarks/writing.py --data locomo.json [--turns 10]

Each session's turns are summarised in windows as the job does, and each turn is searched for durable statements. No
database and no model are needed.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from memories.writing_rules import NotWritable, Style, check_writing
from providers.llm.rules import Rules
from providers.llm.tasks import Line, Said, find_memories, summarise

Written = tuple[Style, str]


def sessions(sample: dict[str, Any]) -> Iterator[list[Line]]:
    """The lines of each session of a conversation, in order."""
    talk = sample["conversation"]
    count = sum(name.startswith("session_") and not name.endswith("_date_time") for name in talk)
    for number in range(1, count + 1):
        yield [Line(speaker=turn["speaker"], text=turn["text"]) for turn in talk.get(f"session_{number}", [])]


def written(samples: list[dict[str, Any]], turns: int) -> Iterator[Written]:
    """All that the rules write about these conversations, with the guard that binds it."""
    rules = Rules()
    for lines in (lines for sample in samples for lines in sessions(sample)):
        for start in range(0, len(lines) - turns + 1, turns):
            yield Style.EPISODIC, rules.carry_out(summarise(lines[start : start + turns])).answer.summary
        for line in lines:
            found = rules.carry_out(find_memories(Said(text=line.text, speaker=line.speaker))).answer
            yield from ((Style.SEMANTIC, memory.summary) for memory in found.memories)


def verdict(style: Style, text: str) -> str:
    """`passed` at first go, `trimmed`, or why it was refused."""
    try:
        return "trimmed" if check_writing(text, style=style).is_trimmed else "passed"
    except NotWritable as refused:
        return refused.reasons[0]


def tally(samples: list[dict[str, Any]], turns: int) -> dict[Style, Counter[str]]:
    counts: dict[Style, Counter[str]] = {style: Counter() for style in Style}
    for style, text in written(samples, turns):
        counts[style][verdict(style, text)] += 1
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="LoCoMo's JSON.")
    parser.add_argument("--turns", type=int, default=10, help="Turns an episode.")
    options = parser.parse_args()
    for style, counts in tally(json.loads(options.data.read_text()), options.turns).items():
        total = counts.total()
        share = counts["passed"] / total if total else 0.0
        print(f"{style}: {counts['passed']} of {total} passed at first go ({share:.1%}); {dict(counts)}")


if __name__ == "__main__":
    main()
