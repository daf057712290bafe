"""A real browser before a real server: Playwright drives the Chromium that is installed on this machine."""

import os
import shutil
import threading
from collections.abc import Callable, Iterator

import httpx
import pytest
from django.test import Client
from playwright.sync_api import Browser, Page, expect, sync_playwright

from memories.models import Fact
from tests.interfaces.conftest import (  # noqa: F401 -- fixtures
    ask,
    colleague,
    fact,
    forgotten,
    in_home,
    looked_up,
    note,
    outsider,
    owner,
    say,
    send,
)

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"]
NAMES = ("chromium", "chromium-browser", "google-chrome")
PAGE_TIMEOUT = 30_000  # milliseconds; a busy machine draws the API docs in fifteen seconds
ANSWER_TIMEOUT = 20  # seconds
DESK, PHONE = 1280, 390


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for the folder's tests; gone before others want an event loop of their own."""
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        pytest.skip("No Chromium is installed: these tests need one (apt-get install chromium).")
    # Playwright runs an event loop in this thread, in which Django would refuse to touch the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    expect.set_options(timeout=PAGE_TIMEOUT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def warm_server(live_server):
    """A server that has imported its pages: the first request takes long, and is no page's fault."""
    assert httpx.get(f"{live_server.url}/offline", timeout=60).status_code == 200
    return live_server


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """What a browser holds against the pages that a test opened; the test fails unless it is nothing."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def cities(in_home):  # noqa: F811
    """The cities that are remembered of Ana."""

    def _cities():
        with in_home():
            return list(Fact.objects.active().filter(key="city").values_list("value", flat=True))

    return _cities


@pytest.fixture
def new_window(browser: Browser, warm_server, complaints) -> Iterator[Callable[..., Page]]:
    """A window of its own, for somebody signed in or for nobody."""
    pages: list[Page] = []

    def _new_window(client: Client | None = None, **options) -> Page:
        pages.append(open_window(browser, warm_server.url, complaints, client=client, **options))
        return pages[-1]

    yield _new_window
    for page in pages:
        page.context.close()
    wait_for_last_answer(warm_server.url)


def open_window(
    browser: Browser, url: str, complaints: list[str], *, client: Client | None = None, width: int = DESK, **options
) -> Page:
    # The app's worker would answer in the page's place, and stay for the next page.
    common = {"base_url": url, "service_workers": "block", "viewport": {"width": width, "height": 900}}
    context = browser.new_context(**common | options)
    context.set_default_timeout(PAGE_TIMEOUT)
    if client is not None:
        context.add_cookies([_session(client, url)])
    page = context.new_page()
    _watch(page, url, complaints)
    return page


@pytest.fixture
def window(new_window, owner) -> Page:  # noqa: F811
    """Ana's window, wide and with scripts."""
    return new_window(owner)


def _session(client: Client, url: str) -> dict[str, str]:
    return {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": url}


def _watch(page: Page, url: str, complaints: list[str]) -> None:
    """Write down script errors, what the content policy refused, and requests that leave this server."""
    page.on("pageerror", lambda error: complaints.append(f"script error: {error}"))
    page.on("console", lambda line: "Content Security" in line.text and complaints.append(line.text))
    page.on("request", lambda request: _is_outside(request.url, url) and complaints.append(f"asks {request.url}"))


def wait_for_last_answer(url: str) -> None:
    """Wait until the server is through with what closed pages still asked: the tables are emptied next.

    Connections are accepted in turn, so once this request has its answer each of theirs has a thread.
    """
    httpx.get(f"{url}/static/no-such-file", timeout=ANSWER_TIMEOUT)
    for thread in threading.enumerate():
        if "process_request_thread" in thread.name:
            thread.join(ANSWER_TIMEOUT)
            assert not thread.is_alive(), "A page's request is still being answered."


def _is_outside(asked: str, url: str) -> bool:
    return not asked.startswith((url, "data:", "blob:", "about:"))
