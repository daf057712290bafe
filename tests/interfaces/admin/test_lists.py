"""What lists of the admin say: what they hold, names and times as people read them, and the filters in force."""

import html
import re
from datetime import timedelta

import pytest
from django.contrib import admin

from consent.changes import LinkMemories, SetFact
from consent.models import FieldAlias, Policy, Signal
from consent.models.proposal import ProposalState
from consent.outcomes import Waiting
from conversations.models import Session, Turn
from intelligence.models.budget import Budget, Kind
from interfaces.admin.memories import status
from interfaces.admin.operations import job_admin
from interfaces.admin.questions import question_admin
from interfaces.admin.tables.descriptions import ABOUT, COLUMNS
from memories.drafts import FactDraft
from memories.models import Fact
from operations.models import JobRun
from operations.models.job import JobState
from workspaces.models import Agent, Person, Quota

pytestmark = pytest.mark.django_db
EMPTY = {
    "/admin/memories/fact/": ("Valid now", "No longer valid"),
    "/admin/memories/chunk/": ("Searched", "Replaced by a newer text"),
    "/admin/consent/signal/": ("Not used yet", "Used"),
}


def test_every_table_is_told_in_a_sentence():
    labels = {model._meta.label for model in admin.site._registry}

    assert set(ABOUT) == labels
    assert set(COLUMNS) <= labels


def test_the_sentence_stands_above_the_list_and_on_the_page_of_all_tables(owner):
    for path in ("/admin/memories/merge/", "/admin/advanced/"):
        assert "Memories merged because they say the same" in owner.get(path).content.decode()


@pytest.mark.parametrize(
    ("colours", "states"),
    [
        (question_admin.STATE_COLOURS, {*ProposalState, "muted"}),
        (status.STATUS_COLOURS, status.STATUSES),
        (job_admin.STATE_COLOURS, JobState),
    ],
)
def test_every_state_has_a_colour_for_the_theme_shows_the_raw_value_of_others(colours, states):
    assert set(colours) == set(states)


def test_facts_of_a_memory_are_found_by_its_id_and_no_filter_names_memories_by_their_keys(owner, fact, note, in_home):
    fact()
    other = note()
    with in_home():
        row = Fact.objects.get()
    page = owner.get("/admin/memories/fact/")

    assert [str(spec.title) for spec in page.context["cl"].filter_specs if "memory" in spec.title.lower()] == []
    assert ":fact:preference" not in page.content.decode()
    for words, found in ((row.memory_id, [row.id]), (other, [])):
        listed = owner.get("/admin/memories/fact/", {"q": str(words)}).context["cl"].result_list
        assert [one.id for one in listed] == found


def test_on_a_phone_columns_are_named_with_a_capital_letter_like_their_headings(owner):
    page = owner.get("/admin/workspaces/person/").content.decode()

    assert 'data-label="External ID"' in page and 'data-label="external ID"' not in page


def test_history_names_memories_and_people_in_the_place_of_ids(owner, home, note):
    memory_id = note("Ana climbs.")
    page = owner.get("/admin/memories/history/").content.decode()

    assert f'<a href="/admin/memories/memory/{memory_id}/change/">Ana climbs.</a>' in page
    assert f'<a href="/admin/workspaces/person/{home.user_id}/">Ana</a>' in page
    assert f">{home.user_id}<" not in page


def test_what_is_gone_is_said_to_be_gone(owner, note, in_home):
    note("Ana climbs.")
    with in_home():
        Person.objects.update(erasure_asked_at="2026-01-01T00:00Z")

    assert "no longer there" in owner.get("/admin/memories/history/").content.decode()


def test_the_first_column_leads_to_the_row_alone(owner, note, send):
    first, second = note("Ana climbs.", key="a"), note("Rita climbs.", key="b")
    send(LinkMemories(memory_id=first, to_id=second))
    page = owner.get("/admin/memories/relation/").content.decode()

    assert f'href="/admin/memories/memory/{first}/change/"' not in page
    assert f'href="/admin/memories/memory/{second}/change/"' in page and "Ana climbs." in page


