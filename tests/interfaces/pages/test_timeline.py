import re
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format

from consent.changes import LinkMemories, UnlinkMemories
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from interfaces.pages.timeline import action_verbs
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.models import Account

pytestmark = pytest.mark.django_db


def timeline(client, **query):
    return client.get("/timeline", query).content.decode()


def test_an_empty_timeline_says_what_it_is_for(owner):
    assert "No changes yet" in timeline(owner)
    assert '<a class="button" href="/memories/new">' in timeline(owner)


def test_each_entry_says_who_did_what(owner, note, send, forgotten):
    page = timeline(owner)

    assert "Your supervisor assistant added this" in page
    assert "Your supervisor assistant forgot this" in page
    assert "The old plan." in page


def test_a_link_says_what_it_links_and_that_it_was_removed(owner, note, send):
    first, second = note("Ana walks.", key="a"), note("Ana swims.", key="b")
    relation_id = send(LinkMemories(memory_id=first, to_id=second)).relation_id
    send(UnlinkMemories(relation_id=relation_id))

    removed, linked = entries(owner, event="LINK")

    assert linked.sentence == "Your supervisor assistant linked two memories."
    assert removed.sentence == "Your supervisor assistant removed a link between two memories."
    assert linked.text == removed.text == "Ana walks.\nAna swims."


def test_ones_own_deeds_are_called_so(owner, note):
    memory_id = note()
    owner.post(f"/memories/{memory_id}/forget")

    assert "You forgot this" in timeline(owner)


def test_a_change_opens_its_diff(owner, note):
    note("On Monday.")
    note("On Friday.")

    assert "On <del>Monday</del><ins>Friday</ins>." in timeline(owner)


def test_entries_stand_under_the_day_in_the_persons_time_zone(owner, note, home):
    note(at=datetime.fromisoformat("2026-03-01T23:30:00+00:00"))
    Account.objects.filter(username="owner").update(time_zone="Asia/Tokyo")

    assert "Monday, 2 March 2026" in timeline(owner)


def test_a_decision_about_something_new_leads_to_its_question(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)

    page = timeline(owner)

    assert "You refused a request" in page
    assert "wanted to remember that your city is Lisbon." in page
    assert f"/proposals/{proposal_id}" in page


def test_an_approval_and_what_it_changed_are_one_entry(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now)

    told = [(entry.sentence, entry.text) for entry in entries(owner)]

    assert told == [
        ("You undid: You approved “Lisbon”. Nothing is remembered of it.", "City: Lisbon"),
        ("You approved a request.", "City: Lisbon"),
    ]
    (alone,) = entries(owner, event="ADD")
    assert alone.sentence == "You added this."
    assert entries(owner, event="DELETE") == []
    (alone,) = entries(owner, event="UNDONE")
    assert alone.sentence == "You undid: You approved “Lisbon”. Nothing is remembered of it."


def test_an_approval_after_an_undone_one_is_one_entry_and_one_change(owner, ask, person, now):
    """It brings the forgotten memory back and changes it: two rows of the history, one thing that the person did."""
    proposal_id = ask("Lisbon")
    amend_proposal(proposal_id=proposal_id, value="Porto", actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)
    shown_hash = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    approve_proposal(proposal_id=proposal_id, actor=person, now=now, shown_hash=shown_hash)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)

    told = [(entry.sentence, entry.text) for entry in entries(owner)]

    assert told == [
        ("You undid: You approved “Lisbon”. Nothing is remembered of it.", "City: Lisbon"),
        ("You approved a request.", "City: Lisbon"),
        ("You undid: You saved “Porto” in your own words. Nothing is remembered of it.", "City: Porto"),
        ("You saved another value than was asked for.", "City: Porto"),
    ]
    *_, week = owner.get("/timeline").context["weeks"]
    assert week.count == 4


@pytest.mark.parametrize("waits", [True, False])
def test_an_undone_approval_offers_restoring_unless_its_request_waits_again(owner, ask, person, now, waits):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=waits)
    assert ("Restore “City: Lisbon”" not in timeline(owner)) == waits


