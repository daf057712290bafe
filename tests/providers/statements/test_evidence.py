"""What a sentence mentions is taken for the person's, in words that no rule lists, unless it says otherwise."""

import csv
import os
from pathlib import Path

import pytest

from providers.statements import sensitive

DATA = Path(__file__).parent / "data"
OUTSIDERS = os.environ.get("STATEMENTS_SET", "")

STATED = [
    ("city", "Ana traded Turin for Maribor and has not looked back."),
    ("city", "Since the spring, Maribor is home to the user."),
    ("city", "Ana (41, nurse, Maribor) likes chess."),
    ("city", "Her new balcony in Maribor faces the river."),
    ("city", "User put down roots in Split after the war."),
    ("city", "Ana is Maribor-based."),
    ("city", "Weather questions by the user are about Maribor."),
    ("city", "Ana is no longer in Maribor."),
    ("language", "Slovene is what Ana wants to read."),
    ("language", "User thinks in Slovene and counts in German."),
    ("language", "Ana writes to us in Slovene and expects the same."),
    ("pronouns", "Ana's badge reads xe/xem."),
    ("pronouns", "User asked that texts be in the feminine form for her."),
    ("pronouns", "Ana is non-binary."),
    ("pronouns", "Fix the summary: she, not he."),
    ("pronouns", "Robin isn't a 'he', please mend the bio."),
    ("pronouns", "Doesn't care about pronouns."),
    ("preferred_name", "Nickname of the user is Fips."),
    ("preferred_name", "The user, Fips, plays the cello."),
    ("preferred_name", "Ana would rather be known as Fips."),
    ("preferred_name", "Say Fips, not Ana."),
    ("preferred_name", "Her passport now says Juniper Hale."),
    ("preferred_name", "Everyone at work knows Ana as Bee."),
    ("preferred_name", "Always put Dr. Novak when writing to the user."),
    ("city", "Ana votes in Maribor."),
    ("city", "Ana and her partner live in Maribor."),
    ("city", "User considers herself a Londoner."),
    ("city", "Ana sold the flat and is a Lisboeta now."),
    ("city", "Ana has become a true Parisienne."),
    ("gender", "The user is a 34-year-old woman."),
    ("gender", "User put female as their gender."),
    ("preferred_name", "User prefers Rafa over Rafael."),
    ("city", "User, a teacher in Maribor, wants lesson plans."),
    ("city", "Ana returned to Maribor for good."),
    ("sexual_orientation", "Ana has a girlfriend and is a lesbian."),
    ("pronouns", "I'm non-binary."),
    ("pronouns", "She's non-binary."),
    ("pronouns", "I'm trans."),
    ("gender", "I'm male."),
    ("gender", "Non-binary."),
    ("gender", "Female, 34."),
    ("preferred_name", "Open each mail with 'Hey Fips'."),
    ("sexual_orientation", "Ana's wife picks her up at six."),
    ("sexual_orientation", "Ana's girlfriend cooks for her on Fridays."),
    ("sexual_orientation", "Ana's fiancée surprised her with tickets."),
    ("sexual_orientation", "The user's ex-boyfriend still calls him."),
    ("city", "Ana will be in Maribor from 3 March."),
    ("city", "Ana lives in Maribor until 3 June."),
    ("city", "Ana has been in Maribor for two weeks."),
    ("account_numbers", "Ana takes tips at bc1q7m3kd0v9xw4hzt2ys8u6pjr5nfa4lce2g0qk."),
    ("account_numbers", "For the test order use my card 4242 4242 4242 4242."),
]
OF_OTHERS = [
    "Ana will be in Maribor from 3 to 6 March.",
    "From Monday to Wednesday Ana stays in Maribor.",
    "I'll be in Maribor until Friday.",
    "I'm going to be in Chicago 12-15 May.",
    "User is in Zurich this week.",
    "Ana spent two weeks in Maribor last summer.",
    "Ana is in Maribor for three nights.",
    "Ana's husband picks her up.",
    "Ana's boss's girlfriend called her.",
    "Ana's wife's sister gave her a lamp.",
    "The boss's wife called her.",
    "I moved from Webpack to Vite.",
    "The user moved from Notion to Obsidian.",
    "We moved to Fastmail from Gmail.",
    "They are moving to Terraform.",
    "Housing prices in Munich are too high.",
    "The user landed in Nairobi this morning.",
    "We rented a car in Bilbao.",
    "Tout le monde m'appelle au dernier moment.",
    "Elle s'installe au bureau à huit heures.",
    "Ana's brother has lived in Maribor since 2019.",
    "User's colleague Jan speaks Slovene.",
    "Ana flew to Maribor for a wedding.",
    "User booked a hotel in Maribor.",
    "Ana's laptop was made in Shenzhen.",
    "User's backup server is located in Frankfurt.",
    "Ana is reading a novel set in Trieste.",
    "User is learning Slovene with an app.",
    "Ana loves Portuguese custard tarts.",
    "Ana has a cat named Fips.",
    "User's project is called Maribor.",
    "A friend of the user moved to Maribor.",
    "Lisbon is the capital of Portugal.",
    "Does the user live in Maribor?",
    "Ana might move to Maribor.",
    "Each applicant must bring his/her passport.",
    "Ana's daughter goes by Fips.",
    "User met Victoria for lunch.",
    "Ana prefers Slack over mail.",
    "User calls the Berlin office on Mondays.",
    "Ana has been to Rome twice.",
    "Ana works at a lab in Basel.",
    "User met a designer from Maribor.",
    "Needs a gift for Liam, who lives in Perth.",
    "User is writing about a detective who lives in Maribor.",
    "User's client is located in Dubai.",
    "Uncle Pedro wants everybody to call him Chief.",
    "User's tutor, Herr Baumann, only answers in German.",
    "Ana wants the chatbot in her app to answer in Dutch.",
    "User is comparing scanners that can read Thai.",
    "Ana prefers Firefox over Chrome.",
    "Ana compares flat prices in Maribor.",
    "Ana's chatbot answers guests in Italian.",
    "User wrote a letter to Ms. Brandt.",
    "User asked how to use he and she in Spanish.",
    "User asked to replace he with they in the handbook.",
    "Ana designs wheelchairs.",
    "The user's landlord is a man.",
    "Hey Fips, I finally painted the shed on Sunday.",
    "I knew that you would be there, Caroline.",
    "Wow, Caroline, that sounds super rewarding!",
    'The user said: "Since we last chatted, I\'m volunteering as a mentor for a local school."',
    "I'm keen on working in mental health - I'd love to help others.",
    "The user paints at an LGBTQ youth center on Sundays.",
    "I'll be right by your side.",
    "Last Sunday they had the first call-out of the season.",
    "The test card 4242 4242 4242 4242 always passes.",
    "Grey out the dummy SSN 123-45-6789 on the sample form.",
]


