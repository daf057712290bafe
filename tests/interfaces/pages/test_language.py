"""Pages in the language of the browser, or of the person's choice."""

from datetime import date

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from django.utils.formats import date_format

from workspaces.models import Account

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}


@pytest.fixture
def account(owner):
    return lambda: Account.objects.get(username="owner")


@pytest.fixture(autouse=True)
def some_words(monkeypatch):
    """What a page says, whatever the catalogues hold."""
    monkeypatch.setattr(translation._trans, "gettext", lambda text: f"{text} ({translation.get_language()})")


def test_the_browser_chooses(owner):
    response = owner.get("/memories", **GERMAN)

    assert '<html lang="de">' in response.content.decode() and "(de)" in response.content.decode()
    assert response.headers["Content-Language"] == "de"
    assert "Accept-Language" in response.headers["Vary"]


@pytest.mark.parametrize("asked", ["", "pt-BR", "*", "x;q=oops"])
def test_a_language_that_is_not_there_is_english(owner, asked):
    assert '<html lang="en">' in owner.get("/memories", HTTP_ACCEPT_LANGUAGE=asked).content.decode()


def test_before_signing_in_the_browser_chooses_too(db):
    assert '<html lang="de">' in Client().get("/accounts/login/", **GERMAN).content.decode()


def test_what_the_person_chose_comes_before_the_browser(owner, account):
    owner.post("/preferences", {"time_zone": "UTC", "language": "fr"})

    assert account().language == "fr"
    assert '<html lang="fr">' in owner.get("/inbox", **GERMAN).content.decode()
    assert '<html lang="fr"' in owner.get("/admin/", **GERMAN).content.decode()


def test_the_answer_to_the_choice_is_in_the_language_chosen(owner):
    response = owner.post("/preferences", {"time_zone": "UTC", "language": "es"}, follow=True)

    assert "Settings saved. (es)" in response.content.decode()


def test_the_choice_can_be_left_to_the_browser_again(owner, account):
    owner.post("/preferences", {"time_zone": "UTC", "language": "fr"})
    owner.post("/preferences", {"time_zone": "UTC", "language": ""})

    assert account().language == ""
    assert '<html lang="de">' in owner.get("/inbox", **GERMAN).content.decode()


def test_a_language_that_is_not_offered_is_refused(owner, account):
    assert owner.post("/preferences", {"time_zone": "UTC", "language": "xx"}).status_code == 422
    assert account().language == ""


def test_signing_in_notes_the_browser_s_language_for_emails(home, account):
    form = {"login": home.username, "password": home.password}

    assert Client().post("/accounts/login/", form, **GERMAN).status_code == 302

    assert (account().browser_language, account().mail_language) == ("de", "de")
    account().choose_language("es")
    assert account().mail_language == "es"


def test_an_account_of_which_no_browser_is_known_gets_english_emails(account):
    assert account().mail_language == settings.LANGUAGE_CODE


@pytest.mark.parametrize(
    ("language", "moment"),
    [("en", "1 March 2026"), ("de", "1. März 2026"), ("es", "1 de marzo de 2026"), ("fr", "1 mars 2026")],
)
def test_dates_are_written_as_in_that_language(language, moment, monkeypatch):
    monkeypatch.undo()
    with translation.override(language):
        assert date_format(date(2026, 3, 1), "DATE_FORMAT") == moment
