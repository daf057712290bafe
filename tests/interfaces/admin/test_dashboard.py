"""The admin's first page."""

from contextlib import suppress
from datetime import timedelta

import pytest

from intelligence.checked_writing import checked
from memories.writing_rules import NotWritable, Style
from operations.jobs import JOBS
from operations.models import JobRun, Worker
from operations.queue import carry_out
from retrieval.models import RECALL, RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.models import Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
WRITING = "Summaries that passed the checks"


def panels(client):
    return client.get("/admin/").context["dashboard"]


def card(client, label):
    return next(card for card in panels(client)["cards"] if card.label == label)


def today(client, title):
    """The last row of a chart in numbers: what happened today, by series."""
    chart = next(chart for chart in panels(client)["charts"] if chart.title.startswith(title))
    return dict(zip([row.label for row in chart.series], chart.rows[-1][1], strict=True))


def table(client, title):
    return next(table for table in panels(client)["tables"] if table.title.startswith(title))


def test_an_empty_workspace_shows_noughts_and_what_will_stand_there(owner):
    page = owner.get("/admin/").content.decode()

    assert card(owner, "Memories").value == "0"
    assert "No queries in the last day." in page
    assert sum(today(owner, "Changes of memories per day").values()) == 0


def test_memories_are_counted_without_the_forgotten(owner, note, forgotten):
    note()

    assert card(owner, "Memories").value == "1"
    assert today(owner, "Changes of memories per day") == {"Added": 2, "Changed": 0, "Merged": 0, "Forgotten": 1}


def test_only_people_with_memories_are_counted(owner, note, in_home):
    note()
    with in_home():
        Person.objects.create(name="Bob")

    assert card(owner, "Memories").note == "about 1 person"


def test_without_a_recall_the_chart_says_so(owner):
    chart = next(chart for chart in panels(owner)["charts"] if chart.title.startswith("Look-ups"))

    assert chart.empty.startswith("No agent has looked something up")
    assert chart.empty in owner.get("/admin/").content.decode()


def test_each_count_of_questions_leads_to_those_it_counts(owner, ask, now):
    waiting, overdue = ask("Lisbon"), ask("Ana", key="preferred_name", at=now - timedelta(days=8))

    for label, row_id in (("Awaiting approval", waiting), ("Expired, not yet closed", overdue)):
        rows = owner.get(card(owner, label).url).context["cl"].result_list
        assert [row.id for row in rows] == [row_id], label


def test_what_waits_and_what_is_overdue_stand_apart(owner, ask, now):
    ask("Lisbon")
    ask("they/them", key="pronouns", at=now - timedelta(days=6, hours=12))
    ask("Ana", key="preferred_name", at=now - timedelta(days=8))

    assert card(owner, "Awaiting approval").value == "2"
    assert card(owner, "Awaiting approval").note == "1 expire within a day"
    assert card(owner, "Expired, not yet closed").value == "1" and card(owner, "Expired, not yet closed").is_alarm


def test_questions_are_counted_by_day_and_the_slowest_named(owner, looked_up):
    looked_up("When is the release?")

    assert today(owner, "Queries per day") == {"Queries": 1}
    assert ">When is the release?</a>" in table(owner, "Slowest").rows[0][1]
    assert "/why/" in table(owner, "Slowest").rows[0][1]


def test_dead_letters_of_this_workspace_alone_are_an_alarm(owner, home, elsewhere):
    JobRun.objects.create(job="try", state="dead", workspace_id=elsewhere.workspace_id)
    assert not card(owner, "Failed jobs").is_alarm

    JobRun.objects.create(job="try", state="dead", workspace_id=home.workspace_id)
    assert card(owner, "Failed jobs").is_alarm and card(owner, "Failed jobs").value == "1"


def test_duplicates_are_those_of_the_last_consolidation_here(owner, home, elsewhere, now):
    assert card(owner, "Duplicates").value == "–"
    for workspace, before, after in ((home, 0.2, 0.1), (home, 0.125, 0.0042), (elsewhere, 0.9, 0.9)):
        figures = {"duplicate_rate_before": before, "duplicate_rate_after": after}
        run = JobRun.objects.create(job="consolidate", workspace_id=workspace.workspace_id)
        run.finish(items=1, figures=figures, now=now)

    assert card(owner, "Duplicates").value == "0.4%"
    assert card(owner, "Duplicates").note.startswith("12.5% before merging")