def test_times_within_a_week_are_told_from_now_and_others_by_date(owner, note, now):
    note("Lately.", key="a", at=now - timedelta(days=2))
    note("Long ago.", key="b", at=now - timedelta(days=40))
    page = owner.get("/admin/memories/memory/").content.decode()

    assert "2\N{NO-BREAK SPACE}days ago</time>" in page
    assert "40" not in page.partition("Long ago.")[2].partition("</time>")[0].rpartition(">")[2]


def test_filters_in_force_are_named_and_each_can_be_removed(owner, note):
    note()
    path = "/admin/memories/memory/?state__exact=active&category=knowledge"
    page = owner.get(path).content.decode()

    assert "Status: Kept" in page and "Category: Knowledge" in page
    assert 'href="?category=knowledge"' in page and 'href="?state__exact=active"' in page
    assert "Active filters" not in owner.get("/admin/memories/memory/").content.decode()


def test_a_filter_by_agent_is_named_by_the_agent(owner, in_home):
    with in_home():
        agent = Agent.objects.get(role="planner")

    assert "Agent: planner" in owner.get(f"/admin/workspaces/grant/?agent__id__exact={agent.id}").content.decode()


def test_a_filter_with_nothing_chosen_is_as_if_not_given(owner):
    page = owner.get("/admin/workspaces/grant/?person__id__exact=&agent__id__exact=&ceiling__exact=internal")
    chosen = page.context["cl"].chosen()
    assert [title for title, _text, _address in chosen] == ["ceiling"]
    assert "person__id__exact" not in chosen[0][2] and 'href="?person__id__exact' not in page.content.decode()
    plain = owner.get("/admin/workspaces/grant/?person__id__exact=").context["cl"]
    assert not plain.has_active_filters and not plain.chosen()


def test_no_list_offers_more_rows_than_a_page_holds(owner, note):
    for number in range(16):
        note(f"Note {number}.", key=f"n{number}")

    assert "all=" not in owner.get("/admin/memories/memory/").content.decode()


@pytest.mark.parametrize(("path", "is_needed"), [("memories/memory", True), ("consent/fieldalias", False)])
def test_filters_have_a_button_where_a_choice_does_not_apply_at_once(owner, path, is_needed):
    page = owner.get(f"/admin/{path}/").content.decode()

    assert ("Apply filters" in page) is is_needed and "Show counts" not in page


def test_a_fact_is_named_in_words_in_other_lists_too(owner, fact):
    fact("coding_style", "black", category="preference")

    assert "Coding style: black" in owner.get("/admin/memories/history/").content.decode()


def test_the_columns_of_seals_say_what_they_count(owner, note, verified):
    note()
    assert verified()
    page = owner.get("/admin/memories/auditseal/").content.decode()

    assert "number of the seal" in page.casefold() and "history entries sealed" in page.casefold()


def test_a_conversation_s_page_shows_its_messages(owner, say, in_home):
    (turn,) = say("I climb on Mondays.")
    with in_home():
        session_id = Turn.objects.get(id=turn).session_id

    page = owner.get(f"/admin/conversations/session/{session_id}/change/").content.decode()

    assert "I climb on Mondays." in page and f"/admin/conversations/turn/{turn}/change/" in page
    with in_home():
        Session.objects.filter(id=session_id).update(external_id="dinner for six")
    heading = owner.get(f"/admin/conversations/session/{session_id}/change/").content.decode().partition("<h1")[2]
    assert '<a href="/admin/conversations/session/">Conversations</a>' in heading.partition("</h1>")[0]
    assert "Dinner for six" in heading.partition("</h1>")[0]


def test_filters_and_columns_of_memories_speak_in_words(owner, note):
    note("Ana plans a trip.", category="procedural")
    page = owner.get("/admin/memories/memory/")

    titles = [str(spec.title) for spec in page.context["cl"].filter_specs]
    assert {"source", "checked"} <= {*titles} and not {"trust", "validation status"} & {*titles}
    assert ">How-to</td>" in page.content.decode()
    assert "Ana plans" in owner.get("/admin/memories/memory/?trust__exact=agent").content.decode()
    assert "Ana plans" not in owner.get("/admin/memories/memory/?validation_status__exact=rejected").content.decode()


