"""The pages as an app: without a connection, with notifications, and by the browser's own clock."""

import base64
import os
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from playwright.sync_api import Page, expect

from operations.delivery.vapid import public_key
from operations.models import PushDevice
from workspaces.models import Account

pytestmark = pytest.mark.django_db(transaction=True)
WORKER = {"service_workers": "allow"}
READY = "navigator.serviceWorker.ready.then((one) => one.active.state)"
KEPT = """caches.keys()
  .then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
  .then((lists) => lists.flat().map((request) => new URL(request.url).pathname))"""
SHOWN = """navigator.serviceWorker.ready.then((one) => one.getNotifications())
  .then((all) => all.map((one) => [one.title, one.body, one.data]))"""
# Chromium's own push service is out of reach; the rest of the Push API is the browser's.
SUBSCRIBE = """PushManager.prototype.getSubscription = async () => null;
PushManager.prototype.subscribe = async (options) => {
  window.asked = btoa(String.fromCharCode(...options.applicationServerKey));
  return { toJSON: () => (SUBSCRIPTION) };
};"""

# Only the browser itself can make such an event that is trusted, and so wait for what it brings about.
CHANGE = """async () => {
  const key = Uint8Array.from(atob("KEY".replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const newSubscription = { toJSON: () => (SUBSCRIPTION), options: { applicationServerKey: key.buffer } };
  const event = new Event("pushsubscriptionchange");
  const done = [];
  Object.assign(event, { newSubscription, oldSubscription: null, waitUntil: (work) => done.push(work) });
  self.dispatchEvent(event);
  await Promise.all(done);
}"""


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@pytest.fixture
def app(new_window, owner) -> Page:
    page = new_window(owner, **WORKER)
    page.goto("/inbox")
    page.evaluate(READY)
    return page


def test_without_a_connection_it_says_so_and_comes_back(app):
    app.context.set_offline(True)
    app.goto("/memories")
    expect(app.get_by_role("heading", name="No connection")).to_be_visible()

    app.context.set_offline(False)
    app.get_by_role("link", name="Try again").click()

    expect(app.get_by_role("heading", name="Memories", level=1)).to_be_visible()


def test_nothing_that_is_remembered_is_kept(app, note, ask):
    memory = note("Ana swims.")
    ask("Lisbon")
    for path in ("/", "/inbox", "/memories", f"/memories/{memory}", "/my-data/export.json"):
        app.evaluate("(path) => fetch(path)", path)
    for path in ("/", "/inbox", "/memories", f"/memories/{memory}"):
        app.goto(path)

    assert sorted(app.evaluate(KEPT)) == ["/offline", "/static/css/site.css", "/static/icon.svg"]
    app.goto("/accounts/logout/")
    app.get_by_role("main").get_by_role("button", name="Sign out").click()
    app.wait_for_url("**/accounts/login/**")
    app.context.set_offline(True)
    app.goto("/memories")
    expect(app.get_by_role("heading", name="No connection")).to_be_visible()
    app.context.set_offline(False)


def subscription(name: str) -> str:
    """What a browser's subscription says of itself, for scripts."""
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    keys = {
        "p256dh": text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)),
        "auth": text(os.urandom(16)),
    }
    return f"{{ endpoint: 'https://push.example.org/{name}', keys: {keys} }}"


@pytest.fixture
def notified(new_window, owner) -> Page:
    """A window for which notifications were turned on."""
    page = new_window(owner, permissions=["notifications"], **WORKER)
    page.add_init_script(SUBSCRIBE.replace("SUBSCRIPTION", subscription("a")))
    page.goto("/preferences")
    page.get_by_role("button", name="Turn on for this device").click()
    expect(page.get_by_text("Notifications are on for this device.")).to_be_visible()
    return page


def test_a_subscription_that_the_browser_replaces_is_told_of(notified, in_home):
    (worker,) = notified.context.service_workers
    worker.evaluate(CHANGE.replace("SUBSCRIPTION", subscription("b")).replace("KEY", public_key()))

    with in_home():
        assert PushDevice.objects.get().url == "https://push.example.org/b"


def test_a_device_is_turned_on_and_off(notified, in_home):
    page = notified
    with in_home():
        assert PushDevice.objects.get().url == "https://push.example.org/a"
        assert PushDevice.objects.get().server_key == public_key()

    page.get_by_role("button", name="Turn off for").click()

    expect(page.get_by_text("Notifications are off for that device.")).to_be_visible()
    with in_home():
        assert not PushDevice.objects.exists()


def test_a_browser_that_blocks_them_says_so(new_window, owner):
    page = new_window(owner)
    page.add_init_script("Notification.requestPermission = async () => 'denied'")
    page.goto("/preferences")
    page.get_by_role("button", name="Turn on for this device").click()

    expect(page.get_by_text("This browser blocks notifications of this site.")).to_be_visible()


def until(page: Page, ask: Callable[[], list]) -> list:
    """What the browser tells by events, as soon as there is any."""
    for _ in range(500):
        if found := ask():
            return found
        page.wait_for_timeout(20)
    raise AssertionError("waited in vain")


def test_what_is_pushed_is_shown(new_window, owner, live_server):
    page = new_window(owner, permissions=["notifications"], **WORKER)
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.goto("/memories")
    page.evaluate(READY)
    until(page, lambda: found)
    pushed = '{"title": "Memory", "body": "Something is waiting for your answer.", "url": "/inbox"}'
    session.send(
        "ServiceWorker.deliverPushMessage", {"origin": live_server.url, "registrationId": found[0], "data": pushed}
    )

    assert until(page, lambda: page.evaluate(SHOWN)) == [["Memory", "Something is waiting for your answer.", "/inbox"]]


def test_the_browser_s_clock_counts(new_window, home):
    page = new_window(timezone_id="Asia/Tokyo")
    page.goto("/accounts/login/")
    page.get_by_label("Username or email").fill(home.username)
    page.get_by_label("Password", exact=True).fill(home.password)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: "login" not in url)
    page.goto("/preferences")

    expect(page.get_by_text("JST")).to_be_visible()
    assert Account.objects.get(username="owner").mail_zone.key == "Asia/Tokyo"