def test_a_consolidation_fills_the_card(owner, home, note, now):
    for key in ("one", "two"):
        note("The release is on Friday.", key=key)
    run = JobRun.objects.create(job="consolidate", workspace_id=home.workspace_id)
    carry_out(run.id, JOBS, now=now)

    assert card(owner, "Duplicates").note.startswith("50.0% before merging")
    assert card(owner, "Duplicates").value == "0.0%"


@pytest.fixture
def recalled(home, planner, say, now):
    """Ten turns of Ana's today, and the planner recalled twice."""
    say(*(f"Turn {number}." for number in range(10)))
    for question in ("When is it?", "Who comes?"):
        request = QueryRequest(user_id=home.user_id, query=question, purpose=RECALL)
        memory_query(request, actor=planner, now=now)


def test_recall_is_told_by_agent_beside_the_line_of_a_tenth(owner, recalled):
    assert today(owner, "Look-ups") == {"planner": 20.0, "At most 10%": 10.0}


def test_recall_on_a_day_without_turns_has_no_share(owner, home, planner, now):
    memory_query(QueryRequest(user_id=home.user_id, query="When?", purpose=RECALL), actor=planner, now=now)

    assert today(owner, "Look-ups")["planner"] is None
    assert today(owner, "Queries per day") == {"Queries": 1}


def test_a_stranger_s_dashboard_tells_no_recall(outsider, recalled):
    assert today(outsider, "Look-ups") == {"At most 10%": 10.0}


def test_another_workspace_sees_nothing_of_it(outsider, ask, note, looked_up):
    ask("Lisbon")
    looked_up("When is the release?", note())

    page = outsider.get("/admin/").content.decode()

    assert "When is the release?" not in page
    assert card(outsider, "Memories").value == "0" and card(outsider, "Awaiting approval").value == "0"


def test_sizes_of_the_whole_server_are_for_superusers(superuser, owner):
    assert "Largest tables" in superuser.get("/admin/").content.decode()
    assert "Largest tables" not in owner.get("/admin/").content.decode()


def test_every_chart_can_be_read_as_a_table(login, recalled):
    page = login(Role.VIEWER).get("/admin/").content.decode()

    charts = page.count('<canvas class="chart"')
    assert charts and page.count("Show numbers") == charts


@pytest.mark.parametrize("count", [1, 12])
def test_it_takes_as_many_queries_for_twelve_as_for_one(
    owner, in_home, note, looked_up, now, django_assert_num_queries, count
):
    Worker.see("host:1", now=now)
    for number in range(count):
        note(f"Note {number}.", key=f"n{number}")
        looked_up(f"Question {number}")
        with in_home():
            Person.objects.create(name=f"P{number}")
    owner.get("/admin/")

    with django_assert_num_queries(39):
        owner.get("/admin/")


def test_how_fast_answers_are_and_how_well_the_server_writes(owner, home, in_home, planner, now):
    assert card(owner, "Answer time of 95 in 100 queries").value == "–"
    assert card(owner, WRITING).value == "–"
    assert "the server wrote no summary" in card(owner, WRITING).note

    memory_query(QueryRequest(query="tea", user_id=home.user_id), actor=planner, now=now)
    for text in ("Ana drinks tea.", "Ana drinks tea", 'The user said: "We won."', "It rains."):
        with suppress(NotWritable):
            checked(text, style=Style.SEMANTIC, workspace_id=home.workspace_id, now=now)

    told = card(owner, "Answer time of 95 in 100 queries").value
    assert told.endswith("ms") and not told.startswith("0")
    assert card(owner, WRITING).value == "50.0%"
    assert card(owner, WRITING).note == "at the first try, of 4 in 30 days; 25% quote what somebody said"


def test_the_health_page_says_what_is_counted(owner):
    page = owner.get("/admin/").content.decode()

    assert "What agents look up during a conversation, as a share of what people said that day" in page
    assert "All searches by agents and people" in page


@pytest.mark.parametrize(("count", "is_marked"), [(1, False), (19, False), (20, True)])
def test_slow_answers_are_marked_from_twenty_queries_on(owner, looked_up, in_home, count, is_marked):
    for number in range(count):
        looked_up(f"Question {number}")
    with in_home():
        RetrievalEvent.objects.update(timings={"search": 228}, packed=None)
    time = card(owner, "Answer time of 95 in 100 queries")
    assert time.is_alarm == is_marked and "150" in time.note
    assert ("see the slowest queries below" in time.note) == is_marked


def test_a_number_without_rows_behind_it_leads_nowhere(owner):
    page = owner.get("/admin/").content.decode()

    assert card(owner, WRITING).url == "" and "/admin/intelligence/budget/" not in page and 'href=""' not in page
