"""Take the pictures of docs/images: `make screenshots`.

Runs a server of its own over a database of its own, tells it the demo and somewhat more, and drives Chromium through
the pages. With `--all FOLDER` also every page, those of the admin too, light and dark, narrow and wide, with nothing,
little and much on it, and contact sheets of them to look at.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
# Playwright runs an event loop in this thread, in which Django would refuse to touch the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

import django  # noqa: E402

django.setup()


import furnishing  # noqa: E402
from contact_sheets import write_sheets  # noqa: E402
from django.contrib.staticfiles.handlers import StaticFilesHandler  # noqa: E402
from django.db import connection  # noqa: E402
from django.db.models.functions import Length  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.testcases import LiveServerThread  # noqa: E402
from django.test.utils import setup_databases, setup_test_environment, teardown_databases  # noqa: E402
from django.utils import timezone  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from memories.models import Memory  # noqa: E402
from operations.importing.load_demo import load_demo  # noqa: E402
from operations.jobs.background import embed_chunks, index_turns, link_neighbours  # noqa: E402
from retrieval.models import RetrievalEvent  # noqa: E402
from workspaces import scope  # noqa: E402
from workspaces.actions.create_workspace import NewWorkspace, create_workspace  # noqa: E402
from workspaces.models import Account  # noqa: E402

IMAGES = ROOT / "docs" / "images"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
Scheme = Literal["light", "dark"]
WIDTHS = {"phone": 390, "desk": 1280}
LISTS = {
    "home": "/",
    "inbox": "/inbox",
    "search": "/search?q=Lisbon",
    "decisions": "/decisions",
    "memories": "/memories",
    "latest": "/memories?view=latest",
    "new": "/memories/new",
    "map": "/map",
    "timeline": "/timeline",
    "activity": "/activity",
    "my-data": "/my-data",
    "access": "/my-data/access",
    "erase": "/my-data/erase",
    "preferences": "/preferences",
    "password": "/accounts/password/change/",
    "two-step": "/accounts/2fa/",
    "totp": "/accounts/2fa/totp/activate/",
    "passkeys": "/accounts/2fa/webauthn/add/",
    "set-up": "/setup",
    "set-up-people": "/setup/people",
    "set-up-assistant": "/setup/assistant",
    "set-up-first": "/setup/first-memory",
}
ADMIN = {
    "admin-health": "/admin/",
    "admin-people": "/admin/workspaces/person/",
    "admin-questions": "/admin/consent/proposal/",
    "admin-policies": "/admin/policies/",
    "admin-rule": "/admin/policies/rule/",
    "admin-categories": "/admin/categories/",
    "admin-keys": "/admin/workspaces/apikey/",
    "admin-agents": "/admin/workspaces/agent/",
    "admin-logins": "/admin/workspaces/account/",
    "admin-invitations": "/admin/workspaces/invitation/",
    "admin-grants": "/admin/workspaces/grant/",
    "admin-jobs": "/admin/jobs/",
    "admin-memories": "/admin/memories/memory/",
    "admin-prompts": "/admin/prompts/",
    "admin-advanced": "/admin/advanced/",
    "admin-none": "/admin/nonsense/",
}
OUTSIDE = {
    "sign-in": "/accounts/login/",
    "reset": "/accounts/password/reset/",
    "sign-up": "/accounts/signup/",
    "offline": "/offline",
}
NOBODY = "stranger"
# Name, address and how it is looked at: what docs/pages.md shows.
SHOWN: tuple[tuple[str, str, str, Scheme], ...] = (
    ("home", "/", "desk", "light"),
    ("inbox", "/inbox", "desk", "light"),
    ("inbox-phone", "/inbox", "phone", "dark"),
    ("memory", "{memory}", "desk", "light"),
    ("timeline", "/timeline", "desk", "light"),
    ("activity", "{answer}", "desk", "dark"),
    ("my-data", "/my-data", "desk", "light"),
)
QUESTION = "What did Ana cook for her guests?"
LOGINS = {"demo": "ana", "everybody": "everybody-with-a-rather-long-login"}
# The server's threads may still hold connections, with which the database could not be dropped.
END_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", type=Path, help="Also every page in every form, into this folder.")
    options = parser.parse_args()
    with served() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        home = create_workspace(name="Home", username="ana", person_name="Ana")
        places = furnish(home)
        for name, path, width, scheme in SHOWN:
            page = opened(browser, url, "ana", width=width, scheme=scheme)
            take(page, url + path.format(**places), IMAGES / f"{name}.png")
        if options.all:
            take_all(browser, url, options.all, places)
        browser.close()


@contextmanager
def served() -> Iterator[str]:
    """A server over an empty database, both gone afterwards; yields its address."""
    setup_test_environment()
    connection.settings_dict["TEST"]["NAME"] = "screenshots"
    databases = setup_databases(verbosity=0, interactive=False)
    server = LiveServerThread("localhost", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    yield f"http://localhost:{server.port}"
    server.terminate()
    with connection.cursor() as cursor:
        cursor.execute(END_OTHERS)
    teardown_databases(databases, verbosity=0)


def furnish(home: NewWorkspace) -> dict[str, str]:
    """The demo after its jobs; where a memory with versions and links, and the answer it was in, are to be seen."""
    load_demo(home, now=timezone.now())
    for job in (index_turns, embed_chunks, link_neighbours):
        job(home.workspace_id)
    with scope.enter(home.workspace_id):
        walk = Memory.objects.get(key="evora-walk").id
        answer = RetrievalEvent.objects.get(query=QUESTION).id
    return {"memory": f"/memories/{walk}", "answer": f"/activity/{answer}"}


def take_all(browser: Browser, url: str, folder: Path, places: dict[str, str]) -> None:
    """Nothing, little and much, in both colour schemes and widths, each page at its full height."""
    folder.mkdir(parents=True, exist_ok=True)
    inner = {"memory": places["memory"], "forget": places["memory"] + "/forget", "answer": places["answer"]}
    shown = {
        NOBODY: OUTSIDE,
        "nobody": LISTS | ADMIN,
        "demo": LISTS | ADMIN | inner,
        "single": LISTS | ADMIN | inner_pages(furnishing.somebody()),
        "everybody": LISTS | ADMIN | inner_pages(furnishing.everybody()),
    }
    furnishing.nobody()
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for (label, pages), width, scheme in product(shown.items(), WIDTHS, schemes):
        page = opened(browser, url, LOGINS.get(label, label), width=width, scheme=scheme)
        for name, path in pages.items():
            take(page, url + path, folder / f"{label}-{name}-{scheme}-{width}.png", whole=True)
        page.context.close()
    write_sheets(browser, folder, product(shown, WIDTHS, schemes))


def inner_pages(home: NewWorkspace) -> dict[str, str]:
    """The pages of what is longest in its text, and of the latest answer."""
    with scope.enter(home.workspace_id):
        memory = Memory.objects.filter(version__gt=1).order_by(Length("current__content").desc()).first()
        answer = RetrievalEvent.objects.order_by("-created_at").first()
    assert memory and answer
    place = f"/memories/{memory.id}"
    pages = {"memory": place, "edit": place + "/edit", "forget": place + "/forget", "answer": f"/activity/{answer.id}"}
    admin = {
        "admin-person": f"/admin/workspaces/person/{home.user_id}/",
        "admin-memory": f"/admin/memories/memory/{memory.id}/change/",
    }
    return pages | admin


def opened(browser: Browser, url: str, username: str, *, width: str, scheme: Scheme) -> Page:
    """A window of somebody who is signed in, or of a stranger."""
    context = browser.new_context(viewport={"width": WIDTHS[width], "height": 900}, color_scheme=scheme)
    if username == NOBODY:
        return context.new_page()
    client = Client()
    client.force_login(Account.objects.get(username=username))
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}])
    return context.new_page()


def take(page: Page, address: str, path: Path, *, whole: bool = False) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    page.screenshot(path=path, full_page=whole)


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        sys.exit("No Chromium is installed: apt-get install chromium, or name one in CHROMIUM.")
    return found


if __name__ == "__main__":
    main()
