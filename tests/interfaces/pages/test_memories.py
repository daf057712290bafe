"""Browsing what is remembered."""

import pytest

from consent.changes import ForgetMemory, SetFact
from consent.proposals.decide import approve_proposal
from consent.proposals.withdraw import withdraw_decision
from memories.drafts import FactDraft

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

    assert "No matches for “zebra”" in page and "All memories" in page and "ilter" not in page
    assert "Clear filters" in owner.get("/memories", {"q": "zebra", "trust": "agent"}).content.decode()


def similar(client, **query):
    return [memory.current.content for memory in client.get("/memories", query).context["similar"]]


def test_a_search_finds_by_meaning_what_has_no_such_word(owner, colleague, note):
    note("Ana rides her bike to work.", key="bike", category="tasks")
    note("Ana cooks risotto on Fridays.", key="risotto")

    page = owner.get("/memories", {"q": "vehicle"})

    assert similar(owner, q="vehicle")[0] == "Ana rides her bike to work."
    assert "No memory has these words." in page.content.decode() and "Clear filters" not in page.content.decode()
    assert similar(owner, q="vehicle", category="projects") == similar(colleague, q="vehicle") == []
    assert similar(owner, q="vehicle", state="forgotten") == []


def test_what_has_the_word_comes_first_and_only_what_is_alike_follows(owner, note):
    note("Ana's bicycle has a new bell.", key="bell")
    note("Ana rides her bike to work.", key="bike")
    note("Ana cooks risotto on Fridays.", key="risotto")

    assert listed(owner, q="bicycle") == ["Ana's bicycle has a new bell."]
    assert similar(owner, q="bicycle") == ["Ana rides her bike to work."]


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

    # Session, account, memberships; the categories, the assistants, the counts, the memories, who wrote each, the
    # pending count.
    assert table_reads(lambda: owner.get("/memories")) == 10


def test_each_subject_shows_its_latest_memories_and_leads_to_all(owner, note):
    for number in range(6):
        note(f"Task {number}.", key=f"t{number}", category="tasks")
    note("Rewrite the importer.", key="p", category="projects")

    page = owner.get("/memories")

    told = [
        (group.name, group.count, [row.current.content for row in group.memories]) for group in page.context["groups"]
    ]
    assert told == [
        ("tasks", 6, ["Task 5.", "Task 4.", "Task 3.", "Task 2."]),
        ("projects", 1, ["Rewrite the importer."]),
    ]
    assert 'href="?category=tasks"' in page.content.decode() and "Show all 6" in page.content.decode()


def test_the_latest_of_all_subjects_come_in_one_list(owner, note):
    note("First.", key="a", category="tasks")
    note("Second.", key="b", category="projects")
    note("Third.", key="c", category="tasks")

    assert listed(owner, view="latest") == ["Third.", "Second.", "First."]


def test_a_chip_applies_its_filter_and_keeps_the_others(owner, note):
    note("Climb on Monday.", key="a", category="tasks")

    source, confidence, status = owner.get("/memories", {"category": "tasks", "trust": "agent"}).context["chips"]

    assert (str(source.chosen), confidence.chosen, status.chosen) == ("Saved by an assistant", "", "")
    assert source.clear_address == "?category=tasks"
    assert "?category=tasks&trust=agent&certainty=low" in [choice.address for choice in confidence.choices]


def test_where_no_memory_contains_all_words_those_with_some_are_shown_and_said_to_be(owner, note):
    note("Ana baked two lemon cakes.", key="cake")
    note("The release is on Friday.", key="release")

    assert listed(owner, q="lemon zebra") == ["Ana baked two lemon cakes."]
    assert "No memory contains all of these words." in owner.get("/memories", {"q": "lemon zebra"}).content.decode()


def test_a_memory_whose_source_changed_says_so_in_the_list(owner, note):
    ground = note("Ana swims on Mondays.", key="a")
    note("Ana likes water.", key="b", derived_from=(ground,))
    note("Ana swims on Fridays.", key="a")

    assert "May be outdated: its source changed" in owner.get("/memories").content.decode()


