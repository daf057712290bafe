"""The wizard: name the workspace, invite people, connect an assistant, watch the first memory arrive."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from consent.models import Proposal
from memories.models import Memory
from retrieval.models import RetrievalEvent
from tests.interfaces.invitations import linked
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.issue_key import issue_key
from workspaces.models import Agent, Allowlist, ApiKey, Invitation, Membership, Person, Workspace
from workspaces.models.invitation import read_token

pytestmark = pytest.mark.django_db
STEPS = ["/setup", "/setup/people", "/setup/assistant", "/setup/first-memory"]
HTMX = {"HTTP_HX_REQUEST": "true"}


def sign_in(home, **fields):
    form = {"login": home.username, "password": home.password, **fields}
    return Client().post("/accounts/login/", form)


def invite(owner, *, name="Tiago", email="tiago@example.org"):
    return owner.post("/setup/people", {"person": "new", "name": name, "email": email})


@pytest.fixture
def invitations(in_home):
    def _invitations():
        with in_home():
            return list(Invitation.objects.order_by("created_at"))

    return _invitations


def test_the_owner_of_an_empty_workspace_begins_with_it(home):
    assert sign_in(home).url == "/setup"
    assert sign_in(home, next="/").url == "/setup"


def test_who_wanted_another_page_gets_that_one(home):
    assert sign_in(home, next="/memories").url == "/memories"


def test_with_a_memory_signing_in_leads_to_the_start(home, note):
    note()
    assert sign_in(home).url == "/"


@pytest.mark.parametrize("path", STEPS)
def test_each_step_is_a_sound_page_that_leads_to_the_next_one(owner, problems_of, path):
    response = owner.get(path)
    after = [*STEPS, "/"][STEPS.index(path) + 1]

    assert problems_of(response) == []
    assert f'href="{after}"' in response.content.decode()


@pytest.mark.parametrize("path", STEPS)
def test_it_is_for_the_owner_only(colleague, path):
    assert colleague.get(path).status_code == 404
    assert colleague.post(path, {"name": "Mine"}).status_code in (404, 405)


@pytest.mark.parametrize("path", STEPS)
def test_an_owner_who_is_not_remembered_may_too(owner, home, path):
    Membership.objects.filter(workspace_id=home.workspace_id).update(person_id=None)

    assert owner.get(path).status_code == 200


def test_the_menu_leads_to_it(owner, colleague):
    assert 'href="/setup"' in owner.get("/preferences").content.decode()
    assert 'href="/setup"' not in colleague.get("/preferences").content.decode()


def test_the_menu_leads_staff_to_the_documentation(owner, colleague):
    menus = [one.get("/preferences").content.decode() for one in (owner, colleague)]
    assert ['href="/api/docs/"' in menu for menu in menus] == [True, False]


def test_workspace_and_person_get_their_names(owner, home, in_home):
    response = owner.post("/setup", {"name": "Our home", "person": "Ana Sofia"})

    assert response.url == "/setup/people"
    assert Workspace.objects.get(id=home.workspace_id).name == "Our home"
    with in_home():
        assert Person.objects.get(id=home.user_id).name == "Ana Sofia"


def test_an_empty_name_is_refused(owner, home):
    response = owner.post("/setup", {"name": " "})

    assert response.status_code == 422 and "What is this workspace called?" in response.content.decode()
    assert Workspace.objects.get(id=home.workspace_id).name == "Home"


def test_somebody_new_is_added_and_gets_a_link(owner, in_home, invitations):
    invite(owner)

    (message,) = mail.outbox
    (row,) = invitations()
    assert message.to == ["tiago@example.org"] and linked(message.body) == read_token(row.mailed_token)
    with in_home():
        assert Person.objects.get(name="Tiago").id == row.person_id


def test_where_no_mail_is_sent_the_new_link_stands_above_the_form(owner, settings, invitations):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = owner.get(invite(owner)["Location"]).content.decode()

    assert linked(page) == read_token(invitations()[0].token)
    link = page.index("/invitations/")
    assert page.index("Link for Tiago") < link < page.index("Invite somebody else")
    assert 'class="primary">Create link' not in page


def test_somebody_who_is_remembered_already_is_chosen(owner, in_home, invitations):
    with in_home():
        ben = Person.objects.create(name="Ben")

    owner.post("/setup/people", {"person": str(ben.id), "email": "ben@example.org"})

    assert [row.person_id for row in invitations()] == [ben.id]


def test_two_people_of_one_name_are_told_apart(owner, in_home):
    with in_home():
        Person.objects.create(name="Ben", external_id="crm-7")
        Person.objects.create(name="Ben")
        Person.objects.create(name="Tiago", external_id="crm-8")

    page = owner.get("/setup/people").content.decode()

    assert "Ben (crm-7)" in page and "Ben (added " in page and ">Tiago<" in page


def test_so_are_they_once_invited(owner, in_home, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    with in_home():
        eva = Person.objects.create(name="Eva", external_id="crm-17")
        Person.objects.create(name="Eva", external_id="crm-18")
    invited = owner.post("/setup/people", {"person": str(eva.id)})
    page = owner.get(invited["Location"]).content.decode()

    assert "The link for Eva (crm-17) is ready below." in page
    assert "Link for Eva (crm-17)</h2>" in page and "<b>Eva (crm-17)</b>" in page


def test_who_has_a_login_is_not_offered(owner, home):
    page = owner.get("/setup/people").content.decode()

    assert str(home.user_id) not in page
    response = owner.post("/setup/people", {"person": str(home.user_id), "email": "x@example.org"})
    assert response.status_code == 422


@pytest.mark.parametrize("form", [{"person": "new", "email": "x@example.org"}, {"person": "new", "name": "Tiago"}])
def test_a_name_and_an_address_are_needed(owner, invitations, form):
    response = owner.post("/setup/people", form)

    assert response.status_code == 422 and "errorlist" in response.content.decode()
    assert invitations() == []


def test_mail_that_cannot_be_sent_leaves_a_link_to_copy(owner, settings, invitations):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "localhost", 1
    invite(owner)

    page = owner.get("/setup/people").content.decode()
    assert "No email was sent" in page and linked(page) == read_token(invitations()[0].token)


def test_sent_again_the_earlier_link_no_longer_counts(owner, invitations):
    invite(owner)
    (row,) = invitations()

    owner.post(f"/setup/people/{row.id}")

    (renewed,) = invitations()
    assert renewed.token != row.token and len(mail.outbox) == 2
    assert Client().get(f"/invitations/{row.token}").status_code == 410
    assert Client().get(f"/invitations/{renewed.token}").status_code == 200


def test_a_revoked_link_no_longer_counts(owner, invitations):
    invite(owner)
    (row,) = invitations()

    owner.post(f"/setup/people/{row.id}", {"revoke": "1"})

    assert Client().get(f"/invitations/{row.token}").status_code == 410
    assert "Revoked" in owner.get("/setup/people").content.decode()


def test_an_assistant_gets_a_key_that_is_shown_once(owner, in_home):
    form = {"name": "Kitchen helper", "role": "supervisor", "icon": "pot"}
    page = owner.post("/setup/assistant", form).content.decode()

    key = re.search(r'id="key"[^>]*>(mem_\w+)<', page)[1]
    actor = authenticate_key(key, now=timezone.now())
    with in_home():
        agent = Agent.objects.get(id=actor.id)
    assert (agent.display_name, agent.icon, actor.role) == ("Kitchen helper", "pot", "supervisor")
    assert key not in owner.get("/setup/assistant").content.decode()
    assert "so is Ana as the person" in page
    assert "Kitchen helper has used its key." in owner.get("/setup/first-memory").content.decode()


def test_its_role_says_in_words_what_it_may_use(owner):
    page = owner.get("/setup/assistant").content.decode()
    assert "Writes everything, and reads everything but what only other roles need." in page
    assert "Plans what has to be done. Reads and writes Goals, Tasks, Projects, How-to." in page
    assert "<summary>What each role reads, in full</summary>" in page and "All except Needs and limits" in page


def test_two_assistants_of_one_name_are_refused(owner, in_home):
    form = {"name": "Helper", "role": "planner", "icon": "chat"}
    owner.post("/setup/assistant", form)

    response = owner.post("/setup/assistant", form)

    assert response.status_code == 422 and "Another assistant has this name." in response.content.decode()
    with in_home():
        assert Agent.objects.filter(name="Helper").count() == 1


def test_the_last_step_waits_until_something_arrives(owner):
    part = owner.get("/setup/first-memory", **HTMX).content.decode()

    assert "Waiting for the first memory" in part and 'hx-trigger="every 2s"' in part
    assert "<html" not in part


def button(page, text):
    """Whether a step offers it, and as its main one."""
    found = re.search(rf'<a class="button( go)?"[^>]*>{text}</a>', page)
    return found and bool(found[1])


def test_while_it_waits_the_main_button_is_to_look_again_once_one_was_connected(owner):
    before = owner.get("/setup/first-memory").content.decode()
    owner.post("/setup/assistant", {"name": "Helper", "role": "planner", "icon": "chat"})
    after = owner.get("/setup/first-memory").content.decode()

    assert button(before, "Connect an assistant") is True and button(before, "Check again") is False
    assert button(after, "Connect another assistant") is False and button(after, "Check again") is True


def test_a_lost_key_is_replaced_on_its_page(owner, in_home):
    owner.post("/setup/assistant", {"name": "Helper", "role": "planner", "icon": "chat"})
    with in_home():
        key = ApiKey.objects.get(agent__name="Helper")

    assert f'href="/admin/workspaces/apikey/{key.id}/change/"' in owner.get("/setup/first-memory").content.decode()


def test_it_says_that_nobody_can_answer_for_who_has_no_login(owner, ask, in_home):
    ask("Porto")
    assert "nobody can answer" not in owner.get("/setup/first-memory").content.decode()
    with in_home():
        Proposal.objects.update(person=Person.objects.create(name="Ben"))

    page = owner.get("/setup/first-memory").content.decode()
    assert "1 question to another person (Ben) waits, and nobody can answer it yet" in page
    assert 'href="/admin/policies/"' in page and 'class="note"' not in page


def test_but_not_of_questions_about_nobody(owner, ask, in_home):
    ask("Porto")
    with in_home():
        Proposal.objects.update(person=None)

    page = owner.get("/setup/first-memory")
    assert page.context["stuck"] == 0 and "nobody can answer" not in page.content.decode()


def test_and_shows_what_has_arrived(owner, home, in_home, note, looked_up):
    looked_up("What does she like?", note("Ana likes risotto.", at=timezone.now()))
    with in_home():
        RetrievalEvent.objects.update(agent_id=Agent.objects.get(role="planner").id)
    authenticate_key(home.api_keys["planner"], now=timezone.now())

    part = owner.get("/setup/first-memory", **HTMX).content.decode()

    assert "Ana likes risotto." in part and "hx-trigger" not in part
    page = owner.get("/setup/first-memory").content.decode()
    assert "Your memory is working" in page
    assert button(page, "Go to your inbox") is True and button(page, "Open the admin") is False


def test_what_is_remembered_of_others_is_not_shown(owner, note, in_home):
    with in_home():
        ben = Person.objects.create(name="Ben")
    note("Ben swims.", person_id=ben.id)

    page = owner.get("/setup/first-memory").content.decode()
    assert "Ben swims." not in page and f'/{ben.id}/change/">Ben</a>' in page


def test_what_an_assistant_wrote_before_it_had_this_key_counts(owner, note, home, in_home):
    note("Ana likes figs.")
    with in_home():
        ApiKey.objects.update(created_at=timezone.now())

    page = owner.get("/setup/first-memory").content.decode()

    assert "Ana likes figs." in page and "<h1>Waiting for an assistant's first search …</h1>" in page


def test_what_the_person_wrote_is_no_assistant_s_first_memory(owner):
    owner.post("/memories/new", {"content": "I like figs.", "category": "general"})

    assert "<h1>Waiting for the first memory</h1>" in owner.get("/setup/first-memory").content.decode()


def test_the_lines_are_shown_again_without_the_key(owner):
    page = owner.get("/setup/first-memory").content.decode()
    assert "KEY=&quot;$MEMORY_KEY&quot;" in page and "Check again" in page


def test_the_invited_chooses_a_password_and_is_in(owner, home, invitations, in_home):
    invite(owner)
    (row,) = invitations()
    client, path = Client(), f"/invitations/{row.token}"

    assert "Hello Tiago." in client.get(path).content.decode()
    response = client.post(
        path, {"username": "tiago", "password1": "five green lamps", "password2": "five green lamps"}
    )

    assert response.url == "/" and client.get("/memories").status_code == 200
    membership = Membership.objects.get(account__username="tiago")
    assert (membership.person_id, membership.role) == (row.person_id, "person")
    assert membership.account.email == "tiago@example.org"
    assert client.get(path).status_code == 410
    assert "Accepted" in owner.get("/setup/people").content.decode()


def test_a_weak_password_makes_no_login(owner, invitations):
    invite(owner)
    path = f"/invitations/{invitations()[0].token}"

    response = Client().post(path, {"username": "tiago", "password1": "password", "password2": "password"})

    assert response.status_code == 422
    assert not Membership.objects.filter(account__username="tiago").exists()


def test_who_is_signed_in_joins_with_that_login(owner, outsider, home, invitations):
    invite(owner)
    (row,) = invitations()

    assert outsider.post(f"/invitations/{row.token}").url == "/"

    assert Membership.objects.get(workspace_id=home.workspace_id, account__username="stranger").person_id


def test_a_login_of_somebody_else_here_does_not_take_it(owner, colleague, invitations, home):
    invite(owner)
    (row,) = invitations()
    before = Membership.objects.get(account__username="colleague").person_id

    colleague.post(f"/invitations/{row.token}")

    assert Membership.objects.get(account__username="colleague").person_id == before
    assert Client().get(f"/invitations/{row.token}").status_code == 200


@pytest.mark.parametrize("token", ["nothing", "WyJhIl0:1:x"])
def test_a_made_up_link_opens_nothing(token, db):
    assert Client().get(f"/invitations/{token}").status_code == 410


def test_where_mail_is_only_printed_nobody_is_told_that_it_was_sent(owner, settings, invitations):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    invite(owner)

    page = owner.get("/setup/people").content.decode()
    assert "The link for tiago@example.org is ready" in page and "<details open>" in page
    assert "Invitation sent" not in page
    assert "We send them a link" not in page and "Create link" in page
    assert "Optional. It becomes the address of the new login." in page


def test_the_first_memory_is_that_of_the_assistant_that_was_connected(owner, note, in_home, home, send):
    note("Ana likes figs.")
    owner.post("/setup/assistant", {"name": "Helper", "role": "planner", "icon": "chat"})
    assert "Ana likes figs." not in owner.get("/setup/first-memory").content.decode()

    note("Ana likes figs.", key="later", at=timezone.now())
    with in_home():
        agent_id = Agent.objects.get(name="Helper").id
        Memory.objects.filter(key="later").update(agent_id=agent_id)
    page = owner.get("/setup/first-memory").content.decode()
    assert "Ana likes figs." in page and "The first memory of Helper has arrived:" in page


def test_without_this_session_it_is_that_of_the_newest_key(owner, note, in_home):
    note("Ana likes figs.")
    with in_home():
        helper = Agent.objects.create(name="Helper", display_name="Helper", role="planner")
        issue_key(agent=helper)
        helper.keys.update(created_at=timezone.now() + timedelta(hours=1))
    page = owner.get("/setup/first-memory").content.decode()
    assert "Waiting for the first memory of Helper …" in page and "Ana likes figs." not in page


def ticked(client, step):
    return re.findall(r'<li class="done"><a[^>]*>([\w ]+)', client.get(step).content.decode())


def test_a_step_is_ticked_once_it_was_carried_out(owner):
    assert ticked(owner, "/setup/assistant") == ["Name"]
    invite(owner)
    assert ticked(owner, "/setup/assistant") == ["Name", "People"]


def test_a_workspace_that_works_needs_none_of_its_steps(owner, in_home, note):
    note("Ana likes figs.")
    with in_home():
        Person.objects.create(name="Ben")
    assert ticked(owner, "/setup/people") == ["Name", "People", "Assistant"]


@pytest.mark.parametrize("step", ["/setup", "/setup/people", "/setup/assistant", "/setup/first-memory"])
def test_every_step_shows_the_same_ticks(owner, in_home, note, step):
    note("Ana likes figs.")
    with in_home():
        ApiKey.objects.update(last_used_at=timezone.now())
    assert ticked(owner, step) == ["Name", "Assistant"]


def test_a_role_of_the_workspace_s_own_says_so(owner, in_home):
    with in_home():
        Allowlist.objects.create(role="gardener", categories=["goals"])
    assert "A role of this workspace’s own." in owner.get("/setup/assistant").content.decode().replace("&#x27;", "’")


def called_helper(in_home, *, used_at=None):
    """An assistant that got its key elsewhere, later than the workspace's own."""
    with in_home():
        helper = Agent.objects.create(name="Helper", display_name="Helper", role="planner")
        issue_key(agent=helper)
        helper.keys.update(created_at=timezone.now() + timedelta(hours=1), last_used_at=used_at)
        return helper


