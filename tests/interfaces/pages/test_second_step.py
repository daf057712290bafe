"""Signing in with a second step, and what guards a session."""

import re
import time
from types import SimpleNamespace

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from memories.models import History
from workspaces.models import Account

pytestmark = pytest.mark.django_db
ACTIVATE, STEP = "/accounts/2fa/totp/activate/", "/accounts/2fa/authenticate/"


@pytest.fixture(autouse=True)
def stopped(monkeypatch):
    """The app's clock: a number that is read must not have passed when it is typed in."""
    now = time.time()
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: now))


def number_of(secret):
    """What the app shows now."""
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time())))


def shown_secret(page):
    return re.search(r'id="authenticator_secret"[^>]*>(\w+)<', page)[1]


@pytest.fixture
def signed_in(home):
    def _signed_in():
        client = Client()
        client.post("/accounts/login/", {"login": home.username, "password": home.password})
        return client

    return _signed_in


@pytest.fixture
def secret(signed_in, home):
    """The second step is on; answers with the app's secret."""
    client = signed_in()
    confirmed(client, home)
    secret = shown_secret(client.get(ACTIVATE).content.decode())
    assert client.post(ACTIVATE, {"code": number_of(secret)}).status_code == 302
    # The same number counts once; the next sign-in would have to wait for another.
    cache.clear()
    return secret


def confirmed(client, home):
    """The password once more, as everything asks that touches the second step."""
    return client.post("/accounts/reauthenticate/", {"password": home.password})


def is_in(client):
    return client.get("/memories").status_code == 200


def test_without_it_the_password_is_enough(signed_in):
    assert is_in(signed_in())


def test_the_password_alone_is_not_enough_any_more(secret, signed_in):
    client = signed_in()

    assert not is_in(client)
    assert "Enter the code from your authenticator app" in client.get(STEP).content.decode()


def test_with_the_number_it_is(secret, signed_in):
    client = signed_in()
    client.post(STEP, {"code": number_of(secret)})

    assert is_in(client)


def test_it_also_confirms_an_erasure(secret, signed_in):
    client = signed_in()
    client.post(STEP, {"code": number_of(secret)})
    cache.clear()
    client.post("/my-data/erase", {"confirmation": "Ana"})

    response = client.post("/accounts/2fa/reauthenticate/?next=/my-data/erase", {"code": number_of(secret)})

    assert response.url.startswith("/erasures/")


def test_the_same_number_counts_once(secret, signed_in):
    number = number_of(secret)
    signed_in().post(STEP, {"code": number})
    client = signed_in()
    client.post(STEP, {"code": number})

    assert not is_in(client)


def test_a_spare_code_counts_once(secret, signed_in):
    code = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()[0]
    first, second = signed_in(), signed_in()
    first.post(STEP, {"code": code})
    second.post(STEP, {"code": code})

    assert is_in(first) and not is_in(second)


def test_guessing_numbers_is_throttled(secret, signed_in):
    client = signed_in()
    for guess in range(12):
        client.post(STEP, {"code": f"{guess:06}"})
    client.post(STEP, {"code": number_of(secret)})

    assert not is_in(client)


def test_the_admin_is_no_way_around_it(secret, signed_in):
    client = signed_in()

    assert client.get("/admin/").status_code == 302
    assert client.post("/admin/login/", {"username": "owner", "password": "x"}).status_code in (302, 403)


def test_the_admin_can_ask_for_it(signed_in, home, settings):
    settings.STAFF_SECOND_STEP = True
    response = signed_in().get("/admin/", follow=True)

    assert response.redirect_chain == [("/accounts/2fa/", 302)]
    assert "The admin needs two-step sign-in." in response.content.decode()


def test_then_it_opens_with_it(secret, signed_in, settings):
    settings.STAFF_SECOND_STEP = True
    client = signed_in()
    client.post(STEP, {"code": number_of(secret)})

    assert client.get("/admin/").status_code == 200


def test_somebody_at_an_open_screen_does_not_switch_it_off(owner, secret):
    response = owner.get("/accounts/2fa/totp/deactivate/")

    assert response.status_code == 302 and "reauthenticate" in response.url
    assert Authenticator.objects.filter(type="totp").exists()


def test_it_is_switched_off_again(secret, signed_in, home):
    client = signed_in()
    client.post(STEP, {"code": number_of(secret)})
    confirmed(client, home)
    client.post("/accounts/2fa/totp/deactivate/")

    assert is_in(signed_in())


