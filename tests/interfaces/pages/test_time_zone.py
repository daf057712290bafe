"""Times are by the person's clock: the zone they chose, else their browser's, else UTC, and it says so."""

import pytest
from django.test import Client

from workspaces.models import Account

pytestmark = pytest.mark.django_db
COOKIE = "time_zone"


@pytest.fixture
def chosen():
    return lambda zone: Account.objects.filter(username="owner").update(time_zone=zone)


def page(client, path="/preferences"):
    return client.get(path).content.decode()


def test_without_a_choice_it_is_the_browser_s(owner):
    owner.cookies[COOKIE] = "Asia%2FTokyo"

    assert "JST" in page(owner)


def test_the_person_s_choice_counts_more(owner, chosen):
    chosen("Asia/Kolkata")
    owner.cookies[COOKIE] = "Asia%2FTokyo"

    assert "IST" in page(owner) and "JST" not in page(owner)


@pytest.mark.parametrize("said", ["", "Mars%2FOlympus", "..%2F..%2Fetc%2Fpasswd", "%00", "a" * 5_000, "Europe"])
def test_without_a_zone_it_is_utc_and_says_so(owner, said):
    owner.cookies[COOKIE] = said

    assert "UTC" in page(owner).partition("It is now ")[2].partition("<")[0]


def test_it_holds_for_staff_too(owner, ask):
    ask("Lisbon")
    owner.cookies[COOKIE] = "Asia%2FTokyo"

    assert "JST" in page(owner, "/inbox") and owner.get("/admin/").status_code == 200


def test_programs_read_utc(owner, home, note):
    memory = note()
    owner.cookies[COOKIE] = "Asia%2FTokyo"

    assert "+09:00" not in owner.get(f"/api/v1/memories/{memory}").content.decode()


def test_signing_in_stores_it_for_mails(home):
    client = Client()
    client.cookies[COOKIE] = "Asia%2FTokyo"
    client.post("/accounts/login/", {"login": home.username, "password": home.password})

    account = Account.objects.get(username="owner")
    assert (account.time_zone, account.mail_zone.key) == ("", "Asia/Tokyo")


def test_nothing_said_at_the_next_one_is_utc_again(home):
    Account.objects.filter(username="owner").update(browser_time_zone="Asia/Tokyo")
    Client().post("/accounts/login/", {"login": home.username, "password": home.password})

    assert Account.objects.get(username="owner").mail_zone.key == "UTC"
