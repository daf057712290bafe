"""Memories in the admin: to read, and to forget or restore through the gate."""

import re
from html import unescape

import pytest
from django.utils.html import strip_tags

from consent.changes import ForgetMemory, RejectMemory
from consent.models import Policy, Proposal
from consent.proposals.decide import approve_proposal
from consent.proposals.withdraw import withdraw_decision
from memories.excisions import WITHHELD
from memories.models import History, Memory, MemoryVersion
from memories.models.choices import LifecycleState
from workspaces.models import Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
MEMORIES = "/admin/memories/memory/"


def state_of(in_home, memory_id):
    with in_home():
        return Memory.objects.get(id=memory_id).state


def test_words_of_the_content_are_found(owner, note):
    note("Ana baked a cake.", key="cake")
    note("The release is on Friday.", key="release")

    page = owner.get(MEMORIES, {"q": "cakes"}).content.decode()

    assert "baked" in page and "release is" not in page


def test_forgetting_goes_through_the_gate_with_its_history(act, note, in_home):
    memory_id = note()

    response = act("memories/memory", "forget", memory_id)

    assert "Forgotten: " in response.content.decode()
    assert state_of(in_home, memory_id) == LifecycleState.SOFT_DELETED
    with in_home():
        assert History.objects.get(memory_id=memory_id, event="DELETE").actor_kind == "staff"


def statuses(client):
    """What the list says of each memory: its type and its status."""
    page = client.get(MEMORIES).content.decode()
    rows = re.findall(r"field-kind[^>]*>(.*?)</td>.*?field-status[^>]*>(.*?)</td>", page, re.DOTALL)
    return [tuple(strip_tags(cell).strip() for cell in row) for row in rows]


def test_the_list_says_which_is_kept_and_which_is_forgotten(owner, note, forgotten):
    note("Ana baked a cake.", key="cake")

    assert sorted(statuses(owner)) == [("Note or fact", "Forgotten"), ("Note or fact", "Kept")]


def test_the_list_says_where_a_change_awaits_approval(owner, act, ask, person, now):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id
    act("memories/memory", "forget", memory_id)

    assert statuses(owner) == [("Note or fact", "Kept, a change awaits approval")]


def test_restoring_brings_it_back(act, forgotten, in_home):
    act("memories/memory", "restore", forgotten)

    assert state_of(in_home, forgotten) == LifecycleState.ACTIVE


def test_an_old_version_is_made_current_again(act, note, in_home):
    note("One.")
    memory_id = note("Two.")
    with in_home():
        first = MemoryVersion.objects.get(memory_id=memory_id, number=1)

    act("memories/memoryversion", "make_current", first.id)

    with in_home():
        assert Memory.objects.select_related("current").get(id=memory_id).current.content == "One."


def test_what_needs_the_persons_yes_waits_for_it(act, ask, person, now, in_home):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id

    response = act("memories/memory", "forget", memory_id)

    assert "1 change is awaiting approval" in response.content.decode()
    assert state_of(in_home, memory_id) == LifecycleState.ACTIVE
    with in_home():
        assert Proposal.objects.pending().get().change["type"] == "forget_memory"


def test_what_is_forgotten_already_is_skipped_and_said(act, ask, person, now, send, in_home):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id
    send(ForgetMemory(memory_id=memory_id), actor=person)

    response = act("memories/memory", "forget", memory_id)

    assert "1 memory was already forgotten." in response.content.decode()
    with in_home():
        assert not Proposal.objects.pending().exists()


@pytest.fixture
def bobs(note, in_home):
    """Something about somebody else than who is signed in."""
    with in_home():
        bob = Person.objects.create(name="Bob")
    return lambda *texts, **fields: note(*texts, person_id=bob.id, **fields)


def test_that_something_is_wrong_is_the_persons_word(act, bobs, in_home):
    memory_id = bobs()

    act("memories/memory", "reject", memory_id)

    with in_home():
        assert Memory.objects.get(id=memory_id).validation_status == "unverified"