@pytest.mark.parametrize("later", [17, 18, 19, 20])
def test_what_one_act_did_stands_on_one_page(owner, ask, note, person, now, later):
    proposal_id = ask("she/her", key="pronouns")
    amend_proposal(proposal_id=proposal_id, value="she/they", actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now + timedelta(seconds=1), reopen=True)
    shown_hash = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    approve_proposal(proposal_id=proposal_id, actor=person, now=now + timedelta(seconds=2), shown_hash=shown_hash)
    for number in range(later):
        note(f"Note {number}.", key=f"n{number}", at=now + timedelta(seconds=3 + number))

    first = owner.get("/timeline").context
    second = owner.get(f"/timeline{first['page'].older}").context

    told = [(entry.sentence, entry.text) for entry in [*first["entries"], *second["entries"]]]
    assert told[later:] == [
        ("You approved a request.", "Pronouns: she/her"),
        ("You undid: You saved “she/they” in your own words. Nothing is remembered of it.", "Pronouns: she/they"),
        ("You saved another value than was asked for.", "Pronouns: she/they"),
    ]
    assert len(first["entries"]) == max(later, min(later + 1, 20)) and not second["page"].older


def test_what_arrived_in_one_moment_does_not_make_one_page(owner, note):
    for number in range(130):
        note(f"Note {number}.", key=f"n{number}")

    first = owner.get("/timeline").context
    second = owner.get(f"/timeline{first['page'].older}").context
    assert [len(first["entries"]), len(second["entries"])] == [20, 110] and not second["page"].older


