"""How much of what the rules write keeps the server's own writing rules at first go (001 §9, ruling R8).

    python benchmarks/writing_rules.py --data locomo.json [--failures]

Takes each conversation of LoCoMo (Maharana et al., 2024) as if it were held now: an episode of every ten turns, the
lasting statements of every long turn, and the insights into each speaker. A text passes at first go if nothing has to
be trimmed or refused. Those with a quotation are counted too: what could not be told in the third person (R36).
Without the data it says so and ends.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401 -- sets Django up

from memories.writing_rules import NotWritable, Style, check_writing
from operations.importing.conversation_formats import ImportedConversation, read
from providers.llm import Rules
from providers.llm.tasks import Line, Observed, PersonMessage, find_memories, gain_insights, summarise

QUOTATION = ' said: "'
EPISODE_TURNS, LONG_CHARACTERS, COUNTED_TURNS = 10, 280, 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--failures", action="store_true", help="Print what does not pass.")
    options = parser.parse_args()
    if options.data is None or not options.data.exists():
        sys.exit("Skipped: give LoCoMo's JSON file with --data.")
    written, passed, quoted = Counter(), Counter(), Counter()
    for conversation in read(options.data):
        for kind, style, text in texts(conversation):
            reasons = faults(text, style)
            written[kind] += 1
            passed[kind] += not reasons
            quoted[kind] += QUOTATION in text
            if reasons and options.failures:
                print(f"{kind}: {reasons}: {text}")
    for kind, count in written.items():
        print(f"{kind:12}{passed[kind]:6} of {count:6}  {passed[kind] / count:7.2%}, {quoted[kind]} with a quotation")
    print(f"{'all':12}{passed.total():6} of {written.total():6}  {passed.total() / written.total():7.2%}")


def faults(text: str, style: Style) -> str:
    """Why a text does not pass at first go; empty when it does."""
    try:
        return "it had to be trimmed" if check_writing(text, style=style).is_trimmed else ""
    except NotWritable as broken:
        return str(broken)


def texts(conversation: ImportedConversation) -> Iterator[tuple[str, Style, str]]:
    """Everything that the rules write of a conversation, by kind."""
    rules = Rules()
    lines = []
    for session in conversation.sessions:
        said = [Line(speaker=turn.speaker, text=turn.content) for turn in session.turns]
        lines += said
        for start in range(0, len(said) - EPISODE_TURNS + 1, EPISODE_TURNS):
            episode = rules.carry_out(summarise(said[start : start + EPISODE_TURNS])).answer
            yield "episodes", Style.EPISODIC, episode.summary
        for line in said:
            if len(line.text) >= LONG_CHARACTERS:
                for found in rules.carry_out(find_memories(PersonMessage(text=line.text))).answer.memories:
                    yield "statements", Style.SEMANTIC, found.summary
    for speaker in conversation.speakers:
        for start in range(0, len(lines), COUNTED_TURNS):
            part = lines[start : start + COUNTED_TURNS]
            seen = [line.model_copy(update={"is_person": line.speaker == speaker}) for line in part]
            for insight in rules.carry_out(gain_insights(Observed(lines=tuple(seen)))).answer.insights:
                yield "insights", Style.SEMANTIC, insight.summary


if __name__ == "__main__":
    main()
