"""What the benchmarks of the background mind count, on a small conversation (ruling R8: at least 95 % at first go)."""

from benchmarks.speakers import taken
from benchmarks.writing_rules import faults, texts
from conversations.drafts import TurnDraft
from operations.importing.conversation_formats import ImportedConversation, ImportedSession

SAID = (
    "I adopted a greyhound called Comet last May, and my sister says I have gone mad.",
    "That's great! My brother Tom moved to Lisbon. What does Comet eat?",
    "No, that's wrong, he eats everything. I'm allergic to walnuts, though.",
    'Wow. She said: "I\'d never keep a dog" and left.',
    "ok",
)


def conversation(rounds=12):
    turns = [
        TurnDraft(role="user", speaker=("Mia", "Noah")[n % 2], content=SAID[n % 5], external_id=str(n))
        for n in range(rounds * 5)
    ]
    return ImportedConversation("talk", ("Mia", "Noah"), (ImportedSession("talk/1", tuple(turns)),))


def test_what_the_rules_write_passes_at_first_go():
    found = list(texts(conversation()))
    assert {kind for kind, _, _ in found} >= {"episodes", "insights"}
    passed = [text for _, style, text in found if not faults(text, style)]
    assert len(passed) >= 0.95 * len(found)


def test_a_text_that_breaks_the_rules_is_counted():
    (_, style, _) = next(texts(conversation()))
    assert faults("She likes it.", style)
    assert faults("- The user liked tea.", style) == "it had to be trimmed"


def test_facts_are_those_of_whoever_said_them():
    facts = list(taken(conversation()))
    assert facts and all(fact.person == fact.speaker for fact in facts)
    assert {fact.person for fact in facts if fact.told.startswith("allergies")} == {"Mia", "Noah"}
