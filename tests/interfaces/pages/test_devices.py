"""Notifications: each device turned on by itself, listed, turned off; gone from a browser that changes hands."""

import base64
import os

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client

from interfaces.pages.account.devices import device_name
from operations.delivery.vapid import public_key
from operations.models import PushDevice
from workspaces.models import Membership

pytestmark = pytest.mark.django_db
PATH = "/preferences/devices"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def subscription(url="https://push.example.org/abc"):
    point = ec.generate_private_key(ec.SECP256R1()).public_key()
    return {
        "url": url,
        "p256dh": text(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)),
        "auth": text(os.urandom(16)),
    }


@pytest.fixture
def devices(in_home):
    def _devices():
        with in_home():
            return list(PushDevice.objects.all())

    return _devices


def turn_on(client, **fields):
    return client.post(PATH, subscription() | fields, follow=True, headers={"User-Agent": FIREFOX})


def test_a_device_is_turned_on_and_listed(owner, devices):
    page = turn_on(owner).content.decode()

    assert "Notifications are on for this device." in page
    assert "Firefox, Linux" in page and "This device" in page
    assert len(devices()) == 1


def test_and_turned_off(owner, devices):
    turn_on(owner)
    page = owner.post(f"{PATH}/{devices()[0].id}", follow=True).content.decode()

    assert "Notifications are off for that device." in page and devices() == []


@pytest.mark.parametrize("wrong", [{"url": "https://10.0.0.1/"}, {"url": ""}, {"auth": "x"}, {"p256dh": "é"}])
def test_what_is_no_subscription_is_explained(owner, devices, wrong):
    page = turn_on(owner, **wrong).content.decode()

    assert "notifications don&#x27;t work here" in page and devices() == []


def test_nobody_turns_off_another_s(owner, colleague, outsider, devices):
    turn_on(owner)
    path = f"{PATH}/{devices()[0].id}"

    assert [client.post(path).status_code for client in (colleague, outsider)] == [404, 404]
    assert len(devices()) == 1
    assert "Firefox, Linux" not in colleague.get("/preferences").content.decode()


def test_a_login_without_a_person_has_none(owner, home):
    Membership.objects.filter(workspace_id=home.workspace_id).update(person_id=None)

    assert turn_on(owner).status_code == 404
    assert "add-device" not in owner.get("/preferences").content.decode()


def test_signing_out_turns_it_off(owner, devices):
    turn_on(owner)
    owner.post("/accounts/logout/")

    assert devices() == []


def test_the_end_of_a_session_does_not(owner, home, devices):
    turn_on(owner)
    owner.session.flush()
    owner.post("/accounts/login/", {"login": home.username, "password": home.password})

    assert len(devices()) == 1


def test_another_login_in_the_same_browser_does(owner, colleague, devices):
    turn_on(owner)
    owner.session.flush()
    owner.post("/accounts/login/", {"login": "colleague", "password": "a long enough one"})

    assert devices() == []


def test_a_cookie_made_up_turns_nothing_off(owner, devices):
    turn_on(owner)
    thief = Client()
    thief.cookies["push_devices"] = owner.cookies["push_devices"].value[:-1] + "x"
    thief.post("/accounts/logout/")

    assert len(devices()) == 1


def renew(client, *, site="same-origin", **fields):
    new = subscription("https://push.example.org/new") | {"earlier": "https://push.example.org/abc"}
    told = new | {"server_key": public_key()} | fields
    return client.post(f"{PATH}/renewal", told, headers={"Sec-Fetch-Site": site})


@pytest.mark.parametrize("earlier", ["https://push.example.org/abc", ""])
def test_a_subscription_that_the_browser_renews_goes_on_even_without_a_session(owner, devices, earlier):
    turn_on(owner)
    (device,) = devices()
    owner.session.flush()

    assert renew(owner, earlier=earlier).status_code == 204
    (renewed,) = devices()
    assert (renewed.id, renewed.url) == (device.id, "https://push.example.org/new")
    assert renewed.p256dh != device.p256dh


def test_it_takes_the_place_of_one_that_has_the_new_address(owner, devices):
    turn_on(owner)
    turn_on(owner, url="https://push.example.org/new")
    renew(owner)

    assert [device.url for device in devices()] == ["https://push.example.org/new"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"site": "cross-site"},
        {"site": "same-site"},
        {"url": "https://10.0.0.1/"},
        {"server_key": "unknown"},
        {"auth": "x"},
    ],
)
def test_what_is_no_renewal_changes_nothing(owner, devices, wrong):
    turn_on(owner)

    assert renew(owner, **wrong).status_code == 400
    assert [device.url for device in devices()] == ["https://push.example.org/abc"]


def test_nobody_renews_another_s(owner, colleague, devices):
    turn_on(owner)

    assert [renew(client).status_code for client in (colleague, Client())] == [204, 204]
    assert renew(owner, earlier="https://push.example.org/other").status_code == 204
    assert [device.url for device in devices()] == ["https://push.example.org/abc"]


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (FIREFOX, "Firefox, Linux"),
        ("Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("curl", "Unknown browser"),
    ],
)
def test_a_device_is_called_by_its_browser_and_system(agent, name):
    assert device_name(agent) == name
