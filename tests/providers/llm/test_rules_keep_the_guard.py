"""R8: at least 95 % of what the rules provider writes keeps 001 §9's rules at first go.

A hundredth of `benchmarks/writing_rules.py`, which does the same with LoCoMo's development split.
"""

import pytest

from memories.writing_rules import Style, check_writing
from providers.llm.rules import Rules
from providers.llm.tasks import Line, PersonMessage, find_memories, summarise

TALK = [
    ("Mara", "Hey! I finally finished the ceramics course, and my first bowl survived the kiln."),
    ("Jon", "Wow, that's great. I spent the weekend repairing the roof of the boat shed."),
    ("Mara", "Did the storm do much damage? We lost two fence posts and the old pear tree."),
    ("Jon", "Only some tiles. My sister Ines is visiting in August, so I want it dry by then."),
    ("Mara", "I always swim in the lake before work now; it clears my head."),
    ("Jon", "Sounds cold! I prefer running along the canal with my dog Otto."),
    ("Mara", "We are planning a trip to Norway next June, by train and ferry."),
    ("Jon", "I have been learning Portuguese for two years, mostly with podcasts."),
    ("Mara", "haha ok"),
    ("Jon", "See you on Thursday at the choir, then. I will bring the sheet music."),
    ("Mara", "My new job at the archive starts on the first of September."),
    ("Jon", "Congratulations!!! You will love it, they have letters from the 1600s."),
]


def written():
    rules = Rules()
    lines = [Line(speaker=who, text=text) for who, text in TALK]
    for start in range(len(lines) - 3):
        yield Style.EPISODIC, rules.carry_out(summarise(lines[start : start + 4])).answer.summary
    for who, text in TALK:
        found = rules.carry_out(find_memories(PersonMessage(text=text, speaker=who))).answer
        yield from ((Style.SEMANTIC, memory.summary) for memory in found.memories)


@pytest.mark.parametrize("style", Style)
def test_what_the_rules_write_passes_at_first_go(style):
    texts = [text for each, text in written() if each is style]
    passed = sum(not check_writing(text, style=style).is_trimmed for text in texts)
    assert len(texts) >= 2 and passed >= 0.95 * len(texts)
