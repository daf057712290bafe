"""Which facts the job makes of a person's messages, and which it takes back."""

import pytest

from operations import jobs


@pytest.fixture
def facts(api, ana):
    return lambda: {(one["key"], one["value"]) for one in api.get(f"/users/{ana}/facts").json()["results"]}


@pytest.mark.parametrize(
    ("message", "derived"),
    [
        ("I am allergic to shellfish and also to kiwi.", {("allergies", "shellfish"), ("allergies", "kiwi")}),
        ("I can't eat walnuts, they make my throat swell.", {("allergies", "walnuts")}),
        ("I love coffee too, and jazz.", {("likes", "coffee"), ("likes", "jazz")}),
        ("birthday: 3 May.", {("birthday", "3 May")}),
        ("Use metric units please.", {("units", "metric")}),
        ("units: metric", {("units", "metric")}),
        ("Me encanta el cine.", {("likes", "cine")}),
        ("Ich mag Wandern.", {("likes", "Wandern")}),
        ("J'aime le thé.", {("likes", "thé")}),
        ("My wife and I are getting a divorce.", set()),
        ("My brother died in March.", set()),
    ],
)
def test_of_one_message(message, derived, say, facts):
    say(message)
    assert facts() == derived


@pytest.mark.parametrize(
    ("messages", "left"),
    [
        (("I like tea.", "I do not like tea any more."), set()),
        (("I like tea.", "I don't like tea."), {("dislikes", "tea")}),
        (("I don't like tea.", "I like tea."), {("likes", "tea")}),
        (("Ich mag Tee.", "Ich mag Tee nicht."), {("dislikes", "Tee")}),
        (("I like tea.", "I do not like coffee any more."), {("likes", "tea")}),
    ],
)
def test_a_later_one_takes_back_what_an_earlier_one_said(messages, left, say, facts):
    say(*messages)
    assert facts() == left


def test_a_statement_tells_the_date_of_what_was_said_relative_to_its_message(api, ana, home):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    message = "I'm vegetarian. I prefer Python. I sold my old boat last week."
    said = {"role": "user", "content": message, "occurred_at": "2026-05-14T10:00:00Z"}
    assert api.post(f"/sessions/{session}/turns", said).status_code == 201
    jobs.JOBS["extract_facts"](home.workspace_id)
    texts = [one["content"] for one in api.get("/memories", {"user_id": ana}).json()["results"]]
    assert [one for one in texts if "boat" in one] == [
        "The user sold the user's old boat last week (week of 4 May 2026)."
    ]
