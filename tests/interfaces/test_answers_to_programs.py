"""Answers to programs are English, whatever language is asked for; what is stored and hashed is too."""

import pytest
from django.utils import translation

from consent.models import Decision, Proposal
from memories.models import History

pytestmark = pytest.mark.django_db
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de"}
CALLS = ("gettext", "pgettext", "ngettext", "npgettext")


@pytest.fixture(autouse=True)
def everything_is_translated(monkeypatch):
    """Each text looked up in another language than English says so."""

    def marked(call):
        original = getattr(translation._trans, call)
        return lambda *args: original(*args) + ("" if translation.get_language() == "en" else " ÜBERSETZT")

    for call in CALLS:
        monkeypatch.setattr(translation._trans, call, marked(call))


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/nowhere",
        "/api/v1/users",
        "/api/v1/proposals",
        "/api/v1/proposals?state=oops",
        "/api/v1/retrieval-events/not-an-id",
        "/api/schema/?format=json",
        "/problems/not-found",
        "/compat/mem0/v1/memories/",
        "/.well-known/oauth-authorization-server",
        "/healthz",
    ],
)
def test_an_answer_is_the_same_in_every_language(owner, ask, path):
    ask("Lisbon")

    german, plain = owner.get(path, **GERMAN), owner.get(path)

    assert "ÜBERSETZT" not in german.content.decode() + str(german.headers)
    assert german.status_code == plain.status_code
    assert "Content-Language" not in german.headers


def test_a_refused_request_is_explained_in_english(owner):
    response = owner.post("/api/v1/users", {"name": "", "external_id": 3}, content_type="application/json", **GERMAN)

    assert response.status_code == 422
    assert "ÜBERSETZT" not in response.content.decode()


def test_what_is_decided_on_a_page_in_german_is_stored_in_english(owner, ask, in_home):
    proposal_id = ask("Lisbon")
    with in_home():
        shown_hash = Proposal.objects.get(id=proposal_id).shown_hash

    owner.post(f"/proposals/{proposal_id}/approve", {"shown_hash": shown_hash}, **GERMAN)

    with in_home():
        assert Decision.objects.get(proposal_id=proposal_id).verdict == "approve"
        rows = [row.values() for row in History.objects.values()]
        rows += [row.values() for row in Proposal.objects.values()]
    assert "ÜBERSETZT" not in str([list(row) for row in rows])


def test_what_was_shown_in_german_is_what_is_approved(owner, ask, in_home):
    """The hash stands on the page itself, and is that of the English page."""
    ask("Lisbon")
    with in_home():
        shown_hash = Proposal.objects.get().shown_hash

    page = owner.get("/inbox", **GERMAN).content.decode()

    assert "ÜBERSETZT" in page and f'value="{shown_hash}"' in page
