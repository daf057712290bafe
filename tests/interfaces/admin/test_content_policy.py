"""Every page of the URL table, as everybody: a strict content policy, nothing from outside, nothing changed by GET."""

import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver

from consent.models import Proposal
from memories.models import Memory
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from tests.interfaces.admin.test_every_page import MODELS, first_id
from workspaces import scope
from workspaces.models import Agent

pytestmark = pytest.mark.django_db
STRICT = {
    "default-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}
UNFOLD = {"script-src 'self' 'unsafe-eval'", "style-src 'self' 'unsafe-inline'"}
# Signing in and out, looking at one's session and throttling keep their own books.
BOOKS = ("django_session", "cache", "account_emailaddress", "interfaces_throttlewindow")
DOWNLOADS = "/my-data/export."  # the person's history names them
WRITES = re.compile(r"^(INSERT INTO|UPDATE|DELETE FROM) \"?(\w+)")
ELSEWHERE = re.compile(r"""(?:src|href|action|poster)=["']?(?:https?:)?//[^"'> ]+|url\(["']?(?:https?:)?//[^"')]+""")
PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>")
# The API answers JSON; links of mails hold a secret each; what every list of the admin has alike is asked of one.
ALIKE = r"^admin/(?!workspaces/category)\w+/\w+/<path:object_id>/(history|delete|$)"
LEFT_OUT = re.compile(rf"^api/(v1|schema)|\(\?P|{ALIKE}")


def paths(resolver: URLResolver, prefix: str = "") -> Iterator[str]:
    """Every address of the table as it is written there."""
    for entry in resolver.url_patterns:
        whole = prefix + str(entry.pattern)
        if isinstance(entry, URLPattern):
            yield whole
        else:
            yield from paths(entry, whole)


@pytest.fixture
def addresses(home, planner, now, one_of_each) -> list[str]:
    """The table's addresses but the API's, with the numbers of rows that are there."""
    answer = memory_query(QueryRequest(user_id=home.user_id, query="When?"), actor=planner, now=now)
    with scope.enter(home.workspace_id):
        numbers = {
            "memory_id": Memory.objects.first().id,
            "proposal_id": Proposal.objects.first().id,
            "event_id": answer.event_id,
            "agent_id": Agent.objects.first().id,
        }
    rows = {f"admin/{model._meta.app_label}/{model._meta.model_name}/": first_id(model, home) for model in MODELS}

    def filled(path: str) -> str:
        row = next((row for prefix, row in rows.items() if path.startswith(prefix)), None) or home.user_id
        return "/" + PART.sub(lambda part: str(numbers.get(part["name"], row if part["kind"] else "words")), path)

    return [filled(path) for path in paths(get_resolver()) if not LEFT_OUT.search(path)]


@pytest.mark.parametrize("who", ["owner", "colleague", "outsider", "client"])
def test_no_page_loads_from_elsewhere_or_changes_anything_by_being_read(who, request, addresses):
    reader: Client = request.getfixturevalue(who)
    for address in addresses:
        with CaptureQueriesContext(connection) as captured:
            response = reader.get(address)
        policy = set(response.headers.get("Content-Security-Policy", "").split("; "))
        text = response.content.decode(errors="replace") if not response.streaming else ""

        assert policy == STRICT | (UNFOLD if address.startswith("/admin/") and policy & UNFOLD else set()), address
        assert response.headers["X-Frame-Options"] == "DENY", address
        assert not ELSEWHERE.search(text), (address, ELSEWHERE.search(text))
        recorded = {"memories_history"} if address.startswith(DOWNLOADS) else set()
        assert [write for query in captured if (write := changed(query["sql"], recorded))] == [], address


def test_the_table_is_walked(addresses):
    assert len(addresses) > 150
    assert {"/", "/my-data", "/admin/", "/accounts/login/", "/accounts/2fa/", "/healthz"} <= set(addresses)


def changed(sql, recorded=frozenset()):
    found = WRITES.match(sql)
    return found and found[2] not in {*BOOKS, *recorded} and sql[:200]
