"""A form that is too large for the server: browsers get a page, programs their problem as JSON; a real server."""

import httpx
import pytest
from django.conf import settings
from django.db import connections

from memory_project.connection_guard import ConnectionGuard
from memory_project.in_threads import InThreads
from memory_project.threads import LatestFirst
from memory_project.wsgi import application
from tests.memory_project.listening import listening

pytestmark = pytest.mark.django_db(transaction=True)
FILE = b"a" * (27 * 2**20)


def leaving_no_connection(environ, start_response):
    try:
        return application(environ, start_response)
    finally:
        connections.close_all()


@pytest.fixture
def url():
    served = InThreads(leaving_no_connection, LatestFirst(2, "test"))
    with listening(ConnectionGuard(served, max_body_bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE)) as address:
        yield address


@pytest.fixture
def sent(url, owner):
    """What the owner's browser is answered to a large file."""
    cookies = {name: morsel.value for name, morsel in owner.cookies.items()}

    def _sent(path, accept="text/html,application/xhtml+xml,*/*;q=0.8"):
        headers = {"Accept": accept}
        return httpx.post(f"{url}{path}", files={"file": FILE}, headers=headers, cookies=cookies, timeout=60)

    return _sent


def test_the_imports_say_it_at_the_file(sent):
    answer = sent("/admin/imports/")

    assert answer.status_code == 413 and "The file is larger than 25 MB." in answer.text
    assert answer.text.count('class="errorlist"') == 1 and 'enctype="multipart/form-data"' in answer.text


@pytest.mark.parametrize("path", ["/memories/add", "/admin/policies/rule/"])
def test_any_other_page_is_a_page_too(sent, path):
    answer = sent(path)

    assert answer.status_code == 413 and "That is too large" in answer.text


@pytest.mark.parametrize(
    ("path", "accept"), [("/api/v1/artifacts", "text/html"), ("/admin/imports/", "application/json")]
)
def test_programs_are_answered_json(sent, path, accept):
    answer = sent(path, accept)

    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/body-too-large")
