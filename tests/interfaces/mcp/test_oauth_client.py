"""The OAuth of the SDK's own client, at the server as it runs; only the person's browser is played."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from django.test import Client as Browser
from mcp.client import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientMetadata

from tests.interfaces.mcp.event_loop import run_apart
from tests.interfaces.mcp.test_server import url  # noqa: F401 -- a fixture
from workspaces.models import Account


class Kept:
    """What the client keeps between its runs."""

    def __init__(self):
        self.tokens = self.client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


class Person:
    """Signed in; opens the page, agrees, and is sent back to the program."""

    def __init__(self, session):
        self._cookies = {"sessionid": session}

    async def open(self, address):
        async with httpx2.AsyncClient(cookies=self._cookies, timeout=60) as browser:
            page = (await browser.get(address)).text
            form = {
                name: html.unescape(re.search(rf'name="{name}" value="([^"]+)"', page)[1])
                for name in ("request", "csrfmiddlewaretoken", "scopes")
            }
            form |= {"role": "supervisor", "action": "grant"}
            answer = await browser.post(urlsplit(address)._replace(query="").geturl(), data=form)
        self._sent_back = parse_qs(urlsplit(answer.headers["location"]).query)

    async def answer(self):
        return AuthorizationCodeResult(code=self._sent_back["code"][0], state=self._sent_back["state"][0])


@pytest.fixture
def session(home):
    browser = Browser()
    browser.force_login(Account.objects.get(username="owner"))
    return browser.cookies["sessionid"].value


@pytest.mark.django_db(transaction=True)
def test_a_client_that_is_given_only_the_address_gets_in_with_the_person_s_consent(url, session):  # noqa: F811
    person, kept = Person(session), Kept()
    asks = OAuthClientMetadata(client_name="A program", redirect_uris=["http://127.0.0.1:33418/callback"])
    oauth = OAuthClientProvider(f"{url}/mcp", asks, kept, person.open, person.answer)

    async def talk():
        async with (
            httpx2.AsyncClient(auth=oauth, timeout=60) as http,
            Client(streamable_http_client(f"{url}/mcp", http_client=http)) as client,
        ):
            return await client.call_tool("set_fact", {"category": "identity", "key": "city", "value": "Faro"})

    result = run_apart(talk)
    assert result.structured_content["status"] == "pending_consent"
    assert kept.tokens.access_token.startswith("mem_") and kept.tokens.refresh_token
