"""Owners invite people by mail, send a link again and revoke it."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests.interfaces.invitations import linked
from workspaces.models import Account, Invitation, Membership, Person
from workspaces.models.invitation import read_token
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
PASSWORD = "five green lamps"
LIST, ADD = (reverse(f"admin:workspaces_invitation_{name}") for name in ("changelist", "add"))


@pytest.fixture
def tiago(in_home):
    with in_home():
        return Person.objects.create(name="Tiago")


@pytest.fixture
def invited(owner, tiago, in_home):
    owner.post(ADD, {"role": "person", "person": str(tiago.id), "email": "tiago@example.org"})
    with in_home():
        return Invitation.objects.get()


def act(client, action, row):
    return client.post(LIST, {"action": action, "_selected_action": str(row.id)}, follow=True)


def opens(row):
    return Client().get(f"/invitations/{row.token}").status_code == 200


def test_a_person_gets_a_link(owner, invited, tiago):
    (message,) = mail.outbox

    assert message.to == ["tiago@example.org"] and linked(message.body) == read_token(invited.mailed_token)
    assert invited.person_id == tiago.id and opens(invited)
    page = owner.get(LIST).content.decode()
    assert "tiago@example.org" in page and "Open" in page


def test_people_of_one_name_are_told_apart_where_one_is_chosen(owner, tiago, in_home):
    with in_home():
        Person.objects.create(name="Tiago", external_id="crm-7")
    pages = [
        owner.get(f"/admin/workspaces/{name}/add/").content.decode()
        for name in ("invitation", "grant", "account", "agent")
    ]

    assert [("Tiago (crm-7)" in page, "Tiago (added " in page) for page in pages] == [(True, True)] * 4


def test_the_page_of_a_person_leads_here(owner, tiago):
    page = owner.get(f"/admin/workspaces/person/{tiago.id}/").content.decode()

    assert f"{ADD}?person={tiago.id}" in page
    assert owner.get(f"{ADD}?person={tiago.id}").status_code == 200


def test_and_lists_their_invitations(owner, invited, tiago):
    act(owner, "revoke", invited)
    page = owner.get(f"/admin/workspaces/person/{tiago.id}/").content.decode()

    assert "tiago@example.org: Revoked" in page and f"{ADD}?person={tiago.id}" in page


def test_who_is_invited_is_not_offered_a_second_invitation(owner, login, invited, tiago):
    page = owner.get(f"/admin/workspaces/person/{tiago.id}/").content.decode()

    assert ">Invited<" in owner.get("/admin/workspaces/person/").content.decode()
    assert "Invited at tiago@example.org on" in page and "The link is open until" in page
    assert invited.token.rsplit(":", 2)[0] in page and "Send again" in page and "Revoke" in page
    assert f"{ADD}?person={tiago.id}" not in page
    others = login(Role.ADMIN).get(f"/admin/workspaces/person/{tiago.id}/").content.decode()
    assert "The link is open until" in others and invited.token not in others and "Send again" not in others


def test_revoking_on_a_persons_page_leads_back_there(owner, invited, tiago):
    page = f"/admin/workspaces/person/{tiago.id}/"
    response = owner.post(f"/admin/workspaces/invitation/{invited.id}/revoke/", {"next": page})

    assert response.url == page and not opens(invited)


def test_the_form_tells_of_an_open_invitation(owner, invited, tiago):
    assert "Tiago is invited already." in owner.get(f"{ADD}?person={tiago.id}").content.decode()


def test_where_no_mail_is_sent_no_address_is_needed(owner, tiago, in_home, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    form = owner.get(ADD).content.decode()
    response = owner.post(ADD, {"role": "person", "person": str(tiago.id), "email": ""}, follow=True)

    with in_home():
        row = Invitation.objects.get()
    page = response.content.decode()
    assert form.count("sends no email") == 1
    assert "Copy this link and pass it on" in page and "Tiago, invited with a link" in page
    assert linked(page) == read_token(row.token)
    assert not mail.outbox


def test_without_an_address_the_link_makes_a_login_too(owner, tiago, in_home, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    owner.post(ADD, {"role": "person", "person": str(tiago.id), "email": ""})
    with in_home():
        row = Invitation.objects.get()
    form = {"username": "tiago", "password1": PASSWORD, "password2": PASSWORD}
    Client().post(f"/invitations/{row.token}", form)

    assert Membership.objects.get(account__username="tiago").person_id == tiago.id


def test_where_mail_is_sent_an_address_is_asked_for(owner, tiago, in_home):
    owner.post(ADD, {"role": "person", "person": str(tiago.id), "email": ""})

    with in_home():
        assert not Invitation.objects.exists()


def test_sent_again_it_has_a_new_link(owner, invited, in_home):
    act(owner, "send_again", invited)

    with in_home():
        renewed = Invitation.objects.get()
    assert len(mail.outbox) == 2 and opens(renewed) and not opens(invited)


def test_revoked_it_opens_nothing(owner, invited):
    act(owner, "revoke", invited)

    assert not opens(invited)
    assert "Revoked" in owner.get(LIST).content.decode()


def test_the_list_tells_when_one_expires_while_it_may_be_used(owner, invited):
    def column():
        return re.search(r'field-expires[ "][^>]*>(.*?)<', owner.get(LIST).content.decode(), re.S)[1].strip()

    assert str(invited.expires_at.year) in column()
    act(owner, "revoke", invited)

    assert column() in ("-", "–")


def test_who_has_a_login_is_not_invited(owner, home, in_home):
    response = owner.post(ADD, {"person": str(home.user_id), "email": "ana@example.org"})

    assert "has a login already" in response.content.decode()
    assert f'value="{home.user_id}"' not in owner.get(ADD).content.decode()
    assert mail.outbox == []


def test_only_owners_may(login, tiago, invited):
    admin = login(Role.ADMIN)

    assert admin.get(ADD).status_code == 403
    act(admin, "revoke", invited)
    assert opens(invited)


def test_without_mail_the_link_is_shown_to_copy(owner, tiago, in_home, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "Create link" in owner.get(ADD).content.decode()

    response = owner.post(ADD, {"role": "person", "person": str(tiago.id), "email": "tiago@example.org"}, follow=True)

    page = response.content.decode()
    with in_home():
        row = Invitation.objects.get()
    assert response.redirect_chain == [(f"{LIST}{row.id}/change/", 302)]
    assert "The link for Tiago is ready." in page and linked(page) == read_token(row.token)


def test_the_form_says_what_the_person_gets(owner, tiago):
    page = owner.get(f"{ADD}?person={tiago.id}").content.decode()

    assert "a link that works once and expires in 1\xa0week" in page and "Send invitation" in page
    assert f'value="{tiago.id}" selected' in page and "_addanother" not in page


def new_login(owner, tiago):
    """Made by staff, while the invitation waits."""
    form = {"username": "tiago", "role": Role.PERSON, "usable_password": "true"}
    form |= {"password1": PASSWORD, "password2": PASSWORD, "person": str(tiago.id)}
    owner.post("/admin/workspaces/account/add/", form)


def linked_login(owner, tiago):
    """One that is there already becomes theirs."""
    account = Account.objects.create_user("tiago")
    workspace_id = Membership.objects.get(account__username="owner").workspace_id
    membership = Membership.objects.create(account=account, workspace_id=workspace_id)
    path = f"/admin/workspaces/membership/{membership.id}/change/"
    owner.post(path, {"role": Role.PERSON, "person_id": str(tiago.id)})


@pytest.mark.parametrize("give_login", [new_login, linked_login])
def test_who_gets_a_login_in_another_way_needs_none_any_more(owner, invited, tiago, give_login):
    give_login(owner, tiago)

    assert Membership.objects.get(account__username="tiago").person_id == tiago.id
    assert not opens(invited)
    page = owner.get(f"{LIST}{invited.id}/change/").content.decode()
    assert "The link no longer works." in page and "Send again" not in page
    assert "Revoked" in owner.get("/setup/people").content.decode()


def test_its_link_stays_closed_when_that_login_is_taken_away(owner, invited, tiago):
    new_login(owner, tiago)
    Membership.objects.get(account__username="tiago").delete()

    assert not opens(invited)


def test_one_left_open_earlier_opens_nothing_for_who_has_a_login(invited, tiago, home):
    account = Account.objects.create_user("tiago")
    Membership.objects.create(account=account, workspace_id=home.workspace_id, person_id=tiago.id)

    assert not opens(invited)


def test_a_new_link_says_that_the_one_before_is_dead(owner, invited):
    page = owner.get(f"{LIST}{invited.id}/change/").content.decode()
    assert "the one sent before no longer works" in page and "Revoke the invitation of Tiago" in page

    sent = owner.post(f"{LIST}{invited.id}/again/", follow=True).content.decode()
    assert "The link before no longer works." in sent


def test_where_nobody_can_be_invited_there_is_no_form(owner, home, in_home):
    with in_home():
        Person.objects.exclude(id=home.user_id).delete()

    page = owner.get("/admin/workspaces/invitation/add/").content.decode()

    assert "Everybody here has a login already" in page and "/admin/workspaces/person/add/" in page
    assert 'name="email"' not in page


def test_the_form_leads_to_adding_a_person(owner, tiago):
    page = owner.get("/admin/workspaces/invitation/add/").content.decode()

    assert 'added first: <a href="/admin/workspaces/person/add/">Add a person</a>' in page


@pytest.fixture
def reviewer(owner, in_home):
    """The invitation of a reviewer about whom nothing is remembered."""
    owner.post(ADD, {"role": "reviewer", "person": "", "email": "rui@example.org"})
    with in_home():
        return Invitation.objects.get()


def join(row):
    """Whoever opens the link and chooses a password."""
    client = Client()
    form = {"username": "rui", "password1": PASSWORD, "password2": PASSWORD}
    response = client.post(f"/invitations/{row.mailed_token}", form)
    return client, response


def test_staff_are_invited_with_a_role(owner, reviewer, home):
    (message,) = mail.outbox
    assert "to work there as: Reviewer" in message.body and "remember about you" not in message.body

    client, response = join(reviewer)
    membership = Membership.objects.get(account__username="rui")
    assert (membership.role, membership.person_id, membership.workspace_id) == ("reviewer", None, home.workspace_id)
    assert response.url == "/admin/" and client.get("/admin/").status_code == 200
    assert join(reviewer)[1].status_code == 410, "the link works once"
    assert "rui@example.org" in (page := owner.get(LIST).content.decode()) and "Accepted" in page


def test_the_history_tells_of_an_invitation_of_staff(owner, reviewer):
    page = owner.get("/admin/memories/history/").content.decode()

    assert "Invitation of rui@example.org (Reviewer) added" in page and "somebody who is gone" not in page


def test_the_link_says_which_role_it_gives(reviewer):
    page = Client().get(f"/invitations/{reviewer.token}").content.decode()

    assert "Your role here: Reviewer." in page and "remember about you" not in page


def test_a_person_who_has_a_login_becomes_staff_by_invitation(owner, reviewer, colleague):
    colleague.post(f"/invitations/{reviewer.token}")

    assert Membership.objects.get(account__username="colleague").role == "reviewer"
    assert colleague.get("/admin/").status_code == 200


def test_who_is_staff_already_keeps_their_role(reviewer, login):
    viewer = login(Role.VIEWER)
    page = viewer.post(f"/invitations/{reviewer.token}", follow=True).content.decode()

    assert "already belongs to somebody" in page
    assert Membership.objects.get(account__username="the-viewer").role == "viewer"


def test_a_person_is_needed_unless_the_role_is_of_staff(owner, in_home):
    page = owner.post(ADD, {"role": "person", "person": "", "email": "rui@example.org"}).content.decode()

    assert "Choose whose memories this login is for." in page
    with in_home():
        assert not Invitation.objects.exists()


def test_inviting_staff_again_makes_a_new_link_with_the_role_chosen_last(owner, reviewer, in_home):
    owner.post(ADD, {"role": "admin", "person": "", "email": "Rui@example.org"})

    with in_home():
        assert [(row.role, row.number) for row in Invitation.objects.all()] == [("admin", 2)]
    assert not opens(reviewer)


def test_only_owners_invite_staff(login, in_home):
    response = login(Role.ADMIN).post(ADD, {"role": "owner", "person": "", "email": "rui@example.org"})

    assert response.status_code == 403
    with in_home():
        assert not Invitation.objects.exists()


def test_a_second_invitation_of_a_person_is_told_before_and_after(owner, invited, tiago):
    before = owner.get(ADD).content.decode()
    assert "Tiago – invited already; a new link ends the one before" in before

    form = {"role": "person", "person": str(tiago.id), "email": "tiago@example.net"}
    assert "The link before no longer works." in owner.post(ADD, form, follow=True).content.decode()


def test_a_first_invitation_ends_no_link(owner, tiago):
    form = {"role": "person", "person": str(tiago.id), "email": "tiago@example.org"}

    assert "The link before no longer works." not in owner.post(ADD, form, follow=True).content.decode()