@pytest.mark.parametrize(("field", "sentence"), STATED)
def test_what_is_mentioned_of_the_person_is_found(field, sentence):
    assert field in {statement.key for statement in sensitive(sentence)}


@pytest.mark.parametrize("sentence", OF_OTHERS)
def test_what_is_mentioned_of_others_is_not(sentence):
    assert sensitive(sentence) == []


EVENTS = [
    ("Ana was mugged in Lisbon in 2019.", {"violence"}),
    ("Ana was attacked in Lisbon.", {"violence"}),
    ("Ana had surgery in Berlin in 2020.", {"health_conditions"}),
    ("Ana was operated on in Berlin.", set()),
    ("Ana met Rui in Porto.", set()),
    ("Ana got married in Lisbon.", set()),
    ("Ana wurde 2019 in Lissabon überfallen.", {"violence"}),
    ("Ana fue asaltada en Lisboa en 2019.", {"violence"}),
    ("Ana a été agressée à Lisbonne en 2019.", {"violence"}),
    ("Ana was mugged in Lisbon, where she lives.", {"city", "violence"}),
    ("Ana was mugged in her home city Lisbon.", {"city", "violence"}),
    ("El servidor fue atacado.", set()),
    ("Die Bank wurde gestern überfallen.", set()),
]


@pytest.mark.parametrize(("sentence", "fields"), EVENTS)
def test_where_something_happened_they_need_not_live(sentence, fields):
    assert {one.key for one in sensitive(sentence)} == fields


def test_a_mention_says_so():
    (found,) = sensitive("Ana traded Turin for Maribor and has not looked back.")[:1]
    assert found.is_mention
    assert not any(statement.is_mention for statement in sensitive("Ana lives in Maribor."))


