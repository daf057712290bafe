"""What one assistant saved: the filter of sources, and forgetting all of it in one step."""

import re

import pytest

from consent.proposals.decide import approve_proposal
from workspaces.models import Agent

pytestmark = pytest.mark.django_db

CONFIRM = "/accounts/reauthenticate/"


@pytest.fixture
def supervisor_id(in_home):
    with in_home():
        return Agent.objects.get(role="supervisor").id


@pytest.fixture
def saved(note, ask, person, now, planner):
    """Two memories of the supervisor, one of them approved by Ana, and one of the planner."""
    note("Ana plans a trip.", key="p", actor=planner, category="tasks")
    note("Ana waters the tomatoes.", key="s")
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)


def listed(client, **query):
    return {row.current.content for row in client.get("/memories", query).context["page"].rows}


def forget(client, agent_id, password):
    address = f"/my-data/access/{agent_id}/forget"
    asked = client.post(address)
    return asked, client.post(f"{CONFIRM}?next={address}", {"password": password}, follow=True)


def test_the_list_can_be_narrowed_to_what_an_assistant_saved(owner, saved, supervisor_id):
    assert listed(owner, trust=f"agent:{supervisor_id}") == {"Ana waters the tomatoes.", "city: Lisbon"}
    page = owner.get("/memories", {"view": "latest"}).content.decode()
    assert f"trust=agent%3A{supervisor_id}" in page and "Saved by: Your supervisor assistant" in page


def test_what_the_person_has_written_since_is_no_more_its_own(owner, saved, supervisor_id):
    [row] = owner.get("/memories", {"q": "tomatoes"}).context["page"].rows
    owner.post(f"/memories/{row.id}/edit", {"content": "Ana waters the roses.", "change_id": row.change_id})
    assert "Ana waters the roses." in listed(owner, view="latest")
    assert listed(owner, trust=f"agent:{supervisor_id}") == {"city: Lisbon"}


def test_the_page_of_access_leads_there(owner, saved, supervisor_id):
    page = owner.get("/my-data/access").content.decode()
    assert f'href="/memories?trust=agent:{supervisor_id}"' in page
    assert f'href="/my-data/access/{supervisor_id}/forget"' in page


def test_all_of_it_is_forgotten_after_the_password(owner, home, saved, supervisor_id):
    shown = owner.get(f"/my-data/access/{supervisor_id}/forget").content.decode()
    assert "Ana waters the tomatoes." in shown and "Forget 1 memory" in shown and "trip" not in shown

    asked, done = forget(owner, supervisor_id, home.password)

    assert asked.url.startswith(CONFIRM)
    assert "1 memory that Your supervisor assistant saved was forgotten" in done.content.decode()
    assert listed(owner, view="latest") == {"Ana plans a trip.", "city: Lisbon"}
    assert listed(owner, state="forgotten", trust=f"agent:{supervisor_id}") == {"Ana waters the tomatoes."}


def test_only_the_inbox_counts_what_waits_and_no_link_leads_to_what_is_listed_already(
    owner, note, ask, supervisor_id, problems_of
):
    note("Ana waters the tomatoes.", key="s")
    ask("Lisbon")
    response = owner.get(f"/my-data/access/{supervisor_id}/forget")
    page = response.content.decode()
    assert page.count("(1 waiting)") == 1 and not problems_of(response)
    assert f'href="/memories?trust=agent:{supervisor_id}"' not in page


def test_what_the_person_approved_stays_and_is_counted(owner, home, saved, supervisor_id):
    address = f"/my-data/access/{supervisor_id}/forget"
    shown = owner.get(address).content.decode()
    assert (
        "1 memory that it saved and you said or confirmed stays." in shown and 'href="/memories?trust=person"' in shown
    )
    assert "Lisbon" not in shown

    forget(owner, supervisor_id, home.password)
    shown = owner.get(address).content.decode()
    assert "Nothing that it saved on its own is remembered." in shown and "confirmed stays." in shown


def test_a_wrong_password_forgets_nothing(owner, saved, supervisor_id):
    forget(owner, supervisor_id, "not this one")
    assert len(listed(owner, view="latest")) == 3


def test_what_is_known_of_others_stays(owner, saved, colleague, supervisor_id):
    assert "Nothing that it saved" in colleague.get(f"/my-data/access/{supervisor_id}/forget").content.decode()
    forget(colleague, supervisor_id, "a long enough one")
    assert len(listed(owner, view="latest")) == 3


def deeds(client):
    return [line.sentence for day in client.get("/timeline").context["days"] for line in day.lines]


def test_the_timeline_names_whose_memories_were_forgotten(owner, home, note, supervisor_id, planner):
    for number in range(3):
        note(f"Ana waters plant {number}.", key=f"k{number}")
    note("Ana plans a trip.", key="p", actor=planner, category="tasks")
    forget(owner, supervisor_id, home.password)
    assert deeds(owner)[0] == "You forgot 3 memories that Your supervisor assistant had saved."


def test_of_several_assistants_it_names_none(owner, note, planner):
    ids = [note(f"Ana waters plant {number}.", key=f"k{number}") for number in range(2)]
    for memory_id in [*ids, note("Ana plans a trip.", key="p", actor=planner, category="tasks")]:
        owner.post(f"/memories/{memory_id}/forget")
    assert deeds(owner)[0] == "You forgot 3 memories."


@pytest.mark.parametrize("count", [12, 22])
def test_all_that_would_be_forgotten_is_listed_under_the_same_number(
    owner, note, ask, person, now, supervisor_id, count
):
    for number in range(count):
        note(f"Ana waters plant {number}.", key=f"k{number}")
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    address = f"/my-data/access/{supervisor_id}/forget"
    shown = owner.get(address).content.decode()
    links = dict(re.findall(r'href="([^"]*)">(Show[^<]*)', shown))
    assert f"Forget {count} memories" in shown and list(links.values()) == ["Show all 22"][: count > 20]

    shown = owner.get(f"{address}{next(iter(links), '')}").content.decode()
    assert shown.count("Ana waters plant") == count and "Lisbon" not in shown and "Show all" not in shown
