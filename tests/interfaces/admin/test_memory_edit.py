"""Correcting a memory in the admin, with its versions beside."""

from uuid import uuid4

import pytest
from django.utils.html import strip_tags

from consent.changes import ForgetMemory, LinkMemories, WriteMemory
from consent.models import Policy, Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from memories.drafts import MemoryDraft
from memories.models import Fact, History, Memory
from workspaces.models import Membership
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


def page(client, memory_id):
    return client.get(f"/admin/memories/memory/{memory_id}/change/")


def edit(client, memory_id, content, **fields):
    seen = page(client, memory_id).context["edit_form"]["change_id"].value()
    form = {"content": content, "change_id": seen} | fields
    return client.post(f"/admin/memories/memory/{memory_id}/edit/", form, follow=True)


@pytest.fixture
def text_of(in_home):
    def _text_of(memory_id):
        with in_home():
            return Memory.objects.select_related("current").get(id=memory_id).current.content

    return _text_of


def test_each_version_shows_what_it_changed(owner, note):
    note("The release is on Friday.")
    memory_id = note("The release is on Monday.")

    html = page(owner, memory_id).content.decode()

    assert "Version 2" in html and "Version 1" in html
    assert "Monday</ins>" in html and "Friday</del>" in html


def test_a_new_text_is_a_new_version_by_staff(owner, note, text_of, in_home):
    memory_id = note("The release is on Friday.")

    response = edit(owner, memory_id, "The release is on Monday.")

    assert "Saved." in response.content.decode()
    assert text_of(memory_id) == "The release is on Monday."


def source(client, memory_id):
    told = page(client, memory_id).content.decode().partition("<dt>Source</dt>")[2].partition("</dd>")[0]
    return " ".join(strip_tags(told).split())


def test_the_source_is_who_wrote_what_it_says_now(owner, note):
    memory_id = note("The release is on Friday.")
    assert source(owner, memory_id) == "Written by an agent: supervisor"

    edit(owner, memory_id, "The release is on Monday.")

    assert source(owner, memory_id) == "Written by owner, first written by supervisor"


def test_restoring_is_no_use(owner, forgotten):
    ask_for(owner, forgotten, "restore")

    assert "<dt>Last used</dt><dd>never</dd>" in page(owner, forgotten).content.decode()


def test_entries_of_the_same_time_stand_in_their_order(owner, note, send):
    memory_id, other = note("One."), note("Two.", key="two")
    send(LinkMemories(memory_id=memory_id, to_id=other))

    assert [row.event for row in page(owner, memory_id).context["happened"]] == ["LINK", "ADD"]


def test_a_sensitive_text_waits_for_the_person(owner, note, text_of, in_home):
    memory_id = note("The release is on Friday.")

    response = edit(owner, memory_id, "Ana lives in Porto.")

    assert "Porto" not in text_of(memory_id)
    assert "1 change is awaiting" in response.content.decode() or "Saved." in response.content.decode()
    with in_home():
        assert Proposal.objects.filter(state="pending").count() == 1


def test_a_fact_s_new_value_waits_too(owner, ask, person, now, text_of):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id

    response = edit(owner, memory_id, "Porto")

    html = response.content.decode()
    assert "1 change is awaiting approval" in html and "Nobody can answer yet" not in html
    assert "Lisbon" in text_of(memory_id)


def test_the_question_that_an_edit_waits_for_is_linked(owner, ask, person, now, in_home):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id

    html = edit(owner, memory_id, "Porto").content.decode()

    with in_home():
        question = Proposal.objects.get(state="pending")
    assert f'href="/admin/consent/proposal/{question.id}/change/">Open the question</a>' in html


def test_what_is_forgotten_while_a_question_waits_comes_back_after_its_answer(owner, note, in_home):
    memory_id = note("The release is on Friday.")
    edit(owner, memory_id, "Ana lives in Porto.")
    assert "Withdraw that first" in owner.get(f"/admin/memories/memory/{memory_id}/change/").content.decode()

    page = owner.post(f"/admin/memories/memory/{memory_id}/forget/", follow=True).content.decode()

    assert "once its open question is answered, withdrawn or expired." in page
    assert "or is withdrawn on its page by who asked it." in page and ">Restore<" not in page


def test_an_edit_that_nobody_can_approve_says_so(owner, ask, person, now):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id
    Membership.objects.filter(person_id=person.person_id).update(person_id=None)

    assert "Nobody can answer yet" in edit(owner, memory_id, "Porto").content.decode()


