"""What is known about me, by kind; taking it home."""

import json
import re

import pytest
from django.db import connection
from django.utils import timezone

from consent.changes import ForgetMemory, SetFact
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from interfaces.pages.filters.filters import BANDS
from interfaces.pages.my_data.my_data import by_kind
from memories.drafts import FactDraft
from memories.models import Memory
from operations import jobs
from workspaces import scope
from workspaces.models import Agent, Grant

pytestmark = pytest.mark.django_db


def read_export(client):
    return client.get("/my-data/export.html").content.decode()


def overview(client):
    return client.get("/my-data")


def test_it_counts_by_subject_certainty_and_origin(owner, note, fact):
    note("One.", key="a", category="tasks", confidence=0.9)
    note("Two.", key="b", category="tasks", confidence=0.3)
    fact("coding_style", "black")

    told = overview(owner).context

    assert told["total"] == 3
    assert told["categories"] == [("tasks", 2), ("preferences", 1)]
    assert dict(told["certainties"])["low"] == 1
    assert told["origins"] == [("agent", 3)]


def test_each_count_leads_to_those_memories(owner, note):
    note("One.", key="a", category="tasks", confidence=0.9)
    note("Two.", key="b", category="event", confidence=0.3)

    assert 'href="/memories?certainty=low"' in overview(owner).content.decode()
    for query in ({"certainty": "low"}, {"category": "event"}):
        assert [row.key for row in owner.get("/memories", query).context["page"].rows] == ["b"]
    assert len(owner.get("/memories", {"trust": "agent"}).context["page"].rows) == 2
    assert not owner.get("/memories", {"trust": "person"}).context["page"].rows


@pytest.mark.parametrize(
    ("confidence", "band"), [(0.8, "high"), (0.79999, "middle"), (0.5, "unstated"), (0.51, "middle"), (0.49999, "low")]
)
def test_each_certainty_belongs_to_one_band_in_the_count_and_in_the_list(owner, note, confidence, band):
    note("One.", category="tasks", confidence=confidence)

    assert overview(owner).context["certainties"] == [(band, 1)]
    found = {name for name in BANDS if owner.get("/memories", {"certainty": name}).context["page"].rows}
    assert found == {band}


@pytest.mark.django_db(transaction=True)
def test_the_index_alone_tells_how_many_there_are_of_each_kind(home, note, person, now):
    """Without that 10,000 pages are read to count 100,000 memories."""
    note("One.", key="a", category="tasks")
    with connection.cursor() as cursor:  # rows that nobody has vacuumed cost a look at the table
        cursor.execute("VACUUM ANALYZE memories_memory")
    counts = by_kind(Memory.objects.visible_to(person, now=now))

    with scope.enter(home.workspace_id), connection.cursor() as cursor:
        for scan in ("seqscan", "bitmapscan"):  # with few rows there are cheaper ways
            cursor.execute(f"SET LOCAL enable_{scan} = off")
        plan = counts.explain()

    assert "Index Only Scan using memory_by_kind" in plan


def test_what_was_read_in_the_person_s_messages_is_counted_as_said(owner, note, say, home):
    say("I'm allergic to peanuts.", "I work at Farfetch.")
    jobs.JOBS["extract_facts"](home.workspace_id)

    page = overview(owner)
    assert page.context["origins"] == [("said", 2)]
    assert '<a href="/memories?trust=said">Said by you in a conversation</a> <span>2</span>' in page.content.decode()
    assert "Inferred automatically" not in page.content.decode()
    assert len(owner.get("/memories", {"trust": "said"}).context["page"].rows) == 2
    assert not owner.get("/memories", {"trust": "derived"}).context["page"].rows


def test_in_french_a_blank_stands_before_the_colon(owner, fact):
    fact("coding_style", "black")
    page = owner.get("/my-data", HTTP_ACCEPT_LANGUAGE="fr").content.decode()
    assert re.search(r"<b>[^<]*\xa0:</b> black", page)


def test_facts_can_be_corrected_and_forgotten(owner, fact):
    memory_id = fact("coding_style", "black")

    page = overview(owner).content.decode()

    assert "<b>Coding style:</b> black" in page
    assert f'href="/memories/{memory_id}/edit"' in page and f'href="/memories/{memory_id}/forget"' in page


def test_each_of_several_values_has_its_own_ways_to_edit_and_forget_it(owner, fact):
    long_one, food = fact("likes", "Thai" * 60, item="a"), fact("likes", "Thai food", item="b")

    page = overview(owner).content.decode()

    assert f'<a href="/memories/{food}">Thai food</a>' in page and "Thai" * 21 not in page
    assert all(f'href="/memories/{one}/{act}"' in page for one in (long_one, food) for act in ("edit", "forget"))