def test_without_a_key_of_the_last_step_it_says_who_has_one(owner, in_home):
    called_helper(in_home)
    page = owner.get("/setup/first-memory").content.decode()

    assert "Run the lines from the last step" not in page
    assert 'No key was made for Helper in <a href="/setup/assistant">the last step</a>' in page
    with in_home():
        planner = Agent.objects.get(name="planner")
    assert f'<a href="/setup/first-memory?agent={planner.id}">' in page
    chosen = owner.get(f"/setup/first-memory?agent={planner.id}").content.decode()
    assert "first memory of Helper" not in chosen and f'hx-get="/setup/first-memory?agent={planner.id}"' in chosen


@pytest.mark.parametrize("used_at", [None, timezone.now()])
def test_another_s_key_ticks_the_step_once_it_was_used(owner, in_home, used_at):
    called_helper(in_home, used_at=used_at)

    page = owner.get("/setup/people").content.decode()
    assert ('<li class="done"><a href="/setup/assistant"' in page) == (used_at is not None)


def test_only_the_newest_key_of_an_assistant_counts(owner, in_home):
    helper = called_helper(in_home, used_at=timezone.now())
    with in_home():
        issue_key(agent=helper)
        helper.keys.filter(last_used_at__isnull=True).update(created_at=timezone.now() + timedelta(hours=2))

    page = owner.get("/setup/first-memory").content.decode()
    assert "Waiting for Helper to use its key" in page and "has used its key" not in page


