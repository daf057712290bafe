"""Passkeys, with an authenticator that Chromium pretends to have."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.django_db(transaction=True)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def device(new_window) -> Page:
    """A window of nobody, on a device that asks for a finger."""
    page = new_window()
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


def sign_in(page: Page, home) -> None:
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill(home.username)
    page.get_by_label("Password", exact=True).fill(home.password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/accounts/login/**")


@pytest.fixture
def passkey(device, home) -> Page:
    """The device has a passkey, and nobody is signed in."""
    sign_in(device, home)
    device.wait_for_url(lambda url: "login" not in url)
    device.goto("/accounts/2fa/webauthn/add/")
    device.get_by_label("Password").fill(home.password)
    device.get_by_role("button", name="Continue").click()
    device.get_by_label("Name of this passkey").fill("My phone")
    device.get_by_role("button", name="Add passkey").click()
    expect(device.get_by_text("Passkey added.")).to_be_visible()
    sign_out(device)
    return device


def test_it_signs_in_alone(passkey):
    passkey.get_by_role("button", name="Sign in with a passkey").click()
    passkey.wait_for_url(lambda url: "login" not in url)
    passkey.goto("/memories")

    expect(passkey.get_by_role("heading", name="Memories", level=1)).to_be_visible()


def test_after_the_password_it_is_the_second_step(passkey, home):
    sign_in(passkey, home)
    passkey.get_by_role("button", name="Use a passkey").click()
    passkey.wait_for_url(lambda url: "2fa" not in url)
    passkey.goto("/memories")

    expect(passkey.get_by_role("heading", name="Memories", level=1)).to_be_visible()


def test_it_is_listed_and_removed(passkey, home):
    passkey.get_by_role("button", name="Sign in with a passkey").click()
    passkey.wait_for_url(lambda url: "login" not in url)
    passkey.goto("/accounts/2fa/webauthn/")
    expect(passkey.get_by_text("My phone")).to_be_visible()

    passkey.get_by_role("main").get_by_role("link", name="Remove").click()
    passkey.get_by_role("link", name="Use a passkey").click()
    passkey.get_by_role("button", name="Use a passkey").click()
    passkey.get_by_role("button", name="Remove").click()

    expect(passkey.get_by_text("You have no passkeys.")).to_be_visible()


def test_a_device_without_one_says_so_and_the_password_stays(device, home):
    device.goto("/accounts/login/")
    device.get_by_role("button", name="Sign in with a passkey").click()

    expect(device.get_by_text("That didn't work. Try again.")).to_be_visible()
    expect(device.get_by_label("Password", exact=True)).to_be_visible()
