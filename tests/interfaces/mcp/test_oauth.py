"""A program that has no key asks a person for access, as the Model Context Protocol describes it."""

import base64
import hashlib
import html
import json
import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from allauth.idp.oidc.models import Client as Program
from django.core.cache import cache
from django.test import Client

from tests.interfaces.conftest import new_login
from tests.interfaces.mcp.conftest import Session
from workspaces import scope
from workspaces.models import Agent, ApiKey, Grant

CALLBACK = "http://127.0.0.1:33418/callback"
VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
RESOURCE = "http://localhost/mcp"


@pytest.fixture(autouse=True)
def fresh_limits():
    """Registrations are counted by address, and all tests have the same."""
    cache.clear()


@pytest.fixture
def web():
    """Somebody's browser, or a program, at this server."""
    return Client(SERVER_NAME="localhost")


@pytest.fixture
def register(web):
    def _register(**metadata):
        asked = {"client_name": "Claude Code", "redirect_uris": [CALLBACK], "token_endpoint_auth_method": "none"}
        return web.post("/oauth/register", json.dumps(asked | metadata), content_type="application/json")

    return _register


@pytest.fixture
def program(register):
    """The id of a program that has registered itself."""
    return register().json()["client_id"]


@pytest.fixture
def request_of(program):
    def _request(**changes):
        asked = {
            "client_id": program,
            "redirect_uri": CALLBACK,
            "response_type": "code",
            "scope": "memory",
            "state": "s1",
            "resource": RESOURCE,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
        } | changes
        return "/oauth/authorize?" + urlencode({name: value for name, value in asked.items() if value is not None})

    return _request


@pytest.fixture
def agree(owner, request_of):
    """Ana opens the page of the request and answers; the parameters that the program gets back."""

    def _agree(action="grant", role="supervisor", **changes):
        page = owner.client.get(request_of(**changes), SERVER_NAME="localhost").content.decode()
        signed = html.unescape(re.search(r'name="request" value="([^"]+)"', page)[1])
        form = {"request": signed, "scopes": "memory", "role": role, "action": action}
        answer = owner.client.post("/oauth/authorize", form, SERVER_NAME="localhost")
        assert answer.status_code == 302, answer.content
        assert answer["Location"].startswith(f"{CALLBACK}?")
        return {name: values[0] for name, values in parse_qs(urlsplit(answer["Location"]).query).items()}

    return _agree


@pytest.fixture
def trade(web, program):
    """The token endpoint."""

    def _trade(**form):
        return web.post("/oauth/token", {"client_id": program} | form)

    return _trade


@pytest.fixture
def redeem(trade):
    def _redeem(code, **changes):
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": CALLBACK, "code_verifier": VERIFIER}
        return trade(**(form | {"resource": RESOURCE} | changes))

    return _redeem


@pytest.fixture
def tokens(agree, redeem):
    return redeem(agree()["code"]).json()


def test_a_program_finds_its_way_from_the_refusal_to_every_endpoint(web):
    resource = web.get("/.well-known/oauth-protected-resource/mcp").json()
    assert resource["resource"] == RESOURCE and resource["authorization_servers"] == ["http://localhost"]
    server = web.get("/.well-known/oauth-authorization-server").json()
    assert server["issuer"] == resource["authorization_servers"][0]
    assert server["code_challenge_methods_supported"] == ["S256"]
    for name in ("authorization", "token", "registration", "revocation"):
        assert web.get(urlsplit(server[f"{name}_endpoint"]).path).status_code != 404
    assert web.get("/.well-known/oauth-protected-resource/elsewhere").status_code == 404


def test_with_the_person_s_consent_a_program_acts_as_an_agent_about_them_alone(tokens, ana, ben, home):
    agent = Session(tokens["access_token"])
    assert [each["id"] for each in agent.answer("people")["results"]] == [ana]
    assert agent.answer("memory_upsert", content="User cooks risotto.")["status"] == "created"
    assert agent.answer("set_fact", category="identity", key="city", value="Faro")["status"] == "pending_consent"
    assert agent.call("memory_query", query="risotto", user_id=ben).is_error
    with scope.enter(home.workspace_id):
        made = Agent.objects.get(name__startswith="Claude Code")
        assert [str(each.person_id) for each in Grant.objects.filter(agent=made)] == [ana]
        key = ApiKey.objects.get(agent=made)
    assert key.label == "OAuth" and key.expires_at is not None
    assert tokens["token_type"] == "Bearer" and tokens["expires_in"] == 3600