def test_an_approval_after_an_undone_one_changes_nothing_that_stood(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    amend_proposal(proposal_id=proposal_id, value="Porto", actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now + timedelta(seconds=1), reopen=True)
    shown_hash = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    later = now + timedelta(seconds=2)
    memory_id = approve_proposal(proposal_id=proposal_id, actor=person, now=later, shown_hash=shown_hash).memory_id

    assert [entry.diff for entry in entries(owner)] == [""] * 3
    assert entries(owner, event="UPDATE") == entries(owner, event="RESTORE") == []
    page = owner.get(f"/memories/{memory_id}")
    assert [entry.sentence for entry in page.context["entries"]] == [
        "You approved a request.",
        "You undid: You saved “Porto” in your own words. Nothing is remembered of it.",
        "You saved another value than was asked for.",
    ]
    assert "How it changed" not in page.content.decode()
    export = owner.get("/my-data/export.html").content.decode()
    assert "You approved a request. “City: Lisbon”</li>" in export and "with edits" not in export


def test_each_decision_about_a_request_names_it(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)

    undone, refused = entries(owner)

    assert refused.text == "Your supervisor assistant wanted to remember that your city is Lisbon."
    assert (undone.sentence, undone.text) == ("You undid: You refused “Lisbon”. Nothing is remembered of it.", "")


def test_each_decision_tells_what_was_asked_for_then(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    reject_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now + timedelta(seconds=1), reopen=True)
    form = {"shown_hash": owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash}
    owner.post(f"/proposals/{proposal_id}/amend", form | {"value": "Lisbon and Faro"})

    texts = {entry.sentence: entry.text for entry in owner.get("/timeline?event=consent").context["entries"]}

    assert "Lisbon and Faro" in texts["You saved another value than was asked for."]
    assert "Lisbon" in texts["You refused a request."] and "Faro" not in texts["You refused a request."]
    assert any(sentence.startswith("You undid: You refused “Lisbon”. ") for sentence in texts)


def test_several_undone_approvals_are_not_told_as_forgotten(owner, ask, person, now):
    for number in range(3):
        proposal_id = ask(f"L{number}", key="languages_spoken", item=f"l{number}")
        approve_proposal(proposal_id=proposal_id, actor=person, now=now)
        withdraw_decision(proposal_id=proposal_id, actor=person, now=now)

    assert "You forgot" not in timeline(owner) and "You forgot" not in timeline(owner, event="DELETE")


def test_a_correction_is_told_as_one(owner, ask, person, now):
    amend_proposal(proposal_id=ask("Lisbon"), value="Porto", actor=person, now=now)

    (entry,) = entries(owner)

    assert (entry.sentence, entry.text) == ("You saved another value than was asked for.", "City: Porto")


def test_it_is_filtered_by_what_happened_and_by_category(owner, note, forgotten):
    note("Climb on Monday.", key="climb", category="tasks")

    assert "Climb" not in timeline(owner, event="DELETE")
    assert "The old plan." not in timeline(owner, category="tasks")


def test_nobody_else_sees_it(colleague, outsider, note):
    note("Ana's plan.")

    for client in (colleague, outsider):
        assert "Ana's plan." not in timeline(client)


@pytest.mark.parametrize("count", [1, 20])
def test_it_takes_as_many_queries_for_twenty_entries_as_for_one(owner, note, table_reads, count):
    for number in range(count):
        note(f"Note {number}.", key=f"n{number}")

    # Session, account, memberships; categories, those of memories, agents, history, the texts, rules, names, the weeks,
    # the readings, the count.
    assert table_reads(lambda: owner.get("/timeline")) == 14


@pytest.mark.parametrize("at", ["2026-01-01T00:00:00+23:59", "0001-01-01T00:00:00+14:00", "2026-01-01", "x"])
def test_a_forged_cursor_means_the_first_page(owner, at):
    assert owner.get("/timeline", {"before": f"{at}_00000000-0000-7000-8000-000000000000"}).status_code == 200


def entries(client, **query):
    return client.get("/timeline", query).context["entries"]


def test_it_is_narrowed_by_who_did_it(owner, note, forgotten):
    owner.post(f"/memories/{forgotten}/restore")
    note("A plan.")

    assert [entry.row.event for entry in entries(owner, who="person")] == ["RESTORE"]
    assert {entry.row.event for entry in entries(owner, who="agent:supervisor")} == {"ADD", "DELETE"}


def test_it_is_searched_by_the_words_of_memories_with_all_that_happened_to_them(owner, note):
    note("Ana climbs on Mondays.", key="a")
    note("Ana swims on Mondays.", key="a")
    note("The release is late.", key="b")

    assert {entry.row.event for entry in entries(owner, q="swimming")} == {"ADD", "UPDATE"}
    assert entries(owner, q="nothing of it") == []


def test_it_is_searched_by_what_memories_said_before(owner, note):
    note("Ana paints the Évora bridge.", key="a")
    note("Ana paints the harbour.", key="a")

    (changed, added) = entries(owner, q="evora")

    assert (changed.row.event, added.row.event) == ("UPDATE", "ADD")


def test_it_is_searched_by_what_requests_asked_for(owner, ask, person, now):
    ask("Faro", key="birthplace")
    reject_proposal(proposal_id=ask("Évora"), actor=person, now=now)

    (refused,) = entries(owner, q="Évora")

    assert refused.row.meta["verdict"] == "reject"


def test_it_is_searched_by_what_was_undone(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)
    assert [entry.sentence for entry in entries(owner, q="what did I undo")] == [
        "You undid: You approved “Lisbon”. Nothing is remembered of it."
    ]


def test_a_word_that_nothing_has_suggests_one_of_the_requests(owner, ask, person, now):
    reject_proposal(proposal_id=ask("migraine", key="health_conditions", item="migraine"), actor=person, now=now)
    assert 'Did you mean: <a href="?q=migraine">migraine</a>' in timeline(owner, q="migrane")


@pytest.mark.parametrize(("words", "count"), [("rule", 1), ("supervisor City", 1), ("invited", 0)])
def test_it_is_searched_by_the_sentences_about_rules(owner, ask, person, now, supervisor, in_home, words, count):
    proposal = ask("Faro")
    approve_proposal(proposal_id=proposal, actor=person, now=now, always=True)

    assert len(entries(owner, q=words)) == count


@pytest.mark.parametrize(
    ("words", "cities"),
    [
        ("what did I refuse", ["Évora"]),
        ("refused Évora", ["Évora"]),
        ("approved", ["Faro"]),
        ("undo", []),
    ],
)
def test_it_is_searched_by_what_was_done(owner, note, ask, person, now, words, cities):
    note("Release notes say what changed.")
    reject_proposal(proposal_id=ask("Évora"), actor=person, now=now)
    approve_proposal(proposal_id=ask("Faro"), actor=person, now=now)

    found = [entry.text for entry in entries(owner, q=words) if entry.row.meta.get("verdict") or entry.row.decision_id]
    assert [city for city in ("Évora", "Faro") if any(city in text for text in found)] == cities
    assert "Release notes" not in timeline(owner, q=words)


def test_a_comma_at_the_end_of_the_words_for_an_action_names_none(monkeypatch):
    monkeypatch.setitem(action_verbs.ACTIONS, "undone", action_verbs.ACTIONS["undone"]._replace(starts="undid, undo,"))
    monkeypatch.setattr(action_verbs, "_starts", action_verbs._starts.__wrapped__)

    assert action_verbs.requested_action(["undo", "Lisbon"])[1] == ["Lisbon"]
    assert action_verbs.requested_action(["Lisbon"]) == (None, ["Lisbon"])


def test_one_goes_back_from_an_entry_to_what_it_says(owner, note):
    note("One.")
    memory_id = note("Two.")

    update, add = entries(owner)
    assert (update.version, add.version) == (None, 1)
    assert f'action="/memories/{memory_id}/restore"' in owner.get("/timeline").content.decode()


def test_what_was_forgotten_can_be_taken_back_from_its_entry(owner, forgotten):
    assert [entry.version for entry in entries(owner)] == [1, 1]


def test_the_first_visit_has_no_news(owner, note):
    note()

    page = owner.get("/timeline")

    assert page.context["since"] is None
    assert page.cookies["timeline_seen"]["httponly"]


def test_later_the_news_of_others_stand_on_top(owner, note, forgotten, now):
    owner.cookies["timeline_seen"] = f"_{(now - timedelta(days=2)).timestamp()}"
    note("A plan.")
    owner.post(f"/memories/{forgotten}/restore")

    page = owner.get("/timeline")

    assert page.context["news"] == [("ADD", 2), ("DELETE", 1)]
    assert "since your last visit" in page.content.decode()
    assert {(entry.row.event, entry.is_new) for entry in page.context["entries"]} == {
        ("ADD", True),
        ("DELETE", True),
        ("RESTORE", False),
    }


def test_reloading_does_not_make_news_old(owner, note, now):
    owner.cookies["timeline_seen"] = f"_{(now - timedelta(days=2)).timestamp()}"
    note()
    owner.get("/timeline")

    assert owner.get("/timeline").context["news"] == [("ADD", 1)]


@pytest.mark.parametrize("cookie", ["", "x", "_", "nan_nan", "1_99999999999999999", "a_b_c"])
def test_a_cookie_that_means_nothing_is_no_error(owner, note, cookie):
    owner.cookies["timeline_seen"] = cookie

    assert owner.get("/timeline").context["since"] is None


def test_each_week_is_a_bar_that_shows_that_week_alone(owner, note, now):
    note("Long ago.", key="a", at=now - timedelta(weeks=3))
    note("Just now.", key="b")

    weeks = owner.get("/timeline").context["weeks"]
    of_then = weeks[-4]

    assert [(week.count, week.height) for week in weeks if week.count] == [(1, 100), (1, 100)]
    assert len(weeks) == 8
    assert [entry.text for entry in owner.get("/timeline" + of_then.address).context["entries"]] == ["Long ago."]
    assert owner.get("/timeline" + of_then.address).context["weeks"][-4].address == "?"


def test_bars_are_as_high_as_their_counts(owner, note, now):
    for number in range(9):
        note(f"Note {number}.", key=str(number), at=now)
    note("An old note.", key="old", at=now - timedelta(days=14))
    heights = [week.height for week in owner.get("/timeline").context["weeks"] if week.count]
    assert heights == [11, 100]


def test_below_the_first_bar_stands_its_month(owner, note):
    note()
    weeks = owner.get("/timeline").context["weeks"]
    assert weeks[0].is_labelled or weeks[1].is_labelled


def test_many_changes_of_a_week_are_counted_with_a_separator(owner, note):
    note()
    (*_, week) = owner.get("/timeline").context["weeks"]
    page = render_to_string("timeline/weeks.html", {"weeks": [replace(week, count=1337)]})
    assert '<span class="number" aria-hidden="true">1,337</span>' in page


@pytest.mark.parametrize("week", ["x", "0001-01-01", "9999-12-31", "2026-13-01"])
def test_a_week_that_is_none_is_no_error(owner, note, week):
    note()

    assert owner.get("/timeline", {"week": week}).status_code == 200


def test_the_same_deed_again_and_again_is_one_line_that_opens(owner, note):
    for number in range(12):
        note(f"Note {number}.", key=f"n{number}")

    ((line,),) = [day.lines for day in owner.get("/timeline").context["days"]]

    assert (line.sentence, len(line.entries)) == ("Your supervisor assistant added 12 memories.", 12)
    assert "Note 7." in timeline(owner)


def test_a_memory_that_was_changed_again_and_again_is_counted_once(owner, note):
    for text in ("One.", "Two.", "Three.", "Four."):
        note(text, key="plan")
    assert "Your supervisor assistant changed 1 memory." in timeline(owner)


def test_a_short_text_is_restored_under_all_of_its_words(owner, note):
    for end in ("begun", "done"):
        note(f"The plan for the winter is {end}.", key="plan")

    assert "Restore “The plan for the winter is begun.”" in timeline(owner)


def test_texts_that_begin_alike_are_restored_under_what_differs(owner, note):
    for end in ("butter", "almond flour", "olive oil"):
        note(f"Ana bakes her grandmother's lemon cake on Sundays with {end}.", key="cake")
    page = timeline(owner)

    assert "Restore “…cake on Sundays with butter.”" in page
    assert "Restore “…cake on Sundays with almond flour.”" in page


def test_who_read_is_told_once_a_day(owner, note, looked_up):
    memory_id = note()
    for _ in range(12):
        looked_up("When?", memory_id)

    page = timeline(owner)

    assert "read your memories 12 times" in page and 'href="/activity?who=agent%3Aplanner"' in page
    assert "read your memories" not in timeline(owner, event="ADD")
    assert "read your memories" not in timeline(owner, who="agent:supervisor")


def test_a_reading_tells_its_time(owner, note, looked_up, home):
    looked_up("When?", note())
    with scope.enter(home.workspace_id):
        RetrievalEvent.objects.update(created_at=datetime.fromisoformat("2026-03-03T09:05:00+00:00"))

    told = timeline(owner).partition("read your memories once.")[2].partition("</li>")[0]

    assert '<time datetime="2026-03-03T09:05:00+00:00"' in told and ">09:05</time>" in told


def test_several_readings_of_a_day_tell_the_first_and_the_last_time(owner, note, looked_up, home):
    memory_id = note()
    for hour in ("09", "14"):
        looked_up(f"At {hour}?", memory_id)
        with scope.enter(home.workspace_id):
            rows = RetrievalEvent.objects.filter(query=f"At {hour}?")
            rows.update(created_at=datetime.fromisoformat(f"2026-03-03T{hour}:05:00+00:00"))

    told = timeline(owner).partition("read your memories 2 times.")[2].partition("</li>")[0]

    assert re.findall(r">(\S+)</time>", told) == ["09:05", "14:05"]


def test_readings_within_one_minute_tell_one_time(owner, note, looked_up, home):
    memory_id = note()
    for second in ("01", "59"):
        looked_up(f"At {second}?", memory_id)
        with scope.enter(home.workspace_id):
            rows = RetrievalEvent.objects.filter(query=f"At {second}?")
            rows.update(created_at=datetime.fromisoformat(f"2026-03-03T09:05:{second}+00:00"))

    told = timeline(owner).partition("read your memories 2 times.")[2].partition("</li>")[0]

    assert re.findall(r">(\S+)</time>", told) == ["09:05"] and "–" not in told


def test_nobody_elses_readings_are_told(colleague, note, looked_up):
    looked_up("When?", note())

    assert "read your memories" not in timeline(colleague)


def test_an_entry_tells_its_time_below_its_day(owner, note, home):
    note(at=datetime.fromisoformat("2026-03-01T23:30:00+00:00"))
    Account.objects.filter(username="owner").update(time_zone="Asia/Tokyo")

    entries = timeline(owner).partition('class="day"')[2]
    assert ">08:30</time>" in entries and "ago</time>" not in entries


def test_what_was_undone_is_not_among_what_was_restored(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now)

    assert entries(owner, event="RESTORE") == []
    (undone,) = entries(owner, event="UNDONE")
    assert (undone.sentence, undone.text) == ("You undid: You approved “Lisbon”. “Porto” stands again.", "City: Porto")
    *_, week = owner.get("/timeline?event=UNDONE").context["weeks"]
    assert week.count == 1


def test_who_read_stands_where_they_read_last(owner, note, looked_up):
    note("Ana walks.", key="a", at=timezone.now() - timedelta(seconds=9))
    looked_up("Does she walk?")
    note("Ana swims.", key="b", at=timezone.now() + timedelta(seconds=9))
    page = timeline(owner)
    assert page.index("Ana swims.") < page.index("read your memories") < page.index("Ana walks.")


def test_a_search_tells_decisions_as_the_timeline_does(owner, ask, person, now):
    for number, city in enumerate(("Coimbra", "Leiria")):
        approve_proposal(proposal_id=ask(city), actor=person, now=now + timedelta(seconds=number))
    told = [(entry.sentence, entry.text) for entry in entries(owner, q="coimbra")]
    assert told == [("You approved a request.", "City: Leiria"), ("You approved a request.", "City: Coimbra")]


@pytest.mark.parametrize("search", [{}, {"q": "Évora"}])
def test_what_was_not_chosen_was_not_refused(owner, ask, supervisor, search):
    ask("Évora", actor=replace(supervisor, id=uuid4()))
    ask("Lisbon")
    (choice,) = owner.get("/inbox").context["items"]
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": "identity.city=lisbon"})

    told = [entry.sentence for entry in entries(owner, **search)]
    if search:
        assert told == ["You chose “Lisbon” instead."]
    else:
        assert told.count("You chose “Lisbon” instead.") == 0 and "You refused a request." not in told


def test_one_choice_and_its_undoing_are_one_entry_each(owner, ask, supervisor, now):
    ask("Évora", actor=replace(supervisor, id=uuid4()))
    ask("Lisbon")
    (choice,) = owner.get("/inbox").context["items"]
    shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
    owner.post("/proposals/choice", {"field": choice.field, "shown": shown, "choose": "identity.city=lisbon"})
    owner.post(f"/proposals/{choice.fact.proposal.id}/undo")

    told = [entry.sentence for entry in entries(owner) if entry.row.meta.get("verdict") or entry.row.decision_id]
    assert len(told) == 2
    for event in ("UNDONE", "CONSENT"):
        *_, week = owner.get(f"/timeline?event={event}").context["weeks"]
        assert week.count == len(entries(owner, event=event)) == 1


def test_an_approval_that_was_undone_says_so(owner, ask, person, now):
    proposal_id = ask("Porto")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now + timedelta(seconds=1), reopen=True)
    assert [str(entry.later_state) for entry in entries(owner, event="CONSENT")] == ["Undone since"]
    assert "Undone since" in timeline(owner)