def test_a_question_of_staff_names_their_login(owner, login, ask, person, now, in_home):
    memory_id = approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now).memory_id
    edit(login(Role.ADMIN, username="rita"), memory_id, "Porto")
    with in_home():
        question = Proposal.objects.get(state="pending")

    for path in (
        f"consent/proposal/{question.id}/change/",
        "consent/proposal/",
        f"workspaces/person/{person.person_id}/",
    ):
        assert "rita" in owner.get(f"/admin/{path}").content.decode()


def test_what_staff_wrote_is_theirs_wherever_its_source_stands(owner, login, home, note):
    memory_id = note("The release is on Friday.")
    edit(login(Role.ADMIN, username="rita"), memory_id, "The release is on Monday.")

    assert "<td>Written by rita</td>" in owner.get(f"/admin/workspaces/person/{home.user_id}/").content.decode()
    assert "rita" in owner.get("/admin/memories/provenance/").content.decode()


def test_a_text_written_over_an_older_one_is_refused(owner, note, text_of):
    memory_id = note("One.")
    seen = page(owner, memory_id).context["edit_form"]["change_id"].value()
    note("Two.")

    response = edit(owner, memory_id, "Three.", change_id=seen)

    assert "changed meanwhile" in response.content.decode()
    assert text_of(memory_id) == "Two."


def test_an_empty_text_says_why_and_changes_nothing(owner, note, text_of):
    memory_id = note("One.")

    page = edit(owner, memory_id, "").content.decode()

    assert '<p class="wrong" role="alert">This field is required.</p>' in page
    assert text_of(memory_id) == "One."


def test_a_forgotten_memory_has_versions_and_no_form(owner, forgotten):
    html = page(owner, forgotten).content.decode()

    assert "Version 1" in html and "New text" not in html


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_reviewers_and_viewers_correct_nothing(login, note, text_of, role):
    memory_id = note("One.")
    client = login(role)

    assert "New text" not in page(client, memory_id).content.decode()
    assert client.post(f"/admin/memories/memory/{memory_id}/edit/", {"content": "Two."}).status_code == 403
    assert text_of(memory_id) == "One."


def test_staff_of_another_workspace_find_nothing(outsider, note, text_of):
    memory_id = note("One.")

    form = {"content": "Two.", "change_id": memory_id}
    assert outsider.post(f"/admin/memories/memory/{memory_id}/edit/", form).status_code == 404
    assert text_of(memory_id) == "One."


def ask_for(client, memory_id, what, **form):
    return client.post(f"/admin/memories/memory/{memory_id}/{what}/", form, follow=True)


def test_a_forgotten_memory_is_brought_back_from_its_page(owner, forgotten, in_home):
    assert "Restore" in page(owner, forgotten).content.decode()

    response = ask_for(owner, forgotten, "restore")

    assert "Restored." in response.content.decode()
    with in_home():
        assert Memory.objects.get(id=forgotten).state == "active"


def test_it_is_forgotten_from_its_page(owner, note, in_home):
    memory_id = note()

    ask_for(owner, memory_id, "forget")

    with in_home():
        assert Memory.objects.get(id=memory_id).state == "soft_deleted"


def test_any_earlier_version_is_made_current_again(owner, note, text_of):
    for text in ("One.", "Two.", "Three."):
        memory_id = note(text)
    assert "Restore version 1" in page(owner, memory_id).content.decode()

    ask_for(owner, memory_id, "restore", version=1)

    assert text_of(memory_id) == "One."


BARRED = "It cannot be restored: this value was refused, and may be asked for again from "


@pytest.fixture
def agreed(ask, person, now, in_home):
    """The city, of the values that the person agreed to one after the other."""

    def _agreed(*values):
        for value in values:
            approve_proposal(proposal_id=ask(value), actor=person, now=now)
        with in_home():
            return Fact.objects.active().get(key="city").memory_id

    return _agreed


def test_a_version_with_a_value_refused_since_says_so_instead_of_a_button(owner, agreed, ask, person, now, text_of):
    memory_id = agreed("Lisbon", "Porto")
    assert "Restore version 1" in page(owner, memory_id).content.decode()
    reject_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)

    html = page(owner, memory_id).content.decode()
    assert BARRED in html and "Restore version 1" not in html
    assert "City: <del>Lisbon</del><ins>Porto</ins>" in html and "city: " not in html
    answer = ask_for(owner, memory_id, "restore", version=1).content.decode()
    assert "This value was refused: City." in answer and text_of(memory_id) == "city: Porto"


