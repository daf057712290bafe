"""Notifications on devices: encrypted as RFC 8291 has it, signed as RFC 8292 has it; they say nothing of what waits."""

import base64
import json
import os

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils import timezone
from py_vapid import Vapid02

from consent.proposals.decide import approve_proposal
from operations import jobs
from operations.delivery import push
from operations.delivery.push_devices import PER_PERSON, BadSubscription, add_device, devices_of, forget_devices
from operations.delivery.vapid import public_key
from operations.models import PushDevice
from workspaces import scope
from workspaces.models import Account, Membership

pytestmark = pytest.mark.django_db
MINUTE = timezone.timedelta(minutes=1)


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Browser:
    """What a browser keeps of a subscription, and its push service."""

    def __init__(self, server, path="/push"):
        self.key, self.auth, self.server, self.path = (
            ec.generate_private_key(ec.SECP256R1()),
            os.urandom(16),
            server,
            path,
        )
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {"url": server.url_for(path), "p256dh": text(point), "auth": text(self.auth)}

    def answers(self, status=201):
        self.server.expect_request(self.path, method="POST").respond_with_data("", status=status)

    @property
    def requests(self):
        return [request for request, _ in self.server.log if request.path == self.path]

    @property
    def shown(self):
        """What it would show, decrypted."""
        return [
            json.loads(http_ece.decrypt(one.data, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))
            for one in self.requests
        ]


@pytest.fixture
def browser(httpserver, settings):
    settings.WEBHOOK_ALLOW_PRIVATE = True
    return Browser(httpserver)


@pytest.fixture
def member(home):
    return Membership.objects.get(workspace_id=home.workspace_id, account__username="owner")


@pytest.fixture
def add(member, now):
    def _add(browser, *, at=now - MINUTE, membership=member):
        with scope.enter(membership.workspace_id):
            return add_device(membership, **browser.subscription, name="Firefox, Linux", now=at)

    return _add


@pytest.fixture
def devices(home):
    def _devices():
        with scope.enter(home.workspace_id):
            return list(PushDevice.objects.order_by("created_at"))

    return _devices


def send():
    return jobs.JOBS["send_messages"](None)


def test_the_device_decrypts_it_and_it_says_only_that_something_waits(add, ask, browser):
    browser.answers()
    add(browser)
    ask("Lisbon")

    assert send() == 1

    assert browser.shown == [{"title": "Memory", "body": "Something is waiting for your answer.", "url": "/inbox"}]
    (request,) = browser.requests
    assert b"waiting" not in request.data and request.headers["Content-Encoding"] == "aes128gcm"


def test_the_push_service_knows_us_by_the_key_that_the_browser_was_told(add, ask, browser):
    browser.answers()
    add(browser)
    ask("Lisbon")
    send()

    (request,) = browser.requests
    assert Vapid02.verify(request.headers["Authorization"])
    assert request.headers["Authorization"].endswith(f",k={public_key()}")
    assert int(request.headers["TTL"]) > 0


def test_it_speaks_the_person_s_language(add, ask, browser):
    browser.answers()
    Account.objects.filter(username="owner").update(language="de")
    add(browser)
    ask("Lisbon")
    send()

    assert browser.shown[0]["body"] == "Etwas wartet auf deine Antwort."


def test_several_requests_soon_after_one_another_are_one_notification(add, ask, browser, devices):
    browser.answers()
    add(browser)
    ask("Lisbon")
    send()
    ask("they/them", key="pronouns")
    send()
    assert len(browser.requests) == 1

    with scope.enter(devices()[0].workspace_id):
        PushDevice.objects.update(told_at=timezone.now() - push.PAUSE)
    ask("Ana B.", key="nickname", at=timezone.now())
    send()
    assert len(browser.requests) == 2


def test_nothing_is_sent_of_what_was_answered_meanwhile(add, ask, browser, person, now, home, messages):
    browser.answers()
    add(browser)
    proposal = ask("Lisbon")
    push.queue_pushes(workspace_id=home.workspace_id, now=now)
    approve_proposal(proposal_id=proposal, actor=person, now=now)

    send()

    assert browser.requests == [] and "waiting" not in {message.state for message in messages()}


