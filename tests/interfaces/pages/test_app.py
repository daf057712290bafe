"""What makes the pages an app, and what a browser is given to keep."""

import re

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("who", ["client", "owner"])
def test_every_page_names_the_manifest(request, who, home):
    page = request.getfixturevalue(who).get("/accounts/login/" if who == "client" else "/inbox").content.decode()

    assert '<link rel="manifest" href="/manifest.webmanifest">' in page


def test_the_manifest_has_what_browsers_ask_of_an_app(client, db):
    response = client.get("/manifest.webmanifest")
    manifest = response.json()

    assert response.headers["Content-Type"] == "application/manifest+json"
    assert manifest["display"] == "standalone" and manifest["start_url"] == manifest["scope"] == "/"
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    assert [icon["purpose"] for icon in manifest["icons"] if "purpose" in icon] == ["maskable"]
    for icon in manifest["icons"]:
        assert client.get(icon["src"]).status_code == 200


def test_it_speaks_the_browser_s_language(client, db):
    manifest = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"}).json()

    assert (manifest["lang"], manifest["shortcuts"][0]["name"]) == ("de", "Eingang")


def test_the_worker_is_in_charge_of_all_pages_and_is_looked_for_anew(client, db):
    response = client.get("/service-worker.js")

    assert response.headers["Content-Type"] == "text/javascript"
    assert "no-cache" in response.headers["Cache-Control"]
    for path in re.findall(r'"(/static/[^"]+)"', response.content.decode()):
        assert client.get(path).status_code == 200


def test_what_a_browser_keeps_names_nobody(owner, home):
    page = owner.get("/offline").content.decode()

    assert "No connection" in page
    for word in ("owner", "Ana", "csrf", "Sign out"):
        assert word not in page


def test_pages_of_the_person_are_not_to_be_kept(owner):
    assert "no-store" in owner.get("/inbox").headers["Cache-Control"]
