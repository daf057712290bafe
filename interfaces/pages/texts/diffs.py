"""Differences: what a request shows line by line, and two texts as one with the changed words marked."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from difflib import SequenceMatcher

from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from consent.changes.lines import split_shown
from interfaces.pages.texts import wording
from interfaces.plain_words import labelled
from interfaces.relative_times import local_time
from interfaces.unverified_sources import LABEL, claimed_in_words
from memories import word_diff as diffs
from operations.importing.formats import FORMATS
from workspaces.actors import ActorKind

# More lines take too long; comparing the words of this many takes 0.3 seconds.
COMPARED_LINES = 200
# `consent.changes.lines` formats these times.
MOMENTS = {"Expires at": gettext_lazy("Expires"), "Occurred at": gettext_lazy("Happened")}
MOMENT = re.compile(rf"(?P<name>{'|'.join(MOMENTS)}): (?P<at>\d{{4}}-\d\d-\d\d \d\d:\d\d) UTC")
MARKUP = {"delete": "<del>{}</del>", "equal": "{}", "insert": "<ins>{}</ins>"}


def word_diff(old: str, new: str) -> SafeString:
    """Return two texts as one: escaped, with `<del>` and `<ins>` around the words that differ."""
    pieces = diffs.word_diff(wording.readable(old), wording.readable(new))
    marked = ((format_html(MARKUP[piece.kind], piece.text),) for piece in pieces)
    return format_html_join("", "{}", marked)


def text_and_lines(shown: str, asked_by: str = "") -> tuple[str, Sequence[str]]:
    """Return a request's text, and the lines of what is saved with it, in words. `asked_by` is the requester's
    label."""
    text, below = split_shown(wording.readable(shown))
    return text, [_in_words(line, asked_by) for line in below.split("\n") if line]


def in_words(shown: str, asked_by: str = "") -> str:
    """The same as one text."""
    text, lines = text_and_lines(shown, asked_by)
    return f"{text} ({'; '.join(lines)})" if lines else text


def changed_in_words(old: str, new: str) -> str:
    """Return the text that a change without a value adds or removes, with the lines below it where it changes only
    these, as a link does."""
    shown = new or old
    if not new or text_alone(old) != text_alone(new):
        return text_alone(shown)
    return in_words(new if text_and_lines(new)[1] else old)


def text_alone(shown: str) -> str:
    return text_and_lines(shown)[0]


def in_quotes(text: str) -> str:
    return _("“%(text)s”") % {"text": text.removesuffix(".")}


def quotable(shown: str) -> str:
    """Return the text for use in quotation marks; the lines below it only where there is no text."""
    return text_alone(shown) or in_words(shown).strip()


def line_diff(old: str, new: str) -> SafeString:
    """Return two texts, or lists of lines, as one: words are compared in lines with the same label. Without an old
    text, nothing is marked as new."""
    before, after = (wording.readable(text).split("\n") for text in (old, new))
    if not old:
        return format_html("{}", "\n".join(after))
    if len(before) + len(after) > COMPARED_LINES:
        return word_diff(old, new)
    return format_html_join("\n", "{}", ((part,) for part in _marked(before, after)))


def text_diff(old: str, new: str) -> SafeString:
    """The same for the texts without the lines below them."""
    return line_diff(split_shown(old)[0], split_shown(new)[0])


def diff_below(old: str, new: str, asked_by: str) -> list[SafeString]:
    """The same for the lines below the texts, one by one, without the line about the import: the card names the file.
    `asked_by` is the requester's label."""
    imported = _("From an imported file")
    shown = (text_and_lines(text, asked_by)[1] for text in (old, new))
    before, after = ([line for line in lines if line != imported] for lines in shown)
    return _marked(before, after) if old else [format_html("{}", line) for line in after]


def _marked(before: list[str], after: list[str]) -> list[SafeString]:
    parts: list[SafeString] = []
    for kind, i, i_end, j, j_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        removed, added = before[i:i_end], after[j:j_end]
        if kind == "equal" or _have_same_labels(removed, added):
            parts += map(word_diff, removed, added)
        else:
            parts += [format_html(MARKUP["delete"], line) for line in removed if line]
            parts += [format_html(MARKUP["insert"], line) if line else SafeString("") for line in added]
    return parts


def subject_line(name: str) -> str:
    """Return the line that names a text's subject."""
    return labelled(_("Subject"), capfirst(wording.field_name(name)))


def _in_words(line: str, asked_by: str) -> str:
    if found := MOMENT.fullmatch(line):
        at = datetime.fromisoformat(found["at"]).replace(tzinfo=UTC)
        return labelled(str(MOMENTS[found["name"]]), date_format(local_time(at), "DATETIME_FORMAT"))
    if line.startswith(wording.CATEGORY):
        return subject_line(line.removeprefix(wording.CATEGORY))
    if ActorKind.SYSTEM.is_of(asked_by) and line.removeprefix(f"{LABEL}: ") in FORMATS:
        return _("From an imported file")
    return claimed_in_words(line, asked_by) or line


def _have_same_labels(removed: list[str], added: list[str]) -> bool:
    """Whether both have lines of the same fields, or only the text."""
    return len(removed) == len(added) and all(
        _label(old) == _label(new) for old, new in zip(removed, added, strict=True)
    )


def _label(line: str) -> str:
    name, colon, _value = line.partition(": ")
    return name if colon else ""
