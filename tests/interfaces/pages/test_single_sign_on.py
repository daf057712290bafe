"""Signing in through an organization's provider, here a small one on this machine: it never makes a login by itself."""

import json
import re
import time
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric import rsa
from django.test import Client
from django.utils import timezone
from werkzeug import Response

from operations.invitations import invite, withdraw
from workspaces import scope
from workspaces.models import Account, Membership, Person

pytestmark = pytest.mark.django_db
LOGIN, CALLBACK = "/accounts/oidc/sso/login/", "/accounts/oidc/sso/login/callback/"


class Provider:
    """An OpenID provider that knows one person."""

    def __init__(self, server):
        self.server, self.key = server, rsa.generate_private_key(public_exponent=65537, key_size=2048)
        self.claims = {"sub": "ana-1", "email": "ana@example.org", "email_verified": True}
        url = server.url_for("")
        self.issuer = url.rstrip("/")
        paths = {name: f"{self.issuer}/{name}" for name in ("authorize", "token", "userinfo", "jwks")}
        server.expect_request("/.well-known/openid-configuration").respond_with_json(
            {
                "issuer": self.issuer,
                "authorization_endpoint": paths["authorize"],
                "token_endpoint": paths["token"],
                "userinfo_endpoint": paths["userinfo"],
                "jwks_uri": paths["jwks"],
            }
        )
        server.expect_request("/token", method="POST").respond_with_handler(self.token)
        server.expect_request("/userinfo").respond_with_handler(lambda request: self.json(self.claims))

    def token(self, request):
        now = int(time.time())
        said = self.claims | {"iss": self.issuer, "aud": "memory", "iat": now, "exp": now + 60}
        return self.json({"access_token": "a", "token_type": "Bearer", "id_token": jwt.encode(said, self.key, "RS256")})

    @staticmethod
    def json(told):
        return Response(json.dumps(told), content_type="application/json")


@pytest.fixture
def provider(httpserver, settings):
    found = Provider(httpserver)
    app = {
        "provider_id": "sso",
        "name": "Acme",
        "client_id": "memory",
        "secret": "s",
        "settings": {"server_url": found.issuer},
    }
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": [app]}}
    return found


@pytest.fixture
def address(home):
    """Ana's login has an address, and a mailed link has proven it."""
    prove("owner", "ana@example.org")


@pytest.fixture
def invited(home, person):
    """The link of an invitation for Ben."""
    with scope.enter(home.workspace_id):
        ben = Person.objects.create(name="Ben")
        return invite(person_id=ben.id, email="ben@example.org", actor=person, now=timezone.now())


def enter_address(username, address):
    """As staff do it."""
    Account.objects.filter(username=username).update(email=address)
    return Account.objects.get(username=username)


def prove(username, address):
    account = enter_address(username, address)
    EmailAddress.objects.create(user=account, email=address.lower(), verified=True, primary=True)


def come_back(client, start=LOGIN, **query):
    """To the provider, and from there back."""
    away = client.get(start, query)
    assert away.status_code == 302
    asked = parse_qs(urlsplit(away.url).query)
    return client.get(CALLBACK, {"code": "c", "state": asked["state"][0]})


def is_in(client):
    return client.get("/memories").status_code == 200


def test_off_unless_it_is_set_up(client, home):
    assert "Sign in with" not in client.get("/accounts/login/").content.decode().replace("Sign in with a passkey", "")
    assert client.get(LOGIN).status_code == 404


def test_the_page_to_sign_in_leads_there(client, home, provider):
    page = client.get("/accounts/login/?next=/timeline").content.decode()

    assert "Sign in with Acme" in page and f'href="{LOGIN}?' in page


def test_we_ask_with_a_state_and_proof_of_our_own(client, home, provider):
    asked = parse_qs(urlsplit(client.get(LOGIN).url).query)

    assert asked["code_challenge_method"] == ["S256"] and asked["state"] and "openid" in asked["scope"][0]


def test_a_verified_address_finds_the_login(client, home, provider, address):
    come_back(client)

    assert is_in(client) and SocialAccount.objects.get().user.username == "owner"


def test_the_password_stays(client, home, provider, address):
    come_back(client)

    assert Client().post("/accounts/login/", {"login": "owner", "password": home.password}).status_code == 302


def test_afterwards_the_address_may_change_over_there(client, home, provider, address):
    come_back(client)
    provider.claims |= {"email": "ana.new@example.org", "email_verified": False}
    again = Client()
    come_back(again)

    assert is_in(again)


@pytest.mark.parametrize(
    "claims",
    [
        {"email_verified": False},
        {"email_verified": "true"},
        {"email": "zoe@example.org"},
        {"email": None},
    ],
)
def test_nobody_else_gets_in_and_no_login_is_made(client, home, provider, address, claims):
    provider.claims |= claims
    before = Account.objects.count()

    response = come_back(client)

    assert response.status_code == 403 and "You have no login here yet" in response.content.decode()
    assert not is_in(client) and Account.objects.count() == before and not SocialAccount.objects.exists()


