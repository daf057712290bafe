"""Search results, each with a text and a link, in groups by kind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from interfaces.pages.texts.actors import Face
from memories.models import Memory

SHOWN = 5  # results of each kind, unless all of one kind are requested
MOST_LISTED = 100
READ = MOST_LISTED + 1  # one more than listed shows that there are more
MARK = "<mark>"
EARLIER, WRONG, NEEDS = "earlier", "wrong", "needs"
SAME_WORDS, SAME_MEANING = _("same words"), _("words of the same meaning")
TITLES: Mapping[str, Promise] = {
    "facts": _("Facts"),
    "memories": _("Memories"),
    "conversations": _("Conversations"),
    "activity": _("Questions about you"),
}
KINDS = ("facts", "memories", EARLIER, WRONG, "conversations", "requests", "activity")  # in this order


@dataclass(frozen=True, slots=True)
class Hit:
    """One result, and the page that shows it. `text` has the words marked; `memory` is shown with its badges, and `why`
    says how it was found."""

    text: SafeString
    at: datetime
    path: str
    note: str | Promise = ""
    face: Face | None = None
    memory: Memory | None = None
    why: Promise = SAME_WORDS


@dataclass(frozen=True, slots=True)
class Group:
    """The results of one kind; `more` is the page that lists all, empty where these are all, and `count` their number,
    with a plus where there are more."""

    name: str
    title: Promise
    hits: Sequence[Hit]
    more: str = ""
    count: str = ""


def joined(groups: Mapping[str, Group], more: Mapping[str, Group]) -> dict[str, Group]:
    """Merge groups of the same kind, the hits of `more` last."""
    found = dict(groups)
    for name, group in more.items():
        first = found.get(name, replace(group, hits=[]))
        paths = {hit.path for hit in first.hits}
        others = [hit for hit in group.hits if hit.path not in paths]
        found[name] = replace(first, hits=[*first.hits, *others][:READ])
    return {name: found[name] for name in sorted(found, key=KINDS.index)}


def as_shown(group: Group, more: str, *, is_whole: bool) -> Group:
    """Return the group with its count, and the first hits, or all with `is_whole`; `more` is the page with all, unless
    the group has one. Of dangerous needs, all are shown."""
    count = f"{MOST_LISTED}+" if len(group.hits) > MOST_LISTED else str(len(group.hits))
    if is_whole or group.name == NEEDS or len(group.hits) <= SHOWN:
        return replace(group, hits=group.hits[:MOST_LISTED], count=count, more=group.more if is_whole else "")
    return replace(group, hits=group.hits[:SHOWN], count=count, more=group.more or more)