def test_the_number_of_the_page_is_marked(owner, note):
    for number in range(16):
        note(f"Note {number}.", key=f"n{number}")

    page = owner.get("/admin/memories/memory/").content.decode()
    assert 'dark:text-primary-500" aria-current="page">1</span>' in page


def test_conversations_are_listed_by_their_last_message_and_filtered_by_whether_they_go_on(owner, say, in_home, now):
    say("I live in Lisbon.")
    page = "/admin/conversations/session/"
    with in_home():
        begun = Session.objects.get()
        older = Session.objects.create(
            person_id=begun.person_id, thread_id="t", external_id="dinner for six", last_turn_at=now, closed_at=now
        )
        Session.objects.filter(id=begun.id).update(last_turn_at=now + timedelta(days=1))

    def listed(**query):
        return [row.id for row in owner.get(page, query).context["cl"].result_list]

    assert listed() == [begun.id, older.id]
    assert listed(closed_at__isempty="0") == [older.id] and listed(closed_at__isempty="1") == [begun.id]
    text = owner.get(page).content.decode()
    assert "Dinner for six" in text and "Still open" in text and "Over" in text


@pytest.mark.parametrize(
    ("path", "says", "leads"),
    [
        ("memories/history/", "Every change to memories, access and settings is listed here", ""),
        ("conversations/session/", "once a connected agent stores it", "/admin/workspaces/agent/"),
        ("retrieval/retrievalevent/", "Agents ask about people once they are connected", "/admin/workspaces/agent/"),
    ],
)
def test_an_empty_list_says_what_fills_it(owner, path, says, leads):
    page = owner.get(f"/admin/{path}").content.decode()
    empty = page.partition('<div class="panel nothing">')[2].partition("</div>")[0]
    assert says in empty and (f'class="button" href="{leads}"' in empty if leads else "button" not in empty)
    assert "Search finds" not in page


@pytest.mark.parametrize(
    ("path", "name", "choice"),
    [
        ("memories/memory", "state__exact", "Forgotten"),
        ("consent/proposal", "state__exact", "Awaiting approval"),
        ("retrieval/retrievalevent", "agent_id", ""),
    ],
)
def test_a_mistyped_choice_is_named_beside_the_choices_there_are(owner, path, name, choice):
    page = owner.get(f"/admin/{path}/", {name: "mistyped"}).content.decode()

    assert "has no choice “mistyped”, so nothing can match." in page and ": mistyped" in page
    assert choice in page.partition("so nothing can match.")[2].partition("</div>")[0]


def test_a_choice_that_there_is_is_no_mistake(owner, note):
    note()

    for query in (
        {"state__exact": "active"},
        {"updated_at__gte": "2020-01-01 00:00:00+00:00"},
        {"category": "general"},
    ):
        assert "so nothing can match" not in owner.get("/admin/memories/memory/", query).content.decode()


def test_a_value_that_no_row_could_have_is_told(owner):
    answer = owner.get("/admin/memories/memory/", {"updated_at__gte": "yesterday"})

    assert answer.status_code == 400
    assert "A filter cannot have this value: updated_at__gte=yesterday." in answer.content.decode()


def test_an_unknown_filter_is_told_with_those_that_there_are(owner):
    page = owner.get("/admin/memories/memory/", {"colour": "red"}).content.decode()

    assert "This list has no filter colour. It can be filtered by: status, type, category" in page


def test_a_search_is_named_with_a_way_to_remove_it(owner, note):
    note()

    page = owner.get("/admin/memories/memory/", {"q": "zebra", "state__exact": "active"}).content.decode()

    assert "Nothing matches “zebra”" in page and 'href="?state__exact=active">Search: zebra' in page


@pytest.mark.parametrize("words", ["evora", "EVORA", "Évora", "Evor"])
@pytest.mark.parametrize("table", ["memories/memory", "memories/history", "conversations/session"])
def test_a_search_finds_words_without_their_accents(owner, note, say, table, words):
    note("The office in Évora opens at nine.")
    say("The train to Évora leaves at ten.")

    assert owner.get(f"/admin/{table}/", {"q": words}).context["cl"].result_count >= 1


