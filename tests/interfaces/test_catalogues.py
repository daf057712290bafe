"""Every text has a translation in every language, with the same placeholders; `make messages` mends what fails here."""

import gettext
import io
import re

import pytest

from scripts import messages

pytestmark = pytest.mark.django_db
LANGUAGES = messages.languages()
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?\w+[^>]*>")


@pytest.fixture(scope="module")
def collected():
    return {(message.context, message.id) for message in messages.collected() if message.id}


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture(scope="module")
def catalogue(language):
    return [message for message in messages.read(language) if message.id]


def forms(told):
    return told if isinstance(told, tuple) else (told,)


def test_there_is_a_catalogue_for_each_language_but_english():
    assert LANGUAGES == ["de", "es", "fr"]


def test_it_holds_every_text_and_no_other(collected, catalogue):
    held = {(message.context, message.id) for message in catalogue}

    assert (sorted(map(str, collected - held)), sorted(map(str, held - collected))) == ([], [])


def test_every_text_is_translated_and_none_is_a_guess(catalogue):
    assert [message.id for message in catalogue if message.fuzzy or not all(forms(message.string))] == []


def test_placeholders_and_markup_are_those_of_the_text(catalogue):
    """One may be told without its number where the text does so, or with it as the others."""

    def placeholders(text):
        return sorted(PLACEHOLDER.findall(text))

    def is_odd(message):
        wanted = [placeholders(form) for form in forms(message.id)]
        *others, last = map(placeholders, forms(message.string))
        return last != wanted[-1] or any(found not in wanted for found in others)

    assert [message.id for message in catalogue if is_odd(message)] == []


def test_counts_have_every_plural_of_the_language(language, catalogue):
    plurals = messages.read(language).num_plurals

    assert [m.id for m in catalogue if m.pluralizable and len(forms(m.string)) != plurals] == []


def test_a_text_ends_as_the_original_does(catalogue):
    """A sentence stays one, and a label with a colon keeps it."""

    def ending(text):
        return re.search(r"[.:?!…]?$", text.rstrip().replace("\N{NO-BREAK SPACE}", ""))[0]

    odd = [m.id for m in catalogue if ending(forms(m.id)[-1]) != ending(forms(m.string)[-1])]
    assert odd == []


def test_what_is_compiled_is_what_is_written(language):
    with (messages.LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    fresh = gettext.GNUTranslations(io.BytesIO(messages.compiled(messages.read(language))))

    assert compiled._catalog == fresh._catalog