def test_what_was_forgotten_is_called_so_and_what_was_changed_is_not_so_any_more(owner, forgotten, note):
    note("The release is on Friday.")
    note("The release is on Monday.")
    told = {entry.text: str(entry.later_state) for entry in entries(owner, event="ADD")}
    assert told == {"The old plan.": "Forgotten", "The release is on Friday.": "Not so any more"}


def test_a_search_counts_the_entries_that_it_lists(owner, ask):
    proposal_id = ask("Coimbra")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/approve", {"shown_hash": shown})

    page = owner.get("/timeline?q=Coimbra")

    assert page.context["found"] == len(page.context["entries"]) == 1
    assert "The bars above count what changed" in page.content.decode()


@pytest.mark.parametrize("words", ["{month}", "{day}", "{month} tomatoes"])
def test_a_day_or_month_is_read_as_the_search_reads_it(owner, note, now, words):
    then = now - timedelta(days=40)
    note("Ana waters the tomatoes.", key="then", at=then)
    note(f"Ana plans a trip of {then.day} days.", key="now")
    typed = words.format(month=date_format(then, "F"), day=date_format(then, "j F Y"))
    response = owner.get("/timeline", {"q": typed})
    assert [entry.text for entry in response.context["entries"]] == ["Ana waters the tomatoes."]
    assert re.search(r"1 entry (in that month|on that day)\.", response.content.decode())


