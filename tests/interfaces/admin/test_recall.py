"""The recall debugger: one answer as staff see it, and every candidate that its question finds today."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest

from consent.changes import ForgetMemory, LinkMemories
from memories.excisions import WITHHELD
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces.models import Agent, Category
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def answer(home, planner, now, note):
    """The planner, who may not see relationships, asks about the release."""
    note("Ana's release is on Friday.", key="release", category="projects")
    note("Ana's release worries her sister.", key="sister", category="relationships")
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?")
    return memory_query(request, actor=planner, now=now).event_id


def address(event_id):
    return f"/admin/retrieval/retrievalevent/{event_id}/why/"


def test_staff_see_the_answer_with_its_signals_and_stages(login, answer):
    page = login(Role.VIEWER).get(address(answer)).content.decode()

    for text in ("When is Ana&#x27;s release?", "Ana&#x27;s release is on Friday.", "Same words", "Ranking"):
        assert text in page


def test_whom_it_was_about_is_named_and_linked(login, answer, home, in_home):
    viewer = login(Role.VIEWER)
    page = viewer.get(address(answer)).content.decode()
    assert re.search(rf'<dt>About</dt><dd><a href="/admin/workspaces/person/{home.user_id}/[^"]*">Ana</a></dd>', page)

    with in_home():
        RetrievalEvent.objects.update(person_id=uuid4())
    assert "<dt>About</dt><dd>Somebody who is gone</dd>" in viewer.get(address(answer)).content.decode()


def test_each_colour_is_explained(login, answer):
    response = login(Role.VIEWER).get(address(answer))
    legend = {name for name, _title, _text in response.context["legend"]}

    assert {reason.key for result in response.context["results"] for reason in result.reasons.speaking_for} <= legend
    assert "rare words count more" in response.content.decode()


def test_what_the_supervisor_could_not_see_is_named(owner, home, supervisor, now):
    request = QueryRequest(user_id=home.user_id, query="When is it?")
    event_id = memory_query(request, actor=supervisor, now=now).event_id
    page = owner.get(address(event_id)).content.decode()

    assert "All except" in page and "procedural" in page.partition("All except")[2].partition("</dd>")[0]


def test_all_candidates_are_told_with_what_becomes_of_each(login, answer):
    inspection = login(Role.VIEWER).post(address(answer)).context["inspection"]

    fates = {one.text: one.result for one in inspection.candidates}
    assert fates == {"Ana's release is on Friday.": "answered", "Ana's release worries her sister.": "hidden"}
    assert inspection.found == 2


def test_looking_and_searching_again_leave_no_receipt(login, answer, in_home):
    staff = login(Role.VIEWER)
    staff.get(address(answer))
    staff.post(address(answer))

    with in_home():
        assert RetrievalEvent.objects.count() == 1


def test_the_list_of_answers_leads_there(owner, answer):
    assert address(answer) in owner.get("/admin/retrieval/retrievalevent/").content.decode()


def test_who_is_no_staff_or_of_another_workspace_sees_nothing(colleague, outsider, answer):
    assert colleague.get(address(answer)).status_code in (302, 403, 404)
    for method in (outsider.get, outsider.post):
        assert method(address(answer)).status_code == 404


def fates(client, event_id):
    return {one.text: str(one.outcome) for one in client.post(address(event_id)).context["inspection"].candidates}


def test_what_was_written_since_is_told_as_new(owner, home, planner, now, note):
    note("Ana's release is on Friday.", key="release", category="projects")
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?")
    event_id = memory_query(request, actor=planner, now=now).event_id
    later = now + timedelta(minutes=1)
    note("Ana's release has a song.", key="song", category="projects", at=later)

    assert fates(owner, event_id)["Ana's release has a song."] == "New or changed since"


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"top_k": 1}, "Ranked lower than the answer"), ({"threshold": 0.99}, "Below the score that was asked for")],
)
def test_what_was_left_out_has_one_reason(owner, home, planner, now, note, fields, reason):
    note("Ana's release is on Friday.", key="release", category="projects", at=now - timedelta(days=1))
    note("The release of Ana's song is far away.", key="song", category="projects", at=now - timedelta(days=1))
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?", **fields)
    event_id = memory_query(request, actor=planner, now=now).event_id

    assert fates(owner, event_id)["The release of Ana's song is far away."] == reason


def test_staff_read_of_categories_not_of_subjects(owner, home, planner, now, answer):
    page = owner.get(address(answer)).content.decode()

    assert "in a category that it may not see" in page and "subject" not in page
    assert f'href="/admin/retrieval/retrievalevent/{answer}/change/"' in page


def test_its_row_tells_the_question_in_words_and_folds_what_programs_read(owner, answer):
    page = owner.get(f"/admin/retrieval/retrievalevent/{answer}/change/").content.decode()
    words, technical = page.split("Technical details", 1)
    assert "Asked by" in words and "Person id" not in page and "Agent id" not in page
    assert "signals" not in words and "signals" in technical


def test_what_a_context_shows_whatever_is_asked_has_no_rank(owner, home, supervisor, now, note, fact, say):
    """And says why it is there."""
    fact()
    say("I was at the sea.")
    note("Ana's release is on Friday.")
    request = ContextRequest(user_id=home.user_id, query="When is Ana's release?", threshold=0.0)
    build_context(request, actor=supervisor, now=now)  # after which nothing is news any more
    event_id = build_context(request, actor=supervisor, now=now).event_id
    response = owner.get(address(event_id))
    page = response.content.decode()
    always, _heading, ranked = page.partition("Always in a context")[2].partition("<h2>Found by the question</h2>")

    assert "<dt>Purpose</dt><dd>Context for an answer</dd>" in page and "It took " in page
    assert "release is on Friday." in ranked and "Coding style" not in ranked
    assert "Coding style" in always and "Part of the profile" in always and "One of the last messages" in always
    assert "/admin/conversations/turn/" in always


def test_each_stage_has_one_colour_on_every_answer(owner, answer):
    page = owner.get(address(answer)).content.decode()

    assert 'class="tone-search"' in page and not re.search(r"tone-\d", page)


def test_a_mark_in_a_text_is_explained(owner, home, supervisor, now, note):
    """Words that the person has not agreed to are left out of what agents are shown."""
    note(f"Ana likes the sea. {WITHHELD}")
    request = QueryRequest(user_id=home.user_id, query="Who likes the sea?")
    event_id = memory_query(request, actor=supervisor, now=now).event_id

    page = owner.get(address(event_id)).content.decode()
    assert "“[not agreed to]” stands for words" in page and page.count("[not agreed to]") > 1


def test_what_was_left_out_is_counted_with_what_it_is(owner, home, planner, now, note, say):
    """The planner may see neither messages nor, unless it asks for them, instructions."""
    note("To make Ana's release ready, run the tests.", category="projects", memory_type="procedural")
    say("My release is on Friday.")
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?")
    event_id = memory_query(request, actor=planner, now=now).event_id
    page = owner.get(address(event_id)).content.decode()

    assert "Left out, of memories and messages that fit the question: " in page
    assert "1 in a category that it may not see" in page
    assert "1 from how-tos, which were not requested" in page


@pytest.fixture
def ranked(home, planner, now, note):
    """Two results for the planner; the ids of both memories and of the answer."""
    earlier = now - timedelta(days=1)
    song = note("The release of Ana's song is far away.", key="song", category="projects", at=earlier)
    first = note("Ana's release is on Friday.", key="release", category="projects", at=earlier)
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?")
    return first, song, memory_query(request, actor=planner, now=now).event_id


def test_then_and_now_are_the_same_where_nothing_changed(owner, ranked):
    response = owner.post(address(ranked[2]))

    assert {row.change for row in response.context["comparison"].rows} == {"same"}
    assert "Today the same results come in the same order." in response.content.decode()


def test_what_is_new_moved_and_gone_is_told_with_its_reason(owner, ranked, note, send, person, now):
    _first, song, event_id = ranked
    send(ForgetMemory(memory_id=song), actor=person)
    note("Ana's release: when is it? On Friday.", key="song2", category="projects", at=now + timedelta(minutes=1))
    response = owner.post(address(event_id))
    rows = {row.change: row for row in response.context["comparison"].rows}

    assert rows["new"].reason == "Written since the question."
    assert rows["gone"].id == song and rows["gone"].reason == "It was forgotten."
    page = response.content.decode()
    assert "1 result is new" in page and "1 is gone" in page and "It was forgotten." in page


def test_a_text_that_was_rewritten_is_told(owner, ranked, note, now):
    first, _song, event_id = ranked
    note("Ana's release is on Monday.", key="release", category="projects", at=now + timedelta(minutes=1))
    rows = owner.post(address(event_id)).context["comparison"].rows

    assert {row.id: row.reason for row in rows}[first] == "Its text changed since."


def test_a_text_that_was_rewritten_and_restored_has_not_changed(owner, ranked, note, now):
    first, _song, event_id = ranked
    for minute, text in enumerate(("Ana's release is on Monday.", "Ana's release is on Friday."), start=1):
        note(text, key="release", category="projects", at=now - timedelta(days=1) + timedelta(minutes=minute))
    response = owner.post(address(event_id))

    assert {row.id: row.reason for row in response.context["comparison"].rows}[first] != "Its text changed since."
    assert "Its text changed since" not in response.content.decode()


def test_who_fits_better_and_yet_moved_down_is_told_why(owner, ranked, note, now):
    first, _song, event_id = ranked
    note("Ana's release: when is it? On Friday.", key="song2", category="projects", at=now + timedelta(minutes=1))
    note("Ana's release is on Friday.", key="release", category="projects", importance=1)
    row = next(row for row in owner.post(address(event_id)).context["comparison"].rows if row.id == first)

    assert row.change == "down" and row.reason.endswith("but others fit even better.")


def test_queries_are_filtered_by_what_they_were_for(owner, looked_up, note):
    looked_up("When?", note())
    page = "/admin/retrieval/retrievalevent/"

    assert "By purpose" in (text := owner.get(page).content.decode())
    assert "Recall during a conversation" in text and "Not said" in text
    assert len(owner.get(page, {"purpose": "none"}).context["cl"].result_list) == 1
    assert len(owner.get(page, {"purpose": "recall"}).context["cl"].result_list) == 0


def test_queries_are_sorted_and_filtered_by_the_names_that_are_shown(owner, home, planner, supervisor, now, in_home):
    page, request = "/admin/retrieval/retrievalevent/", QueryRequest(user_id=home.user_id, query="When?")
    for actor in (planner, supervisor):
        memory_query(request, actor=actor, now=now)
    with in_home():
        Agent.objects.filter(id=planner.id).update(display_name="zoe")

    for order, names in (("1", ["supervisor", "zoe"]), ("-1", ["zoe", "supervisor"])):
        assert [row.asker for row in owner.get(page, {"o": order}).context["cl"].result_list] == names
    chosen = owner.get(page, {"agent_id": str(planner.id)}).context["cl"]
    assert [row.asker for row in chosen.result_list] == ["zoe"]
    assert ("agent", "zoe") in [one[:2] for one in chosen.chosen()]
    assert not owner.get(page, {"agent_id": "nonsense"}).context["cl"].result_list


@pytest.fixture
def context(home, supervisor, now, note, fact, in_home):
    """A context that always shows preferences, of which one fits the question too; the id of its receipt."""
    fact()
    with in_home():
        Category.objects.update_or_create(name="preferences", defaults={"context": "all"})
    note("Ana's release notes are short.", key="style", category="preferences")
    for key, text in (("day", "Ana's release is on Friday."), ("song", "The release of Ana's song is far away.")):
        note(text, key=key)
    request = ContextRequest(user_id=home.user_id, query="When is Ana's release?", threshold=0.0)
    build_context(request, actor=supervisor, now=now)  # after which nothing is news any more
    return build_context(request, actor=supervisor, now=now).event_id


def test_what_is_always_in_a_context_is_no_result_even_where_it_fits(owner, context):
    response = owner.get(address(context))
    always = {one.place.content: str(one.why) for one in response.context["always"]}
    scores = [one.place.score for one in response.context["results"]]

    assert always["Ana's release notes are short."] == "Its category is always shown"
    assert [one.place.content for one in response.context["results"]] == [
        "Ana's release is on Friday.", "The release of Ana's song is far away.",
    ]  # fmt: skip
    assert scores == sorted(scores, reverse=True) and None not in scores
    candidates = owner.post(address(context)).context["inspection"].candidates
    assert {str(one.outcome) for one in candidates if "notes" in one.text} == {"Always in a context, whatever is asked"}


def test_a_context_s_page_counts_what_the_list_counts(owner, context, in_home):
    with in_home():
        event = RetrievalEvent.objects.get(id=context)
    always = len(event.results) - 2
    listed = owner.get("/admin/retrieval/retrievalevent/").content.decode()

    assert re.search(rf'{context}.*?class="field-received[^"]*"[^>]*>\s*{always + 2}\s*<', listed, re.DOTALL)
    told = f"{always + 2} results: {always} always in a context, 2 found by the question."
    assert told in owner.get(address(context)).content.decode()


def test_a_context_is_compared_with_the_same_search(owner, context):
    response = owner.post(address(context))

    assert len(response.context["comparison"].rows) == 2
    assert "Today the same results come in the same order." in response.content.decode()


def test_what_is_linked_to_a_result_is_told_as_such_among_the_results(owner, home, supervisor, now, note, send):
    first = note("Ana's release is on Friday.", key="day")
    send(LinkMemories(memory_id=first, to_id=note("The cellar is dry.", key="cellar")))
    request = ContextRequest(user_id=home.user_id, query="When is Ana's release?")
    build_context(request, actor=supervisor, now=now)  # after which nothing is news any more
    response = owner.get(address(build_context(request, actor=supervisor, now=now).event_id))

    assert [
        one.place.content for one in response.context["results"] if "Linked to another result" in map(str, one.found_by)
    ] == ["The cellar is dry."]
    assert "Linked to another result" in response.content.decode()