def test_nothing_is_sent_of_requests_from_before_it_was_turned_on(add, ask, browser, now):
    ask("Lisbon", at=now - MINUTE)
    add(browser, at=now)

    assert send() == 0


def test_each_device_is_told(add, ask, httpserver, browser):
    second = Browser(httpserver, "/tablet")
    for one in (browser, second):
        one.answers()
        add(one)
    ask("Lisbon")

    assert send() == 2
    assert browser.shown == second.shown


def test_nobody_else_s_device_is_told(home, add, ask, browser, httpserver, elsewhere):
    other = Membership.objects.get(workspace_id=elsewhere.workspace_id)
    add(browser, membership=other)
    ask("Lisbon")

    assert send() == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(add, ask, browser, devices, status):
    browser.answers(status)
    add(browser)
    ask("Lisbon")
    send()

    assert devices() == []


def test_what_fails_is_tried_again(add, ask, browser, messages, hurry, devices):
    browser.server.expect_oneshot_request("/push").respond_with_data("", status=503)
    browser.answers()
    add(browser)
    ask("Lisbon")
    send()
    assert [(one.state, one.error) for one in messages()] == [("waiting", "HTTP 503")]

    hurry()
    send()

    assert [one.state for one in messages()] == ["sent"] and len(devices()) == 1


def test_a_push_service_in_our_own_network_is_not_reached(add, ask, browser, settings, messages):
    add(browser)
    ask("Lisbon")
    settings.WEBHOOK_ALLOW_PRIVATE = False
    send()

    assert (messages()[0].error, browser.requests) == ("UnsafeAddress", [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "http://127.0.0.1/push"},
        {"url": "https://10.0.0.1/push"},
        {"url": "file:///etc/passwd"},
        {"url": "https://push.example.org/" + "a" * 1_024},
        {"p256dh": "AAAA"},
        {"p256dh": "§"},
        {"p256dh": text(b"\x04" + b"\x01" * 64)},
        {"auth": "AAAA"},
    ],
)
def test_what_is_no_subscription_is_refused(member, browser, settings, now, wrong):
    settings.WEBHOOK_ALLOW_PRIVATE = False
    right = browser.subscription | {"url": "https://push.example.org/abc"}

    with scope.enter(member.workspace_id), pytest.raises(BadSubscription):
        add_device(member, **right | wrong, name="x", now=now)


def test_a_browser_is_one_device_however_often_it_is_turned_on(add, browser, devices):
    assert add(browser).id == add(browser).id
    assert len(devices()) == 1


def test_the_oldest_makes_room(add, httpserver, browser, devices, now, member):
    for number in range(PER_PERSON + 1):
        add(Browser(httpserver, f"/{number}"), at=now + number * MINUTE)

    assert [device.url.rpartition("/")[2] for device in devices()] == [str(one) for one in range(1, PER_PERSON + 1)]


def test_a_forgotten_one_is_told_no_more(add, ask, browser, devices):
    device = add(browser)
    forget_devices([(device.workspace_id, device.id)])
    ask("Lisbon")

    assert send() == 0 and devices() == []


def test_a_login_that_was_removed_is_told_no_more(add, ask, browser, member, devices):
    browser.answers()
    add(browser)
    ask("Lisbon")
    member.delete()
    send()

    assert browser.requests == [] and devices() == []


def test_after_a_change_of_the_secret_key_the_earlier_one_still_signs(add, ask, browser, settings):
    browser.answers()
    add(browser)
    known = public_key()
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another", [settings.SECRET_KEY]
    ask("Lisbon")
    send()

    assert browser.requests[0].headers["Authorization"].endswith(f",k={known}") and public_key() != known


def test_without_the_earlier_one_the_device_is_forgotten(add, ask, browser, settings, devices):
    add(browser)
    settings.SECRET_KEY = "another"
    ask("Lisbon")
    send()

    assert browser.requests == [] and devices() == []


def test_the_devices_of_a_member_are_their_own(add, browser, member, elsewhere):
    add(browser)
    with scope.enter(member.workspace_id):
        other = Membership.objects.get(workspace_id=elsewhere.workspace_id)
        assert len(devices_of(member)) == 1 and list(devices_of(other)) == []
