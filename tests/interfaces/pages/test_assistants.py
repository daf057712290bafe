"""Assistants have a name, an icon and a colour, wherever they are named."""

import re
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from consent.proposals.decide import reject_proposal
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models.turn import TurnRole
from workspaces.models import Agent
from workspaces.models.agent import USUAL_ICONS, Colour, Icon, usual_colour, usual_icon

pytestmark = pytest.mark.django_db


@pytest.fixture
def named(in_home):
    """The supervisor is called Kitchen helper."""
    with in_home():
        Agent.objects.filter(role="supervisor").update(display_name="Kitchen helper", icon="pot", colour="rose")


def test_it_is_named_on_cards_decisions_timeline_and_access(owner, ask, note, named):
    note()
    proposal_id = ask("Lisbon")
    card = owner.get("/inbox").content.decode()
    assert "Kitchen helper wants to remember that your city is" in card
    shown_hash = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/approve", {"shown_hash": shown_hash})
    for path in ("/decisions", "/timeline", "/my-data/access"):
        page = owner.get(path).content.decode()
        assert "Kitchen helper" in page and "#pot" in page and 'class="face rose"' in page, path


def test_it_is_named_where_it_asked(owner, looked_up, in_home):
    with in_home():
        Agent.objects.filter(role="planner").update(display_name="Day planner")
    looked_up("What is next?")
    page = owner.get("/activity").content.decode()
    assert "Day planner asked:" in re.sub(r"\s+", " ", page)
    assert '<a href="?who=agent%3Aplanner">Day planner</a>' in page


def test_all_pages_call_it_the_same(owner, say, note, looked_up, ask):
    say("I live in Lisbon.")
    memory = note("Ana climbs.")
    looked_up("What is next?", memory)
    ask("Porto")
    for path in ("/", f"/memories/{memory}", "/timeline", "/activity", "/conversations", "/my-data/access", "/inbox"):
        page = owner.get(path).content.decode().partition("<main")[2]
        names = set(re.findall(r"[\w-]*(?:\w+ )?(?:supervisor|Supervisor)(?: \w+)?", re.sub(r"<[^>]*>", "", page)))
        assert names == {"Your supervisor assistant"}, (path, names)


def test_without_a_name_its_own_for_programs_stands_for_it(owner, ask, in_home, supervisor):
    with in_home():
        second = Agent.objects.create(name="cooking_assistant", role="supervisor")
    ask("Lisbon", actor=replace(supervisor, id=second.id, name=second.name))
    assert "Your cooking assistant wants" in owner.get("/inbox").content.decode()


def test_without_any_its_role_stands_for_it(owner, ask):
    ask("Lisbon")
    page = owner.get("/inbox").content.decode()
    assert "Your supervisor assistant wants" in page and f'class="face {usual_colour("supervisor")}"' in page


def test_of_two_with_one_role_each_keeps_its_own(owner, ask, in_home, named):
    """The label tells the role alone; the row tells which of them it was."""
    with in_home():
        Agent.objects.create(name="second", role="supervisor", display_name="Second helper")
    ask("Lisbon")
    page = owner.get("/inbox").content.decode()
    assert "Kitchen helper wants" in page and "Second helper wants" not in page


def test_a_value_that_another_of_its_role_replaced_keeps_who_asked_for_it(owner, ask, in_home, named, supervisor):
    with in_home():
        second = Agent.objects.create(name="second", role="supervisor", display_name="Second helper")
    ask("Lisbon")
    ask("Faro", actor=replace(supervisor, id=second.id, name=second.name))
    page = owner.get("/inbox").content.decode()
    assert "Lisbon" in page and "Kitchen helper" in page and "Second helper" in page


@pytest.fixture
def second(in_home, named, supervisor):
    """Another supervisor, called Second helper."""
    with in_home():
        agent = Agent.objects.create(name="second", role="supervisor", display_name="Second helper")
    return replace(supervisor, id=agent.id, name=agent.name)


def test_the_export_to_read_names_each_of_two_with_one_role(owner, ask, looked_up, note, second, person, now):
    reject_proposal(proposal_id=ask("they/them", key="pronouns"), actor=person, now=now)
    ask("Lisbon", actor=second)
    looked_up("When is the release?", note())
    page = owner.get("/my-data/export.html").content.decode()
    assert "Second helper" in page and "Kitchen helper" in page.partition("they/them")[2]
    assert "Your supervisor assistant" not in page


def test_a_filter_by_a_role_names_all_who_have_it(owner, looked_up, in_home):
    with in_home():
        Agent.objects.filter(role="planner").update(display_name="Day planner")
        Agent.objects.create(name="second", role="planner", display_name="Night planner")
    looked_up("What is next?")
    assert '<a href="?who=agent%3Aplanner">Day planner, Night planner</a>' in owner.get("/activity").content.decode()


def test_a_message_of_an_assistant_is_found_under_its_name(owner, home, named, supervisor, now):
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    said = [TurnDraft(role=TurnRole.ASSISTANT, speaker="", content="The oven is hot.")]
    append_turns(session_id=session.id, drafts=said, actor=supervisor, now=now)
    for path in ("/search?q=oven", "/my-data/export.html"):
        page = owner.get(path).content.decode()
        assert "Kitchen helper" in page and "Your assistant" not in page, path


def test_a_role_always_has_the_same_icon_and_colour():
    assert usual_icon("planner") == Icon.CALENDAR
    assert (
        usual_icon("gardener") not in USUAL_ICONS.values()
        and usual_icon("gardener") == usual_icon("gardener")
        and usual_colour("gardener") in Colour
    )


@pytest.mark.parametrize("field", ["icon", "colour"])
def test_an_unknown_icon_or_colour_cannot_be_stored(in_home, field):
    with pytest.raises(IntegrityError), in_home():
        Agent.objects.filter(role="planner").update(**{field: "url(x)"})


@pytest.mark.parametrize("name", ["a\u202eb", "a\nb", "x" * 41])
def test_a_name_that_would_deceive_is_refused(in_home, name):
    with in_home(), pytest.raises(ValidationError):
        Agent(name="other", role="planner", display_name=name).full_clean(exclude=["workspace"])


def test_staff_name_it(owner, in_home):
    with in_home():
        agent = Agent.objects.get(role="planner")
    form = {"name": agent.name, "role": agent.role, "display_name": "Day planner", "icon": "leaf", "colour": "green"}
    answer = owner.post(f"/admin/workspaces/agent/{agent.id}/change/", form | {"is_active": "on"})
    assert answer.status_code == 302
    with in_home():
        agent.refresh_from_db()
    assert (agent.display_name, agent.icon, agent.colour) == ("Day planner", "leaf", "green")


def test_of_two_with_one_role_the_one_that_wrote_a_memory_is_named_as_its_source(owner, note, say, named, in_home):
    with in_home():
        Agent.objects.create(name="second", role="supervisor", display_name="Second helper")
    (told,) = say("I have moved to a flat by the sea.")
    memory_id = note("Ana has moved to a flat by the sea.", evidence_turn_id=told)
    page = owner.get(f"/memories/{memory_id}").content.decode()
    assert (
        page.partition("Where it comes from</h2>")[2].lstrip().startswith('<div class="step">\n      <p>Kitchen helper')
    )
