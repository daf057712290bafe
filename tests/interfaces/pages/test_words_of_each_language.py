"""What the pages say in German, Spanish and French where a word for word translation says something else."""

import re

import pytest
from django.utils import translation

from interfaces.pages.filters.filters import ActivityFilters
from retrieval.query import memory_query
from retrieval.requests import QueryRequest

pytestmark = pytest.mark.django_db


def page_in(client, language, address):
    return client.get(address, HTTP_ACCEPT_LANGUAGE=language).content.decode()


@pytest.mark.parametrize(
    ("language", "address", "told", "never"),
    [
        ("es", "/preferences", "El del navegador", "La del navegador"),
        ("es", "/setup/assistant", "Editor de estilo", "Estilista"),
        ("de", "/preferences", "für alle Datums- und Zeitangaben", "alle Daten und Zeiten"),
    ],
)
def test_a_word_is_the_one_of_its_place(owner, language, address, told, never):
    page = page_in(owner, language, address)
    assert told in page and (never is None or never not in page)


def test_whoever_acted_is_everybody(home, in_home):
    with in_home(), translation.override("es"):
        assert str(ActivityFilters({}).fields["who"].choices[0][1]) == "Todos"


@pytest.mark.parametrize(
    ("language", "asked", "becomes"),
    [
        ("es", "¿qué valor es el correcto?", "se guarda el valor que elijas"),
        ("fr", "quelle valeur est la bonne\u00a0?", "devient ce que vous choisissez"),
        ("de", "Was stimmt?", "Deine Wahl wird gespeichert"),
    ],
)
def test_a_choice_between_values_fits_fields_of_every_gender(owner, ask, language, asked, becomes):
    ask("Évora")
    ask("Lisbon")
    page = page_in(owner, language, "/inbox")
    assert asked in page and becomes in page and "Daten und Ähnliches" not in page


@pytest.mark.parametrize(("language", "blank"), [("en", ""), ("de", "\u00a0"), ("es", "\u00a0"), ("fr", "\u00a0")])
def test_shares_are_written_as_the_language_writes_them(owner, home, planner, now, note, language, blank):
    note("Ana's release is on Friday.", key="release", category="projects")
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?")
    event = memory_query(request, actor=planner, now=now).event_id
    shares = re.findall(r"<span>(\d+)(\D*)%</span>", page_in(owner, language, f"/activity/{event}"))
    assert shares and {between for _number, between in shares} == {blank}