@pytest.fixture
def undone(ask, person, now):
    """A memory whose approval was undone, and the request for it."""
    proposal_id = ask("Lisbon")
    memory_id = approve_proposal(proposal_id=proposal_id, actor=person, now=now).memory_id
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now)
    return memory_id


def test_an_undone_approval_is_not_among_what_was_forgotten(owner, undone, forgotten):
    assert listed(owner, state="forgotten") == ["The old plan."]
    assert listed(owner, state="undone") == ["city: Lisbon"]
    rows = owner.get("/memories", {"state": "undone"}).content.decode().partition('<ul class="rows">')[2]
    assert "<span>Approval undone</span>" in rows and "Said or confirmed by you" not in rows


def test_what_was_restored_after_it_and_then_forgotten_is(owner, undone, send, person):
    owner.post(f"/memories/{undone}/restore")
    send(ForgetMemory(memory_id=undone), actor=person)

    assert listed(owner, state="forgotten") == ["city: Lisbon"]
    assert listed(owner, state="undone") == []


def test_a_word_that_no_memory_has_suggests_one_that_some_have(owner, note):
    note("Ana plays the cello.", category="hobbies")
    page = owner.get("/memories", {"q": "celo", "category": "hobbies"}).content.decode()
    assert 'Did you mean: <a href="?category=hobbies&amp;q=cello">cello</a>' in page
    for words in ("cello", "xylophone", "what does celo mean"):
        assert "Did you mean" not in owner.get("/memories", {"q": words}).content.decode()


@pytest.mark.parametrize("words", ["Tomaten", "pomodori"])
def test_a_word_of_another_language_finds_what_has_it_in_english(owner, note, words):
    soup = note("Ana's recipe for tomato soup has basil.", key="soup")
    note(key="release")
    page = owner.get("/memories", {"q": words})
    assert page.context["meant"] == "" and [one.id for one in page.context["spelt"]] == [soup]
    assert "Searched in English for “tomato”:" in page.content.decode()
    assert "Did you mean" not in page.content.decode() and "No matches for" not in page.content.decode()


def test_what_was_meant_stands_beneath_it_values_of_fields_too(owner, note, send, home):
    draft = FactDraft(person_id=home.user_id, category="constraint", key="diet", value="vegetarian")
    diet = send(SetFact(draft=draft)).memory_id
    note("Ana grows tomatoes on the balcony.")

    page = owner.get("/memories", {"q": "vegeterian"})

    assert page.context["meant"] == "vegetarian" and [one.id for one in page.context["spelt"]] == [diet]
    assert "No matches for" not in page.content.decode()
    assert f'href="/memories/{diet}"' in page.content.decode()


def test_the_numbers_of_subjects_are_those_of_the_status(owner, note):
    note("Ana rows.", key="a", category="tasks")
    owner.post(f"/memories/{note('Ana keeps bees.', key='b', category='tasks')}/wrong")
    assert [subject.count for subject in owner.get("/memories?state=wrong").context["subjects"]] == [1]


def test_a_category_that_only_a_memory_names_filters_too(owner, note, in_home):
    note("Ana likes long walks.", key="a", category="health")
    note("Rewrite the importer.", key="b", category="projects")

    assert 'href="/memories?category=health">Health</a>' in owner.get("/my-data").content.decode()
    assert listed(owner, category="health") == ["Ana likes long walks."]
    assert len(listed(owner, category="nothing")) == 2


@pytest.mark.parametrize(("language", "name"), [("de", "Gesundheit"), ("es", "Salud"), ("fr", "Santé")])
def test_the_name_of_such_a_category_is_in_the_language_of_the_page(owner, note, language, name):
    note("Ana likes long walks.", key="a", category="health")

    for address in ("/my-data", "/memories?category=health"):
        page = owner.get(address, HTTP_ACCEPT_LANGUAGE=language).content.decode()
        assert f">{name}" in page and ">Health" not in page