def test_the_words_are_ours(secret, signed_in, home):
    client = signed_in()
    client.post(STEP, {"code": number_of(secret)})
    assert "Confirm it's you" in client.get("/accounts/2fa/recovery-codes/", follow=True).content.decode()
    confirmed(client, home)
    pages = "".join(client.get(f"/accounts/2fa/{path}").content.decode() for path in ("", "recovery-codes/"))

    assert "Recovery codes" in pages
    for jargon in ("Two-Factor", "authentication"):
        assert jargon not in pages


def test_its_page_says_whether_it_is_on_and_since_when(owner, secret):
    Authenticator.objects.filter(type="totp").update(created_at="2026-03-02T12:00:00Z")
    assert "Two-step sign-in is on since 2 March 2026." in owner.get("/accounts/2fa/").content.decode()

    Authenticator.objects.all().delete()
    assert "Two-step sign-in is off." in owner.get("/accounts/2fa/").content.decode()


def test_settings_say_so_too_and_lead_there(owner, secret):
    page = owner.get("/preferences").content.decode()

    assert "Two-step sign-in is on." in page and 'href="/accounts/2fa/"' in page


def test_setting_it_up_is_told_step_by_step_with_the_key_to_copy_and_to_open(signed_in, home):
    client = signed_in()
    confirmed(client, home)

    page = client.get(ACTIVATE).content.decode()

    steps = re.findall(r"<h2>(.*?)</h2>", page)
    assert steps == ["Install an app", "Add your login to the app", "Enter the code"]
    secret = shown_secret(page)
    assert f"otpauth://totp/owner?secret={secret}&amp;issuer=Memory%20%28testserver%29" in page


@pytest.mark.parametrize("place", [ACTIVATE, STEP, "/accounts/2fa/reauthenticate/"])
def test_a_code_is_typed_with_digits_and_filled_in_by_the_phone(request, signed_in, home, place):
    client = signed_in() if place == ACTIVATE else with_second_step(request, signed_in, is_done=place != STEP)
    if place == ACTIVATE:
        confirmed(client, home)

    (field,) = re.findall(r'<input[^>]*name="code"[^>]*>', client.get(place).content.decode())

    assert 'inputmode="numeric"' in field and 'autocomplete="one-time-code"' in field


def with_second_step(request, signed_in, *, is_done):
    """Who comes with a second step: before it, or after it."""
    secret, client = request.getfixturevalue("secret"), signed_in()
    if is_done:
        client.post(STEP, {"code": number_of(secret)})
    return client


def test_a_wrong_code_says_what_to_do(signed_in, home):
    client = signed_in()
    confirmed(client, home)
    secret = shown_secret(client.get(ACTIVATE).content.decode())

    page = client.post(ACTIVATE, {"code": "000000"}).content.decode()

    assert "This code is wrong or too old. Enter the one that your app shows now." in page
    assert shown_secret(page) == secret


def test_a_code_may_be_typed_as_the_app_shows_it(signed_in, home):
    client = signed_in()
    confirmed(client, home)
    number = number_of(shown_secret(client.get(ACTIVATE).content.decode()))

    assert client.post(ACTIVATE, {"code": f"{number[:3]} {number[3:]}"}).status_code == 302


def test_recovery_codes_are_there_to_copy_and_to_download(secret, signed_in, home):
    client = signed_in()
    client.post(STEP, {"code": number_of(secret)})
    confirmed(client, home)
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()

    page = client.get("/accounts/2fa/recovery-codes/").content.decode()
    file = client.get("/accounts/2fa/recovery-codes/download/")

    assert "\n".join(codes) in page and "If you lose your phone, these codes are your way in." in page
    assert file.content.decode().split()[-10:] == codes
    assert "Recovery codes of owner for testserver" in file.content.decode()


def test_a_session_s_cookie_is_out_of_reach_of_scripts_and_other_sites(home, signed_in):
    cookie = signed_in().cookies["sessionid"]

    assert cookie["httponly"] and cookie["samesite"] == "Lax"


def test_over_https_cookies_stay_there(settings):
    # As HTTPS=true sets them; `check --deploy` runs with it.
    assert settings.SESSION_COOKIE_SECURE == settings.CSRF_COOKIE_SECURE == settings.HTTPS


def test_signing_in_takes_a_new_session(home):
    client = Client()
    client.get("/accounts/login/")
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    planted = session.session_key
    client.cookies["sessionid"] = planted
    client.post("/accounts/login/", {"login": home.username, "password": home.password})

    assert client.session.session_key != planted


def test_a_new_password_ends_the_other_sessions(home, signed_in):
    other, mine = signed_in(), signed_in()
    new = "quite another long one"
    form = {"oldpassword": home.password, "password1": new, "password2": new}
    mine.post("/accounts/password/change/", form)

    assert is_in(mine) and not is_in(other)


