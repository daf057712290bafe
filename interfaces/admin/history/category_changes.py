"""The settings of a category that a history row changed, and who reads the category."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from interfaces.admin.history.category_differences import CONTEXTS
from interfaces.admin.texts.wording import category_label

NAMES: dict[str, tuple[Promise, Promise]] = {
    "context": (gettext_lazy("%(category)s: when agents get it"), gettext_lazy("when agents get it: %(values)s")),
    "rag_length": (gettext_lazy("%(category)s: items at most"), gettext_lazy("items at most: %(values)s")),
}
NOTHING = "–"


def setting_changes(meta: Mapping[str, Any], category: str) -> Iterator[tuple[str, str, str]]:
    """Return the settings of one category as name, before and after; a dash where there was or is none."""
    for name, before, after in _differing(meta.get("settings", {}).get(category) or {}):
        yield str(NAMES[name][0]) % {"category": category_label(category)}, before, after


def settings_in_words(meta: Mapping[str, Any], category: str) -> str:
    """ "items at most: 50 → 40"; the settings of an added category, none of a removed one."""
    pair = meta.get("settings", {}).get(category) or {}
    pairs = [(name, " → ".join(_values(before, after))) for name, before, after in _differing(pair) if after != NOTHING]
    return ", ".join(str(NAMES[name][1]) % {"values": values} for name, values in pairs)


def _values(before: str, after: str) -> list[str]:
    return [after] if before == NOTHING else [before, after]


def _differing(pair: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, str, str]]:
    for name in NAMES:
        before, after = (_setting(name, pair.get(side) or {}) for side in ("before", "after"))
        if before != after:
            yield name, before, after


def _setting(name: str, settings: Mapping[str, Any]) -> str:
    value = settings.get(name, NOTHING)
    return str(dict(CONTEXTS).get(value, value)) if name == "context" else str(value)
