"""Reasons why something is not imported: stored as a message with parameters, translated when shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from pydantic import ValidationError

from memories.limits import TooLarge
from providers.wrong_values import WRONG
from workspaces.models import QuotaExceeded

NAMED_CHARACTERS = 120
PLACED = "%(place)s: %(what)s."
SENTENCE = "%(place)s: %(what)s"
# By what a workspace has a quota of.
FULL = {
    "memories": _("The workspace may have %(limit)s memories, and has %(used)s."),
    "storage_bytes": _("The workspace may have %(limit)s bytes of texts and files, and has %(used)s."),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """`text` is a message of the catalogues; `named` are its parameters, of which one may be a problem in turn."""

    text: str
    named: Mapping[str, "str | int | Problem"] = field(default_factory=dict)

    def __str__(self) -> str:
        return text_of_problem(self.as_json())

    def as_json(self) -> dict[str, Any]:
        """Return the form for `text_of_problem`; long names are cut."""
        return {"text": self.text, "named": {name: _stored(value) for name, value in self.named.items()}}


def _stored(value: "str | int | Problem") -> Any:
    if isinstance(value, Problem):
        return value.as_json()
    return value[:NAMED_CHARACTERS] if isinstance(value, str) else value


def text_of_problem(stored: Any) -> str:
    """Return a stored problem in the reader's language; older runs stored only the text."""
    if not isinstance(stored, dict):
        return gettext(stored) if stored else ""
    parameters = stored["named"].items()
    named = {name: text_of_problem(value) if isinstance(value, dict) else value for name, value in parameters}
    text = gettext(stored["text"]) if stored["text"] else ""
    return text % named if named else text


def of_quota(full: QuotaExceeded) -> Problem:
    return Problem(FULL[full.quota], {"limit": full.limit, "used": full.used})


def of_validation(error: ValidationError) -> Problem:
    """Return the first validation error, with the name of the field."""
    first = error.errors()[0]
    place, context = ".".join(map(str, first["loc"])), first.get("ctx", {})
    cause, text = context.get("error"), WRONG.get(first["type"], "")
    if isinstance(cause, TooLarge):
        what, form = Problem(_("may take at most %(size)s KB as JSON"), {"size": cause.kilobytes}), PLACED
    elif text:
        named = {name: str(value) for name, value in context.items() if f"%({name})s" in text}
        what, form = Problem(text, named), PLACED
    else:  # a sentence of ours, or pydantic's own
        what, form = Problem(str(cause or first["msg"])), SENTENCE
    return Problem(form, {"place": place, "what": what}) if place else what
