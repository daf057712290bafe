"""The start page: what waits, what was learned this week, and who read it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from consent.models import Proposal
from memories.models import Memory
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.models import Account, Agent

pytestmark = pytest.mark.django_db


def home_page(client):
    return client.get("/").content.decode()


def test_with_nothing_it_says_what_comes_first(owner, colleague, in_home):
    assert "Nothing yet</h2>" in home_page(owner) and 'href="/my-data/access"' in home_page(owner)
    with in_home():
        Agent.objects.update(is_active=False)
    assert "Nothing yet: connect an assistant" in home_page(owner)
    assert 'href="/admin/"' in home_page(owner)
    assert "Your admin can connect an assistant." in home_page(colleague)


@pytest.mark.parametrize("address", ["/memories", "/memories?view=latest", "/map", "/activity", "/inbox", "/decisions"])
def test_an_empty_page_leads_to_who_can_fill_it(owner, colleague, in_home, address):
    empty = lambda client: client.get(address).content.decode().partition('<div class="empty">')[2]  # noqa: E731
    assert '<a class="button" href="/my-data/access">' in empty(owner)
    with in_home():
        Agent.objects.update(is_active=False)
    assert '<a class="button" href="/setup/assistant">' in empty(owner)
    assert "Your admin can connect an assistant." in empty(colleague) and "/setup" not in empty(colleague)


@pytest.mark.parametrize("address", ["/memories", "/memories?view=latest", "/map"])
def test_memories_keep_their_views_where_there_are_none(owner, address):
    assert '<nav class="tabs"' in owner.get(address).content.decode()


def test_the_menu_tells_what_is_the_person_s_from_what_is_for_admins(owner, colleague):
    own, _heading, others = home_page(owner).partition("For admins and developers")

    assert 'href="/preferences"' in own and 'href="/accounts/password/change/"' in own
    assert "For admins" not in home_page(colleague) and "Sign out" in home_page(colleague)
    assert 'href="/admin/"' in others and 'href="/setup"' in others and "Sign out" in others


def test_it_shows_how_many_wait_and_the_newest_three(owner, ask):
    names = ["Danish", "Finnish", "Greek", "Latvian", "Maltese"]
    for name in names:
        ask(name, key="languages_spoken", item=name.lower())
    page = home_page(owner)
    assert '<span class="count">5</span>' in page
    assert [name for name in names if name in page] == names[2:]


def test_one_that_expires_within_a_day_says_so(owner, ask, in_home):
    proposal_id = ask("Lisbon")
    assert "badge" not in home_page(owner)
    with in_home():
        Proposal.objects.filter(id=proposal_id).update(expires_at=timezone.now() + timedelta(hours=5, minutes=1))
    for path in ("/", "/inbox", f"/proposals/{proposal_id}"):
        assert 'class="badge">Expires <time' in owner.get(path).content.decode(), path


def test_what_was_learned_is_grouped_by_subject_and_says_from_whom(owner, note, fact):
    note("The release is on Friday.", category="projects")
    for number in range(5):
        note(f"Style {number}.", key=f"s{number}", category="style")
    subjects = owner.get("/").context["subjects"]
    assert [(subject.category, len(subject.rows), subject.more) for subject in subjects] == [
        ("style", 2, 3),
        ("projects", 1, 0),
    ]
    assert subjects[0].rows[0].face.name == "Your supervisor assistant"


def test_of_each_subject_the_newest_are_shown_and_all_are_counted(owner, note):
    note("Ana has a plan.", category="tasks")
    for number in range(6):
        note(f"Style {number}.", key=f"s{number}", category="style")

    context = owner.get("/").context
    style, tasks = context["subjects"]

    assert (len(style.rows), style.more, len(tasks.rows), tasks.more) == (2, 4, 1, 0)
    assert style.rows[0].memory.current.content == "Style 5." and context["learned_count"] == 7


def test_what_was_changed_is_told_from_what_is_new(owner, fact):
    for key, values in (("employer", ["Feedzai", "Farfetch"]), ("occupation", ["nurse"])):
        for value in values:
            fact(key=key, value=value)
    rows = [row for subject in owner.get("/").context["subjects"] for row in subject.rows]
    assert {row.memory.current.content: row.is_changed for row in rows} == {
        "employer: Farfetch": True,
        "occupation: nurse": False,
    }


def test_what_was_called_wrong_and_right_again_is_not_changed(owner, note):
    memory_id = note("Walks a marathon.")
    for deed in ("wrong", "right"):
        owner.post(f"/memories/{memory_id}/{deed}")
    rows = [row for subject in owner.get("/").context["subjects"] for row in subject.rows]

    assert [row.is_changed for row in rows] == [False]


def test_what_the_person_restored_is_told_as_theirs(owner, note):
    memory_id = note("Ana eats no meat.", key="diet")
    note("Ana eats fish.", key="diet")
    owner.post(f"/memories/{memory_id}/restore", {"version": 1})
    [row] = [row for subject in owner.get("/").context["subjects"] for row in subject.rows]

    assert row.memory.current.content == "Ana eats no meat." and row.is_changed
    assert row.face.name == "You"


def test_it_says_how_far_back_it_goes(owner, note):
    note("Ana eats fish.")
    assert "New or changed in the last 7 days, by subject" in home_page(owner)
    assert "Read in the last 7 days" in home_page(owner) and "this week" not in home_page(owner)


def test_what_is_older_or_forgotten_was_not_learned_this_week(owner, note, forgotten, in_home):
    memory_id = note("Old news.")
    with in_home():
        Memory.objects.filter(id=memory_id).update(updated_at=timezone.now() - timedelta(days=8))
    assert "Nothing new in the last seven days." in home_page(owner)


@pytest.mark.parametrize("deeds", [("forget", "restore"), ("wrong", "right")])
def test_what_is_restored_was_written_when_it_was(owner, note, now, deeds):
    written_at = now - timedelta(days=15)
    memory_id = note("Walks a marathon.", at=written_at)
    for deed in deeds:
        assert owner.post(f"/memories/{memory_id}/{deed}").status_code in (200, 302)

    assert "Nothing new in the last seven days." in home_page(owner)
    assert owner.get(f"/memories/{memory_id}").context["memory"].written_at == written_at
    assert ", last changed <time" in owner.get(f"/memories/{memory_id}").content.decode()
    assert f'datetime="{written_at:%Y-%m-%dT%H}' in owner.get("/memories?view=latest").content.decode()


def test_who_read_how_often_and_the_last_question(owner, home, supervisor, note):
    note()
    with scope.enter(home.workspace_id):
        Agent.objects.filter(id=supervisor.id).update(display_name="Kitchen helper")
        for days, question in enumerate(("What is last?", "What is in the middle?", "What is first?", "Long ago?")):
            RetrievalEvent.objects.create(
                person_id=home.user_id,
                scope="x",
                query=question,
                agent_id=supervisor.id,
                actor_label="agent:supervisor",
                created_at=timezone.now() - timedelta(days=days * 2.9),
            )
    (reader,) = owner.get("/").context["readers"]
    assert (reader.face.name, reader.count, reader.last.query) == ("Kitchen helper", 3, "What is last?")


def test_it_greets_by_the_persons_own_clock(owner, at_hour):
    Account.objects.filter(username="owner").update(time_zone="UTC")
    for hour, words in ((8, "Good morning, Ana"), (14, "Good afternoon, Ana"), (20, "Good evening, Ana")):
        at_hour(hour)
        assert words in home_page(owner)


@pytest.fixture
def at_hour(monkeypatch):
    """Let it be that hour, UTC."""

    def _at(hour):
        monkeypatch.setattr(timezone, "now", lambda: real().replace(hour=hour))

    real = timezone.now
    return _at


def test_where_the_list_of_requests_stood_its_filters_still_lead_to_it(owner):
    response = owner.get("/", {"who": "agent:supervisor"})
    assert (response.status_code, response.url) == (302, "/inbox?who=agent%3Asupervisor")


def test_nobody_sees_anothers(owner, colleague, outsider, ask, note, looked_up):
    ask("Lisbon")
    looked_up("Which city?", note("The release is on Friday."))
    for client in (colleague, outsider):
        page = home_page(client)
        assert not any(text in page for text in ("Lisbon", "release", "Which city?"))


@pytest.mark.parametrize("count", [1, 10])
def test_it_takes_as_many_queries_for_ten_of_everything_as_for_one(owner, ask, note, looked_up, table_reads, count):
    for number in range(count):
        ask(f"L{number}", key="languages_spoken", item=f"l{number}")
        looked_up(f"Question {number}?", note(f"Note {number}.", key=f"n{number}"))
    # Session, account, memberships; faces, what competes, requests, their readers (5), names and rules, who else asks
    # the same and what else about it, the person, the week's memories, how many of each subject, their writers, who
    # asked, their last questions, whether anything is there, the count.
    assert table_reads(lambda: owner.get("/")) == 23


def test_what_competes_about_a_field_is_one_question_with_all_its_values(owner, ask):
    ask("Évora")
    latest = ask("Lisbon")
    page = home_page(owner)
    assert "Your city: <strong><bdi>Lisbon</bdi></strong> or <strong><bdi>Évora</bdi></strong>?" in page
    assert "wants to remember that your city" not in page and f'href="/proposals/{latest}"' in page


def test_it_says_how_many_were_learned_and_leads_to_the_latest(owner, note):
    for number in range(4):
        note(f"Style {number}.", key=f"s{number}", category="style")
    page = home_page(owner)
    assert '<span class="count plain">4</span>' in page and 'href="/memories?view=latest"' in page


def test_the_list_by_subject_is_called_so_and_leads_to_the_one_by_time(owner, note):
    note("The release is on Friday.", category="projects")
    page = home_page(owner)
    assert "New or changed in the last 7 days, by subject" in page and ">Newest first</a>" in page
