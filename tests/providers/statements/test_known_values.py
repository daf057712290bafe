"""R31: the sentences that say a value of the person, in turns of whoever speaks; not what is about something else."""

import pytest

from providers.statements import contains_any_value, known_value_matches
from tests.providers.statements.labelled import rows

CITY = ("city", "zagreb")


def left(text, *values):
    """What stays of a text without the sentences that say a value."""
    rest, position = "", 0
    for start, end, _ in known_value_matches(text, values or [CITY]):
        if start >= position:
            rest += text[position:start] + "_"
        position = max(position, end)
    return rest + text[position:]


@pytest.mark.parametrize(
    "text",
    [
        "I live in Zagreb.", "Great, so you live in Zagreb!", "So Zagreb is home for you?", "Noted: Zagreb.", "Zagreb.",
        "zagreb", "Zagreb it is.", "User's city: Zagreb", "The user lives in Zagreb.", "Živim u Zagrebu.",
        "Ana je iz Zagreba.", "You told me that you are in Zagreb.", "I've saved Zagreb as your city.",
        "She moved to Ｚａｇｒｅｂ.", '{"city": "Zagreb", "unit": "C"}', "ZAGREB is where my flat is.",
        "Ana lives in Zagreb now.", "My husband and I live in Zagreb.", "She is Zagreb-based.",
        "I'm back from my trip, home in Zagreb.", "city=Zagreb", "My job takes me to Zagreb for good.",
        "I take my things to my new flat in Zagreb.", "Desde que vivo en Zagreb duermo mejor.",
        "Depuis que je vis à Zagreb, je dors mieux.", "Da che vivo a Zagreb dormo meglio.",
    ],
)  # fmt: skip
def test_what_says_it_of_the_person_is_found(text):
    assert "zagreb" not in left(text).casefold() and "agreb" not in left(text)


@pytest.mark.parametrize(
    "text",
    [
        "We booked a trip to Zagreb for October.", "Which train goes to Zagreb?", "My sister lives in Zagreb.",
        "Zagreb is the capital of Croatia.", "The conference in Zagreb was fun.",
        "Your flight to Zagreb leaves at nine.", "I ate in a restaurant in Zagreb.", "I like tea.",
        "Your sister Rita moved to Zagreb.", "We loved the trip, especially Zagreb.",
        "I'd like to take her to Zagreb again, the long way by train.", "Ana takes Rita to Zagreb for her birthday.",
    ],
)  # fmt: skip
def test_what_is_about_something_else_is_not(text):
    assert left(text) == text


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("I moved to Zagreb in May, and my sister Rita is allergic to peanuts.",
         "_, and my sister Rita is allergic to peanuts."),
        ("My sister Rita is allergic to peanuts and I live in Zagreb.", "My sister Rita is allergic to peanuts and _"),
        ("The tram is late. I live in Zagreb. My bicycle has a flat tyre.",
         "The tram is late. _ My bicycle has a flat tyre."),
        ("Got it, you live in Zagreb. Shall I book the trip to Zagreb?", "_ Shall I book the trip to Zagreb?"),
        ("I live in Zagreb but I work from a boat.", "_"),
        ("Since May I live in Zagreb, right by the cathedral. It rains.", "_ It rains."),
        ("I like the sea, so I left, and I live in Zagreb.", "_"),
    ],
)  # fmt: skip
def test_the_whole_sentence_is_but_for_what_it_says_of_a_relation(text, rest):
    assert left(text) == rest


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("health_conditions", "i'm a recovering alcoholic"), "I'm a recovering alcoholic, sober for two years."),
        (("health_conditions", "alcoholic"), "I've been sober for two years (I'm an alcoholic), and meetings help me."),
        (("sexual_orientation", "gay"), "I'm gay, and my husband Tom plays golf."),
        (("religion", "catholic"), "My mother took me to mass every week because I'm Catholic."),
        (("income", "50,000"), "I earn 50,000 euros, twice what I had before."),
    ],
)  # fmt: skip
def test_beside_a_special_category_nothing_of_the_sentence_is_left(value, text):
    assert left(f"The tram is late. {text} It rains.", value) == "The tram is late. _ It rains."


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("city", "rijeka"), "Stanujem u Rijeci."), (("city", "zadar"), "Selim se u Zadru uskoro."),
        (("city", "ljubljana"), "zivim u ljubljani"), (("city", "são paulo"), "You live in Sao Paulo, right?"),
        (("preferred_name", "bea"), "Nice to meet you, Bea!"), (("preferred_name", "bea"), "Call her Bea."),
        (("pronouns", "they/them"), "Their pronouns are they / them."),
        (("pronouns", "they/them"), "Understood, they/them."),
        (("language", "german"), "I will reply in German to you."),
        (("health_conditions", "diabetes"), "Your diabetes is noted."),
        (("home_address", "12 harbour street"), "So you live at 12, Harbour Street."),
        (("", "ana takes insulin every day before breakfast"), "You take insulin every day before breakfast."),
    ],
)  # fmt: skip
def test_values_of_every_field_in_any_form(value, text):
    assert left(text, value) != text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("city", "porto"), "The ports of the router are open."), (("city", "rome"), "A romcom for you and me."),
        (("preferred_name", "bea"), "My dog Bea barks."), (("language", "german"), "I watch German films."),
        (("pronouns", "they/them"), "They told them."), (("preferred_name", "max"), "Use the maximum for my account."),
    ],
)  # fmt: skip
def test_words_that_only_look_alike_are_left(value, text):
    assert left(text, value) == text