@pytest.mark.parametrize(
    ("used_at", "headline"),
    [(None, "Helper works, but has not used its newest key yet"), (timezone.now(), "Your memory is working")],
)
def test_the_headline_names_the_step_that_is_open(owner, in_home, note, looked_up, used_at, headline):
    looked_up("What does she like?", note("Ana likes figs."))
    helper = called_helper(in_home, used_at=used_at)
    with in_home():
        Memory.objects.update(agent_id=helper.id)
        RetrievalEvent.objects.update(agent_id=helper.id)

    page = owner.get("/setup/first-memory").content.decode()
    assert "No key was made" not in page
    assert f"<h1>{headline}</h1>" in page and "Helper has searched, and got its answer." in page


@pytest.mark.parametrize("path", STEPS)
def test_each_step_leads_back_to_the_admin(owner, path):
    assert '<p class="back"><a href="/admin/">Go to the admin</a></p>' in owner.get(path).content.decode()


def test_a_key_that_was_revoked_is_not_waited_for(owner, in_home):
    owner.post("/setup/assistant", {"name": "Helper", "role": "planner", "icon": "chat"})
    with in_home():
        agent = Agent.objects.get(name="Helper")
        agent.keys.get().revoke(now=timezone.now())

    page, part = (owner.get("/setup/first-memory", **more).content.decode() for more in ({}, HTMX))
    for told in (page, part):
        assert "Helper has no key that works" in told and "every 2s" not in told
        assert f'href="/admin/workspaces/apikey/add/?agent={agent.id}"' in told
    assert "Code to run" not in page
    owner.post("/admin/workspaces/apikey/add/", {"agent": str(agent.id), "label": ""})
    assert "every 2s" in owner.get("/setup/first-memory", **HTMX).content.decode()


@pytest.fixture
def without_anybody(owner, home, in_home):
    """The workspace of an owner who is not remembered, nor is anybody else."""
    Membership.objects.filter(workspace_id=home.workspace_id).update(person_id=None)
    with in_home():
        Person.objects.all().delete()


def test_a_workspace_without_anybody_is_told_to_add_somebody_before_any_code(owner, without_anybody):
    form = {"name": "Butler", "role": "planner", "icon": "spark"}
    made = owner.post("/setup/assistant", form).content.decode()
    waiting = owner.get("/setup/first-memory").content.decode()

    assert "the next step says how to add somebody" in made
    assert "Nobody is remembered here yet" in waiting
    assert 'class="button go" href="/setup/people"' in waiting and "/admin/workspaces/person/add/" in waiting
    assert all("/api/v1/memories" not in page and "No key was made" not in page for page in (made, waiting))


def test_once_somebody_is_there_the_last_step_shows_the_code(owner, without_anybody, in_home):
    with in_home():
        person = Person.objects.create(name="Tiago")
    page = owner.get("/setup/first-memory").content.decode()

    assert "Nobody is remembered" not in page and str(person.id) in page