def test_an_address_that_another_login_claims_stays_with_who_proved_it(client, home, elsewhere, provider, address):
    enter_address("stranger", "ana@example.org")
    come_back(client)

    assert is_in(client) and SocialAccount.objects.get().user.username == "owner"


def claimed_under_settings(attacker):
    attacker.post("/preferences", {"email": "ana@example.org"})


def claimed_on_the_page_of_the_library(attacker):
    for action in ("action_add", "action_send", "action_primary"):
        attacker.post("/accounts/email/", {"email": "ana@example.org", action: "1"})


def claimed_by_staff(attacker):
    enter_address("stranger", "ana@example.org")


def claimed_by_an_invitation_of_ones_own(attacker):
    """An owner sees the links of invitations, and opens one instead of whom it is for."""
    attacker.post("/setup/people", {"person": "new", "name": "Ana", "email": "ana@example.org"})
    link = re.search(r"/invitations/[^\s\"<]+", attacker.get("/setup/people").content.decode())[0]
    form = {"username": "ana", "password1": "quite a long one", "password2": "quite a long one"}
    Client().post(link, form)


CLAIMS = [
    claimed_under_settings,
    claimed_on_the_page_of_the_library,
    claimed_by_staff,
    claimed_by_an_invitation_of_ones_own,
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_nobody_lands_in_the_login_of_who_only_claims_their_address(client, outsider, provider, claim):
    claim(outsider)

    response = come_back(client)

    assert response.status_code == 403 and not is_in(client) and not SocialAccount.objects.exists()


@pytest.mark.parametrize("claim", CLAIMS)
def test_nor_is_who_proved_it_kept_out(client, outsider, provider, address, claim):
    claim(outsider)

    come_back(client)

    assert is_in(client) and SocialAccount.objects.get().user.username == "owner"


def test_who_has_not_proven_their_address_is_told_how(client, home, provider):
    enter_address("owner", "ana@example.org")

    page = come_back(client).content.decode()

    assert "Confirm your email address first" in page and "/preferences" in page


def test_an_address_that_staff_replaced_opens_nothing_more(client, home, provider, address):
    enter_address("owner", "ana.new@example.org")

    assert come_back(client).status_code == 403 and not is_in(client)


def test_a_login_switched_off_stays_out(client, home, provider, address):
    come_back(Client())
    Account.objects.filter(username="owner").update(is_active=False)
    come_back(client)

    assert not is_in(client)


def test_an_invitation_makes_a_login(client, home, provider, invited):
    provider.claims |= {"sub": "ben-1", "email": "Ben@example.org"}
    come_back(client, next=f"/invitations/{invited.token}")

    assert is_in(client)
    account = Account.objects.get(username__iexact="ben")
    assert account.email == "ben@example.org" and not account.has_usable_password()
    assert Membership.objects.get(account=account).person_id == invited.person_id


def test_not_for_another_address(client, home, provider, invited):
    provider.claims |= {"sub": "eve-1", "email": "eve@example.org"}

    assert come_back(client, next=f"/invitations/{invited.token}").status_code == 403
    assert not Account.objects.filter(email="eve@example.org").exists()


def test_nor_by_one_that_was_withdrawn(client, home, provider, invited, person):
    with scope.enter(home.workspace_id):
        withdraw(invited, actor=person, now=timezone.now())
    provider.claims |= {"sub": "ben-1", "email": "ben@example.org"}

    assert come_back(client, next=f"/invitations/{invited.token}").status_code == 403


def test_the_second_step_stays(client, home, provider, address):
    TOTP.activate(Account.objects.get(username="owner"), generate_totp_secret())
    response = come_back(client)

    assert response.url.startswith("/accounts/2fa/authenticate/") and not is_in(client)


@pytest.mark.parametrize("query", [{"code": "c", "state": "made up"}, {"error": "access_denied"}, {}])
def test_an_answer_that_was_not_asked_for_is_none(client, home, provider, address, query):
    response = client.get(CALLBACK, query, follow=True)

    assert response.status_code in (200, 401) and not is_in(client)


def test_a_provider_that_is_down_is_told_of(client, home, provider):
    provider.server.clear()
    response = client.get(LOGIN)

    assert response.status_code == 502 and "Signing in didn't work" in response.content.decode()


def test_a_login_is_linked_and_unlinked(owner, home, provider, address):
    assert "/accounts/3rdparty/" in owner.get("/preferences").content.decode()
    come_back(owner, process="connect")
    page = owner.get("/accounts/3rdparty/").content.decode()
    assert "Acme" in page
    owner.post("/accounts/3rdparty/", {"account": SocialAccount.objects.get().pk})

    assert not SocialAccount.objects.exists()
