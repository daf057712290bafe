"""Small things that pages say: where a memory comes from, what a rule holds for, which message was received."""

from dataclasses import replace

import pytest
from django.utils import timezone

from conversations.models import Turn
from memories.maintenance.index_turns import index_turns
from operations import jobs
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.models import Agent

pytestmark = pytest.mark.django_db


@pytest.fixture
def page(owner):
    def _page(path, **headers):
        return owner.get(path, **headers).content.decode()

    return _page


@pytest.fixture
def received(home, supervisor, say):
    """The number of an answer that had the second of two messages alone."""
    say("Rita came along.", "The tomatoes are ripe.")
    index_turns(workspace_id=home.workspace_id, now=timezone.now())
    request = QueryRequest(user_id=str(home.user_id), query="ripe tomatoes", top_k=1)
    return memory_query(request, actor=supervisor, now=timezone.now()).event_id


def test_what_was_read_in_the_persons_message_is_told_as_said(owner, page, say, home):
    say("I'm allergic to peanuts.")
    jobs.JOBS["extract_facts"](home.workspace_id)

    for path in ("/my-data", "/memories", "/my-data/export.html"):
        assert "Said by you in a conversation" in page(path)
        assert "Inferred automatically ·" not in page(path) and "Inferred automatically," not in page(path)


def test_a_message_beside_the_one_received_is_told_so(page, received):
    told = page(f"/activity/{received}")

    assert told.count("Said just before or after it, not received") == 1
    assert "not received" in told.partition("Rita came along.")[2].partition("</blockquote>")[0]


def test_of_a_message_that_is_gone_the_words_may_have_been_beside_it(page, owner, received, in_home):
    with in_home():
        turn = Turn.objects.get(content="The tomatoes are ripe.").id
    owner.post(f"/conversations/{turn}/delete")

    assert "Same words in it or in what was said around it" in page(f"/activity/{received}")


@pytest.mark.parametrize("outcome", ["apply", "never"])
def test_forgetting_tells_of_the_rule_by_which_it_may_come_back(owner, page, fact, outcome):
    memory_id = fact(key="employer", value="Farfetch")
    owner.post("/my-data/rules", {"outcome": outcome, "field": "employer", "agent": ""})

    told = page(f"/memories/{memory_id}/forget")

    rule = "Your rule “Every assistant can always remember: Employer” lets them save it again."
    assert (rule in told) == (outcome == "apply")


@pytest.mark.parametrize(
    ("outcome", "field", "told"),
    [
        ("consent", "city", "It holds for the field, and for sentences that tell it."),
        ("never", "city", "It holds for the field, and for sentences that tell it."),
        ("never", "health_conditions", "A need told without an illness (“allergic to peanuts”) is still saved"),
        ("apply", "languages_spoken", "About a sentence that tells it you may still be asked."),
    ],
)
def test_a_new_rule_says_whether_it_holds_for_sentences(owner, outcome, field, told):
    data = {"outcome": outcome, "field": field, "agent": ""}

    assert told in owner.post("/my-data/rules", data, follow=True).content.decode()


def test_each_of_two_with_one_role_has_its_name_where_a_memory_comes_from(page, note, say, in_home, supervisor):
    """The label of a source tells the role alone."""
    with in_home():
        Agent.objects.filter(role="supervisor").update(display_name="Kitchen helper")
        agent = Agent.objects.create(name="second", role="supervisor", display_name="Second helper")
    first, later = say("The release is on Friday.", "The release is on Monday.")
    note("The release is on Friday.", key="release", evidence_turn_id=first)
    second = {"actor": replace(supervisor, id=agent.id, name=agent.name), "at": timezone.now()}
    memory_id = note("The release is on Monday.", key="release", evidence_turn_id=later, **second)

    told = page(f"/memories/{memory_id}")

    origins = told.partition("Where it comes from")[2].partition("</section>")[0]
    assert "Kitchen helper, " in origins and "Second helper, " in origins
    assert "Your supervisor assistant" not in told


@pytest.mark.parametrize(("zone", "told"), [("America/Sao_Paulo", "-03"), ("Asia/Kolkata", "IST")])
def test_a_zone_without_a_name_shows_the_clock_alone(owner, page, zone, told):
    owner.post("/preferences", {"language": "", "time_zone": zone})

    assert (told in page("/preferences").partition("It is now ")[2].partition("<")[0]) == (told == "IST")


def test_one_message_is_deleted_alone_in_german_too(page, say):
    (turn,) = say("I'm here.")

    told = page(f"/conversations/{turn}/delete", HTTP_ACCEPT_LANGUAGE="de")

    assert "Die Nachricht wird sofort gelöscht" in told


def test_a_choice_names_its_field_in_french(page, ask, in_home, supervisor):
    with in_home():
        agent = Agent.objects.create(name="second", role="supervisor", display_name="Second helper")
    ask("Lisbon")
    ask("Évora", actor=replace(supervisor, id=agent.id, name=agent.name))

    assert "Votre ville\xa0:" in page("/", HTTP_ACCEPT_LANGUAGE="fr")