def test_a_wrong_current_password_is_called_so_beside_its_field(home, signed_in):
    form = {"oldpassword": "not it", "password1": "another long one", "password2": "another long one"}
    page = signed_in().post("/accounts/password/change/", form).content.decode()

    field = page.partition('name="oldpassword"')[2]
    assert field.index("That is not your current password.") < field.index("Forgot your password?")


def test_signing_out_ends_the_session_on_the_server(home, signed_in):
    client = signed_in()
    key = client.cookies["sessionid"].value
    client.post("/accounts/logout/")
    again = Client()
    again.cookies["sessionid"] = key

    assert not is_in(again)


def test_who_runs_the_server_removes_one_that_was_lost(secret, signed_in, home, in_home):
    assert signed_in().get("/inbox").status_code == 302
    call_command("remove_second_step", home.username)

    assert signed_in().get("/inbox").status_code == 200
    with in_home():
        told = History.objects.filter(meta__what="membership").latest("created_at")
    assert (told.actor_label, told.meta["changed"]) == ("system:remove_second_step", ["second_step"])
    with pytest.raises(CommandError, match="without a second step"):
        call_command("remove_second_step", home.username)


def test_of_nobody_it_removes_nothing(db):
    with pytest.raises(CommandError, match="no such login"):
        call_command("remove_second_step", "nobody")


@pytest.mark.parametrize(("host", "is_told"), [("127.0.0.1", True), ("[::1]", True), ("localhost", False)])
def test_an_ip_address_can_have_no_passkeys(owner, settings, host, is_told):
    settings.ALLOWED_HOSTS = ["*"]

    page = owner.get("/accounts/2fa/", headers={"host": host}).content.decode()

    assert ("Passkeys work only where" in page, "Add a passkey" in page) == (is_told, not is_told)


def test_a_new_password_leads_to_the_settings(home, signed_in):
    form = {"oldpassword": home.password, "password1": "another long one", "password2": "another long one"}

    assert signed_in().post("/accounts/password/change/", form).url == "/preferences"


def passkey():
    """What a browser sends of a new passkey."""
    key = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    made = AttestedCredentialData.create(bytes(16), b"passkey", key)
    found = AuthenticatorData.create(bytes(32), AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.AT, 0, made)
    client = CollectedClientData.create("webauthn.create", bytes(32), "http://testserver")
    answer = {
        "clientDataJSON": websafe_encode(client),
        "attestationObject": websafe_encode(AttestationObject.create("none", found, {})),
    }
    name = websafe_encode(b"passkey")
    return {"id": name, "rawId": name, "type": "public-key", "response": answer, "clientExtensionResults": {}}


@pytest.fixture
def recovery_codes(home, signed_in):
    """A passkey is the second step, without an app."""
    account = Account.objects.get(username=home.username)
    Authenticator.objects.create(user=account, type=Authenticator.Type.WEBAUTHN, data={"credential": passkey()})
    return RecoveryCodes.activate(account).get_unused_codes()


def test_with_a_passkey_alone_nothing_speaks_of_an_app(signed_in, recovery_codes):
    client = signed_in()
    page = client.get(STEP).content.decode() + client.post(STEP, {"code": "00000000"}).content.decode()
    assert "Use a passkey" in page and "This is none of your recovery codes" in page

    client.post(STEP, {"code": recovery_codes[0]})
    page += client.get("/accounts/2fa/reauthenticate/").content.decode()

    assert "Enter one of your recovery codes." in page
    assert "authenticator app" not in page and "your app" not in page and "No phone at hand" not in page


@pytest.mark.parametrize(("steps", "counts"), [(-2, False), (-1, True), (0, True), (2, False)])
def test_the_number_before_still_counts(secret, signed_in, steps, counts):
    client = signed_in()
    now = int(auth.time.time()) // 30
    client.post(STEP, {"code": format_hotp_value(hotp_value(secret, now + steps))})
    assert is_in(client) == counts


def test_cancelling_leads_back_to_where_one_came_from(owner):
    page = owner.get("/accounts/2fa/totp/activate/", follow=True).content.decode()
    assert '<a href="/accounts/2fa/">Cancel</a>' in page


def test_the_number_before_counts_once_too(secret, signed_in, home, monkeypatch):
    number = format_hotp_value(hotp_value(secret, int(auth.time.time()) // 30))
    signed_in().post(STEP, {"code": number})
    later = auth.time.time() + 30
    monkeypatch.setattr(auth, "time", SimpleNamespace(time=lambda: later))
    account = Account.objects.get(username=home.username)
    assert cache.delete(f"allauth.mfa.totp.used?user={account.pk}&code={number}")  # as its time passes
    client = signed_in()
    client.post(STEP, {"code": number})
    assert not is_in(client)