def test_the_page_names_the_program_its_role_its_categories_and_where_the_answer_goes(owner, request_of):
    answer = owner.client.get(request_of(), SERVER_NAME="localhost")
    page = html.unescape(answer.content.decode())
    for named in ("Claude Code", "Supervisor", "Planner", "Tasks", "except", "http://127.0.0.1:33418"):
        assert named in page
    assert "http://127.0.0.1:33418" in answer["Content-Security-Policy"]


def test_the_role_that_the_person_chose_decides_what_the_agent_sees(agree, redeem, supervisor_mcp, ana):
    supervisor_mcp.answer("memory_upsert", content="User likes tea.", category="preferences", user_id=ana)
    agent = Session(redeem(agree(role="planner")["code"]).json()["access_token"])
    assert agent.answer("memory_query", query="tea")["results"] == []


def test_a_role_that_does_not_exist_is_not_given(owner, request_of, home):
    page = owner.client.get(request_of(), SERVER_NAME="localhost").content.decode()
    signed = html.unescape(re.search(r'name="request" value="([^"]+)"', page)[1])
    form = {"request": signed, "scopes": "memory", "role": "emperor", "action": "grant"}
    assert owner.client.post("/oauth/authorize", form, SERVER_NAME="localhost").status_code == 200
    with scope.enter(home.workspace_id):
        assert not Agent.objects.filter(name__startswith="Claude Code").exists()


def test_a_person_who_cancels_gives_nothing(agree, home):
    answer = agree(action="cancel")
    assert answer == {"error": "access_denied", "state": "s1"}
    with scope.enter(home.workspace_id):
        assert not Agent.objects.filter(name__startswith="Claude Code").exists()


def test_nobody_agrees_without_a_login_or_without_a_person(web, request_of, elsewhere, home):
    assert web.get(request_of()).status_code == 302
    staff = new_login("clerk", home.workspace_id, "admin")
    answer = staff.get(request_of(), SERVER_NAME="localhost")
    assert answer.status_code == 400 and "Nothing is remembered about you" in answer.content.decode()


@pytest.mark.parametrize("changes", [{"code_challenge": None}, {"code_challenge_method": "plain"}])
def test_a_request_without_a_safe_challenge_is_refused(owner, request_of, changes):
    assert owner.client.get(request_of(**changes), SERVER_NAME="localhost").status_code == 400


@pytest.mark.parametrize(
    "changes, words, advice",
    [
        ({"redirect_uri": "https://evil.example/"}, "an address that it has not registered", "add it again"),
        ({"client_id": "nobody"}, "does not know the program", "add it again"),
        ({"client_id": None}, "is incomplete", "connect again from there"),
        ({"resource": "https://elsewhere.example/mcp"}, "another server", "ends in /mcp"),
        ({"code_challenge": None}, "PKCE", "Update the program"),
    ],
)
def test_a_fault_that_no_program_can_be_told_of_has_a_page(owner, web, request_of, changes, words, advice):
    for browser in (owner.client, web):
        answer = browser.get(request_of(**changes), SERVER_NAME="localhost")
        page = answer.content.decode()
        assert answer.status_code == 400 and "cannot connect" in page and "What to do" in page
        assert words in page and advice in page and "parameter" not in page


def test_a_request_that_is_over_or_was_changed_has_a_page(owner, web, request_of, program):
    page = owner.client.get(request_of(), SERVER_NAME="localhost").content.decode()
    signed = html.unescape(re.search(r'name="request" value="([^"]+)"', page)[1])
    form = {"scopes": "memory", "role": "supervisor", "action": "grant"}

    changed = owner.client.post("/oauth/authorize", form | {"request": signed + "x"}, SERVER_NAME="localhost")
    Program.objects.get(id=program).delete()
    gone = owner.client.post("/oauth/authorize", form | {"request": signed}, SERVER_NAME="localhost")

    for answer in (changed, gone):
        assert answer.status_code == 400 and "This request is over" in answer.content.decode()