@pytest.mark.parametrize(
    "text", ["Bea likes tea.", "Bea's brother sings.", "I met Bea in town.", "Bea: See you on Monday."]
)
def test_to_speak_of_somebody_by_a_name_is_not_to_say_it(text):
    assert left(text, ("preferred_name", "bea")) == text


@pytest.mark.parametrize("text", ["She goes by Bea.", "Everyone calls me Bea.", "I'm Bea.", "Thanks, Bea!"])
def test_to_give_a_name_is_to_say_it(text):
    assert left(text, ("preferred_name", "bea")) != text


def test_without_values_nothing_is_looked_for():
    assert known_value_matches("I live in Zagreb.", []) == []


@pytest.mark.parametrize(
    "text",
    [
        "I went to an LGBTQ conference two days ago.", "She campaigns for LGBTQ+ rights with some friends.",
        "I volunteer at an LGBTQ youth center.", "I use it to speak up for the LGBTQ+ community.",
    ],
)  # fmt: skip
def test_what_names_a_theme_is_not_of_the_person(text):
    assert left(text, ("sexual_orientation", "lgbtq")) == text


@pytest.mark.parametrize(
    "text",
    [
        "I am part of the LGBTQ community.", "My LGBTQ community matters to me.", "I'm LGBTQ.",
        "It is hard for LGBTQ people like me.", "Noted: LGBTQ.", "As a member of the LGBTQ youth group I sing.",
    ],
)  # fmt: skip
def test_who_belongs_to_a_theme_says_it(text):
    assert "LGBTQ" not in left(text, ("sexual_orientation", "lgbtq"))


SENTENCE = ("health_conditions", "caroline said last month i got hurt and had to take a break from pottery")


@pytest.mark.parametrize(
    "text", ["Wow, Caroline, that sounds rewarding!", "I'm keen on working in mental health - I'd love to help others."]
)
def test_a_word_of_a_whole_sentence_is_not_that_sentence(text):
    assert left(text, SENTENCE) == text


def test_a_whole_sentence_is_found_where_it_was_said():
    said = "It is sunny. Last month I got hurt and had to take a break from pottery."
    assert left(said, SENTENCE) == "It is sunny. _"