@pytest.mark.parametrize(
    "sentence", ["Ana shares a flat with Duarte.", "Ana moved in with Duarte.", "Ana lives with Duarte."]
)
def test_with_whom_they_live_is_no_place(sentence):
    assert sensitive(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "Ana shares a flat in Faro with Duarte.", "Ana teilt sich in Faro eine Wohnung mit Duarte.",
        "Ana comparte piso en Faro con Duarte.",
    ],
)  # fmt: skip
def test_of_a_place_and_a_flatmate_the_place_is_where_they_live(sentence):
    assert [(one.key, one.value) for one in sensitive(sentence)] == [("city", "Faro")]


@pytest.mark.parametrize("sentence", ["The key of Ana's flat is with Duarte.", "The key of Ana's flat is in Sintra."])
def test_where_a_key_lies_they_do_not_live(sentence):
    assert {statement.key for statement in sensitive(sentence)} == {"home_access"}


def test_a_place_beside_a_key_is_read():
    found = {one.key: one.value for one in sensitive("The key of Ana's flat in Porto is with Duarte.")}
    assert found["city"] == "Porto"


def test_names_of_places_in_other_languages_count():
    assert {s.value for s in sensitive("Ana put down roots in Mailand and Wien.")} >= {"Mailand"}


def test_a_name_in_a_sentence_of_another_known_person_is_not_theirs():
    sentence = "Carla settled down in Maribor."
    assert sensitive(sentence, known_names=["Carla Novak"])
    assert not sensitive(sentence, known_names=["Ana Novak"])


def test_of_another_s_couple_nothing_is_told_of_a_known_person():
    sentence = "Ana met Tom's wife, who drove her home."
    assert sensitive(sentence, known_names=["Tom Novak"])
    assert not sensitive(sentence, known_names=["Ana Novak"])


@pytest.mark.parametrize(
    "sentence", ["Thinks and dreams in Slovene.", "Based out of Maribor.", "Use they/them for her."]
)
def test_a_note_that_opens_with_a_verb_is_theirs_though_their_names_are_known(sentence):
    assert sensitive(sentence, known_names=["Ana Novak"])


def test_a_tag_or_a_label_alone_is_left_to_the_rules_for_labels():
    assert sensitive("Maribor") == []
    assert sensitive("trip_destination: Maribor") == []
    assert sensitive("city: Maribor") != []


def share(rows):
    return sum(bool(sensitive(row["sentence"])) for row in rows) / len(rows)


@pytest.mark.parametrize(
    ("author", "plain", "typical", "harmless"),
    [("second", 0.95, 1, 0.02), ("third", 0.97, 1, 0.02), ("fourth", 0.9, 0.97, 0.05)],
)
@pytest.mark.usefixtures("rules_alone")
def test_of_other_authors_sentences_most_are_found(author, plain, typical, harmless):
    """On the first run 127, 137 and 138 of 150, all, 49 and 49 of 50, 15, 16 and 5 of 100.

    The first two have been looked at since, the fourth author's only after its first run, and no rule was made from it.
    """
    rows = read(DATA / f"{author}_author.tsv")
    shares = {kind: share([row for row in rows if row["kind"] == kind]) for kind in ("plain", "typical", "harmless")}
    assert shares["plain"] >= plain
    assert shares["typical"] >= typical
    assert shares["harmless"] <= harmless


@pytest.mark.parametrize("name", ["ordinary", "third_author_ordinary", "fourth_author_ordinary"])
@pytest.mark.usefixtures("rules_alone")
def test_ordinary_memories_are_seldom_asked_about(name):
    """On the first run 7 of 470, 7 of 464 and 3 of 460; 28 of 30, all 36 and 39 of 40 that are sensitive.

    Twelve of the first set, about health and unions, count as sensitive since special categories are.
    """
    rows = read(DATA / f"{name}.tsv")
    assert share([row for row in rows if row["sensitive"] == "no"]) <= 0.007
    assert share([row for row in rows if row["sensitive"] == "yes"]) >= 0.95


def read(path):
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


@pytest.mark.skipif(not OUTSIDERS, reason="STATEMENTS_SET names no file of labelled sentences")
def test_of_an_outsiders_sentences_nearly_all_plain_ones_are_found():
    rows = read(Path(OUTSIDERS))
    shares = {kind: share([row for row in rows if row["kind"] == kind]) for kind in ("plain", "typical", "harmless")}
    assert shares["plain"] >= 0.95
    assert shares["typical"] == 1
    assert shares["harmless"] <= 0.04
