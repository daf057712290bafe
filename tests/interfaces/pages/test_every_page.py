"""What holds for every page, empty or full."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

pytestmark = pytest.mark.django_db
LISTS = [
    "/",
    "/inbox",
    "/search",
    "/search?q=Lisbon",
    "/decisions",
    "/memories",
    "/memories?state=forgotten",
    "/memories/new",
    "/map",
    "/timeline",
    "/activity",
    "/conversations",
    "/my-data",
    "/my-data/access",
]
ACCOUNT = ["/preferences", "/accounts/password/change/", "/accounts/logout/", "/accounts/2fa/"]
ACCOUNT += ["/accounts/2fa/webauthn/", "/accounts/3rdparty/"]
ERASE = "/my-data/erase"
OUTSIDE = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/password/reset/done/"]
OUTSIDE += ["/offline", "/accounts/3rdparty/login/cancelled/"]
WRITES = ("INSERT", "UPDATE", "DELETE")


@pytest.fixture
def full(ask, note, fact, forgotten, looked_up, say, owner):
    """Paths of pages that show one row of each kind."""
    (turn,) = say("I live in Lisbon.")
    refused = ask("they/them", key="pronouns", reason="A guess.")
    owner.post(f"/proposals/{refused}/refuse", {"shown_hash": "any"})
    waiting = ask("Lisbon", evidence_turn_id=turn, reason="She said so.")
    note("One.")
    memory, style = note("Two."), fact()
    looked_up("When?", memory)
    single = [f"/memories/{memory}", f"/memories/{forgotten}", f"/memories/{style}"]
    return [
        *LISTS,
        *single,
        f"/memories/{memory}/edit",
        f"/memories/{style}/edit",
        f"/proposals/{waiting}",
        f"/conversations/{turn}",
        ERASE,
    ]


def test_empty_pages_are_sound(owner, no_query_outside_scope, problems_of):
    for path in [*LISTS, *ACCOUNT]:
        assert problems_of(owner.get(path)) == [], path


def test_full_pages_are_sound(owner, full, no_query_outside_scope, problems_of):
    for path in full:
        assert problems_of(owner.get(path)) == [], path


def test_pages_before_signing_in_are_sound(client, db, problems_of):
    for path in OUTSIDE:
        assert problems_of(client.get(path)) == [], path


def test_reading_changes_nothing(owner, full):
    with CaptureQueriesContext(connection) as captured:
        for path in [*full, *ACCOUNT]:
            owner.get(path)

    assert [query["sql"] for query in captured if query["sql"].startswith(WRITES)] == []


def test_what_changes_something_takes_post_only(owner, ask, note):
    memory, proposal = f"/memories/{note()}", f"/proposals/{ask()}"

    for path in (f"{memory}/restore", f"{proposal}/approve", f"{proposal}/refuse", "/workspace"):
        assert owner.get(path).status_code == 405, path


def test_a_form_from_another_site_is_refused(home, ask, note):
    client = Client(enforce_csrf_checks=True)
    client.login(username=home.username, password=home.password)

    for path in (f"/proposals/{ask()}/approve", f"/memories/{note()}/forget", "/workspace"):
        response = client.post(path, {"shown_hash": "x"})
        assert response.status_code == 403
        assert "Please try again" in response.content.decode()


def test_the_content_policy_allows_nothing_inline_and_nothing_from_outside(owner):
    policy = owner.get("/inbox").headers["Content-Security-Policy"]

    for part in (
        "default-src 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ):
        assert part in policy
    assert "unsafe" not in policy and "http" not in policy and "*" not in policy


def test_private_pages_are_kept_in_no_cache(owner):
    assert "no-store" in owner.get("/memories").headers["Cache-Control"]


def test_what_is_not_there_is_said_in_plain_words(owner):
    response = owner.get("/nowhere")

    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