def test_many_values_of_a_field_open_below_the_first_ten(owner, fact):
    for number in range(12):
        fact("pets", f"pet {number:02}", item=f"p{number:02}")

    first, _, others = overview(owner).content.decode().partition("<summary>2 more</summary>")

    assert "pet 09" in first and "pet 10" not in first and "pet 10" in others and "pet 11" in others


def test_of_many_facts_the_first_are_shown_with_a_way_to_the_others(owner, fact):
    for number in range(51):
        fact("pets", f"pet {number}", item=f"p{number}")

    page = overview(owner)

    assert len(page.context["facts"]) == 50 and page.context["total"] == 51
    assert "Showing 50 of 51." in page.content.decode() and 'href="?facts=all#facts"' in page.content.decode()
    everything = owner.get("/my-data?facts=all")
    assert len(everything.context["facts"]) == 51 and "Showing" not in everything.content.decode()


def test_what_was_forgotten_does_not_count(owner, forgotten):
    assert overview(owner).context["total"] == 0


def test_conversations_and_messages_are_counted(owner, say):
    say("One.", "Two.")

    assert "1 conversation" in overview(owner).content.decode()
    assert overview(owner).context["turns"] == 2


def test_the_export_for_programs_is_complete(owner, note, say, home):
    note("Ana's plan.")
    say("I said this.")

    response = owner.get("/my-data/export.json")
    told = json.loads(b"".join(response.streaming_content))

    assert "attachment" in response["Content-Disposition"]
    assert told["person"]["id"] == str(home.user_id)
    assert [row["versions"][0]["content"] for row in told["memories"]] == ["Ana's plan."]
    assert [row["content"] for row in told["turns"]] == ["I said this."]


def test_a_request_that_waits_again_has_no_words_of_the_answer_that_was_undone(owner, ask):
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["item"].proposal.shown_hash

    def told():
        (row,) = json.loads(b"".join(owner.get("/my-data/export.json").streaming_content))["proposals"]
        return row["state"], row["kept_value"]

    owner.post(f"/proposals/{proposal_id}/amend", {"shown_hash": shown, "value": "Tavira"})
    assert told() == ("amended", "Tavira")
    owner.post(f"/proposals/{proposal_id}/undo")
    assert told() == ("pending", "")


def test_the_export_to_read_groups_memories_by_subject_and_breaks_no_words(owner, note, fact):
    note("One.", key="a", category="tasks")
    note("Two.", key="b", category="tasks")
    fact("coding_style", "black")

    page = owner.get("/my-data/export.html").content.decode()

    assert "<table" not in page and "anywhere" not in page
    assert page.index("Preferences <small>1") < page.index("Coding style: black") < page.index("Tasks <small>2")


def test_the_export_to_read_begins_with_facts_and_ends_with_what_has_no_subject(owner, note, fact):
    for number in range(3):
        note(f"Ana has plan {number}.", key=f"g{number}", category="general")
    note("Ana has a task.", key="t", category="tasks")
    fact()
    page = read_export(owner)
    assert page.index("Coding style") < page.index("Ana has a task.") < page.index("Ana has plan 0.")


def test_the_export_to_read_tells_decisions_and_readers(owner, note, ask, looked_up, person, now):
    refused = ask("they/them", key="pronouns")
    ask("Lisbon")
    reject_proposal(proposal_id=refused, actor=person, now=now)
    for _ in range(2):
        looked_up("When?", note())

    remembered, _, rest = owner.get("/my-data/export.html").content.decode().partition("Waiting for your decision")

    assert "Lisbon" not in remembered and "they/them" not in remembered
    assert "Lisbon" in rest and "Refused" in rest.partition("they/them")[2]
    assert "“When?” <small>2 times" in rest


def test_the_export_to_read_tells_what_happened_in_sentences(owner, note, ask, person, now):
    note("Ana climbs on Monday.")
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now)

    told = owner.get("/my-data/export.html").content.decode().partition('<section id="history">')[2]

    assert "You undid your approval. “City: Lisbon”</li>" in told and "You forgot" not in told
    assert "added this. “Ana climbs on Monday.”" in told


def test_the_export_to_read_tells_from_what_to_what_a_text_changed(owner, note):
    note("Ana climbs on Monday.")
    memory_id = note("Ana climbs on Friday.")
    owner.post(f"/memories/{memory_id}/restore", {"version": "1"})

    remembered, _, history = owner.get("/my-data/export.html").content.decode().partition('<section id="history">')

    assert "Ana climbs on Monday." in remembered and "Friday" not in remembered
    assert "You restored this. <s>Ana climbs on Friday.</s> → Ana climbs on Monday." in history
    assert "changed this. <s>Ana climbs on Monday.</s> → Ana climbs on Friday." in history