def test_a_code_counts_once_and_for_whoever_has_its_verifier(agree, redeem):
    code = agree()["code"]
    assert redeem(code, code_verifier="w" * 64).status_code == 400
    code = agree()["code"]
    assert redeem(code).status_code == 200
    assert redeem(code).status_code == 400


def test_tokens_are_for_this_server_s_addresses_only(owner, request_of, redeem, agree):
    elsewhere = "https://other.example/mcp"
    page = owner.client.get(request_of(resource=elsewhere), SERVER_NAME="localhost").content.decode()
    assert "asks for access to another server" in page
    refused = redeem(agree()["code"], resource=elsewhere)
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_target")


def test_a_token_is_renewed_and_the_old_refresh_token_ends(tokens, trade):
    renewed = trade(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert renewed.status_code == 200
    assert not Session(renewed.json()["access_token"]).call("people").is_error
    assert trade(grant_type="refresh_token", refresh_token=tokens["refresh_token"]).status_code == 400


def test_access_that_the_person_removes_ends_at_once_and_is_not_renewed(tokens, trade, owner, home, ana):
    agent = Session(tokens["access_token"])
    agent.answer("memory_upsert", content="User cooks risotto.")
    page = owner.client.get("/my-data/access").content.decode()
    assert "Claude Code" in page
    with scope.enter(home.workspace_id):
        agent_id = Agent.objects.get(name__startswith="Claude Code").id
    owner.client.post(f"/my-data/access/{agent_id}")
    assert agent.answer("people")["results"] == []
    assert agent.call("memory_query", query="risotto", user_id=ana).is_error
    refused = trade(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    assert (refused.status_code, refused.json()["error"]) == (400, "invalid_grant")


def test_after_a_new_consent_the_agent_is_the_same_one_again(tokens, agree, redeem, owner, home):
    with scope.enter(home.workspace_id):
        agent_id = Agent.objects.get(name__startswith="Claude Code").id
    owner.client.post(f"/my-data/access/{agent_id}")
    again = Session(redeem(agree()["code"]).json()["access_token"])
    assert len(again.answer("people")["results"]) == 1
    with scope.enter(home.workspace_id):
        assert Agent.objects.filter(name__startswith="Claude Code").count() == 1


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_a_program_that_ends_a_token_ends_both(tokens, trade, web, program, which):
    assert web.post("/oauth/revoke", {"token": tokens[which], "client_id": program}).status_code == 200
    with pytest.raises(Exception, match=r"40\d|rror"):
        Session(tokens["access_token"]).call("people")
    assert trade(grant_type="refresh_token", refresh_token=tokens["refresh_token"]).status_code == 400


def test_each_person_has_an_agent_of_their_own(tokens, colleague, request_of, redeem, ana, ben):
    page = colleague.client.get(request_of(), SERVER_NAME="localhost").content.decode()
    signed = html.unescape(re.search(r'name="request" value="([^"]+)"', page)[1])
    form = {"request": signed, "scopes": "memory", "role": "supervisor", "action": "grant"}
    location = colleague.client.post("/oauth/authorize", form, SERVER_NAME="localhost")["Location"]
    key = redeem(parse_qs(urlsplit(location).query)["code"][0]).json()["access_token"]
    assert [each["id"] for each in Session(key).answer("people")["results"]] == [ben]
    assert [each["id"] for each in Session(tokens["access_token"]).answer("people")["results"]] == [ana]


def test_a_registration_gets_the_one_scope_whatever_it_asks_for(register):
    answer = register(scope="openid email", grant_types=["client_credentials", "authorization_code"]).json()
    assert answer["scope"] == "memory"
    assert answer["grant_types"] == ["authorization_code", "refresh_token"]


@pytest.mark.parametrize("uri", ["http://evil.example/", "javascript:alert(1)", "data:text/html,x"])
def test_answers_go_to_safe_addresses_only(register, uri):
    assert register(redirect_uris=[uri]).status_code == 400


def test_applications_with_a_scheme_of_their_own_may_register(register):
    assert register(redirect_uris=["cursor://anysphere.cursor-mcp/callback"]).status_code == 201


@pytest.mark.parametrize("garbled", [{"client_id": "\x00"}, {"redirect_uri": "http://["}], ids=["nul", "brackets"])
def test_a_browser_is_told_of_a_garbled_request_on_a_page(owner, garbled):
    answer = owner.client.get(f"/oauth/authorize?{urlencode(garbled)}", SERVER_NAME="localhost")
    assert answer.status_code == 400 and "This request is over, or was changed on its way." in answer.content.decode()


HOSTILE_FORMS = [
    {"client_id": "\x00", "grant_type": "authorization_code", "code": "\x00", "code_verifier": "\x00"},
    {"client_id": "x", "grant_type": "refresh_token", "refresh_token": "\x00", "token": "\x00"},
    {"client_id": "Ω" * 5_000, "grant_type": "Ω", "code": "Ω", "token": "Ω", "resource": "http://[", "scope": "Ω"},
    {
        "client_id": "x",
        "request": "x",
        "action": "grant",
        "resource": "/",
        "redirect_uri": "http://[",
        "prompt": "none",
    },
]


@pytest.mark.parametrize("form", HOSTILE_FORMS, ids=["nul", "nul_token", "long", "brackets"])
@pytest.mark.parametrize("path", ["authorize", "token", "revoke"])
def test_no_form_is_a_fault_of_the_server(owner, program, path, form):
    browser = owner.client
    for values in (form, form | {"client_id": program}):
        assert browser.post(f"/oauth/{path}", values, SERVER_NAME="localhost").status_code < 500
        safe = {"code_challenge": CHALLENGE, "code_challenge_method": "S256", "response_type": "code"}
        assert browser.get(f"/oauth/{path}?{urlencode(safe | values)}", SERVER_NAME="localhost").status_code < 500


@pytest.mark.parametrize(
    "grant_type", ["password", "client_credentials", "urn:ietf:params:oauth:grant-type:device_code"]
)
def test_another_grant_type_is_told_as_such_to_any_program(web, program, grant_type):
    """RFC 6749, 5.2."""
    for client in ({}, {"client_id": program}):
        answer = web.post("/oauth/token", {"grant_type": grant_type, "username": "ana", "password": "x"} | client)
        assert (answer.status_code, answer.json()["error"]) == (400, "unsupported_grant_type")
        assert "authorization_code" in answer.json()["error_description"]


def test_a_missing_grant_type_is_told(trade):
    answer = trade()
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_request")
    assert "grant_type is missing" in answer.json()["error_description"]


def test_an_unknown_program_is_told_what_to_do(web):
    answer = web.post("/oauth/token", {"grant_type": "authorization_code", "code": "x"})
    assert answer.json()["error"] == "invalid_client" and "Send its client_id" in answer.json()["error_description"]


@pytest.mark.parametrize(
    "metadata",
    [
        {"client_name": "a\x00b"},
        {"client_name": "a" * 5_000},
        {"client_name": "\ud800"},
        {"client_name": {"a": 1}},
        {"redirect_uris": "x"},
        {"redirect_uris": ["http://["]},
        {"redirect_uris": ["https://a.example/\x00"]},
        {"grant_types": [[[]]]},
    ],
)
def test_no_registration_is_a_fault_of_the_server(register, metadata):
    assert register(**metadata).status_code in (201, 400)


@pytest.mark.parametrize("body", [b"", b"[", b"\xff", b"[" * 5_000, b'{"client_name": 1e999}', b"null"])
def test_no_body_of_a_registration_is_a_fault_of_the_server(web, body):
    assert web.post("/oauth/register", body, content_type="application/json").status_code == 400


@pytest.mark.parametrize("other", [{"name": "Claude Code"}, {"name": "kitchen", "display_name": "Claude Code"}])
def test_the_agent_is_called_as_its_program_and_told_apart_only_where_it_must_be(agree, home, other):
    agree()
    with scope.enter(home.workspace_id):
        made = Agent.objects.get(name="Claude Code")
        Agent.objects.filter(id=made.id).update(name="Another")
        Agent.objects.create(role="planner", **other)

    agree()

    with scope.enter(home.workspace_id):
        assert Agent.objects.get(id=made.id).name.startswith("Claude Code ")
