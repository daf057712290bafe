import pytest

from retrieval.models import RetrievalEvent
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


def activity(client):
    return client.get("/activity").content.decode()


def test_before_the_first_question_the_page_says_what_it_is_for(owner):
    assert "No assistant has asked about you yet" in activity(owner)


def test_it_shows_who_asked_what_and_what_was_given(owner, note, looked_up):
    looked_up("When is the release?", note())

    page = activity(owner)

    assert "Your planner assistant asked:" in page
    assert "When is the release?" in page
    assert "1 result" in page
    assert "The release is on Friday." in page


def test_what_was_erased_since_still_counts(owner, note, looked_up, home):
    looked_up("When?", note(), home.workspace_id)

    assert "2 results" in activity(owner)


def test_nobody_else_sees_it(colleague, outsider, note, looked_up):
    looked_up("When is the release?", note())

    for client in (colleague, outsider):
        assert "When is the release?" not in activity(client)


@pytest.mark.parametrize("count", [1, 20])
def test_it_takes_as_many_queries_for_twenty_questions_as_for_one(owner, note, looked_up, table_reads, count):
    for number in range(count):
        looked_up(f"Question {number}", note(f"Note {number}.", key=f"n{number}"))

    # Session, account, memberships; the questions, their memories, names, the count.
    assert table_reads(lambda: owner.get("/activity")) == 9


def test_it_shows_what_the_memory_said_then(owner, note, looked_up):
    memory_id = note("The release is on Friday.", key="release")
    looked_up("When is the release?", memory_id)
    note("The release is on Monday.", key="release")

    assert "The release is on Friday." in activity(owner)
    assert "The release is on Monday." not in activity(owner)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("0190", "That is not an answer ID."),
        ("0190f3a2-0000-7000-8000-000000000000", "No answer about you has this ID."),
    ],
)
def test_an_id_that_leads_nowhere_is_told_beside_the_box(owner, note, looked_up, typed, told):
    looked_up("When?", note())

    page = owner.get("/activity/find", {"id": typed}, follow=True).content.decode()

    look_up = page.partition('<details class="fold panel" id="look-up" open>')[2]
    assert told in look_up and page.count(told) == 1
    assert f'value="{typed}"' in look_up and "autofocus" in look_up


def test_a_misspelt_word_suggests_one_of_the_questions(owner, note, looked_up):
    looked_up("What did she cook for her guests?", note())
    page = owner.get("/activity", {"q": "gests"}).content.decode()
    assert 'Did you mean: <a href="?q=guests">guests</a>' in page
    assert "Did you mean" not in owner.get("/activity", {"q": "guests"}).content.decode()


def test_the_chip_names_only_the_assistant_whose_questions_are_shown(owner, looked_up, note, in_home):
    looked_up("When?", note())
    with in_home():
        one = Agent.objects.get(role="planner")
        one.display_name = "Garden helper"
        one.save()
        Agent.objects.create(name="second", display_name="Kitchen helper", role="planner")
        RetrievalEvent.objects.update(agent_id=one.id)

    of_both = owner.get("/activity", {"who": "agent:planner"}).context["chips"][0]
    of_one = owner.get("/activity", {"who": "agent:planner", "agent": str(one.id)}).context["chips"][0]

    assert (of_both.chosen, of_one.chosen) == ("Garden helper, Kitchen helper", "Garden helper")
    assert of_one.clear_address == "?" and all("agent=" not in choice.address for choice in of_one.choices)