def test_the_export_to_read_tells_an_answer_with_what_was_kept(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    amend_proposal(proposal_id=ask("Lisbon"), actor=person, now=timezone.now(), value="Faro")

    history = owner.get("/my-data/export.html").content.decode().partition('<section id="history">')[2]

    told = "You saved another value than was asked for. <s>City: Porto</s> → Faro <small>"
    assert f"{told}Asked for, but not saved: “Lisbon”.</small></li>" in history
    assert history.count("Lisbon") == 1 and "changed this" not in history


def test_the_export_to_read_tells_each_decision_with_what_was_asked_for_then(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    for answer in ("refuse", "approve", "approve", "amend"):
        shown_hash = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
        owner.post(f"/proposals/{proposal_id}/{answer}", {"shown_hash": shown_hash, "value": "Faro"})
        if answer != "amend":
            owner.post(f"/proposals/{proposal_id}/undo")

    history = read_export(owner).partition('<section id="history">')[2]

    assert history.count("You approved a request. ") == 2 and "times" not in history
    assert "You saved another value than was asked for. " in history and history.count("City: Faro") == 1
    assert "You refused a request. “City: Lisbon”" in history


def test_the_export_to_read_names_the_assistant_whose_access_was_removed(owner, in_home):
    with in_home():
        planner_id = Agent.objects.get(role="planner").id
    owner.post(f"/my-data/access/{planner_id}")

    assert "You removed an assistant&#x27;s access. “Your planner assistant”" in read_export(owner)


def test_the_export_to_read_tells_once_what_repeats(owner, note, send):
    for number in range(3):
        send(ForgetMemory(memory_id=note(f"Secret {number}.", key=f"key-{number}")))

    history = owner.get("/my-data/export.html").content.decode().partition('<section id="history">')[2]

    assert history.count("added this.") == 1 and "3 times" in history
    assert "This is no longer remembered." in history and "Secret" not in history


def test_the_export_to_read_never_says_it_as_markup(owner, note):
    note("<b>Ana's</b> plan.")

    response = owner.get("/my-data/export.html")
    page = response.content.decode()

    assert "attachment" in response["Content-Disposition"]
    assert "&lt;b&gt;Ana&#x27;s&lt;/b&gt; plan." in page
    assert "What is remembered about Ana" in page and "<script" not in page


def test_the_export_to_read_calls_nothing_remembered_that_was_forgotten(owner, note, send):
    note("Ana's plan.")
    send(ForgetMemory(memory_id=note("Ana's secret.", key="other")))

    page = owner.get("/my-data/export.html").content.decode()

    assert "Ana&#x27;s plan." in page and "secret" not in page


def test_the_export_to_read_says_names_in_words(owner, fact):
    fact("answer_style", "short")

    page = owner.get("/my-data/export.html").content.decode()

    assert "Answer style" in page and "Your supervisor assistant" in page
    assert "answer_style" not in page and "agent:supervisor" not in page


def test_nobody_elses_data_is_shown_or_exported(colleague, outsider, note):
    note("Ana's plan.")

    for client in (colleague, outsider):
        assert overview(client).context["total"] == 0
        assert "plan" not in client.get("/my-data/export.html").content.decode()


@pytest.mark.parametrize("count", [1, 20])
def test_it_takes_as_many_queries_for_twenty_memories_as_for_one(owner, fact, table_reads, count):
    for number in range(count):
        fact("pets", f"pet {number}", item=f"p{number}")

    # Session, account, memberships; the tally, facts, where each comes from, deletions, erasures, sessions with their
    # turns, files, the count.
    assert table_reads(lambda: owner.get("/my-data")) == 12


def test_each_of_several_values_says_where_it_comes_from(owner, home, send, person, fact):
    for value in ("chess", "sailing"):
        fact(key="hobbies", value=value, item=value)
    draft = FactDraft(person_id=home.user_id, category="preference", key="hobbies", value="pottery", item="pottery")
    send(SetFact(draft=draft), actor=person)

    line = owner.get("/my-data").content.decode().partition("<b>Hobbies:</b>")[2].partition("</ul>")[0]

    assert line.count("Saved by an assistant") == 2 and line.count("Said or confirmed by you") == 1


def test_the_export_lists_what_lets_assistants_read_everybody(owner, home, in_home):
    with in_home():
        Grant.objects.update(person_id=None)
        names = {str(one) for one in Grant.objects.values_list("agent_id", flat=True)}
    export = json.loads(b"".join(owner.get("/my-data/export.json").streaming_content))
    assert names and {row["agent_id"] for row in export["grants"]} == names
