"""Whatever a person reads goes through gettext: the text of templates, messages, labels and the names of choices."""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.functional import Promise

from consent.models.proposal import ProposalState
from conversations.models.turn import TurnRole
from interfaces.pages.filters import filters
from interfaces.pages.history import consents, days, entry_sentences
from interfaces.pages.memories import connections
from interfaces.pages.texts import wording
from memories.models.choices import Event, Trust
from retrieval import explanation
from workspaces.models.grant import CEILINGS

TEMPLATES = sorted((Path(settings.BASE_DIR) / "templates").rglob("*.html"))
SOURCES = sorted((Path(settings.BASE_DIR) / "interfaces" / "pages").glob("*.py"))
# What gettext has already, what only programs read, and what is no word in any language.
TOLD = re.compile(
    r"{% (blocktranslate|comment)\b.*?{% end\1 %}|{#.*?#}|{%.*?%}|{{.*?}}|<(script|style)\b.*?</\2>|<!doctype.*?>"
    r"|&\w+;|<kbd>\w</kbd>",
    re.S,
)
SPOKEN = re.compile(r"\b(?:title|aria-label|alt|placeholder)=\"([^\"]*)\"")
TAG = re.compile(r"<(?:[^\">]|\"[^\"]*\")*>|\b[\w-]+=\"[^\"]*\"")
WORD = re.compile(r"[^\W\d_]{2,}")
FORM_WORDS = {"label", "help_text"}
# Where words of this project meet an English text of Django's own, or of a format.
NAMES = {"API", "HTML", "JSON"}


def untold(text: str) -> list[str]:
    """The words of a template that no translator would be given."""
    rest = TOLD.sub(" ", text)
    spoken = " ".join(SPOKEN.findall(rest))
    return [word for word in WORD.findall(f"{spoken} {TAG.sub(' ', rest)}") if word not in NAMES]


def said_bare(source: str) -> list[str]:
    """Bare texts that code hands to a message, a form field's label or its help."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    told = [argument for call in calls if _is_message(call) for argument in call.args[1:]]
    told += [keyword.value for call in calls for keyword in call.keywords if keyword.arg in FORM_WORDS]
    return [node.value for node in told if isinstance(node, ast.Constant) and isinstance(node.value, str)]


def _is_message(call: ast.Call) -> bool:
    function = call.func
    return isinstance(function, ast.Attribute) and getattr(function.value, "id", "") == "messages"


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: "/".join(path.parts[-2:]))
def test_templates_hold_no_bare_text(path):
    assert untold(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_messages_and_labels_are_no_bare_text(path):
    assert said_bare(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<p>Hello {{ name }}</p>", ["Hello"]),
        ('<a aria-label="Close">×</a>', ["Close"]),
        ('<p class="fine">{% translate "Hello" %} · {{ count }}</p>', []),
        ("{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}", []),
    ],
)
def test_the_check_finds_what_it_looks_for(text, words):
    assert untold(text) == words
    assert said_bare('messages.success(request, "Done.")') == ["Done."]


@pytest.mark.parametrize("choices", [ProposalState, Event, TurnRole, Trust])
def test_names_of_choices_are_translatable(choices):
    assert all(isinstance(member._label_, Promise) for member in choices)


@pytest.mark.parametrize(
    "words",
    [
        wording.ORIGINS, wording.HAPPENED, wording.CEILINGS, wording.SPEAKERS, dict(CEILINGS),
        filters.CONFIDENCE_BANDS, explanation.SIGNALS, explanation.STAGES,
        explanation.WITHHELD,
    ],
)  # fmt: skip
def test_stored_values_are_told_in_translatable_words(words):
    assert all(isinstance(told, Promise) for told in words.values())


@pytest.mark.parametrize(
    "pairs",
    [
        connections.PHRASES,
        entry_sentences.SENTENCES,
        entry_sentences.SETUP,
        entry_sentences.UNDID,
        entry_sentences.VERDICTS,
        consents.SENTENCES,
        days.REPEATED,
    ],
)
def test_links_and_deeds_are_told_in_translatable_words_from_both_sides(pairs):
    assert all(isinstance(told, Promise) for pair in pairs.values() for told in pair)
