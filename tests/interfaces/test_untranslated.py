"""All pages, in a language in which each translated text stands in brackets: no other text is on any of them."""

import re
from collections.abc import Iterable, Iterator
from uuid import uuid4

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from consent.models import Policy
from conversations.models import Session
from memories.models import History
from operations.models import Tombstone
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.interfaces.untranslated import Brackets, untranslated
from workspaces.models import Agent, Membership

pytestmark = pytest.mark.django_db
# What the fixtures wrote, and names that stay as they are.
DATA = re.compile(
    r"\b(?:Home|owner|Ana|Lisbon|Europe|One|Two|They live there|When is it|A guess|She said so|I live in|"
    r"release is on Friday|The old plan|"
    r"The|supervisor|planner|executor|researcher|stylist|black|they/them|Supervisor|Planner|Executor|Researcher|Stylist|"
    r"JSON|HTML|QR|Python|LangGraph|Deutsch|English|Español|Français|pt)\b"
)
# Zones are names of places.
ZONES = re.compile(r'<select name="time_zone".*?</select>', re.S)
LANGUAGES = ["de", "es", "fr"]
FOR_PROGRAMS = (
    "api/",
    "docs/",
    "compat/",
    "problems/",
    "healthz",
    "readyz",
    ".well-known/",
    "oauth/",
    "admin/",
    "static/",
)


def routes(resolver: URLResolver | None = None, prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every path of the server, as it is written in its URL configuration."""
    for entry in (resolver or get_resolver()).url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from routes(entry, path)
        else:
            yield path, entry


def pages() -> list[str]:
    return sorted({path for path, _entry in routes() if not f"{path}/".startswith(FOR_PROGRAMS)})


@pytest.fixture
def bracketed(monkeypatch) -> Brackets:
    return Brackets(monkeypatch)


@pytest.fixture
def filled(ask, note, fact, forgotten, say, planner, owner, in_home, home, now) -> dict[str, str]:
    """One row of each kind; its id by the name that paths have for it."""

    (turn,) = say("I live in Lisbon.")
    owner.post(f"/proposals/{ask('they/them', key='pronouns', reason='A guess.')}/refuse", {"shown_hash": "any"})
    waiting = ask("Lisbon", evidence_turn_id=turn, reason="She said so.")
    note("One.", key="one")
    memory = note("Two.", key="two")
    fact()
    request = QueryRequest(user_id=str(home.user_id), query="When is it?")
    event = memory_query(request, actor=planner, now=now).event_id
    owner.post(f"/conversations/{say('I live by the sea.')[0]}/delete", follow=True)  # shows what it says of it
    with in_home():
        agent = Agent.objects.first().id
        deletion = History.objects.get(meta__has_key="messages").id
        account = Membership.objects.get(workspace_id=home.workspace_id).account
        tombstone = Tombstone.objects.create(
            person_id=uuid4(), requested_by=account.id, requested_at=now, counts={"memories.Memory": 3}
        )
        rule = Policy.objects.create(fact_key="diet", outcome="consent").id
        session = Session.objects.first().id
    return {
        "memory_id": memory, "proposal_id": waiting, "event_id": event, "agent_id": agent, "policy_id": rule,
        "erasure_id": tombstone.id, "deletion_id": deletion, "session_id": session, "turn_id": turn,
        "review_id": uuid4(), "invitation_id": uuid4(), "workspace_id": home.workspace_id, "token": "x",
        "uidb36": "x", "key": "x", "pk": 0, "device_id": uuid4(), "provider_id": "x",
    }  # fmt: skip


def address(path: str, ids: dict[str, str]) -> str:
    named = re.sub(r"\^|\$|\\Z|\\A", "", path)
    named = re.sub(r"\(\?P<(\w+)>[^)]*\)", r"<\1>", named)
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(ids[found[1]]), named)


def complaints(client, path: str) -> list[str]:
    response = client.get(path, follow=True)
    kind = response.headers.get("Content-Type", "")
    if response.status_code == 405 or not kind.startswith("text/html") or "Content-Disposition" in response.headers:
        return []
    return untranslated(ZONES.sub("", response.content.decode()), DATA)


def complaints_of(client, addresses: Iterable[str]) -> dict[str, list[str]]:
    return {address: found for address in addresses if (found := complaints(client, address))}


def test_pages_of_a_filled_store_have_no_other_text(owner, filled, bracketed):
    assert complaints_of(owner, [address(path, filled) for path in pages()]) == {}
    assert [bracketed.without_translation(language) for language in LANGUAGES] == [[], [], []]


def test_empty_pages_have_no_other_text(owner, bracketed):
    assert complaints_of(owner, [address(path, {}) for path in pages() if "<" not in path]) == {}


def test_pages_before_signing_in_have_no_other_text(client, db, bracketed):
    outside = ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere"]

    assert complaints_of(client, outside) == {}


@pytest.mark.parametrize(
    ("html", "found"),
    [
        ("<p>⟦Hello⟧ Ana</p>", []),
        ("<p>⟦Hello⟧ world</p>", ["⟦Hello⟧ world"]),
        ('<a title="Close">⟦x⟧</a>', ["Close"]),
        ("<p>⟦{who} said <b>Lisbon⟧</b></p><p>Bare</p>", ["Bare"]),
        ('<input type="submit" value="Send"><input value="data">', ["Send"]),
        ('<p translate="no">anything</p><pre>code <i>x</i></pre>', []),
    ],
)
def test_the_search_finds_what_it_looks_for(html, found):
    assert untranslated(html, DATA) == found
