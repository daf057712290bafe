"""A person's page in the admin: who decides, what waits, what is remembered, who may read it, what happened."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import strip_tags

from consent.changes import ForgetMemory, SetFact, WriteMemory
from consent.models import Policy, Proposal
from consent.proposals.decide import approve_proposal
from consent.proposals.withdraw import withdraw_decision
from conversations.models import Session
from memories.drafts import FactDraft, MemoryDraft
from memories.models import History, Memory
from operations.models import Tombstone
from workspaces.actions.revoke_access import revoke_access
from workspaces.models import Account, Agent, Grant, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
PEOPLE = "/admin/workspaces/person/"
STAFF = [Role.OWNER, Role.ADMIN, Role.REVIEWER, Role.VIEWER]


@pytest.fixture
def bob(in_home):
    """Somebody remembered who has no login."""
    with in_home():
        return Person.objects.create(name="Bob", external_id="crm-17")


@pytest.fixture
def ask_bob(bob, send):
    draft = FactDraft(person_id=bob.id, category="identity", key="city", value="Faro")
    return lambda at=None: send(SetFact(draft=draft), at=at).proposal_id


def page_of(client, person_id):
    return client.get(f"{PEOPLE}{person_id}/")


def test_a_person_with_a_login_decides_themselves(owner, home, ask):
    ask("Lisbon")
    page = page_of(owner, home.user_id).content.decode()

    assert "Ana decides" in page and "Lisbon" in page
    assert "Nobody yet" not in page


def test_who_asked_is_named_as_everywhere(owner, home, ask, in_home):
    ask("Lisbon")
    with in_home():
        Proposal.objects.update(actor_label="system:extract_facts")
    page = page_of(owner, home.user_id).content.decode()

    assert "The server" in page and "system:extract_facts" not in page


def test_nobody_decides_for_who_cannot_sign_in_and_the_page_says_what_to_do(owner, bob, ask_bob):
    ask_bob()
    response = page_of(owner, bob.id)
    page = response.content.decode()

    assert "Bob cannot sign in" in page and "Nobody yet" in page and "Faro" in page
    assert "An unanswered question expires after 7 days" in page
    assert "Add a login" in page and "Let reviewers decide" in page
    assert response.context["deciders"].stuck == 1


def test_reviewers_decide_where_a_policy_says_so(owner, bob, ask_bob, in_home):
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    ask_bob()
    response = page_of(owner, bob.id)
    page = response.content.decode()

    assert response.context["deciders"].stuck == 0
    assert "Nobody yet" not in page and "While nobody can answer for Bob" not in page
    assert "Reviewers may answer for Bob: field “city”." in page


def test_the_page_says_how_many_questions_wait_for_whom(owner, bob, ask_bob, send, in_home):
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    ask_bob()
    send(SetFact(draft=FactDraft(person_id=bob.id, category="identity", key="pronouns", value="he")))
    page = page_of(owner, bob.id).content.decode()

    assert "1 open question can be answered by a reviewer. 1 waits for Bob alone." in page


def test_open_questions_are_counted_once(owner, bob, ask_bob):
    ask_bob()

    assert page_of(owner, bob.id).content.decode().count("Open questions") == 2  # the link of the page, the heading


def test_a_login_that_is_switched_off_is_told(owner, home, bob, ask_bob):
    account = Account.objects.create_user("bob", is_active=False)
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON, person_id=bob.id)
    ask_bob()

    page = page_of(owner, bob.id).content.decode()

    assert "Bob's login is switched off" in page and "Nobody yet" in page
    assert "Open the login" in page and "by mail" not in page


def test_memories_decisions_access_and_history_are_shown(owner, home, person, note, ask, looked_up, in_home, now):
    memory_id = note("Ana sings in a choir.")
    proposal_id = ask("Lisbon")
    approve_proposal(proposal_id=proposal_id, actor=person, now=now)
    looked_up("What does she sing?", memory_id)
    with in_home():
        stylist = Agent.objects.get(role="stylist")
        revoke_access(agent_id=stylist.id, person_id=home.user_id, now=now)

    response = page_of(owner, home.user_id)
    page = response.content.decode()

    assert "Ana sings in a choir." in page and "2 memories" in page
    assert "On this website, signed in" in page
    assert [agent.name for agent in response.context["refused"]] == ["stylist"]
    assert "Access removed by the person" in page
    assert {row.who for row in response.context["happenings"]} >= {"supervisor", "Ana"}
    by_ana = [(row.what, row.text) for row in response.context["happenings"] if row.who == "Ana" and row.text]
    assert by_ana == [("Memory added", "City: Lisbon")]


def test_a_page_of_many_says_how_many_and_leads_to_all(owner, home, person, ask, now):
    for number in range(11):
        approve_proposal(proposal_id=ask(f"City {number}", key="city"), actor=person, now=now)
    for number in range(11):
        ask(f"Language {number}", key="languages_spoken", item=str(number))
    page = page_of(owner, home.user_id).content.decode()

    assert page.count("10 of 11 are shown.") == 2
    asked, decided = re.findall(r'href="([^"]+)">All (?:open questions|decisions)</a>', page)
    assert len(owner.get(asked.replace("&amp;", "&")).context["cl"].result_list) == 11
    assert len(owner.get(decided).context["cl"].result_list) == 11


def test_what_came_at_one_time_stands_the_newest_first(owner, home, person, ask, now):
    for number in range(3):
        approve_proposal(
            proposal_id=ask(f"Language {number}", key="languages_spoken", item=str(number)), actor=person, now=now
        )
    page = page_of(owner, home.user_id)

    values = [row.proposal.new_value for row in page.context["decisions"]]
    memories = [memory.current.content.rpartition(" ")[2] for memory, _source in page.context["memories"]]
    assert values == ["Language 2", "Language 1", "Language 0"] and memories == ["2", "1", "0"]


def test_the_list_counts_and_filters_by_who_can_sign_in(owner, home, bob, ask_bob, note):
    note("One.")
    ask_bob()
    rows = {row.name: row for row in owner.get(PEOPLE).context["cl"].result_list}

    assert (rows["Ana"].login, rows["Ana"].memory_count) == ("owner", 1)
    assert (rows["Bob"].login, rows["Bob"].waiting_count) == (None, 1)
    for value, names in (("waiting", ["Bob"]), ("none", ["Bob"]), ("login", ["Ana"])):
        found = owner.get(PEOPLE, {"sign_in": value}).context["cl"].result_list
        assert [row.name for row in found] == names
    assert f"{PEOPLE}{bob.id}/" in owner.get(PEOPLE).content.decode()


@pytest.mark.parametrize("role", STAFF)
def test_each_role_sees_the_page_and_what_it_may_do(login, bob, role):
    page = page_of(login(role), bob.id).content.decode()

    assert ("Add a login" in page) == (role == Role.OWNER)
    assert ("Erase everything" in page) == (role in (Role.OWNER, Role.ADMIN))
    assert ("Ask an owner for a login" in page) == (role in (Role.REVIEWER, Role.VIEWER))


def test_nobody_else_sees_it(outsider, colleague, bob):
    assert page_of(outsider, bob.id).status_code == 404
    assert colleague.get(f"{PEOPLE}{bob.id}/", follow=True).status_code == 403


def test_a_login_added_from_the_page_is_linked_to_the_person(owner, home, bob):
    form = {"username": "bob", "password1": "a long enough one", "password2": "a long enough one"}
    owner.post("/admin/workspaces/account/add/", form | {"usable_password": "true", "person": str(bob.id)})

    assert Membership.objects.get(account__username="bob").person_id == bob.id


def test_a_login_is_never_linked_to_a_person_who_has_one_or_of_elsewhere(owner, home, elsewhere):
    for name, person_id in (("one", home.user_id), ("two", elsewhere.user_id), ("three", "nonsense")):
        form = {"username": name, "password1": "a long enough one", "password2": "a long enough one"}
        owner.post("/admin/workspaces/account/add/", form | {"usable_password": "true", "person": str(person_id)})
        assert not Account.objects.filter(username=name).exists()


def test_a_person_is_erased_after_their_name_and_the_password_were_typed(owner, home, bob, send, in_home):
    send(SetFact(draft=FactDraft(person_id=bob.id, category="preference", key="coding_style", value="black")))
    url = f"{PEOPLE}{bob.id}/erase/"

    assert "Type the name, Bob, to confirm" in owner.get(url).content.decode()
    assert "<dt>Facts</dt><dd>1</dd>" in owner.get(url).content.decode()
    for wrong in ({"confirmation": "Bo"}, {"password": "guess"}, {"password": ""}):
        typed = {"confirmation": "Bob", "password": home.password} | wrong
        assert "Nothing was erased" in owner.post(url, typed, follow=True).content.decode()
    typed = {"confirmation": "Bob", "password": home.password}
    assert "Everything about Bob was erased." in owner.post(url, typed, follow=True).content.decode()
    with in_home():
        assert not Memory.objects.filter(person_id=bob.id).exists()


@pytest.mark.parametrize("wrong", [{"password": "guess"}, {"password": ""}, {"confirmation": "Bo"}])
def test_after_an_error_the_name_stands_as_it_was_typed(owner, home, bob, wrong):
    url, typed = f"{PEOPLE}{bob.id}/erase/", {"confirmation": "Bob", "password": home.password} | wrong
    page = owner.post(url, typed, follow=True).content.decode()
    assert f'name="confirmation" value="{typed["confirmation"]}"' in page and 'value="guess"' not in page
    assert 'name="confirmation" value=""' in owner.get(url).content.decode(), "once"


def test_the_name_of_one_person_does_not_stand_on_the_page_of_another(owner, home, bob):
    owner.post(f"{PEOPLE}{bob.id}/erase/", {"confirmation": "Bob", "password": "guess"})
    assert 'name="confirmation" value=""' in owner.get(f"{PEOPLE}{home.user_id}/erase/").content.decode()


@pytest.fixture
def bobs_login(home, bob):
    account = Account.objects.create_user("bob")
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON, person_id=bob.id)
    return account


def erase_bob(client, home, bob, **fields):
    typed = {"confirmation": "Bob", "password": home.password} | fields
    return client.post(f"{PEOPLE}{bob.id}/erase/", typed, follow=True).content.decode()


def test_erasing_says_what_becomes_of_the_login(owner, home, bob, bobs_login):
    page = owner.get(f"{PEOPLE}{bob.id}/erase/").content.decode()
    assert "The login bob stays" in page and 'name="switch_off" checked' in page

    erase_bob(owner, home, bob)
    bobs_login.refresh_from_db()
    assert bobs_login.is_active


def test_the_login_is_switched_off_with_the_erasure(owner, home, bob, bobs_login, in_home):
    assert "The login bob was switched off." in erase_bob(owner, home, bob, switch_off="on")

    bobs_login.refresh_from_db()
    assert not bobs_login.is_active
    with in_home():
        assert History.objects.filter(meta__what="account", meta__id=str(bobs_login.id), meta__is_active=False).exists()


def test_a_login_that_is_for_something_else_stays(owner, home, bob, bobs_login, elsewhere):
    Membership.objects.create(account=bobs_login, workspace_id=elsewhere.workspace_id, role=Role.PERSON)
    page = owner.get(f"{PEOPLE}{bob.id}/erase/").content.decode()
    assert "The login bob stays" in page and "switch_off" not in page

    erase_bob(owner, home, bob, switch_off="on")
    bobs_login.refresh_from_db()
    assert bobs_login.is_active


def test_an_erasure_leads_to_its_record_and_receipt(owner, outsider, home, bob, in_home):
    page = erase_bob(owner, home, bob)
    with in_home():
        row = Tombstone.objects.get(person_id=bob.id)

    assert "Everything about Bob was erased." in page and "A person was erased" in page
    assert f'<dt>Asked by</dt><dd><a href="/admin/workspaces/account/{row.requested_by}/change/">owner</a>' in page
    url = f"/admin/operations/tombstone/{row.id}/receipt.json"
    assert url in page and f"/admin/memories/history/{row.history_id}/change/" in page
    assert owner.get(url).json()["user_id"] == str(bob.id)
    assert outsider.get(url).status_code == 404


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_who_only_reads_erases_nobody(login, bob, in_home, role):
    client = login(role)

    assert client.get(f"{PEOPLE}{bob.id}/erase/").status_code == 403
    assert client.post(f"{PEOPLE}{bob.id}/erase/", {"confirmation": "Bob"}).status_code == 403
    with in_home():
        assert Person.objects.filter(id=bob.id).exists()


def test_an_outsider_erases_nobody_here(outsider, bob, in_home):
    assert outsider.post(f"{PEOPLE}{bob.id}/erase/", {"confirmation": "Bob"}).status_code == 404
    with in_home():
        assert Person.objects.filter(id=bob.id).exists()


@pytest.mark.parametrize("count", [1, 12])
def test_the_page_takes_as_many_queries_for_twelve_as_for_one(
    owner, home, ask, note, now, django_assert_max_num_queries, count
):
    for number in range(count):
        note(f"Note {number}.", key=f"n{number}")
        ask(f"City {number}", at=now - timedelta(minutes=number))
    page_of(owner, home.user_id)

    with django_assert_max_num_queries(35):
        page_of(owner, home.user_id)


def test_the_rules_are_read_as_often_for_two_stuck_questions_as_for_one(owner, bob, ask_bob, send):
    def reads():
        with CaptureQueriesContext(connection) as captured:
            page = page_of(owner, bob.id).content.decode()
        return page.count("Let reviewers answer"), sum('FROM "consent_policy"' in one["sql"] for one in captured)

    ask_bob()
    stuck, read = reads()
    send(SetFact(draft=FactDraft(person_id=bob.id, category="identity", key="pronouns", value="he")))

    assert stuck == 1 and reads() == (2, read)


def test_the_list_shows_that_a_login_is_switched_off(owner, colleague):
    assert ">colleague<" in owner.get(PEOPLE).content.decode()
    Account.objects.filter(username="colleague").update(is_active=False)

    assert ">colleague, off<" in owner.get(PEOPLE).content.decode()


def test_a_time_zone_that_does_not_exist_is_refused(owner):
    form = {"name": "Bruno", "external_id": "", "time_zone": "Lisbonn"}

    page = owner.post("/admin/workspaces/person/add/", form).content.decode()
    assert "No time zone is called that. Near are: Europe/Lisbon" in page


def test_an_id_in_use_is_told_at_its_field_with_who_has_it_and_all_faults_at_once(owner, bob):
    form = {"name": "", "external_id": "crm-17", "time_zone": "Lisbonn"}
    answer = owner.post("/admin/workspaces/person/add/", form)
    page, errors = answer.content.decode(), answer.context["adminform"].form.errors

    assert {*errors} == {"name", "external_id", "time_zone"}
    assert f'href="/admin/workspaces/person/{bob.id}/">Bob has this ID already.</a>' in page
    assert "No time zone is called that. Near are: Europe/Lisbon" in page and "already exists" not in page


def test_an_id_of_somebody_who_is_being_erased_is_told_so(owner, bob, in_home, now):
    with in_home():
        Person.everybody.filter(id=bob.id).update(erasure_asked_at=now)
    page = owner.post("/admin/workspaces/person/add/", {"name": "Eva", "external_id": "crm-17", "time_zone": "UTC"})

    assert "Somebody has this ID whose data are being deleted." in page.content.decode()


def test_a_person_keeps_their_own_id(owner, bob):
    form = {"name": "Robert", "external_id": "crm-17", "time_zone": "UTC"}

    assert owner.post(f"/admin/workspaces/person/{bob.id}/change/", form).status_code == 302


def test_the_page_leads_to_each_of_its_sections(owner, home, ask):
    ask("Lisbon")
    page = page_of(owner, home.user_id).content.decode()

    for name in re.findall(r'href="#(\w+)"', page.partition('class="jump"')[2].partition("</nav>")[0]):
        assert f'id="{name}"' in page
    assert 'href="#questions"' in page and 'href="#data"' in page


def test_who_else_reads_it_here_is_told(owner, login, home):
    assert "In this admin only you read it." in page_of(owner, home.user_id).content.decode()
    viewer = login(Role.VIEWER)
    assert "2 logins of this workspace's staff read it" in page_of(viewer, home.user_id).content.decode()


def test_how_to_import_about_them_is_told(owner, home):
    assert f"/admin/imports/?person={home.user_id}" in page_of(owner, home.user_id).content.decode()


def test_questions_that_are_one_card_of_the_inbox_are_told_so(owner, home, ask, send):
    ask("Lisbon")
    assert "The inbox shows" not in page_of(owner, home.user_id).content.decode()
    told = MemoryDraft(namespace=("memories", str(home.user_id)), key="h", content="Ana lives in Porto.")
    send(WriteMemory(draft=told))
    assert "The inbox shows 1 card for them" in page_of(owner, home.user_id).content.decode()


def test_the_history_names_who_asked_for_an_erasure(owner, home, bob, send, in_home):
    send(SetFact(draft=FactDraft(person_id=bob.id, category="preference", key="coding_style", value="black")))
    erase_bob(owner, home, bob)
    page = owner.get("/admin/memories/history/?q=erased").content.decode()

    rows = owner.get("/admin/memories/history/?q=erased").context["cl"].result_list
    assert {(row.event, row.requester) for row in rows} == {("PURGE", "owner")} and len(rows) == 2
    assert "The server" not in page.partition('id="result_list"')[2].partition("</table>")[0]
    with in_home():
        tombstone = Tombstone.objects.get(person_id=bob.id)
    entry = owner.get(f"/admin/memories/history/{tombstone.history_id}/change/").content.decode()
    assert "Asked for by owner; the server carried it out" in entry
    assert f"/admin/operations/tombstone/{tombstone.id}/change/" in entry


def test_who_asked_for_an_erasure_and_is_gone_is_still_no_server(owner, home, bob, in_home):
    erase_bob(owner, home, bob)
    with in_home():
        Tombstone.objects.filter(person_id=bob.id).update(requested_by=uuid4())
    page = owner.get("/admin/memories/history/?q=erased").content.decode()

    assert "a login that is gone" in page


def access_of(client, person_id):
    page = client.get(f"{PEOPLE}{person_id}/").content.decode()
    return " ".join(strip_tags(page.partition('<h2 id="access">')[2].partition("</section>")[0]).split())


def test_access_is_told_in_sentences_and_what_ended_apart(owner, home, bob, in_home, now):
    with in_home():
        Grant.objects.all().delete()
        planner, stylist, executor = (Agent.objects.get(role=role) for role in ("planner", "stylist", "executor"))
        Grant.objects.create(agent=planner, person=bob, can_write=False, expires_at=now + timedelta(days=3))
        Grant.objects.create(agent=stylist, person=bob, revoked_at=now - timedelta(days=2))
        Grant.objects.create(agent=executor, expires_at=now - timedelta(days=1))
    told = access_of(owner, bob.id)

    assert "These may read what is remembered about Bob, up to the sensitivity “Internal (2 of 4)”, and write" in told
    assert (
        "They may do so for Bob alone. planner Ends in" in told and "Categories of its role" in told and "Goals" in told
    )
    ended = told.partition("Access that has ended (2)")[2]
    assert "stylist could read and write for this person. Revoked 2 days ago." in ended
    assert "executor could read and write for everyone here. Expired 1 day ago." in ended
    assert "planner" not in ended


def test_rules_of_their_own_are_told_in_words(owner, home, in_home):
    with in_home():
        rule = Policy.objects.create(person_id=home.user_id, fact_key="preferred_name", outcome="never")
    row = owner.get(f"/admin/consent/policy/{rule.id}/change/").content.decode()

    for page in (page_of(owner, home.user_id).content.decode(), row):
        assert "Field “preferred name”: Never store" in page
    assert "Only the person changes rules of their own." in row


def test_what_staff_approved_says_who_had_asked_for_it(owner, login, home, ask, in_home, now):
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    login(Role.REVIEWER, username="rita")
    rita = Membership.objects.get(account__username="rita").as_staff()
    approve_proposal(proposal_id=ask("Lisbon"), actor=rita, now=now)

    page = page_of(owner, home.user_id)
    told = "Asked for by supervisor, approved by rita"
    assert f"<td>{told}</td>" in page.content.decode()
    assert told in {row.who for row in page.context["happenings"]}
    assert "City: Lisbon</a>" in page.content.decode().partition('id="decisions"')[2]
    with in_home():
        memory = Memory.objects.get()
    memory_page = strip_tags(owner.get(f"/admin/memories/memory/{memory.id}/change/").content.decode())
    assert told in memory_page and "first written by" not in memory_page
    assert "rita" in owner.get("/admin/consent/decision/").content.decode()


def test_the_timeline_tells_that_a_login_was_switched_off(owner, bob, home):
    account = Account.objects.create_user("bob")
    Membership.objects.create(account=account, workspace_id=home.workspace_id, role=Role.PERSON, person_id=bob.id)
    page = f"/admin/workspaces/account/{account.id}/change/"
    owner.post(page, {"username": "bob", "time_zone": "UTC"})

    shown = page_of(owner, bob.id)
    assert "Login bob switched off" in {row.what for row in shown.context["happenings"]}
    assert "Switch on “May sign in”" in shown.content.decode()
    owner.post(page, {"username": "bob", "time_zone": "UTC", "is_active": "on"})
    assert "Login bob switched on" in {row.what for row in page_of(owner, bob.id).context["happenings"]}


def test_leaving_the_form_leads_back_to_the_persons_page(owner, bob):
    bar = owner.get(f"{PEOPLE}{bob.id}/change/").content.decode().partition('id="submit-row"')[2]

    assert f'href="{PEOPLE}{bob.id}/"' in bar


def test_one_act_is_one_row_of_the_timeline(owner, home, bob, in_home):
    """A role of staff opens the admin too: the login is changed beside the role."""
    account = Account.objects.create_user("bob-login")
    membership = Membership.objects.create(
        account=account, workspace_id=home.workspace_id, role=Role.PERSON, person_id=bob.id
    )

    owner.post(f"/admin/workspaces/membership/{membership.id}/change/", {"role": Role.VIEWER})

    (row,) = page_of(owner, bob.id).context["happenings"]
    assert row.what == "Role of bob-login changed: Person remembered → Viewer; Login bob-login changed"


def told_of(client, person_id):
    return [(row.what, row.text) for row in page_of(client, person_id).context["happenings"]]


def test_an_approval_that_was_undone_is_told_as_that_and_not_as_forgetting(owner, home, person, ask, now):
    question = ask("Lisbon")
    approve_proposal(proposal_id=question, actor=person, now=now)
    withdraw_decision(proposal_id=question, actor=person, now=now, reopen=True)

    assert told_of(owner, home.user_id)[0] == ("Approval undone", "City: Lisbon")
    history = owner.get("/admin/memories/history/").content.decode()
    assert "Approval undone" in history and "Memory forgotten" not in history


def test_an_approval_that_revives_and_changes_a_memory_is_one_row(owner, home, person, ask, send, now):
    question = ask("Lisbon")
    memory_id = approve_proposal(proposal_id=question, actor=person, now=now).memory_id
    send(ForgetMemory(memory_id=memory_id), actor=person)
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)

    told = told_of(owner, home.user_id)
    assert told[0] == ("Memory added", "City: Porto") and len(told) == 3


def test_taking_access_back_is_one_row(owner, home, in_home):
    with in_home():
        planner = Agent.objects.get(role="planner")
        Grant.objects.get_or_create(agent=planner, person_id=home.user_id)
    owner.post(f"/my-data/access/{planner.id}")

    (row,) = [what for what, _text in told_of(owner, home.user_id) if "planner" in what]
    assert row == "Access of planner to Ana revoked; Refusal of planner by Ana added"


def test_the_lists_that_a_page_leads_to_name_the_person_instead_of_an_id(owner, home, ask, ask_bob, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    ask_bob()
    html = page_of(owner, home.user_id).content.decode()

    for name in ("memories/history", "consent/decision"):
        address = f"/admin/{name}/?person_id={home.user_id}"
        assert f'href="{address}"' in html
        response = owner.get(address)
        assert "Person: Ana" in " ".join(strip_tags(response.content.decode()).split())
        assert {row.person_id for row in response.context["cl"].result_list} == {home.user_id}
    assert owner.get(f"/admin/memories/history/?person_id={uuid4()}").context["cl"].result_count == 0


def test_a_search_for_an_id_names_what_has_it(owner, bob, note):
    memory_id = note("The release is on Friday.")
    for number, name in ((bob.id, "Bob"), (memory_id, "The release is on Friday."), (lost := uuid4(), str(lost))):
        assert f"Search: {name} " in owner.get(f"/admin/memories/history/?q={number}").content.decode()


def test_conversations_are_a_part_of_the_page(owner, home, say):
    html = page_of(owner, home.user_id).content.decode()
    assert 'href="#conversations"' in html and "No conversation is stored yet." in html
    say("Hello.")

    html = page_of(owner, home.user_id).content.decode()
    assert "No conversation is stored yet." not in html and "/admin/conversations/session/" in html
    assert 'id="conversations"' in html and "All conversations" not in html


def test_a_conversation_without_a_name_is_told_by_its_day(owner, home, say, in_home):
    say("Hello.")
    html = page_of(owner, home.user_id).content.decode()
    assert ">Conversation of Ana, " in html and "Conversation …" not in html

    with in_home():
        Session.objects.update(title="A trip to Lisbon")
    assert ">A trip to Lisbon</a>" in page_of(owner, home.user_id).content.decode()


def test_agents_have_one_name_wherever_they_are_told(owner, home, note, in_home):
    with in_home():
        Agent.objects.filter(name="supervisor").update(display_name="Kitchen helper")
    note()

    for page in (page_of(owner, home.user_id), owner.get("/admin/memories/history/"), owner.get("/admin/")):
        text = page.content.decode()
        assert "Kitchen helper (supervisor)" not in text
    assert "Kitchen helper" in page_of(owner, home.user_id).content.decode()
