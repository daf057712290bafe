"""All pages of the admin, in a language in which each translated text stands in brackets: no other text is there."""

import re
from html import escape

import pytest
from django.contrib import admin

from interfaces.plain_words import KNOWN
from memories.models.fact import FactCategory
from providers import statements
from tests.interfaces.admin.test_every_page import first_id
from tests.interfaces.test_untranslated import LANGUAGES, routes
from tests.interfaces.untranslated import Brackets, untranslated
from workspaces import scope

pytestmark = pytest.mark.django_db
MODELS = {f"{model._meta.app_label}/{model._meta.model_name}": model for model in admin.site._registry}
ROW = re.compile(r"<(?:\w+:)?\w+_id>")
# What the fixtures wrote.
WRITTEN = (
    *("Home", "owner", "Ana", "Lisbon", "lisbon", "they/them", "When?", "black", "dry", "homebase", "Try", "shared"),
    *("The release is on Friday", "I live in Lisbon", "supervisor", "planner", "executor", "researcher", "stylist"),
    *("JSON", "YAML", "API", "ID", "HTML", "agent:", "claim:", "change:", "person-"),
)
# Rules and configurations are written with these names, the same in every language.
KEYS = sorted({*KNOWN, *statements.sensitive_keys()}, key=len, reverse=True)
DATA = re.compile(
    "|".join(
        [
            r"mem_\w+…_\w+…",
            rf"(?:{'|'.join(FactCategory)})\.\w+",
            *map(re.escape, WRITTEN),
            *(rf"\b{key}\b" for key in KEYS),
        ]
    )
)


def addresses(home) -> dict[str, str]:
    """Each path of the admin, with a row of the model that it names, and what that row is called."""
    found = (_address(path, home) for path, _entry in routes() if path.startswith("admin/"))
    return dict(sorted(pair for pair in found if pair))


def _address(path: str, home) -> tuple[str, str] | None:
    model = next((model for name, model in MODELS.items() if path.startswith(f"admin/{name}/")), None)
    row_id = first_id(model, home) if model and ROW.search(path) else None
    address = ROW.sub(str(row_id), path, count=1) if row_id else path
    return None if "<" in address else (f"/{address}", _name(model, row_id, home) if row_id else "")


def _name(model, row_id, home) -> str:
    with scope.enter(home.workspace_id):
        return str(model._default_manager.get(pk=row_id))


def complaints(client, address: str, name: str) -> list[str]:
    response = client.get(address)
    is_page = response.status_code == 200 and response.headers["Content-Type"].startswith("text/html")
    page = response.content.decode() if is_page else ""
    return untranslated(page.replace(escape(name), "") if name else page, DATA)


@pytest.fixture
def bracketed(monkeypatch) -> Brackets:
    return Brackets(monkeypatch)


def test_pages_of_a_filled_store_have_no_other_text(owner, home, one_of_each, bracketed):
    found = {address: left for address, name in addresses(home).items() if (left := complaints(owner, address, name))}

    assert found == {}
    assert [bracketed.without_translation(language) for language in LANGUAGES] == [[], [], []]


def test_empty_pages_have_no_other_text(owner, home, bracketed):
    found = {address: left for address, name in addresses(home).items() if (left := complaints(owner, address, name))}

    assert found == {}
