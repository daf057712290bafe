"""What a parser can tell about a page, and how often the database was asked."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from consent.changes import Change, WriteMemory
from consent.outcomes import Queued
from memories.drafts import MemoryDraft
from memories.models import Fact


@pytest.fixture
def cities(in_home) -> Callable[[], list[str]]:
    """The cities that are remembered of the person."""

    def _cities():
        with in_home():
            return list(Fact.objects.active().filter(key="city").values_list("value", flat=True))

    return _cities


@pytest.fixture
def notes(home, send) -> Callable[..., None]:
    """Notes about Ana that an agent asks to keep."""

    def _notes(*contents: str) -> None:
        for number, content in enumerate(contents):
            draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=f"n{number}", content=content)
            assert isinstance(send(WriteMemory(draft=draft)), Queued)

    return _notes


@pytest.fixture
def asked(send) -> Callable[[Change], UUID]:
    """An agent asks for a change; answers with the request's id."""

    def _asked(change: Change) -> UUID:
        outcome = send(change)
        assert isinstance(outcome, Queued)
        return outcome.proposal_id

    return _asked


@pytest.fixture
def parts(owner) -> Callable[[], list[str]]:
    """What was decided and the history, each as the export to read has it."""

    def _parts():
        page = owner.get("/my-data/export.html").content.decode()
        return [page.partition(f'id="{name}"')[2].partition("</section>")[0] for name in ("decided", "history")]

    return _parts


@pytest.fixture
def table_reads() -> Callable[[Callable[[], object]], int]:
    """How many queries a call reads tables with."""

    def count(call: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as captured:
            call()
        return sum(query["sql"].startswith("SELECT") and " FROM " in query["sql"] for query in captured)

    return count


@pytest.fixture
def problems_of():
    """What is wrong with an answer as a page; an empty list when nothing is."""
    return _problems


FIELDS = {"input", "select", "textarea"}


class Outline(HTMLParser):
    """Collects what the checks ask about."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def all(self, *names):
        return [attributes for tag, attributes in self.tags if tag in names]


def _problems(response) -> list[str]:
    if response.status_code != 200:
        return [f"status {response.status_code}"]
    html = response.content.decode()
    outline = Outline(html)
    return [*_frame(html, outline), *_labels(outline), *_ids(outline), *_inline(outline), *_links(outline)]


def _frame(html, outline):
    if not outline.all("html")[0].get("lang"):
        yield "the language is missing"
    if not re.search(r"<title>\s*\S.*?</title>", html, re.S):
        yield "the title is empty"
    if len(outline.all("h1")) != 1:
        yield f"{len(outline.all('h1'))} h1 headings"
    if len(outline.all("main")) != 1:
        yield "not one main landmark"


def _labels(outline):
    labelled = {attributes.get("for") for attributes in outline.all("label")}
    for field in outline.all(*FIELDS):
        named = field.get("id") in labelled or field.get("aria-label") or field.get("aria-labelledby")
        if field.get("type") not in ("hidden", "submit") and not named:
            yield f"no label for {field.get('name')}"


def _ids(outline):
    ids = [attributes["id"] for _, attributes in outline.tags if attributes.get("id")]
    yield from (f"id {name} twice" for name in set(ids) if ids.count(name) > 1)


def _inline(outline):
    for tag, attributes in outline.tags:
        if tag == "style" or (tag == "script" and not attributes.get("src")):
            yield f"inline {tag}"
        yield from (f"{name} on {tag}" for name in attributes if name == "style" or name.startswith("on"))


def _links(outline):
    for tag, attributes in outline.tags:
        for name in ("src", "href", "action"):
            value = attributes.get(name) or ""
            if re.match(r"(https?:)?//", value):
                yield f"{tag} leads outside: {value}"
