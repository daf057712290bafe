"""How the server writes (001 §9, R8): short, whole sentences in the third person, episodes in the past."""

import pytest

from memories.writing_rules import (
    MAX_CHARACTERS,
    CheckedText,
    NotWritable,
    Style,
    check_writing,
    split_sentences,
)

SEMANTIC, EPISODIC = Style.SEMANTIC, Style.EPISODIC
LONG = "Ana " + "really " * 37 + "likes tea."


def reasons(text, style=SEMANTIC):
    with pytest.raises(NotWritable) as refused:
        check_writing(text, style=style)
    return refused.value.reasons


@pytest.mark.parametrize(
    "text",
    [
        "User is vegetarian.",
        "Ana prefers short answers and dislikes small talk. Ana reads mail in the morning.",
        "The release of version 2.1 is planned for 5 May.",
        "Dr. Weber treats Ana on Mondays.",
        "Ana works for U.S. Steel in Pittsburgh.",
        "Ana's team supports IT in the US.",
        'Ana calls the car "my old friend".',
        "Ana's pronouns are she/her.",
        "Ana has diabetes of Type I.",
        "Ben's car is older than Ann's.",
        "Das Café öffnet um acht.",
    ],
)
def test_a_good_text_stays_as_it_is(text):
    assert check_writing(text, style=SEMANTIC) == CheckedText(text, is_trimmed=False)


@pytest.mark.parametrize(
    ("text", "trimmed"),
    [
        ("  User   is\nvegetarian. ", "User is vegetarian."),
        ("- User is vegetarian.", "User is vegetarian."),
        ("1. User is vegetarian.", "User is vegetarian."),
        ("user is vegetarian", "User is vegetarian."),
        ("One is here. Two is there. Three is gone.", "One is here. Two is there."),
    ],
)
def test_what_can_be_mended_is(text, trimmed):
    assert check_writing(text, style=SEMANTIC) == CheckedText(trimmed, is_trimmed=True)


def test_a_second_sentence_that_is_too_much_is_left_out():
    assert check_writing(f"Ana likes tea. {LONG}", style=SEMANTIC).text == "Ana likes tea."


def test_280_characters_are_allowed_and_one_more_is_not():
    at_the_edge = "Ana " + "x" * (MAX_CHARACTERS - 5) + "."
    assert len(check_writing(at_the_edge, style=SEMANTIC).text) == MAX_CHARACTERS
    assert reasons(at_the_edge.replace("xx", "xxx", 1)) == ("it is longer than 280 characters",)


@pytest.mark.parametrize("text", ["", "  \n", "...", "-", '"Only a quotation."'])
def test_an_empty_one_is_refused(text):
    assert "it is empty" in reasons(text)


@pytest.mark.parametrize("text", ["Ana likes tea and", "Ana likes tea,", "Ana likes…", "Ana went to the", "Ana likes:"])
def test_one_that_breaks_off_is_refused(text):
    assert reasons(text) == ("it breaks off",)


def test_so_are_a_question_and_a_single_word():
    assert reasons("Does Ana like tea?") == ("it is a question",)
    assert reasons("Tea.") == ("it is no sentence",)


@pytest.mark.parametrize(
    "text",
    [
        "I like tea.",
        "You should remember that Ana likes tea.",
        "She likes tea.",
        "Ana likes tea because it is warm.",
        "Ana said they're late.",
        "Ana told us about the trip.",
        "Ana walks her dog.",
        "Ana doesn't know whether they aren't late.",
        "Ana's dog is old and he’s tired.",
        "That book is mine.",
        "This is important to Ana.",
        "SHE LIKES TEA.",
    ],
)
def test_pronouns_are_refused(text):
    assert reasons(text) == ("it says what is meant by a pronoun",)


@pytest.mark.parametrize(
    "text",
    [
        "Ana and Ben discussed the trip to Porto.",
        "Ana decided to move the release that is due on Friday.",
        "The team had agreed on a plan. Ben wrote the summary.",
        "Ana went home early.",
        "Ana chose the blue one and will call on Monday.",
        "User asked what the report is about.",
    ],
)
def test_an_episode_in_the_past_passes(text):
    assert check_writing(text, style=EPISODIC).text == text


@pytest.mark.parametrize(
    "text",
    [
        "Ana discusses the trip to Porto.",
        "Ana is planning the trip.",
        "Ana will move the release.",
        "Ana has a new plan.",
        "Ana needs a red bed.",
        "Ana went home. Ben plans the next meeting.",
    ],
)
def test_an_episode_in_the_present_or_the_future_does_not(text):
    assert reasons(text, EPISODIC) == ("it is not in the past tense",)
    assert check_writing(text, style=SEMANTIC)


def test_what_no_rule_can_tell_passes():
    assert check_writing("Long talk about holidays with Ben.", style=EPISODIC)


def test_all_reasons_are_named():
    assert set(reasons("She asks " + "very " * 60 + "often and", EPISODIC)) == {
        "it is longer than 280 characters",
        "it breaks off",
        "it says what is meant by a pronoun",
        "it is not in the past tense",
    }


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("One. Two! Three?", 3),
        ("Mr. Weber met Dr. Lang at 5 p.m. They agreed.", 1),
        ("Version 2.1 is out. It works.", 2),
        ('Ana said "No." Ben left.', 2),
        ("Room No. 5 is free.", 1),
        ("", 0),
    ],
)
def test_sentences(text, count):
    assert len(split_sentences(text)) == count