def test_what_is_marked_as_wrong_is_a_status_to_filter_by(owner, note, send, person):
    note("Ana baked a cake.", key="cake")
    memory_id = note("The release is on Friday.", key="release")
    send(RejectMemory(memory_id=memory_id), actor=person)

    listed = owner.get(MEMORIES, {"state__exact": "wrong"}).context["cl"]
    assert [row.id for row in listed.result_list] == [memory_id]
    assert [str(name) for _about, name, _without in listed.chosen()] == ["Marked as wrong"]


def test_nor_where_a_policy_hands_something_else_to_reviewers(act, bobs, in_home):
    memory_id = bobs()
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)

    response = act("memories/memory", "reject", memory_id)

    assert "Only the person whom a memory is about says whether it is right" in response.content.decode()


def test_unless_a_policy_hands_it_to_reviewers(act, bobs, in_home):
    memory_id = bobs()
    with in_home():
        Policy.objects.create(category="general", outcome="consent", delegates_to_reviewers=True)

    page = act("memories/memory", "reject", memory_id).content.decode()

    assert "Marked as wrong, agents no longer find them: " in page and "several/readmit/?id=" in page
    with in_home():
        assert Memory.objects.get(id=memory_id).validation_status == "rejected"
        assert History.objects.get(memory_id=memory_id, event="UPDATE").actor_kind == "staff"


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_those_who_only_look_cannot_forget(act, login, note, in_home, role):
    memory_id = note()

    act("memories/memory", "forget", memory_id, client=login(role))

    assert state_of(in_home, memory_id) == LifecycleState.ACTIVE


def test_another_workspaces_memory_cannot_be_forgotten(act, outsider, note, in_home):
    memory_id = note()

    act("memories/memory", "forget", memory_id, client=outsider)

    assert state_of(in_home, memory_id) == LifecycleState.ACTIVE


def test_a_memory_is_never_changed_or_deleted_past_the_gate(owner, note):
    path = f"{MEMORIES}{note()}"

    assert owner.post(f"{path}/change/", {"key": "other"}).status_code == 403
    assert owner.post(f"{path}/delete/", {"post": "yes"}).status_code == 403


def test_history_is_not_changed_or_deleted(owner, note, in_home):
    note()
    with in_home():
        row = History.objects.first()

    path = f"/admin/memories/history/{row.id}"

    assert owner.post(f"{path}/change/", {"event": "ADD"}).status_code == 403
    assert owner.post(f"{path}/delete/", {"post": "yes"}).status_code == 403


def test_a_field_reads_as_words_in_the_list(owner, fact):
    fact(key="coding_style", value="black")

    assert "Coding style: black" in owner.get(MEMORIES).content.decode()


def test_what_was_cut_out_is_told_in_words(owner, note):
    memory_id = note(f"Ana met Marta. {WITHHELD} They had tea.")

    for path in (MEMORIES, f"{MEMORIES}{memory_id}/change/"):
        page = owner.get(path).content.decode()
        assert "[not agreed to]" in page and f">{WITHHELD}" not in page


def test_an_undone_approval_is_not_told_as_forgotten(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    memory_id = approve_proposal(proposal_id=proposal_id, actor=person, now=now).memory_id
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now)

    assert "Approval undone</h2>" in owner.get(f"{MEMORIES}{memory_id}/change/").content.decode()


def test_while_a_question_waits_its_answer_restores_the_memory(owner, ask, person, now, in_home):
    proposal_id = ask("Lisbon")
    memory_id = approve_proposal(proposal_id=proposal_id, actor=person, now=now).memory_id
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)
    question = f"/admin/consent/proposal/{proposal_id}/change/"

    page = owner.get(f"{MEMORIES}{memory_id}/change/").content.decode()
    assert f'href="{question}">Open the question</a>' in page and ">Restore</button>" not in page
    assert owner.post(f"{MEMORIES}{memory_id}/restore/").url == question
    with in_home():
        assert Proposal.objects.pending().get().id == proposal_id


def undo(page):
    """Where the message's link leads."""
    return unescape(re.search(r'href="([^"]+)">Undo</a>', page)[1])


def test_forgetting_several_asks_first_and_names_them(owner, note, in_home):
    ids = [note("Plan one.", key="one"), note("Plan two.", key="two")]
    form = {"action": "forget", "_selected_action": [str(row_id) for row_id in ids]}

    page = owner.post(MEMORIES, form).content.decode()

    assert "Forget 2 memories?" in page and "Plan one." in page and "Plan two." in page
    assert [state_of(in_home, row_id) for row_id in ids] == [LifecycleState.ACTIVE] * 2