BLOOD, NAME, THEY, NICE = (
    ("health_conditions", "a+"),
    ("preferred_name", "will"),
    ("pronouns", "they"),
    ("city", "nice"),
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (BLOOD, "Rides a bicycle."), (BLOOD, "Owns a kayak."), (BLOOD, "She owns a kayak."), (BLOOD, "Plan A is fine."),
        (BLOOD, "She is an A student."), (BLOOD, "He got an A+ in maths."), (("blood_type", "a"), "A kayak is hers."),
        (("blood_type", "a"), "She is a baker."), (("health_conditions", "o-"), "Reads Story of O."),
        (("blood_type", "a"), "Ana's blood type is A+."), (("gender", "man"), "She met a man at the market."),
        (NAME, "Will call the plumber tomorrow."), (NAME, "She will call me tomorrow."), (NAME, "Will she call me?"),
        (NAME, "My name will change."), (("preferred_name", "al"), "Va al mercado con ella."),
        (THEY, "Asked what they cost."), (THEY, "Ana thinks that they were late."), (THEY, "Are they yours?"),
        (("pronouns", "they/them/theirs"), "They told them that it is theirs."),
        (NICE, "She had a nice evening at home."), (NICE, "Nice flat, she lives well."),
    ],
)  # fmt: skip
def test_ordinary_words_and_letters_are_not_the_value_that_is_spelt_like_them(value, text):
    assert left(text, value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (BLOOD, "Ana's blood is A+."), (BLOOD, "blood type a+"), (BLOOD, "She is A+."), (BLOOD, "Noted: A+."),
        (("blood_type", "a"), "Ana has blood type A."), (("health_conditions", "o-"), "I'm O-, so I may give."),
        (("gender", "man"), "I'm a man."), (("gender", "man"), "Ana identifies as a man."),
        (NAME, "Everyone calls me Will."), (NAME, "call me will"), (NAME, "She goes by Will."), (NAME, "Will."),
        (NAME, "Thanks, Will!"), (NAME, "Will is what everybody calls her."),
        (("preferred_name", "al"), "Call him Al."),
        (THEY, "Ana uses they."), (THEY, "Ana is they/them."), (THEY, "Her pronouns are they and them."),
        (THEY, "Refer to Ana as they."), (NICE, "She lives in Nice."), (NICE, "ana lives in nice"), (NICE, "Nice."),
    ],
)  # fmt: skip
def test_so_spelt_a_value_is_found_where_it_is_meant(value, text):
    assert left(text, value) != text


@pytest.mark.parametrize(
    ("value", "address", "says"),
    [
        (BLOOD, "a kayak pdf", False), (BLOOD, "blood type a pdf", True), (THEY, "what they cost", False),
        (THEY, "pronouns they", True), (CITY, "flat in zagreb pdf", True), (NAME, "last will pdf", False),
    ],
)  # fmt: skip
def test_an_address_says_such_a_value_beside_the_name_of_its_field(value, address, says):
    assert contains_any_value(address, [value]) is says


WAITING = rows("waiting_values.tsv")


@pytest.mark.parametrize(("kind", "key", "value", "text"), WAITING)
def test_a_sentence_is_held_where_it_tells_the_value_and_not_where_it_only_has_its_word(kind, key, value, text):
    assert bool(known_value_matches(text, [(key, value)])) is (kind == "telling")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("political_views", "greens"), "Ana's new curtains are green."),
        (("political_views", "greens"), "Ana likes green olives and has a green thumb."),
        (("political_views", "conservative"), "Ana's estimate is conservative."),
        (("income", "broke"), "Ana's phone broke."),
        (("sexual_orientation", "straight"), "She walked straight home."),
        (("health_conditions", "blind"), "The blind in her office is broken."),
        (("ethnicity", "black"), "Ana drinks her coffee black."),
    ],
)
def test_what_things_are_too_is_no_value_of_them(value, text):
    assert left(text, value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (("political_views", "greens"), "Ana votes Green."),
        (("political_views", "conservative"), "I am conservative."),
        (("health_conditions", "blind"), "Ana, who is blind, reads braille."),
        (("income", "broke"), "Ana is broke."),
    ],
)
def test_of_a_person_it_is(value, text):
    assert left(text, value) == "_"
