"""The person's own clock, and which mail they want."""

import pytest

from workspaces.models import Account, Membership

pytestmark = pytest.mark.django_db
PATH = "/preferences"


@pytest.fixture
def mine(home):
    return lambda: Membership.objects.select_related("account").get(
        workspace_id=home.workspace_id, account__username="owner"
    )


def test_it_shows_what_is_chosen_now(owner, mine):
    Account.objects.filter(username="owner").update(time_zone="Asia/Tokyo")
    mine().choose_mail(digest=False, reminders=True, weekly=False)

    page = owner.get(PATH).content.decode()

    assert '<input type="text" name="time_zone" value="Asia/Tokyo"' in page and '<option value="Asia/Tokyo">' in page
    assert "JST" in page
    assert page.count("checked") == 1


def test_a_login_without_an_address_is_told_so(owner):
    assert "We can't send you email" in owner.get(PATH).content.decode()


def test_an_address_that_stands_is_not_changed_here(owner, mine):
    Account.objects.filter(username="owner").update(email="ana@example.org")

    owner.post(PATH, {"time_zone": "UTC", "email": "zoe@example.org"})

    assert mine().account.email == "ana@example.org"


def test_times_on_every_page_are_told_by_the_clock_that_was_chosen(owner, ask):
    ask("Lisbon")

    owner.post(PATH, {"time_zone": "Asia/Tokyo", "digest": "on", "reminders": "on"})

    assert "+09:00" in owner.get("/inbox").content.decode()
    assert " JST" in owner.get("/inbox").content.decode()


def test_what_is_not_ticked_is_not_sent(owner, mine):
    owner.post(PATH, {"time_zone": "Europe/Lisbon", "reminders": "on"})

    assert mine().account.time_zone == "Europe/Lisbon"
    assert (mine().wants_digest, mine().wants_reminders) == (False, True)


@pytest.mark.parametrize(
    ("typed", "saved"), [("lisbon", "Europe/Lisbon"), ("America/New York", "America/New_York"), ("", "")]
)
def test_a_time_zone_is_found_by_its_city(owner, mine, typed, saved):
    assert owner.post(PATH, {"time_zone": typed}).status_code == 302
    assert mine().account.time_zone == saved


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "a" * 200])
def test_a_zone_that_does_not_exist_changes_nothing_and_is_explained(owner, mine, zone):
    answer = owner.post(PATH, {"time_zone": zone})

    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert mine().account.time_zone == "" and mine().wants_digest


def test_each_login_has_its_own(owner, colleague, mine):
    colleague.post(PATH, {"time_zone": "Asia/Tokyo"})

    assert Account.objects.get(username="owner").time_zone == ""
    assert Account.objects.get(username="colleague").time_zone == "Asia/Tokyo"


def test_nobody_without_a_login_looks_or_chooses(client, db):
    for answer in (client.get(PATH), client.post(PATH, {"time_zone": "UTC"})):
        assert answer.status_code == 302 and "/accounts/login/" in answer.url


def test_where_no_mail_is_sent_the_choice_of_mails_says_so(owner, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    Account.objects.filter(username="owner").update(email="ana@example.org")

    page = owner.get("/preferences").content.decode()

    assert "This server sends no email yet" in page and "go to ana@example.org" not in page
    assert "sends no email" not in page.partition('<form class="panel"')[2].partition("</form>")[0]


def test_where_no_mail_is_sent_no_address_is_asked_to_be_confirmed(owner, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    Account.objects.filter(username="owner").update(email="ana@example.org")

    page = owner.get("/preferences").content.decode()

    assert "Confirm your email address" not in page and "Send a link" not in page


def test_where_no_mail_is_sent_no_boxes_are_offered_and_saving_keeps_what_was_chosen(owner, mine, settings):
    owner.post("/preferences", {"weekly": "on"})
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    page = owner.get("/preferences").content.decode()

    assert 'name="weekly"' not in page and 'name="digest"' not in page
    owner.post("/preferences", {"time_zone": "Europe/Lisbon"})
    assert (mine().wants_weekly, mine().wants_digest) == (True, False)


def test_a_place_is_offered_once_and_a_former_name_that_was_chosen_stays(owner):
    def zones():
        return owner.get("/preferences").context["form"].zones

    assert "Europe/Lisbon" in zones() and "UTC" in zones() and "Africa/Asmera" not in zones()
    Account.objects.filter(username="owner").update(time_zone="Africa/Asmera")
    assert "Africa/Asmera" in zones() and owner.post(PATH, {"time_zone": "Africa/Asmera"}).status_code == 302
