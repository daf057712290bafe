"""Browsing what is remembered."""

import pytest

pytestmark = pytest.mark.django_db


def listed(client, **query):
    return [row.current.content for row in client.get("/memories", query).context["page"].rows]


def test_an_empty_list_explains_itself(owner):
    assert "No memories yet" in owner.get("/memories").content.decode()


def test_the_newest_comes_first(owner, note):
    note("First.", key="a")
    note("Second.", key="b")

    assert listed(owner) == ["Second.", "First."]


def test_words_are_found_in_any_form_of_theirs(owner, note):
    note("Ana baked two lemon cakes.", key="cake")
    note("The release is on Friday.", key="release")

    assert listed(owner, q="baking a cake") == ["Ana baked two lemon cakes."]


def test_facts_are_found_by_words_and_shown_in_words(owner, fact):
    fact("coding_style", "black")

    assert listed(owner, q="black") == ["coding_style: black"]
    assert "Coding style: black" in owner.get("/memories").content.decode()


def test_a_category_narrows_the_list(owner, note):
    note("Climb on Monday.", key="a", category="tasks")
    note("Rewrite the importer.", key="b", category="projects")

    assert listed(owner, category="tasks") == ["Climb on Monday."]


def test_what_was_written_without_a_category_is_found_under_general(owner, note):
    note("Climb on Monday.", key="a", category="tasks")
    note("Rewrite the importer.", key="b")

    assert "?category=general" in owner.get("/my-data").content.decode()
    assert listed(owner, category="general") == ["Rewrite the importer."]


def test_forgotten_memories_are_shown_only_when_asked_for(owner, note, forgotten):
    note("The new plan.", key="new")

    assert listed(owner) == ["The new plan."]
    assert listed(owner, state="forgotten") == ["The old plan."]


def test_a_search_without_result_leads_back_to_everything(owner, note):
    note()

    page = owner.get("/memories", {"q": "zebra"}).content.decode()

    assert "No matches" in page and "Clear filters" in page


@pytest.mark.parametrize(
    "query", [{"before": "nonsense"}, {"category": "?"}, {"state": "x"}, {"q": "\x00"}, {"q": "!&|"}]
)
def test_a_query_string_that_means_nothing_is_no_error(owner, note, query):
    note()

    assert owner.get("/memories", query).status_code == 200


def test_older_pages_keep_the_filter(owner, note):
    for number in range(21):
        note(f"Task {number}.", key=f"t{number}", category="tasks")
    note("Another.", key="other", category="projects")

    older = owner.get("/memories", {"category": "tasks"}).context["page"].older
    rest = owner.get("/memories" + older).context["page"].rows

    assert [row.current.content for row in rest] == ["Task 0."]


def test_nobody_else_sees_them(colleague, outsider, note):
    note("Ana's secret plan.")

    for client in (colleague, outsider):
        assert listed(client) == []
        assert listed(client, q="plan") == []


@pytest.mark.parametrize("count", [1, 20])
def test_the_list_takes_as_many_queries_for_twenty_as_for_one(owner, note, table_reads, count):
    for number in range(count):
        note(f"Note {number}.", key=f"n{number}")

    # Session, account, memberships; the categories, the page, the count.
    assert table_reads(lambda: owner.get("/memories")) == 6