def test_names_are_found_without_their_accents(owner, in_home):
    with in_home():
        Person.objects.create(name="Inês Conceição")

    found = owner.get("/admin/workspaces/person/", {"q": "ines conceicao"})

    assert found.context["cl"].result_count == 1


@pytest.mark.parametrize(("words", "is_told"), [("chees", False), ("chees bicycel", True)])
def test_fewer_words_are_asked_for_only_where_there_are_several(owner, words, is_told):
    page = owner.get("/admin/memories/memory/", {"q": words}).content.decode()

    assert ("Try fewer words" in page) == is_told
    assert ("Try another spelling" in page) != is_told


def test_filters_and_search_stay_on_each_page_of_a_list(owner, note):
    for number in range(40):
        note(f"Note {number}.", key=f"n{number}")
    page = html.unescape(owner.get("/admin/memories/history/?event__exact=ADD&q=note").content.decode())
    pages = re.findall(r'href="\?([^"]*\bp=[^"]*)"', page)

    assert len(pages) == 2 and all("event__exact=ADD" in one and "q=note" in one for one in pages)
    second = owner.get(f"/admin/memories/history/?{pages[0]}")
    assert {row.event for row in second.context["cl"].result_list} == {"ADD"}


def test_what_is_left_out_between_pages_is_no_link(owner, home):
    JobRun.objects.bulk_create(
        JobRun(job="index_turns", workspace_id=home.workspace_id, state="failed") for _ in range(300)
    )
    page = owner.get("/admin/operations/jobrun/").content.decode()

    assert "…" in page and "p=%E2%80%A6" not in page


def test_keys_of_fields_and_categories_are_told_by_their_names(owner, fact, in_home):
    fact("coding_style", "black")
    with in_home():
        Policy.objects.create(fact_key="health_conditions", category="relationship_dynamic", outcome="consent")
        FieldAlias.objects.create(spelling="barrio", category="identity", key="home_address")
    names = {
        "memories/fact": ("Coding style", "coding_style<"),
        "workspaces/category": ("Recent activity", "recent_activity<"),
        "workspaces/allowlist": ("Tasks, Recent activity", "recent_activity"),
        "consent/fieldalias": ("Home address", "home_address"),
        "policies": ("field “health conditions”, category “how you get along”", "“relationship_dynamic”"),
    }

    for path, (name, key) in names.items():
        page = owner.get(f"/admin/{path}/").content.decode()
        assert name in page and key not in page, path
    assert "barrio → Home address" in owner.get("/admin/policies/").content.decode()
    assert "find_facts," not in owner.get("/admin/prompts/").content.decode()


def test_what_was_used_stands_beside_what_may_be(owner, home, in_home, now, settings):
    settings.WRITES_PER_DAY, settings.LLM_TOKENS_PER_DAY = 200, 1_000_000
    with in_home():
        Quota.objects.create(tokens_per_day=5_000)
        Budget.objects.take(Kind.WRITES, 3, now=now, person_id=home.user_id)
        Budget.objects.take(Kind.INPUT_TOKENS, 70, now=now)
        Budget.objects.take(Kind.CALLS, 2, now=now)
    page = owner.get("/admin/intelligence/budget/").content.decode()
    limits = dict(
        re.findall(r"field-used[^>]*>\s*([^<\s]+)\s*</td>.*?field-limit[^>]*>\s*([^<]+?)\s*</td>", page, re.DOTALL)
    )

    assert limits == {"3": "200", "70": "5,000, sent and written together", "2": "–"}


