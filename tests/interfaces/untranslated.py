"""Finds texts on a page that no translator was given.

Each text that went through gettext stands in brackets (`bracketed`); what is outside them must be somebody's data.
"""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser

from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real

OPEN, CLOSE = "⟦", "⟧"
SPOKEN = ("title", "aria-label", "placeholder", "alt")
BUTTONS = ("submit", "button", "reset")
# Not for readers, or the same in every language: code, keys of the keyboard, and what says so itself.
SILENT = {"script", "style", "template", "code", "pre", "kbd", "textarea"}
WITHIN_A_SENTENCE = {
    "a",
    "abbr",
    "b",
    "bdi",
    "br",
    "cite",
    "del",
    "em",
    "i",
    "ins",
    "mark",
    "small",
    "span",
    "strong",
    "time",
}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
# How a catalogue finds a text, by the call that looks it up.
KEYS: dict[str, Callable[..., str | tuple[str, int]]] = {
    "gettext": lambda text: text,
    "pgettext": lambda context, text: f"{context}\x04{text}",
    "ngettext": lambda one, _many, _count: (one, 0),
    "npgettext": lambda context, one, _many, _count: (f"{context}\x04{one}", 0),
}
WORD = re.compile(r"[^\W\d_]{2,}")
# Machine words: ids, beginnings of keys, addresses, files, zones and moments.
MACHINE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f-]{27}|\b[0-9a-f]{6,16}…|…[0-9a-f]{8}\b|[\w.+-]+@[\w.-]+|https?://\S+|/[\w/.-]+|\bUTC\b|\d+(?:st|nd|rd|th)\b|\d+\u00a0(?:ms|bytes|KB|MB)"
)


class Brackets:
    """While it stands, each translated text is in brackets; `asked` has the keys of all that were looked up."""

    def __init__(self, monkeypatch) -> None:
        self.asked: set[str | tuple[str, int]] = set()
        for name, key_of in KEYS.items():
            monkeypatch.setattr(translation._trans, name, self._bracketed(getattr(translation._trans, name), key_of))

    def _bracketed(self, original: Callable[..., str], key_of: Callable[..., str | tuple[str, int]]):
        def call(*args):
            text = original(*args)
            if not text.strip():
                return text
            self.asked.add(key_of(*args))
            return f"{OPEN}{text}{CLOSE}"

        return call

    def without_translation(self, language: str) -> list[str]:
        """What a page would say in English, because no catalogue has it: neither ours nor a library's."""
        catalogue = trans_real.translation(language)._catalog
        asked = self.asked - {name for _code, name in settings.LANGUAGES}
        return sorted(str(key) for key in asked if catalogue.get(key) is None)


def untranslated(html: str, data: re.Pattern[str]) -> list[str]:
    """The words outside all brackets that are no data; `data` matches what people wrote."""
    page = Texts()
    page.feed(html)
    found = [left for text in page.texts() if (left := _left(text, data))]
    return list(dict.fromkeys(found))


def _left(text: str, data: re.Pattern[str]) -> str:
    outside = MACHINE.sub(" ", data.sub(" ", _outside(text)))
    return " ".join(text.split())[:120] if WORD.search(outside) else ""


def _outside(text: str) -> str:
    """What stands in no brackets; a bracket may have been cut off by a filter that shortens."""
    depth, kept = 0, []
    for sign in text:
        if sign == OPEN:
            depth += 1
        elif sign == CLOSE:
            depth = max(depth - 1, 0)
        elif depth == 0:
            kept.append(sign)
        kept.append(" " if sign in (OPEN, CLOSE) else "")
    return "".join(kept)


class Texts(HTMLParser):
    """The texts of a page, one for each block, and the attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[list[str]] = [[]]
        self.spoken: list[str] = []
        self.silent: list[str] = []

    def texts(self) -> Iterator[str]:
        yield from ("".join(block) for block in self.blocks)
        yield from self.spoken

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if self.silent:
            self.silent += [tag] if tag == self.silent[0] else []
            return
        if tag in SILENT or _is_data(tag, named):
            self.silent += [] if tag in VOID else [tag]
            return
        self._next_block(tag)
        self.spoken += [named[name] or "" for name in SPOKEN if name in named]
        if tag == "input" and named.get("type") in BUTTONS:
            self.spoken.append(named.get("value") or "")
        if tag == "optgroup":
            self.spoken.append(named.get("label") or "")

    def handle_endtag(self, tag: str) -> None:
        if not self.silent:
            self._next_block(tag)
        elif self.silent[0] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.blocks[-1].append(data)

    def _next_block(self, tag: str) -> None:
        if tag not in WITHIN_A_SENTENCE:
            self.blocks.append([])


def _is_data(tag: str, named: dict[str, str | None]) -> bool:
    """What says that it is for no translator (HTML's `translate`), icons by their names, and the admin's values."""
    classes = (named.get("class") or "").split()
    is_cell = tag in ("td", "th") and any(name.startswith("field-") for name in classes)
    is_value = "readonly" in classes or "material-symbols-outlined" in classes
    return named.get("translate") == "no" or is_cell or is_value