def test_many_are_not_all_named(owner, note):
    ids = [note(f"Plan {number}.", key=f"plan{number}") for number in range(23)]

    page = owner.get(f"{MEMORIES}several/forget/", {"id": ids}).content.decode()

    assert "Forget 23 memories?" in page and "and 3 more" in page and page.count('name="id"') == 23


def test_what_was_done_to_several_is_undone_from_the_message(owner, act, note, in_home):
    ids = [note("Plan one.", key="one"), note("Plan two.", key="two")]
    page = act("memories/memory", "forget", *ids).content.decode()
    assert re.search("Forgotten: “Plan (one|two)”, “Plan (one|two)” <a", page)

    asked = owner.get(undo(page))
    assert "Restore 2 memories?" in asked.content.decode()
    owner.post(asked.context["address"], {"id": [str(row.id) for row, _text in asked.context["rows"]]})

    assert [state_of(in_home, row_id) for row_id in ids] == [LifecycleState.ACTIVE] * 2


def test_the_question_leads_back_to_the_list_as_it_was_filtered(owner, note):
    memory_id = note()
    place = f"{MEMORIES}?category=general"

    for back, leads_to in ((place, place), ("https://example.org/", MEMORIES), ("//example.org", MEMORIES)):
        answer = owner.post(f"{MEMORIES}several/forget/", {"id": str(memory_id), "back": back})
        assert answer.url == leads_to


def test_who_is_the_person_marks_their_own_as_wrong_from_the_list(owner, act, note, in_home):
    memory_id = note("Ana grows tomatoes.")

    page = act("memories/memory", "reject", memory_id).content.decode()

    assert "Marked as wrong, agents no longer find them: " in page
    with in_home():
        assert Memory.objects.get(id=memory_id).validation_status == "rejected"
        assert History.objects.filter(memory_id=memory_id).latest("created_at").actor_kind == "person"


@pytest.mark.parametrize(("typed", "meant"), [("clmbs", "climbs"), ("clmbs Mondys", "climbs Mondays")])
def test_a_mistyped_search_is_asked_about(owner, note, typed, meant):
    note("Ana climbs on Mondays.")

    page = owner.get(MEMORIES, {"q": typed}).content.decode()

    assert "Did you mean:" in page and f">{meant}</a>" in page


def test_some_of_the_words_find_where_nothing_has_all(owner, note):
    note("Ana climbs on Mondays.")
    note("Bruno is a dog.", key="dog")

    page = owner.get(MEMORIES, {"q": "dog Bruno cello"}).content.decode()

    assert "No memory has all these words; these have some of them." in page
    assert "Bruno is a dog." in page and "Ana climbs" not in page
    assert "these have some" not in owner.get(MEMORIES, {"q": "dog Bruno"}).content.decode()


def test_long_lists_of_filters_are_folded_until_one_is_chosen(owner, note):
    note()

    def folded(**query):
        page = owner.get(MEMORIES, query).content.decode()
        return [one.partition("</summary>") for one in page.split('<details class="filter"')[1:]]

    opened = {name.rpartition("By ")[2].strip(): name.startswith(" open") for name, _end, _rest in folded()}
    assert opened["status"] and not opened["category"]
    opened = {
        name.rpartition("By ")[2].strip(): name.startswith(" open") for name, _end, _rest in folded(category="general")
    }
    assert opened["category"]


def test_the_beginning_of_an_id_finds_its_memory(owner, note):
    memory_id = note("Ana climbs on Mondays.")

    for typed in (str(memory_id)[:13], str(memory_id)[:8].upper()):
        assert "Ana climbs on Mondays." in owner.get(MEMORIES, {"q": typed}).content.decode()


@pytest.mark.parametrize("name", ["forget", "restore", "reject", "readmit"])
def test_a_viewer_does_nothing_to_several(login, note, name):
    memory_id = note()

    assert login(Role.VIEWER).post(f"{MEMORIES}several/{name}/", {"id": str(memory_id)}).status_code == 403


