"""A forgotten password: from the page by mail to a new one."""

import re

import pytest
from django.test import Client

from workspaces.models import Account

pytestmark = pytest.mark.django_db
NEW = "quite another long one"


@pytest.fixture
def address(home):
    Account.objects.filter(username="owner").update(email="ana@example.org")
    return "ana@example.org"


def ask(client, address):
    return client.post("/accounts/password/reset/", {"email": address}, follow=True)


def link_in(mail):
    return re.search(r"https?://testserver(\S+)", mail.body)[1]


def set_password(client, link):
    page = client.get(link, follow=True)
    return client.post(page.redirect_chain[-1][0], {"password1": NEW, "password2": NEW}, follow=True)


def is_in(username, password):
    return Client().post("/accounts/login/", {"login": username, "password": password}).status_code == 302


def test_the_mail_s_link_sets_a_new_password(client, home, address, mailoutbox):
    assert "Check your email" in ask(client, address).content.decode()
    (mail,) = mailoutbox
    assert (mail.subject, mail.to) == ("Set a new password", [address])

    assert "Password changed" in set_password(client, link_in(mail)).content.decode()

    assert is_in(home.username, NEW) and not is_in(home.username, home.password)


def test_the_link_works_once(client, home, address, mailoutbox):
    ask(client, address)
    link = link_in(mailoutbox[0])
    set_password(client, link)

    assert "expired or was already used" in Client().get(link, follow=True).content.decode()


def test_it_speaks_the_browser_s_language(client, home, address, mailoutbox):
    client.post("/accounts/password/reset/", {"email": address}, headers={"Accept-Language": "de"})

    assert "Hallo owner" in mailoutbox[0].body


def test_an_unknown_address_is_answered_alike_and_gets_no_mail(client, home, address, mailoutbox):
    known, unknown = ask(client, address), ask(Client(), "nobody@example.org")

    assert known.redirect_chain == unknown.redirect_chain
    assert [mail.to for mail in mailoutbox] == [[address]]


def test_asking_is_throttled(client, home, address, mailoutbox):
    for _ in range(30):
        ask(client, address)

    assert len(mailoutbox) < 30


def test_a_new_password_does_not_pass_the_second_step(client, home, address, mailoutbox):
    ask(client, address)
    set_password(client, link_in(mailoutbox[0]))

    assert client.get("/inbox").status_code == 302


@pytest.mark.parametrize("backend", ["console", "dummy"])
def test_where_no_mail_is_sent_nobody_is_told_to_wait_for_one(client, home, address, settings, backend):
    settings.EMAIL_BACKEND = f"django.core.mail.backends.{backend}.EmailBackend"

    page = client.get("/accounts/password/reset/").content.decode()

    assert "This server sends no email" in page and "Ask your admin" in page
    assert 'name="email"' not in page
    known, unknown = (ask(client, one).content.decode() for one in (address, "nobody@example.org"))
    assert "Check your email" not in known and _without_tokens(known) == _without_tokens(unknown)


def _without_tokens(page):
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)


def test_a_link_that_has_expired_where_no_mail_is_sent_says_whom_to_ask(client, db, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

    page = client.get("/accounts/password/reset/key/x-y/", follow=True).content.decode()

    assert "expired or was already used" in page and "Ask your admin" in page and "Request a new link" not in page
