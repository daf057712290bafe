"""One memory: versions, history, forgetting and bringing back."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.formats import date_format

from consent.changes import LinkMemories, MergeMemories, SetFact, WriteMemory
from consent.models import Proposal
from consent.proposals.decide import amend_proposal, approve_proposal
from consent.proposals.withdraw import withdraw_decision
from conversations.models import Turn
from memories.drafts import FactDraft, MemoryDraft
from memories.models import Fact, History, Memory, Provenance
from memories.models.choices import MergeBand, Trust, ValidationStatus
from retrieval.models import RetrievalEvent
from tests.interfaces.rest.conftest import by_key

pytestmark = pytest.mark.django_db


def shown(client, memory_id, **query):
    return client.get(f"/memories/{memory_id}", query).content.decode()


def content_of(in_home, memory_id):
    with in_home():
        return Memory.objects.select_related("current").get(id=memory_id).current.content


def test_it_says_what_where_from_and_how_certain(owner, note):
    page = shown(owner, note("Ana climbs on Mondays.", category="tasks", confidence=0.8, importance=0.6))

    for text in ("Ana climbs on Mondays.", "Tasks", "Saved by an assistant", "80%", "3 of 5"):
        assert text in page


def test_what_the_person_was_asked_about_is_never_called_everyday(owner, ask, person, note, now):
    approve_proposal(proposal_id=ask("gay", key="sexual_orientation"), actor=person, now=now)
    (memory,) = owner.get("/memories").context["page"].rows

    page = shown(owner, memory.id)

    assert "Everyday" not in page and "It is not marked as confidential." in page
    assert '<dt>Tells of</dt><dd>Sexual orientation <span class="fine">· you were asked first</span></dd>' in page
    assert "<dt>Tells of</dt>" not in shown(owner, note("Ana climbs on Mondays."))


@pytest.mark.parametrize(
    ("sensitivity", "told"),
    [("public", "Every assistant"), ("confidential", "and what is confidential"), ("secret", "even the most private")],
)
def test_it_says_whom_it_is_shared_with(owner, note, sensitivity, told, person):
    assert told in shown(owner, note("A plan.", sensitivity=sensitivity, actor=person))


def test_any_two_versions_are_compared_word_by_word(owner, note):
    for day in ("Monday", "Tuesday", "Friday"):
        memory_id = note(f"Ana climbs on {day}.")

    assert "<del>Tuesday</del><ins>Friday</ins>" in shown(owner, memory_id)
    assert "<del>Monday</del><ins>Friday</ins>" in shown(owner, memory_id, **{"from": "1", "to": "3"})


def test_versions_that_do_not_exist_are_no_error(owner, note):
    note("One.")
    memory_id = note("Two.")

    assert "<del>One</del>" in shown(owner, memory_id, **{"from": "9", "to": "x"})


def test_its_history_names_who_did_what(owner, note):
    page = shown(owner, note())

    assert "Your supervisor assistant added this" in page


def test_forgetting_takes_it_out_of_the_list_at_once(owner, note):
    memory_id = note("A plan.")

    response = owner.post(f"/memories/{memory_id}/forget", follow=True)

    assert "Forgotten. Assistants can no longer find it." in response.content.decode()
    assert not owner.get("/memories").context["page"].rows
    assert "Restore" in shown(owner, memory_id)


@pytest.mark.parametrize("is_fact", [False, True])
def test_going_back_after_forgetting_leads_to_where_it_is_brought_back(owner, note, fact, is_fact):
    memory_id = fact() if is_fact else note()
    owner.post(f"/memories/{memory_id}/forget")

    page = owner.get(f"/memories/{memory_id}/forget", follow=True).content.decode()

    assert "This is already forgotten." in page and "Restore" in page


def test_a_forgotten_memory_comes_back(owner, forgotten, in_home):
    owner.post(f"/memories/{forgotten}/restore")

    assert [row.id for row in owner.get("/memories").context["page"].rows] == [forgotten]
    with in_home():
        assert History.objects.filter(memory_id=forgotten, event="RESTORE", actor_kind="person").exists()


def test_an_old_version_becomes_current_again_as_a_new_one(owner, note, in_home):
    note("One.")
    memory_id = note("Two.")

    owner.post(f"/memories/{memory_id}/restore", {"version": "1"})

    assert content_of(in_home, memory_id) == "One."
    assert owner.get(f"/memories/{memory_id}").context["memory"].version == 3


def test_earlier_texts_that_begin_alike_can_be_told_apart(owner, note):
    for end in ("butter", "almond flour", "olive oil"):
        memory_id = note(f"Ana bakes her grandmother's lemon cake on Sundays with {end}.", key="cake")

    page = owner.get(f"/memories/{memory_id}").content.decode()

    assert "Restore “…cake on Sundays with butter.”" in page
    assert "Restore “…cake on Sundays with almond flour.”" in page


def test_a_version_that_never_was_cannot_be_restored(owner, note):
    assert owner.post(f"/memories/{note()}/restore", {"version": "99"}).status_code == 404


def test_the_editor_holds_the_present_text(owner, note):
    assert "The release is on Friday.</textarea>" in owner.get(f"/memories/{note()}/edit").content.decode()


def test_an_edit_applies_at_once_as_the_persons_own_word(owner, note, in_home):
    memory_id = note(metadata={"kept": True}, title="Kept")

    response = save(owner, memory_id, "The release is on Monday.")

    assert response.status_code == 302
    with in_home():
        memory = Memory.objects.select_related("current").get(id=memory_id)
    assert memory.current.content == "The release is on Monday."
    assert (memory.current.title, memory.current.metadata) == ("Kept", {"kept": True})
    assert (memory.trust, memory.validation_status) == (Trust.PERSON, ValidationStatus.VERIFIED)


def test_a_fact_is_edited_by_its_value(owner, fact, in_home):
    memory_id = fact("coding_style", "black")

    assert "black</textarea>" in owner.get(f"/memories/{memory_id}/edit").content.decode()
    save(owner, memory_id, "ruff")

    assert content_of(in_home, memory_id) == "coding_style: ruff"


def test_an_edit_over_a_text_that_changed_meanwhile_is_not_saved(owner, note, in_home):
    memory_id = note("One.")
    seen = owner.get(f"/memories/{memory_id}").context["memory"].change_id
    note("Two.")

    response = save(owner, memory_id, "Three.", seen=seen)

    assert response.status_code == 409
    assert "It was changed in the meantime" in response.content.decode()
    assert content_of(in_home, memory_id) == "Two."


@pytest.mark.parametrize("is_fact", [False, True])
def test_a_conflict_shows_both_texts_and_the_next_save_counts(owner, note, fact, in_home, is_fact):
    write = (lambda text: fact("coding_style", text)) if is_fact else note
    memory_id = write("One.")
    seen = owner.get(f"/memories/{memory_id}").context["memory"].change_id
    save(owner, memory_id, "Two.")

    conflict = save(owner, memory_id, "Three.", seen=seen)
    page = conflict.content.decode()
    save(owner, memory_id, "Three.", seen=conflict.context["form"]["change_id"].value())

    assert ">Two.</blockquote>" in page and "Three.</textarea>" in page
    assert content_of(in_home, memory_id).endswith("Three.")


@pytest.mark.parametrize("text", ["", "   ", "word " * 3000])
def test_a_text_that_cannot_be_stored_is_explained_and_kept_in_the_form(owner, note, in_home, text):
    memory_id = note("One.")

    response = save(owner, memory_id, text)

    assert response.status_code == 422
    assert "errorlist" in response.content.decode() and "tokens" not in response.content.decode()
    assert content_of(in_home, memory_id) == "One."


def test_forgetting_says_first_what_rests_on_it(owner, note, send):
    ground, conclusion = note("Ana swims on Mondays.", key="a"), note("Ana likes water.", key="b")
    send(LinkMemories(memory_id=conclusion, to_id=ground, relation_type="derived_from"))

    page = owner.get(f"/memories/{ground}/forget").content.decode()

    assert "What was concluded from it" in page and "Ana likes water." in page
    page = owner.get(f"/memories/{conclusion}/forget").content.decode()
    assert "Nothing was concluded from it. Linked memories stay." in page


def test_looking_at_what_forgetting_does_forgets_nothing(owner, note):
    memory_id = note()

    owner.get(f"/memories/{memory_id}/forget")

    assert owner.get("/memories").context["page"].rows


def test_the_sentence_it_was_taken_from_is_marked_in_its_place(owner, say, note):
    _, told = say("Good morning!", "It rains. I moved to a flat by the sea. Bye.")
    page = shown(owner, note("Ana has moved to a flat by the sea.", evidence_turn_id=told))

    assert "Good morning!" in page
    assert "It rains. <mark>I moved to a flat by the sea.</mark> Bye." in page


def test_links_read_as_sentences_from_both_ends(owner, note, send):
    first, second = note("One.", key="a"), note("Two.", key="b")
    send(LinkMemories(memory_id=first, to_id=second, relation_type="depends_on", strength=0.8))

    assert "Depends on" in shown(owner, first)
    assert "Needed by" in shown(owner, second)


def test_the_graph_has_the_same_links_in_the_same_words(owner, note, send):
    first, second = note("One.", key="a"), note("Two.", key="b")
    send(LinkMemories(memory_id=first, to_id=second, relation_type="blocks"))

    graph = owner.get(f"/memories/{first}/graph").json()

    assert [(node["label"], node["depth"]) for node in graph["nodes"]] == [("One.", 0), ("Two.", 1)]
    assert [(edge["from"], edge["to"], edge["label"]) for edge in graph["edges"]] == [
        (str(first), str(second), "Blocks")
    ]


@pytest.mark.parametrize("deed", ["forget", "wrong"])
def test_what_nobody_finds_any_more_has_its_links_listed_but_not_drawn(owner, note, send, deed):
    first, second = note("One.", key="a"), note("Two.", key="b")
    send(LinkMemories(memory_id=first, to_id=second, relation_type="blocks"))
    assert 'id="graph"' in shown(owner, first)

    owner.post(f"/memories/{first}/{deed}")

    assert "Two." in shown(owner, first) and 'id="graph"' not in shown(owner, first)


def test_marking_as_wrong_is_undone_to_what_it_was_before(owner, note, in_home):
    memory_id = note("Ana plays the cello.")
    with in_home():
        before = Memory.objects.get(id=memory_id)
    page = owner.post(f"/memories/{memory_id}/wrong", follow=True).content.decode()
    assert page.count(">Undo</button>") == 1 and "Marked as wrong." in page
    assert ">Undo</button>" not in shown(owner, memory_id), "only right after"

    page = owner.post(f"/memories/{memory_id}/right", {"undo": "1"}, follow=True).content.decode()

    with in_home():
        after = Memory.objects.get(id=memory_id)
    same = ("trust", "validation_status", "denied_hashes", "current_id", "state")
    assert [getattr(after, name) for name in same] == [getattr(before, name) for name in same]
    assert "Undone." in page and "You undid marking this as wrong." in page
    owner.post(f"/memories/{memory_id}/wrong")
    owner.post(f"/memories/{memory_id}/right")
    with in_home():
        assert Memory.objects.get(id=memory_id).trust == "person", "to mark it as correct confirms it"


def test_a_field_marked_as_wrong_by_mistake_has_its_value_again(owner, send, home, in_home, now):
    draft = FactDraft(person_id=home.user_id, category="constraint", key="diet", value="vegan")
    memory_id = send(SetFact(draft=draft)).memory_id
    owner.post(f"/memories/{memory_id}/wrong")
    owner.post(f"/memories/{memory_id}/right", {"undo": "1"})

    with in_home():
        memory = Memory.objects.get(id=memory_id)
        assert list(Fact.objects.active().filter(memory=memory).values_list("value", flat=True)) == ["vegan"]
        assert (memory.trust, memory.validation_status) == ("agent", "unverified")


def test_who_read_it_and_to_which_question(owner, note, looked_up):
    memory_id = note()
    looked_up("When is the release?", memory_id)

    assert "“When is the release?”" in shown(owner, memory_id)


def test_nobody_elses_questions_are_told(owner, note):
    assert "No assistant received it" in shown(owner, note())


def test_linking_it_moves_nothing_of_where_it_comes_from(owner, say, note, send, now):
    (told,) = say("I climb.")
    first = note("Ana climbs.", key="a", evidence_turn_id=told, at=now - timedelta(days=30))
    second = note("Ana has a rope.", key="b", at=now - timedelta(days=30))
    send(LinkMemories(memory_id=first, to_id=second))

    (origin,) = owner.get(f"/memories/{first}").context["origins"]

    assert origin.at == now - timedelta(days=30)


def test_its_story_tells_who_kept_it_with_whose_consent_and_the_receipt(owner, ask, person, now, in_home):
    proposal = ask("Lisbon")
    approve_proposal(proposal_id=proposal, actor=person, now=now)
    with in_home():
        memory_id = Memory.objects.get(key__startswith="fact:identity.city").id

    page = shown(owner, memory_id)

    assert "You approved it" in page
    assert f'href="/proposals/{proposal}/receipt"' in page


def test_its_story_tells_each_change_with_a_way_back(owner, note):
    for day in ("Monday", "Tuesday", "Friday"):
        memory_id = note(f"Ana climbs on {day}.")

    changes = owner.get(f"/memories/{memory_id}").context["story"].changes

    assert [(change.diff, change.version) for change in changes] == [
        ("Ana climbs on <del>Monday</del><ins>Tuesday</ins>.", 1),
        ("Ana climbs on <del>Tuesday</del><ins>Friday</ins>.", 2),
    ]


def test_readers_are_told_once_with_their_questions(owner, note, looked_up):
    memory_id = note()
    for _ in range(3):
        looked_up("When is the release?", memory_id)

    (reader,) = owner.get(f"/memories/{memory_id}").context["readers"]

    assert (reader.count, [event.query for event in reader.events]) == (3, ["When is the release?"])


@pytest.mark.parametrize("address", ["graph", "forget"])
def test_nobody_else_looks_at_it(colleague, outsider, note, address):
    memory_id = note()

    assert [who.get(f"/memories/{memory_id}/{address}").status_code for who in (colleague, outsider)] == [404, 404]


@pytest.mark.parametrize("action", ["forget", "restore", "edit"])
def test_nobody_else_sees_or_changes_it(colleague, outsider, note, in_home, action):
    memory_id = note("Ana's plan.")

    for client in (colleague, outsider):
        assert client.get(f"/memories/{memory_id}").status_code == 404
        form = {"content": "Mine.", "change_id": str(uuid4())}
        assert client.post(f"/memories/{memory_id}/{action}", form).status_code == 404
    assert content_of(in_home, memory_id) == "Ana's plan."


def test_a_memory_that_never_was_is_not_found(owner):
    assert owner.get(f"/memories/{uuid4()}").status_code == 404


@pytest.mark.parametrize("count", [1, 10])
def test_the_page_takes_as_many_queries_for_ten_versions_as_for_one(owner, note, table_reads, count):
    for number in range(count):
        memory_id = note(f"Version {number}.")

    # Session, account, memberships; memory, what stands beside it, versions, fact, origins, links, readers, history,
    # names, who can read it (4), the count; the person's rules, as an assistant saved it; what was refused of it;
    # what waits; who wrote what it says.
    assert table_reads(lambda: owner.get(f"/memories/{memory_id}")) == 21


def save(client, memory_id, text, *, seen=None):
    seen = seen or client.get(f"/memories/{memory_id}").context["memory"].change_id
    return client.post(f"/memories/{memory_id}/edit", {"content": text, "change_id": str(seen)})


def test_a_memory_whose_approval_was_undone_says_so(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    memory_id = approve_proposal(proposal_id=proposal_id, actor=person, now=now).memory_id
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now)

    page = shown(owner, memory_id)

    assert "The approval was undone, so this is not remembered." in page and "You undid: You approved “Lisbon”." in page
    assert "You forgot this" not in page


def test_a_forgotten_one_says_so_and_when_it_is_erased(owner, forgotten):
    page = shown(owner, forgotten)

    assert "Forgotten. Assistants can no longer find it." in page and "It will be erased" in page


def test_one_that_was_merged_or_has_expired_offers_nothing_that_would_be_refused(owner, note, send, in_home, now):
    first, second = note("Ana climbs on Mondays.", key="a"), note("Ana climbs on Mondays.", key="b")
    with in_home():
        change_id = Memory.objects.get(id=second).change_id
    finding = {"band": MergeBand.AUTO, "cosine": 1.0}
    send(MergeMemories(memory_id=first, absorbed_id=second, absorbed_change_id=change_id, **finding))
    expired = note("Soon over.", key="c")
    with in_home():
        Memory.objects.filter(id=expired).update(expires_at=now - timedelta(days=1))

    for memory_id in (second, expired):
        page = shown(owner, memory_id)
        for action in ("edit", "forget", "wrong"):
            assert f"/memories/{memory_id}/{action}" not in page
    assert "Merged into another memory." in shown(owner, second)


@pytest.fixture
def undone(home, send, person, ask, now):
    """Porto, stated by Ana a month ago; a yes to Lisbon was undone, and the question waits again."""
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    memory_id = send(SetFact(draft=draft), actor=person, at=now - timedelta(days=30)).memory_id
    proposal = ask("Lisbon")
    approve_proposal(proposal_id=proposal, actor=person, now=now)
    withdraw_decision(proposal_id=proposal, actor=person, now=now, reopen=True)
    return memory_id


def test_a_change_that_was_asked_for_is_told_by_its_request_alone(owner, ask, home, send, person, now):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    memory_id = send(SetFact(draft=draft), actor=person, at=now - timedelta(days=30)).memory_id
    changed = ask("Lisbon")
    approve_proposal(proposal_id=changed, actor=person, now=now)

    page = shown(owner, memory_id)

    assert page.count("asked to change it to “Lisbon”. You approved it.") == 1
    assert "You changed this" not in page and page.count("You approved a request.") == 1, "in the list of all events"
    assert page.count(f"/proposals/{changed}/receipt") == 1


def test_a_request_that_saved_nothing_and_waits_again_stands_apart(owner, undone):
    page = shown(owner, undone)

    saved, _heading, waiting = page.partition("Who saved it")[2].partition("Waits for your answer")
    assert "You added this." in saved and "Lisbon" not in saved and "You approved it." not in page
    assert waiting.partition("</section>")[0].count("Lisbon") == 1


def test_the_answer_that_stands_after_one_was_undone_is_a_change_with_a_way_back(owner, undone, person, now, in_home):
    with in_home():
        asked = Proposal.objects.get()
    amend_proposal(proposal_id=asked.id, value="Setubal", actor=person, now=now, shown_hash=asked.shown_hash)

    (change,) = owner.get(f"/memories/{undone}").context["story"].changes
    page = shown(owner, undone)

    assert change.diff == "City: <del>Porto</del><ins>Setubal</ins>"
    assert "You undid the decision. You saved “Setubal” in your own words.</span>" in page
    assert "You saved another value than was asked for." in change.sentence and "Restore “City: Porto”" in page


def test_what_an_undo_put_back_is_as_old_as_it_was(owner, undone, now):
    written_at = owner.get(f"/memories/{undone}").context["memory"].written_at

    assert written_at == now - timedelta(days=30)
    assert "City: Porto" not in owner.get("/").content.decode()
    assert not owner.get(f"/memories/{undone}").context["over_time"], "what was undone never held"


def test_what_an_undo_put_back_does_not_come_from_the_sentence_that_was_undone(
    owner, home, send, person, ask, say, now
):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    memory_id = send(SetFact(draft=draft), actor=person, at=now - timedelta(days=30)).memory_id
    (turn,) = say("I live in Lisbon now, no more Porto for me.")
    proposal = ask("Lisbon", evidence_turn_id=turn)
    approve_proposal(proposal_id=proposal, actor=person, now=now)
    approved = shown(owner, memory_id)
    withdraw_decision(proposal_id=proposal, actor=person, now=now)

    assert "no more Porto for me" in approved
    assert "no more Porto for me" not in shown(owner, memory_id)


def test_the_persons_own_questions_are_no_reading(owner, home, note, looked_up, in_home):
    memory_id = note("Ana climbs.")
    looked_up("What does Ana do?", memory_id)
    with in_home():
        RetrievalEvent.objects.update(actor_label="person:Ana")

    assert "No assistant received it" in shown(owner, memory_id)
    assert not owner.get("/").context["readers"]
    assert not [reads for day in owner.get("/timeline").context["days"] for reads in day.reads]


def test_an_episode_shows_the_conversation_that_it_sums_up(owner, say, note, in_home):
    turns = say("I climb on Mondays.", "The rope is old.")
    memory_id = note("Ana talked about climbing.")
    with in_home():
        session_id = Turn.objects.get(id=turns[0]).session_id
        Memory.objects.filter(id=memory_id).update(session_id=session_id, turn_start=1, turn_end=2)
        Provenance.objects.filter(memory_id=memory_id).update(source_event=f"episode:{session_id}:1-2")

    page = shown(owner, memory_id)

    assert "I climb on Mondays." in page and "The rope is old." in page
    assert "episode:" not in page and "The source sentence is highlighted" not in page


@pytest.mark.parametrize("is_said", [True, False])
def test_forgetting_says_that_the_conversation_stays(owner, note, say, is_said):
    spoken = {"evidence_turn_id": say("The release is on Friday.")[0]} if is_said else {}
    memory_id = note(**spoken)
    before = owner.get(f"/memories/{memory_id}/forget").content.decode()
    owner.post(f"/memories/{memory_id}/forget")
    after = owner.get(f"/memories/{memory_id}").content.decode()
    assert ("that it comes from stays" in before, "that it comes from stays" in after) == (is_said, is_said)


@pytest.fixture
def pets(fact, in_home):
    """One of several values of a field, by its memory; and all values that stand."""

    def values():
        with in_home():
            return sorted(Fact.objects.active().filter(key="pets").values_list("value", flat=True))

    fact("pets", "Bela", item="bela")
    return fact("pets", "Tiago", item="tiago"), values


def test_one_of_several_values_is_edited_alone(owner, pets):
    memory_id, values = pets
    assert f'href="/memories/{memory_id}"' in owner.get("/my-data").content.decode()
    page = owner.get(save(owner, memory_id, "Teo")["Location"])
    assert values() == ["Bela", "Teo"]
    assert "Teo" in page.content.decode() and page.context["memory"].id != memory_id
    assert "Forgotten." in owner.get(f"/memories/{memory_id}").content.decode()


def test_a_value_and_the_one_that_took_its_place_name_each_other_until_the_old_one_is_restored(owner, pets):
    old, values = pets
    new = save(owner, old, "Teo")["Location"]

    page = owner.get(f"/memories/{old}").content.decode()
    assert f'Replaced by: <a href="{new}">Pets: Teo</a>' in page
    assert "You replaced this with another value." in page and "You forgot this." not in page
    page = owner.get(new).content.decode()
    assert f'Instead of: <a href="/memories/{old}">Pets: Tiago</a>' in page and "Restore “Pets: Tiago”" in page

    owner.post(f"/memories/{old}/restore")
    assert values() == ["Bela", "Teo", "Tiago"]
    assert "Instead of:" not in owner.get(new).content.decode()
    assert "Replaced by:" not in owner.get(f"/memories/{old}").content.decode()


def test_the_timeline_tells_one_change_of_both(owner, pets):
    memory_id, _values = pets
    save(owner, memory_id, "Teo")

    page = owner.get("/timeline").content.decode()
    assert "You replaced this with another value." in page and "<del>Tiago</del><ins>Teo</ins>" in page
    assert "You added this." not in page and "You forgot this." not in page


def test_the_form_of_one_of_several_values_promises_what_saving_does(owner, pets, fact):
    page = owner.get(f"/memories/{pets[0]}/edit").content.decode()
    assert "Your pets (one value)" in page and "Any other values stay" in page and "stays in the history" not in page
    page = owner.get(f"/memories/{fact()}/edit").content.decode()
    assert "Your coding style" in page and "stays in the history" in page


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "Pets: Teo"), ("en", "pets : Pets: Teo"), ("de", "Pets: Teo"), ("de", "Haustiere: Teo")],
)
def test_the_name_of_the_field_typed_before_its_value_is_no_part_of_it(owner, pets, language, typed):
    memory_id, values = pets
    owner.cookies["django_language"] = language
    save(owner, memory_id, typed)
    assert values() == ["Bela", "Teo"]


def test_a_colon_in_a_value_is_part_of_it(owner, pets):
    memory_id, values = pets
    save(owner, memory_id, "My cat: Teo")
    assert values() == ["Bela", "My cat: Teo"]


def test_its_spelling_is_edited_in_its_place(owner, pets):
    memory_id, values = pets
    assert save(owner, memory_id, "TIAGO")["Location"] == f"/memories/{memory_id}"
    assert values() == ["Bela", "TIAGO"]


def test_it_is_not_saved_over_a_later_change(owner, pets):
    memory_id, values = pets
    assert save(owner, memory_id, "Teo", seen=uuid4()).status_code == 409
    assert values() == ["Bela", "Tiago"]


def test_a_place_that_an_agent_named_itself_stays_where_only_the_spelling_changes(owner, fact, in_home):
    memory_id = fact("pets", "Tiago", item="brother")
    assert save(owner, memory_id, "TIAGO.")["Location"] == f"/memories/{memory_id}"
    with in_home():
        assert Fact.objects.active().get(key="pets").value == "TIAGO."


def test_a_value_that_tells_nothing_apart_stays_in_its_place(owner, pets):
    memory_id, values = pets
    save(owner, memory_id, "\u200b")
    assert len(values()) == 2 and "Bela" in values()
    assert "Forgotten." not in owner.get(f"/memories/{memory_id}").content.decode()


def test_saving_an_edit_without_a_change_makes_no_version(owner, note, in_home):
    memory_id = note("Ana climbs\non Mondays.")
    page = owner.get(f"/memories/{memory_id}/edit")
    form = {"content": "Ana climbs\r\non Mondays. ", "change_id": str(page.context["memory"].change_id)}
    page = owner.post(f"/memories/{memory_id}/edit", form, follow=True).content.decode()
    assert "All is as it was, so nothing was saved." in page
    with in_home():
        assert Memory.objects.get(id=memory_id).version == 1


def test_a_version_compared_with_itself_does_not_differ(owner, note):
    for day in ("Monday", "Tuesday", "Friday"):
        memory_id = note(f"Ana climbs on {day}.")
    assert "No difference" in shown(owner, memory_id, **{"from": "2", "to": "2"})
    assert "No difference" not in shown(owner, memory_id)


def test_a_change_under_an_own_rule_names_the_rule(owner, home, ask, send, supervisor, person, now):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now, always=True).memory_id
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Faro")
    send(SetFact(draft=draft), actor=supervisor, at=now + timedelta(minutes=5))
    page = shown(owner, memory_id)
    assert "It needed no approval: by your rule “Your supervisor assistant can always remember: City”." in page


def test_what_was_added_under_an_own_rule_names_the_rule_here_and_on_the_timeline(
    owner, home, ask, send, supervisor, person, now
):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now, always=True)
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="home", content="Ana lives in Faro.")
    added = send(WriteMemory(draft=draft), actor=supervisor, at=now + timedelta(minutes=5))
    told = "It needed no approval: by your rule “Your supervisor assistant can always remember: City”."

    page = shown(owner, added.memory_id)

    assert told in page and "It needed no approval.</a>" not in page
    assert owner.get("/timeline").content.decode().count(told) == 1


def test_of_what_was_edited_since_no_sentence_is_marked_as_its_source(owner, say, ask, person, now):
    (turn,) = say("My city is Lisbon.")
    memory_id = approve_proposal(proposal_id=ask("Lisbon", evidence_turn_id=turn), actor=person, now=now).memory_id
    assert "<mark>My city is Lisbon.</mark>" in shown(owner, memory_id)
    save(owner, memory_id, "Setúbal")
    page = shown(owner, memory_id)
    assert "My city is Lisbon." in page and "<mark>" not in page and "The source sentence" not in page


def moved(client, memory_id, category, content=None):
    """What the person gets when they file a memory under another subject."""
    form = client.get(f"/memories/{memory_id}/edit").context["form"].initial
    sent = {**form, "content": content or form["content"], "category": category}
    return client.post(f"/memories/{memory_id}/edit", sent, follow=True).content.decode()


def test_the_person_files_it_under_another_subject(owner, note, in_home):
    memory_id = note("Ana climbs on Mondays.", category="general")
    assert "(read by" in owner.get(f"/memories/{memory_id}/edit").content.decode()
    page = moved(owner, memory_id, "goals")

    assert "You moved this to another subject." in page
    with in_home():
        memory = Memory.objects.get(id=memory_id)
        assert (memory.category, memory.current.content) == ("goals", "Ana climbs on Mondays.")


def test_text_and_subject_change_together(owner, note, in_home):
    memory_id = note("Ana climbs on Mondays.", category="general")
    moved(owner, memory_id, "goals", "Ana climbs on Tuesdays.")

    with in_home():
        memory = Memory.objects.get(id=memory_id)
        assert (memory.category, memory.current.content) == ("goals", "Ana climbs on Tuesdays.")


def test_an_unknown_subject_is_refused_and_the_text_stays_in_the_form(owner, note, in_home):
    memory_id = note("Ana climbs on Mondays.", category="general")
    form = {**owner.get(f"/memories/{memory_id}/edit").context["form"].initial, "content": "Ana swims."}
    answer = owner.post(f"/memories/{memory_id}/edit", form | {"category": "nowhere"})

    assert answer.status_code == 422 and "Ana swims." in answer.content.decode()


def test_a_subject_is_not_changed_over_a_later_change(owner, note, in_home):
    memory_id = note("Ana climbs.", key="a", category="general")
    form = owner.get(f"/memories/{memory_id}/edit").context["form"].initial
    note("Ana climbs high.", key="a", category="general")
    answer = owner.post(f"/memories/{memory_id}/edit", form | {"content": "Ana climbs high.", "category": "goals"})

    assert answer.status_code == 409
    with in_home():
        assert Memory.objects.get(id=memory_id).category == "general"


@pytest.fixture
def repeated(home, say):
    """Ana is told of twice in the same words, the second time in a message."""
    api, body = by_key(home, "supervisor"), {"user_id": str(home.user_id), "content": "Ana plays the cello on Mondays."}
    first = api.post("/memories", body).json()["memory_id"]
    (turn,) = say("I play the cello on Mondays. Did I tell you?")
    assert api.post("/memories", body | {"evidence_turn_id": str(turn)}).json()["memory_id"] == first
    return first, turn


def test_what_was_said_again_stands_there_with_its_sentence(owner, repeated):
    memory, turn = repeated
    page = owner.get(f"/memories/{memory}")
    (change,) = page.context["story"].changes
    assert change.quote.turn.id == turn
    step = page.content.decode().partition("said this again.")[2].partition("</section>")[0]
    assert "<mark>I play the cello on Mondays.</mark> Did I tell you?" in step and f'"/conversations/{turn}"' in step


def test_without_a_message_the_words_that_were_said_again_stand_there(owner, repeated):
    memory, turn = repeated
    owner.post(f"/conversations/{turn}/delete")
    page = owner.get(f"/memories/{memory}").content.decode()
    step = page.partition("said this again.")[2].partition("</section>")[0]
    assert "Ana plays the cello on Mondays." in step


def test_the_timeline_shows_what_was_said_again(owner, repeated):
    (entry,) = [
        line.first
        for day in owner.get("/timeline?event=MERGE").context["days"]
        for line in day.lines
        if "again" in line.sentence
    ]
    assert entry.text == "Ana plays the cello on Mondays."


def test_it_says_which_value_holds_now_and_which_held_before(owner, fact, now):
    memory_id = fact("employer", "Siemens", category="identity")
    assert "What was remembered when" not in shown(owner, memory_id)
    fact("employer", "Bosch", category="identity")

    page = shown(owner, memory_id)
    (held, before) = owner.get(f"/memories/{memory_id}").context["over_time"]

    assert (held.value, held.until, before.value, before.until) == ("Bosch", None, "Siemens", held.since)
    assert "What was remembered when" in page
    assert page.index("Now: Bosch, since ") < page.index("Before: Siemens, only on ")


def test_what_was_undone_within_the_minute_never_held_and_others_of_the_day_have_times(owner, home, send, now):
    start = (now - timedelta(days=2)).replace(hour=12, minute=0, second=0, microsecond=0)
    for value, minutes in (("Siemens", 0), ("Bosch", 5), ("Siemens", 5.5), ("Miele", 9)):
        draft = FactDraft(person_id=home.user_id, category="identity", key="employer", value=value)
        memory_id = send(SetFact(draft=draft), at=start + timedelta(minutes=minutes)).memory_id

    held = owner.get(f"/memories/{memory_id}").context["over_time"]

    assert [one.value for one in held] == ["Miele", "Siemens"]
    assert [one.since for one in held] == [start + timedelta(minutes=9), start]
    assert "12:09" in held[0].began and "12:00" in held[1].began and "12:09" in held[1].ended


def test_of_a_forgotten_field_no_value_holds_now(owner, fact):
    memory_id = fact("employer", "Siemens", category="identity")
    fact("employer", "Bosch", category="identity")
    owner.post(f"/memories/{memory_id}/forget")

    assert "Now: " not in shown(owner, memory_id)


def test_what_happened_has_its_day_and_no_id_is_shown(owner, note, now):
    memory_id = note("Ana climbs on Mondays.", at=now - timedelta(days=40))

    page = shown(owner, memory_id)

    day = date_format(timezone.localtime(now - timedelta(days=40)), "DATE_FORMAT")
    assert f" ago, {day}</time>" in page
    assert f">{memory_id}<" not in page and "Hash of the text" not in page


def test_how_sure_its_writer_was_is_told_where_they_said_it(owner, note):
    assert "How sure its writer was" not in owner.get(f"/memories/{note('Ana rows.', key='a')}").content.decode()
    stated = note("Ana climbs.", key="b", confidence=0.6)
    assert "How sure its writer was" in owner.get(f"/memories/{stated}").content.decode()
    assert dict(owner.get("/my-data").context["certainties"]) == {"unstated": 1, "middle": 1}


def test_who_has_read_it_lists_every_time(owner, note, looked_up):
    memory_id = note("Ana rows on Sundays.", key="rows")
    for number in range(7):
        looked_up(f"Does she row, {number}?", memory_id)
    page = owner.get(f"/memories/{memory_id}").content.decode()
    assert page.count('class="why"') == 7 and "7 times" in page and "2 other times" in page
