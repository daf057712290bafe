"""R10 on a set of our own: 0.7 separates what answers a question from what does not."""

import pytest

pytestmark = pytest.mark.django_db

ABOUT_CAR = "Ana's car failed its inspection because of the brakes."
ABOUT = {
    "User is vegetarian.": "What food does user like?",
    "Ana plays the cello in a string quartet on Thursdays.": "Which instrument does Ana play?",
    "Ana's sister Marta studies marine biology in Porto.": "What does her sister study?",
    "Ana broke her left wrist while skiing in February.": "How did she hurt her wrist?",
    "The team agreed to ship the billing service on 3 May.": "When will billing be shipped?",
    "Ana prefers window seats on long flights.": "Where does she like to sit on a plane?",
    "Ana keeps three hens and sells the eggs at the market.": "Does Ana keep any animals?",
    "Ana is learning Japanese with a tutor from Osaka.": "Which language is she learning?",
    "The kitchen is to be painted in a pale green.": "What colour will the kitchen be?",
    "Ana reads crime novels before she falls asleep.": "What does she read at night?",
    ABOUT_CAR: "Why did the car fail?",
    "Ana volunteers at the food bank every second Saturday.": "Where does Ana volunteer?",
}
UNRELATED = [
    "How does a transistor amplify a signal?", "Which king built the palace of Versailles?",
    "What is the boiling point of ethanol?", "Who won the world chess title in 1972?",
    "How many moons does Jupiter have?", "What does the Treaty of Westphalia say?",
    "Why do volcanoes erupt?", "Which enzyme unwinds DNA?", "How is cheddar aged?",
    "What is the derivative of a logarithm?", "Where do puffins nest?", "How old is the Colosseum?",
]  # fmt: skip


@pytest.fixture
def about_ana(remember):
    for text in ABOUT:
        remember(text)


def test_of_unrelated_pairs_ninety_five_in_a_hundred_stay_below(about_ana, ask):
    above = sum(item.score >= 0.7 for question in UNRELATED for item in ask(question, top_k=32).items)
    assert above <= 0.05 * len(UNRELATED) * len(ABOUT)


def test_nearly_every_answer_is_above_and_comes_first(about_ana, ask):
    best = [(ask(question).items[0], text) for text, question in ABOUT.items()]
    right = [item.score >= 0.7 and item.content == text for item, text in best]
    assert sum(right) >= 0.8 * len(ABOUT)


def test_what_is_alike_in_its_language_alone_stays_below(about_ana, remember, ask):
    remember("Trinkt morgens grünen Tee und frühstückt erst gegen elf.")
    remember("Sie fährt einen alten Volvo.")
    for question in ("Welchen Blumenstrauß verschenkt Kasimir?", "Welches Haustier hat Marta?"):
        assert all(item.score < 0.7 for item in ask(question).items if not item.signals.get("words"))
    best = ask("Was fährt sie für ein Auto?", threshold=0.7).items
    assert {item.content for item in best} == {"Sie fährt einen alten Volvo.", ABOUT_CAR}


@pytest.mark.parametrize(
    "question",
    ["Welches Instrument spielt sie abends gern?", "¿Qué instrumento toca?", "De quel instrument joue-t-elle ?"],
)
def test_a_question_in_another_language_finds_what_english_says(about_ana, ask, question):
    assert "cello" in ask(question, top_k=1).items[0].content


def test_a_question_in_english_is_scored_as_ever(about_ana, ask):
    assert any(
        item.score >= 0.7 and not item.signals.get("words")
        for question in ABOUT.values()
        for item in ask(question).items
    )