def test_what_cannot_be_done_to_several_is_no_page(owner):
    assert owner.get(f"{MEMORIES}several/purge/").status_code == 404


def test_restoring_several_leaves_out_what_is_not_forgotten(owner, act, fact, forgotten, in_home):
    kept = fact()
    asked = owner.get(f"{MEMORIES}several/restore/", {"id": [kept, forgotten]}).content.decode()
    page = act("memories/memory", "restore", kept, forgotten).content.decode()

    assert (
        "Restore 1 memory?" in asked
        and "1 memory was kept already; nothing to restore." in asked
        and "Restored: " in page
    )
    with in_home():
        assert not Proposal.objects.exists() and Memory.objects.get(id=forgotten).state == "active"


def test_restoring_several_leaves_out_what_a_question_waits_about(owner, act, ask, forgotten, person, now, in_home):
    proposal_id = ask("Lisbon")
    memory_id = approve_proposal(proposal_id=proposal_id, actor=person, now=now).memory_id
    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)

    page = owner.get(f"{MEMORIES}several/restore/", {"id": [memory_id, forgotten]}).content.decode()
    act("memories/memory", "restore", memory_id, forgotten)

    assert "1 memory was left out: a question about it waits for an answer, which decides." in page
    with in_home():
        assert Proposal.objects.pending().get().id == proposal_id
        assert Memory.objects.get(state="active").id == forgotten


def test_where_nothing_is_forgotten_the_list_says_so(owner, note):
    note("Ana climbs.")
    page = owner.get("/admin/memories/memory/", {"state__exact": "soft_deleted"}).content.decode()

    assert "Nothing is forgotten." in page and "Nothing matches" not in page


def test_what_may_not_be_marked_as_wrong_is_told_before_with_the_reason(owner, bobs, in_home):
    allowed, other = bobs("Bob climbs.", key="a", category="goals"), bobs("Bob sings.", key="b", category="tasks")
    with in_home():
        Policy.objects.create(category="goals", outcome="consent", delegates_to_reviewers=True)

    page = owner.get(f"{MEMORIES}several/reject/", {"id": [allowed, other]}).content.decode()

    assert "Mark 1 memory as wrong?" in page
    assert "Left out: “Bob sings”. Only the person whom a memory is about says whether it is right" in unescape(page)


def test_the_search_says_that_it_finds_words_and_not_what_means_the_same(owner, note):
    note("Ana is allergic to walnuts.")

    for query in ({}, {"q": "nut allergy"}):
        assert "does not find what says the same in other words" in owner.get(MEMORIES, query).content.decode()


def test_of_several_words_one_that_is_misspelt_is_suggested(owner, note):
    note("Ana drinks green tea in the garden.")
    page = owner.get("/admin/memories/memory/", {"q": "green tea gardn"}).content.decode()

    assert "No memory has all these words" in page and ">green tea garden</a>" in page


def test_marking_as_wrong_is_offered_only_where_it_can_be_done_to_some(owner, note, bobs, in_home):
    def is_offered(**query):
        return "Mark the selected memories as wrong" in owner.get(MEMORIES, query).content.decode()

    bob = bobs("Bob climbs.")
    with in_home():
        bob_id = Memory.objects.get(id=bob).person_id
    assert not is_offered()
    note("Ana climbs.", key="ana")
    assert is_offered() and not is_offered(person__id__exact=bob_id)
    with in_home():
        Policy.objects.create(category="general", outcome="consent", delegates_to_reviewers=True)
    assert is_offered(person__id__exact=bob_id)


def test_the_card_of_a_fact_says_its_value(owner, fact):
    page = owner.get(f"{MEMORIES}{fact()}/change/").content.decode()

    card = page.partition('id="remembered"')[2].partition("<dl")[0]
    assert "Coding style: black" in card


def test_the_list_says_from_how_many_letters_on_parts_of_words_count(owner, note):
    note("Ana bakes on Saturdays.")

    assert "Saturdays" in owner.get(MEMORIES, {"q": "Satu"}).content.decode()
    page = owner.get(MEMORIES, {"q": "Sat"}).content.decode()
    assert "the beginning of the word with four letters or more" in page
    assert "parts of words from four letters on" in page
