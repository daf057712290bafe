"""Whether facts are taken from the right speaker's words, on LoCoMo (Maharana et al., 2024).

    python benchmarks/speakers.py --data locomo.json [--sample 100] [--seed 1]

Each conversation is read twice, once for each of its two speakers as the person remembered, by the very functions that
the job uses. Every fact must come from a turn of that person's own; that is counted over all facts. Whether the words
state it of the speaker, and not of somebody whom they talk about, only a reader can tell: so it prints a sample, or all
if there are fewer, as `key = value`, the rule's confidence, and the sentence with who said it. Without the data it says
so and ends.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

sys.path.insert(0, str(Path(__file__).resolve().parent))

import project  # noqa: F401 -- sets Django up

from conversations.models import Speaker, Turn
from conversations.speaker_labels import leading_speaker
from intelligence.fact_changes import grounded_facts
from intelligence.own_turns import names_of, own_text
from operations.importing.conversation_formats import ImportedConversation, read
from providers.llm import Rules
from providers.llm.tasks import PersonMessage, find_facts

NOWHERE = UUID(int=0)  # nothing is stored


class Taken(NamedTuple):
    """One fact, whom it was taken to be about, and who said what."""

    person: str
    speaker: str
    told: str
    sentence: str


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.data is None or not options.data.exists():
        sys.exit("Skipped: give LoCoMo's JSON file with --data.")
    facts = [fact for conversation in read(options.data) for fact in taken(conversation)]
    strange = sum(fact.person != fact.speaker for fact in facts)
    print(f"{len(facts)} facts, {strange} of them from a turn that is not the person's own")
    for fact in random.Random(options.seed).sample(facts, min(options.sample, len(facts))):
        print(f"{fact.told}\n    {fact.speaker}: {' '.join(fact.sentence.split())}")


def taken(conversation: ImportedConversation) -> Iterator[Taken]:
    """What would be asked of the gate for each speaker as the person."""
    others = [Speaker(workspace_id=NOWHERE, name=name) for name in conversation.speakers]
    for person in conversation.speakers:
        names = names_of(person, others)
        for session in conversation.sessions:
            for draft in session.turns:
                speaker, spoken_from = leading_speaker(draft.content, draft.speaker)
                turn = Turn(
                    workspace_id=NOWHERE,
                    role=draft.role,
                    speaker=speaker,
                    content=draft.content,
                    spoken_from=spoken_from,
                )
                text = own_text(turn, names)
                if text:
                    yield from _facts(person, speaker, text)


def _facts(person: str, speaker: str, text: str) -> Iterator[Taken]:
    found = Rules().carry_out(find_facts(PersonMessage(text=text, speaker=speaker))).answer.facts
    for fact in grounded_facts(found, text):
        denied = "not " if fact.found.denied else ""
        told = f"{fact.key} = {denied}{fact.value} ({fact.found.confidence:.2f})"
        yield Taken(person, speaker, told, fact.found.quote)


if __name__ == "__main__":
    main()
