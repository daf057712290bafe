"""Issue 4, "No way around": tables, tags, and questions with their answers are read as a reader would."""

import pytest

from providers.statements import sensitive
from providers.statements.gate.layouts import layouts


def told(text):
    return {(statement.key, statement.value) for statement in sensitive(text)}


@pytest.mark.parametrize(
    "text",
    [
        "city;Lisbon",
        "city\tLisbon",
        "city, Lisbon",
        "City / Lisbon",
        "City \u21d2 Lisbon",
        "name,city\nMaggie,Lisbon",
        "id;city;colour\n7;Lisbon;red",
        "city\nLisbon",
        "## City\n\n- Lisbon",
        "<tr><td>City</td><td>Lisbon</td></tr>",
        "<dt>City</dt>\n<dd>Lisbon</dd>",
        "She lives <b>in</b> Lisbon.",
        "She li<b></b>ves in Lisbon.",
        "She lives <!-- so she says --> in Lisbon.",
        "Where does the user live? Lisbon",
        "Q: Where does the user live?\nA: Lisbon",
        "Where is she based?\n> In Lisbon",
        "Which city is Ana in? Lisbon.",
        "Her city? Lisbon!",
        "City?\nLisbon",
        "The value of the field city is Lisbon.",
        "Remember that city equals Lisbon.",
        "She lives (as she told me) in Lisbon.",
        "Ana, who has a dog, lives, as she told me, in Lisbon.",
        "Ana has lived for ten years in Lisbon.",
        "Lisbon has been her home since 2019.",
        "Change her city from Porto to Lisbon.",
        "User has put down roots in Lisbon.",
        "She rents in Lisbon.",
        "She is staying in Lisbon permanently.",
        "Her shipping address is in Lisbon.",
        "User's abode is Lisbon.",
        "She always goes back home to Lisbon.",
    ],
)
def test_a_city_is_found_in_any_layout(text):
    assert ("city", "Lisbon") in told(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What is your name? Maggie.", ("preferred_name", "Maggie")),
        ("Name? Maggie.", ("preferred_name", "Maggie")),
        ("What should I call you?\nAna: call me Maggie", ("preferred_name", "Maggie")),
        ("Name | Task\n--- | ---\nMaggie | tea", ("preferred_name", "Maggie")),
        ("Pronouns?\nthey/them", ("pronouns", "they/them")),
        ("Which pronouns do you use? they/them", ("pronouns", "they/them")),
        ("Which language does she speak? Portuguese", ("language", "Portuguese")),
        ("language;Portuguese", ("language", "Portuguese")),
        ("She is a native speaker of Portuguese.", ("language", "Portuguese")),
    ],
)
def test_so_are_the_other_fields(text, found):
    assert found in told(text)


def test_a_numbered_street_too():
    assert {key for key, _ in told("The user resides at 12 Rua Augusta.")} == {"home_address"}


@pytest.mark.parametrize(
    "text",
    [
        "Nr | Name\n--- | ---\n1 | login page",
        "| Address | What |\n|---|---|\n| `GET /memories` | Lists memories. |",
        "Where does the log file live? In /var/log.",
        "What is the name of the branch? main",
        "Which city has the most bridges? Nobody knew.",
        "In the city, Lisbon was hot; we left.",
        "The street, the river and the old bridge were closed.",
        "Do you know the way? Nobody does.",
        "<p>The <b>release</b> is on <i>Friday</i>.</p>",
        "What is left?\nThe tests.",
        "Questions of name, address and style, in a note, were settled.",
    ],
)
def test_harmless_layouts_are_left_alone(text):
    assert told(text) == set()


def test_only_the_row_is_cut():
    text = "id;city\n7;Lisbon\nThe train was late."
    (statement,) = sensitive(text)
    assert text[statement.start : statement.end] == "7;Lisbon"


@pytest.mark.parametrize(
    "piece",
    [
        *("<", "<b>", "?", "(", "lives, ", "a;", "city\n", "where? ", "field city ", "city Porto -> ", "a b -> "),
        *('"key": "city" "value": "Graz" ', '{"key": "city", "value": "Graz"} '),
    ],
)
def test_a_hostile_text_has_no_more_to_read_than_a_few_times_its_length(piece):
    text = (piece * 20_000)[:20_000]
    assert sum(len(reading.text) for reading in layouts(text)) <= 4 * len(text)
