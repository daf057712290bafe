"""An email address counts once a link that was mailed there was opened by the login that asked for it."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.test import Client

from operations.delivery.fan_out import queue_digests
from operations.invitations import accept, invite
from workspaces import scope
from workspaces.addresses import is_proven, login_of, record_proof
from workspaces.models import Account, Person

pytestmark = pytest.mark.django_db
ADDRESS = "ana@example.org"
PATH = "/preferences"


@pytest.fixture
def signed_in(owner, home):
    """Ana, who has just given her password again."""
    return confirm_identity(owner, home)


def confirm_identity(client, workspace):
    client.post("/accounts/reauthenticate/", {"password": workspace.password})
    return client


def enter(client, address=ADDRESS):
    return client.post(PATH, {"email": address, "digest": "on"}, follow=True).content.decode()


def link_in(mail):
    return re.search(r"/accounts/confirm-email/[^\s]+", mail.body)[0]


def account(username="owner"):
    return Account.objects.get(username=username)


def test_what_is_entered_gets_a_link_and_counts_for_nothing_yet(signed_in, home, ask, now, mailoutbox):
    ask("Lisbon")
    page = enter(signed_in)

    assert "We sent a link to ana@example.org" in page and "Until then, nothing else goes there" in page
    (mail,) = mailoutbox
    assert mail.to == [ADDRESS] and "Hello owner" in mail.body
    assert account().email == "" and login_of(ADDRESS) is None
    assert queue_digests(workspace_id=home.workspace_id, now=now) == 0


def test_nor_does_it_reset_a_password(signed_in, mailoutbox):
    enter(signed_in, "somebody.else@example.org")
    mailoutbox.clear()
    Client().post("/accounts/password/reset/", {"email": "somebody.else@example.org"})

    assert mailoutbox == []


def test_once_its_link_was_opened_it_counts(signed_in, home, ask, now, mailoutbox):
    ask("Lisbon")
    enter(signed_in)
    link = link_in(mailoutbox[0])
    assert "Is ana@example.org the address of your login" in signed_in.get(link).content.decode()
    assert account().email == ""

    page = signed_in.post(link, follow=True).content.decode()

    assert "Address confirmed." in page and "go to ana@example.org" in page
    assert login_of("Ana@Example.org") == account()
    assert queue_digests(workspace_id=home.workspace_id, now=now) == 1
    Client().post("/accounts/password/reset/", {"email": ADDRESS})
    assert mailoutbox[-1].subject == "Set a new password"


def test_its_link_works_once(signed_in, mailoutbox):
    enter(signed_in)
    link = link_in(mailoutbox[0])
    signed_in.post(link)

    assert [signed_in.get(link).status_code, signed_in.post(link).status_code] == [410, 410]


def test_who_did_not_ask_for_it_confirms_nothing(signed_in, outsider, elsewhere, mailoutbox):
    """A careless click does not give one's address to a stranger's login."""
    enter(signed_in)
    link = link_in(mailoutbox[0])
    nobody, other = Client(), confirm_identity(outsider, elsewhere)

    assert [nobody.get(link).status_code, nobody.post(link).status_code] == [302, 302]
    assert [other.get(link).status_code, other.post(link).status_code] == [403, 403]
    assert other.get("/memories").status_code == 200
    assert not EmailAddress.objects.filter(verified=True).exists()


def test_a_login_that_was_left_open_confirms_nothing_without_its_password(owner, mailoutbox):
    enter(owner)
    response = owner.post(link_in(mailoutbox[0]))

    assert response.url.startswith("/accounts/reauthenticate/") and account().email == ""


def test_another_one_takes_its_place_until_one_is_confirmed(signed_in, mailoutbox):
    enter(signed_in, "wrogn@example.org")
    enter(signed_in)
    assert signed_in.post(link_in(mailoutbox[0])).status_code == 410
    signed_in.post(link_in(mailoutbox[1]))
    enter(signed_in, "later@example.org")

    assert account().email == ADDRESS and len(mailoutbox) == 2


def test_saving_again_sends_no_second_link(signed_in, mailoutbox):
    enter(signed_in)
    enter(signed_in)

    assert len(mailoutbox) == 1


def test_asking_for_it_again_is_throttled(signed_in, mailoutbox):
    enter(signed_in)
    page = signed_in.post(f"{PATH}/address", follow=True).content.decode()

    assert "We have just sent a link" in page and len(mailoutbox) == 1


def test_others_who_ask_for_it_do_not_hold_it_up(owner, outsider, mailoutbox):
    enter(outsider)
    enter(owner)

    assert [mail.to for mail in mailoutbox] == [[ADDRESS], [ADDRESS]]


def test_nobody_has_us_write_to_many(owner, mailoutbox):
    for number in range(30):
        enter(owner, f"a{number}@example.org")

    assert len(mailoutbox) < 30


def test_one_that_staff_entered_is_confirmed_on_request(signed_in, mailoutbox):
    Account.objects.filter(username="owner").update(email="Ana@example.org")
    assert "You haven't confirmed Ana@example.org" in signed_in.get(PATH).content.decode()

    signed_in.post(f"{PATH}/address")
    signed_in.post(link_in(mailoutbox[0]))

    assert login_of(ADDRESS) == account()
    assert "haven't confirmed" not in signed_in.get(PATH).content.decode()
    assert signed_in.post(f"{PATH}/address").status_code == 404


def test_two_logins_do_not_prove_the_same(signed_in, elsewhere, mailoutbox):
    enter(signed_in)
    stranger = account("stranger")
    stranger.email = ADDRESS
    record_proof(stranger)
    response = signed_in.post(link_in(mailoutbox[0]))

    assert response.status_code == 409 and "belongs to another login" in response.content.decode()
    assert account().email == "" and login_of(ADDRESS) is None
    with pytest.raises(IntegrityError), transaction.atomic():
        EmailAddress.objects.create(user=account(), email=ADDRESS, verified=True)


def test_a_mail_that_cannot_be_sent_is_told_of(signed_in, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9

    assert "could not be sent" in enter(signed_in)


def test_one_that_staff_replaced_is_no_longer_proven(owner, colleague):
    ben = account("colleague")
    ben.email = "ben@example.org"
    ben.save()
    record_proof(ben)
    owner.post(
        f"/admin/workspaces/account/{ben.id}/change/",
        {"username": "colleague", "time_zone": "UTC", "is_active": "on", "email": "new@example.org"},
    )

    assert not EmailAddress.objects.exists() and login_of("ben@example.org") is None


@pytest.mark.parametrize("is_mailed", [True, False])
def test_an_invitation_proves_the_address_to_which_it_was_mailed(home, person, now, is_mailed):
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
        invitation = invite(person_id=ben.id, email="Ben@example.org", actor=person, now=now)
    token = invitation.mailed_token if is_mailed else invitation.token
    accept(token=token, account=Account(username="ben"), now=now)

    assert is_proven(account("ben")) == is_mailed and account("ben").email == "Ben@example.org"


def test_the_library_s_own_page_of_addresses_is_closed(owner):
    assert owner.get("/accounts/email/").url == PATH
    assert owner.post("/accounts/email/", {"email": ADDRESS, "action_add": "1"}).url == PATH
    assert not EmailAddress.objects.exists()


def test_where_no_mail_is_sent_no_address_is_asked_for(signed_in, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    page = enter(signed_in)

    assert 'name="email"' not in page and "We sent a link" not in page
    assert not EmailAddress.objects.exists()


def test_an_address_that_waits_is_taken_back_by_leaving_it_empty(signed_in):
    enter(signed_in)
    enter(signed_in, "")

    assert not EmailAddress.objects.exists()


def test_an_address_that_waits_keeps_nobody_from_a_second_step(signed_in):
    enter(signed_in)

    assert signed_in.get("/accounts/2fa/totp/activate/").status_code == 200