def test_so_does_a_version_with_a_text_refused_since(owner, note, send, home, person, now, in_home):
    note("One.", key="tea")
    memory_id = note("Two.", key="tea")
    with in_home():
        Policy.objects.create(outcome="consent")
    asked = send(WriteMemory(draft=MemoryDraft(namespace=("memories", str(home.user_id)), key="tea", content="One.")))
    reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now)

    html = page(owner, memory_id).content.decode()
    assert BARRED in html and "Restore version 1" not in html


def test_a_forgotten_memory_with_a_value_refused_since_is_not_offered(owner, agreed, ask, send, person, now, in_home):
    memory_id = agreed("Lisbon")
    send(ForgetMemory(memory_id=memory_id), actor=person)
    with in_home():
        entry = History.objects.get(event="DELETE", memory_id=memory_id).id
    pages, button = (f"memory/{memory_id}", f"history/{entry}"), f"/admin/memories/memory/{memory_id}/restore/"
    for name in pages:
        assert button in owner.get(f"/admin/memories/{name}/change/").content.decode()
    reject_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)

    for name in pages:
        assert button not in owner.get(f"/admin/memories/{name}/change/").content.decode()
    assert BARRED in page(owner, memory_id).content.decode()


@pytest.mark.parametrize("version", ["99", "-1", "many", "1" * 30])
def test_a_version_that_is_not_there_is_refused(owner, note, text_of, version):
    memory_id = note("One.")

    response = ask_for(owner, memory_id, "restore", version=version)

    assert response.status_code == 200 and "Restored." not in response.content.decode()
    assert text_of(memory_id) == "One."


def test_what_happened_names_the_login(owner, forgotten):
    ask_for(owner, forgotten, "restore")

    html = page(owner, forgotten).content.decode()

    assert "<strong>owner</strong> <span>Memory restored</span>" in html


def test_what_happened_names_the_version_that_was_restored(owner, note):
    note("One.", key="tea")
    memory_id = note("Two.", key="tea")
    ask_for(owner, memory_id, "restore", version=1)

    html = page(owner, memory_id).content.decode()
    told = html[html.index('id="history"') :]
    assert '<span>Version 1 restored<span class="hint">Version 3</span>' in told
    assert '<span>Memory changed<span class="hint">Version 2</span>' in told


def test_an_entry_of_a_forgetting_restores_while_it_can(owner, login, forgotten, in_home):
    with in_home():
        entry = History.objects.get(event="DELETE", memory_id=forgotten)
    path, button = f"/admin/memories/history/{entry.id}/change/", f"/admin/memories/memory/{forgotten}/restore/"

    assert button in owner.get(path).content.decode()
    assert button not in login(Role.VIEWER).get(path).content.decode()
    owner.post(button)
    assert button not in owner.get(path).content.decode()


@pytest.mark.parametrize("what", ["restore", "forget"])
def test_nobody_else_asks_for_it(login, outsider, note, text_of, in_home, what):
    memory_id = note("One.")

    assert ask_for(login(Role.VIEWER), memory_id, what).status_code == 403
    assert ask_for(outsider, memory_id, what).status_code == 404
    with in_home():
        assert Memory.objects.get(id=memory_id).state == "active"


def test_a_waiting_change_is_told_with_the_question(owner, ask, person, now, in_home):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    with in_home():
        memory = Memory.objects.get()
    assert "A change awaits approval" not in page(owner, memory.id).content.decode()
    question = ask("Lisbon")
    shown = page(owner, memory.id).content.decode()

    assert "A change awaits approval" in shown and f'href="/admin/consent/proposal/{question}/change/"' in shown


def test_the_history_names_each_answer(owner, ask, person, now, in_home):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    question = ask("Lisbon")
    approve_proposal(proposal_id=question, actor=person, now=now)
    withdraw_decision(proposal_id=question, actor=person, now=now)
    with in_home():
        memory = Memory.objects.get()
    told = page(owner, memory.id).content.decode().partition('id="history"')[2]

    assert "Answer undone" in told and "Question approved" in told and "Decided" not in told