def test_a_signal_says_how_far_it_has_come_and_by_which_rule(owner, home, send, in_home):
    tone = FactDraft(person_id=home.user_id, category="preference", key="tone", value="dry")
    send(SetFact(draft=tone))
    with in_home():
        [signal] = Signal.objects.all()
    page = owner.get(f"/admin/consent/signal/{signal.id}/change/").content.decode()
    panel = page[page.index('id="signal"') :].partition("</section>")[0]

    assert "Tone: dry" in panel and "1 of 2 signals: it is not remembered yet." in panel
    assert "The default for the field “Tone”" in panel and "claim:" not in panel and "agent:" not in panel
    with in_home():
        rule = Policy.objects.create(fact_key="tone", outcome="apply")
    page = owner.get(f"/admin/consent/signal/{signal.id}/change/").content.decode()
    assert f'href="/admin/policies/rule/{rule.id}/">Rule 1: field “tone”</a>' in page and "1 of 2" not in page


def test_the_page_of_a_person_leads_to_what_is_not_confirmed_yet(owner, home, send):
    about = f"/admin/workspaces/person/{home.user_id}/"
    assert "Not confirmed yet" not in owner.get(about).content.decode()
    send(SetFact(draft=FactDraft(person_id=home.user_id, category="preference", key="tone", value="dry")))
    [path] = re.findall(r'href="([^"]+)">1 value waits for further signals', owner.get(about).content.decode())

    assert ">dry<" in owner.get(path.replace("&amp;", "&")).content.decode()


def test_a_signal_is_named_by_its_field_and_value_and_not_by_ids(owner, home, send):
    tone = FactDraft(person_id=home.user_id, category="preference", key="tone", value="dry")
    assert isinstance(send(SetFact(draft=tone)), Waiting)

    page = owner.get("/admin/consent/signal/").content.decode()
    row = page[page.index("field-about") :].partition("</tr>")[0]

    assert ">Tone<" in row and ">dry<" in row and ">What the agent itself says<" in row and "claim:" not in row


@pytest.mark.parametrize(("path", "names"), EMPTY.items(), ids=EMPTY)
def test_a_filter_says_in_words_what_an_empty_column_means(owner, path, names):
    page = owner.get(path).content.decode()

    assert all(f">{name}</a>" in page for name in names) and ">Not empty</a>" not in page


def test_facts_are_filtered_by_the_kind_that_their_column_shows(owner, fact, in_home):
    fact("coding_style", "black")
    with in_home():
        Policy.objects.create(fact_key="city", outcome="apply")
    fact("city", "Porto", category="identity")

    page = owner.get("/admin/memories/fact/").content.decode()
    filters = page.partition('id="changelist-filter"')[2]
    assert "Kind of fact" in page and "Daily life" not in filters
    assert all(name in filters for name in ("Identity", "Preference", "Constraint", "Instruction"))

    found = owner.get("/admin/memories/fact/", {"category": "preference"}).context["cl"].result_list
    assert [row.value for row in found] == ["black"]
    assert "1 fact" in owner.get("/admin/memories/fact/", {"category": "preference"}).content.decode()


def marked(owner, path):
    """The headings that a list marks as what its rows are sorted by."""
    headings = re.findall(r"<th\b.*?</th>", owner.get(path).content.decode(), re.DOTALL)
    return [re.sub(r"<[^>]+>", " ", one).split()[0] for one in headings if "sorted " in one.partition(">")[0]]


@pytest.mark.parametrize(
    ("path", "headings"),
    [
        ("/admin/consent/policy/", []),
        ("/admin/workspaces/grant/", ["Agent"]),
        ("/admin/workspaces/grant/?o=-6", ["Created"]),
        ("/admin/memories/history/", ["When"]),
    ],
)
def test_the_column_that_sorts_the_rows_is_marked_and_no_other(owner, in_home, note, path, headings):
    note()
    with in_home():
        Policy.objects.create(fact_key="diet", outcome="consent")

    assert marked(owner, path) == headings


def test_a_rule_about_one_person_names_them_and_who_else_may_answer(owner, in_home):
    with in_home():
        bruno = Person.objects.create(name="Bruno")
        Policy.objects.create(fact_key="city", outcome="consent", about_person_id=bruno.id, delegates_to_reviewers=True)
    page = owner.get("/admin/consent/policy/").content.decode()

    assert "Field “city”, about Bruno alone: Ask the person, reviewers may answer" in page
    assert f'<a href="/admin/workspaces/person/{bruno.id}/">Bruno</a>' in page
