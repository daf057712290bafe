"""What a search found: things with the pages that show them, by kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from interfaces.pages.assistants import Face
from memories.models import Memory

SHOWN = 5
MARK = "<mark>"
EARLIER, WRONG = "earlier", "wrong"
SAME_WORDS = _("same words")
TITLES: Mapping[str, Promise] = {
    "facts": _("Facts"),
    "memories": _("Memories"),
    "conversations": _("Conversations"),
    "activity": _("Questions about you"),
}
KINDS = ("facts", "memories", EARLIER, WRONG, "conversations", "requests", "activity")  # in this order


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing found, and the page that shows it. `text` has the words marked; `memory` is shown with its badges, and
    `why` says how it was found."""

    text: SafeString
    at: datetime
    path: str
    note: str | Promise = ""
    face: Face | None = None
    memory: Memory | None = None
    why: Promise = SAME_WORDS


@dataclass(frozen=True, slots=True)
class Group:
    """What was found of one kind; `more` is the page that lists all, empty where these are all."""

    name: str
    title: Promise
    hits: Sequence[Hit]
    more: str = ""


def joined(groups: Mapping[str, Group], more: Mapping[str, Group]) -> dict[str, Group]:
    """Each kind with more hits behind those that are there."""
    found = dict(groups)
    for name, group in more.items():
        first = found.get(name, replace(group, hits=[]))
        paths = {hit.path for hit in first.hits}
        others = [hit for hit in group.hits if hit.path not in paths]
        found[name] = replace(first, hits=[*first.hits, *others][:SHOWN])
    return {name: found[name] for name in sorted(found, key=KINDS.index)}