def test_the_history_of_a_memory_tells_what_was_asked_and_became_of_it(owner, ask, in_home, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    waiting = ask("Porto")
    with in_home():
        memory_id = Proposal.objects.get(id=waiting).memory_id

    pages = [f"/admin/memories/memory/{memory_id}/change/", f"/admin/memories/history/?q={memory_id}"]
    link = f'href="/admin/consent/proposal/{waiting}/change/"'
    for address in pages:
        page = owner.get(address).content.decode()
        assert "Change asked for (Awaiting approval)" in page and link in page, address

    reject_proposal(proposal_id=waiting, actor=person, now=now)
    for address in pages:
        page = owner.get(address).content.decode()
        assert "Change asked for (Refused)" in page and link in page and "Porto" not in page, address


def test_what_the_person_refused_before_is_named_and_the_typed_text_stays(owner, note, ask, person, now, text_of):
    reject_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    memory_id = note("The release is on Friday.")

    response = edit(owner, memory_id, "Ana lives in Lisbon.")
    html = response.content.decode()

    assert "This value was refused: City. It may be asked for again from " in html
    assert '<details class="edit" open>' in html and "Ana lives in Lisbon.</textarea>" in html
    assert text_of(memory_id) == "The release is on Friday."


def test_a_text_that_cannot_be_stored_stays_in_the_open_form(owner, note):
    html = edit(owner, note("One."), "x" * 100_000).content.decode()

    assert '<details class="edit" open>' in html and "xxx</textarea>" in html


def test_each_version_says_who_wrote_it_and_the_same_text_is_not_restored(owner, note):
    memory_id = note("Ana climbs.", key="sport")
    for text in ("Ana swims.", "Ana climbs."):
        note(text, key="sport")
    versions = page(owner, memory_id).content.decode().partition('id="versions"')[2].partition("</section>")[0]

    assert versions.count("supervisor") == 3
    assert "Restore version 2" in versions and "Restore version 1" not in versions


@pytest.mark.parametrize("verb", ["edit", "forget", "restore", "reject"])
def test_an_address_that_only_does_something_leads_to_the_memory_s_page(owner, note, verb):
    memory_id = note()

    response = owner.get(f"/admin/memories/memory/{memory_id}/{verb}/")

    assert response.status_code == 302 and response["Location"] == f"/admin/memories/memory/{memory_id}/change/"


@pytest.mark.parametrize(
    ("list_page", "address"),
    [("/admin/memories/memory/", "link/{}/remove/"), ("/admin/workspaces/agent/", "webhook/{}/test/")],
)
def test_one_that_names_a_part_of_a_row_leads_to_the_list(owner, note, list_page, address):
    response = owner.get(list_page + address.format(uuid4()))

    assert (response.status_code, response["Location"]) == (302, list_page)


def test_a_staff_edit_of_a_text_is_headed_as_a_change_of_it(owner, note, in_home):
    memory_id = note("The release is on Friday.")
    edit(owner, memory_id, "Ana lives in Faro.")
    with in_home():
        question = Proposal.objects.get()

    told = owner.get(f"/admin/consent/proposal/{question.id}/change/").content.decode()

    assert "wants to change a text; the server takes the new one to tell of: city" in told
    assert "wants to remember a text" not in told


def test_a_refused_edit_names_the_rule_that_forbids_it(owner, note, text_of, in_home):
    memory_id = note("Ana likes tea.")
    with in_home():
        rule = Policy.objects.create(fact_key="health_conditions", outcome="never")
    told = edit(owner, memory_id, "Ana has asthma.").content.decode()

    assert "A policy says that this is never to be remembered." in told
    assert f'href="/admin/policies/rule/{rule.id}/">Rule 1: field “health conditions”</a>' in told
    assert text_of(memory_id) == "Ana likes tea."


def test_of_several_rules_only_those_that_forbid_it_are_named(owner, note, in_home):
    memory_id = note("Ana likes tea.", category="general")
    with in_home():
        Policy.objects.create(category="preferences", outcome="never", priority=1)
        Policy.objects.create(category="general", outcome="never", priority=2)
    told = edit(owner, memory_id, "Ana likes coffee.").content.decode()

    assert "Rule 2: category “general”</a>" in told and "Rule 1:" not in told


def test_a_refused_change_of_the_category_names_the_rule_that_forbids_it(owner, note, in_home):
    memory_id = note("Ana likes tea.", category="general")
    with in_home():
        rule = Policy.objects.create(category="preferences", outcome="never")
    form = {"id": str(memory_id), "category": "preferences", "save": "1"}
    told = owner.post("/admin/memories/memory/category/", form, follow=True).content.decode()

    assert "A policy says that this is never to be remembered." in told
    assert f'href="/admin/policies/rule/{rule.id}/">Rule 1: category “preferences”</a>' in told