def test_a_day_on_which_nothing_happened_brings_no_other(owner, note, now):
    then = now - timedelta(days=900)
    note(f"Ana repairs {then.day} clocks.")
    page = owner.get("/timeline", {"q": date_format(then, "j F Y")})
    shown = page.content.decode()
    assert page.context["entries"] == [] and f"Nothing on {date_format(then, 'j F Y')}." in shown
    assert "Search conversations and questions too" in shown


def test_every_subject_that_holds_memories_can_be_chosen(owner, note, colleague):
    note("Ana bakes a lemon cake.", category="recipes")
    chosen = dict(owner.get("/timeline").context["filters"].fields["category"].choices)
    assert chosen["recipes"] == "Recipes"
    assert "recipes" not in dict(colleague.get("/timeline").context["filters"].fields["category"].choices)


@pytest.mark.parametrize("name", ["export.json", "export.html"])
def test_her_own_downloads_are_told_and_can_be_chosen(owner, colleague, note, name):
    note("Ana walks.")
    assert "exported everything" not in timeline(owner)

    assert owner.get(f"/my-data/{name}").getvalue()

    assert [one.sentence for one in entries(owner, event="EXPORT")] == ["You exported everything about you."]
    assert entries(owner)[0].sentence == "You exported everything about you."
    assert "exported everything" not in timeline(colleague)
    assert dict(owner.get("/timeline").context["filters"].fields["event"].choices)["EXPORT"] == "Exported"
