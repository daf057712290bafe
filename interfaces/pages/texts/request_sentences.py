"""Headlines of requests to remember something."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy


class Request(NamedTuple):
    """A request as a sentence: by an assistant, open and settled (`wants`, `wanted`), and by the server (`asks`,
    `asked`)."""

    wants: Promise
    wanted: Promise
    asks: Promise
    asked: Promise

    def sentence(self, *, is_open: bool, by_server: bool) -> str:
        if by_server:
            return str(self.asks if is_open else self.asked)
        return str(self.wants if is_open else self.wanted)


CHANGES = Request(
    gettext_lazy("{who} wants to change what is remembered about you."),
    gettext_lazy("{who} wanted to change what is remembered about you."),
    gettext_lazy("Change what is remembered about you?"),
    gettext_lazy("You were asked whether to change what is remembered about you."),
)
CHANGES_ABOUT = Request(
    gettext_lazy("{who} wants to change what is remembered about {field}."),
    gettext_lazy("{who} wanted to change what is remembered about {field}."),
    gettext_lazy("Change what is remembered about {field}?"),
    gettext_lazy("You were asked whether to change what is remembered about {field}."),
)
CHANGES_ABOUT_YOURS = Request(
    gettext_lazy("{who} wants to change what is remembered about your {field}."),
    gettext_lazy("{who} wanted to change what is remembered about your {field}."),
    gettext_lazy("Change what is remembered about your {field}?"),
    gettext_lazy("You were asked whether to change what is remembered about your {field}."),
)
REMEMBERS = Request(
    gettext_lazy("{who} wants to remember something new about you."),
    gettext_lazy("{who} wanted to remember something new about you."),
    gettext_lazy("Remember something new about you?"),
    gettext_lazy("You were asked whether to remember something new about you."),
)
REMEMBERS_ABOUT = Request(
    gettext_lazy("{who} wants to remember something about {field}."),
    gettext_lazy("{who} wanted to remember something about {field}."),
    gettext_lazy("Remember something about {field}?"),
    gettext_lazy("You were asked whether to remember something about {field}."),
)
REMEMBERS_ABOUT_YOURS = Request(
    gettext_lazy("{who} wants to remember something about your {field}."),
    gettext_lazy("{who} wanted to remember something about your {field}."),
    gettext_lazy("Remember something about your {field}?"),
    gettext_lazy("You were asked whether to remember something about your {field}."),
)
ADDS = Request(
    gettext_lazy("{who} wants to add something to your {field}."),
    gettext_lazy("{who} wanted to add something to your {field}."),
    gettext_lazy("Add something to your {field}?"),
    gettext_lazy("You were asked whether to add something to your {field}."),
)
SETS = Request(
    gettext_lazy("{who} wants to remember your {field}."),
    gettext_lazy("{who} wanted to remember your {field}."),
    gettext_lazy("Remember your {field}?"),
    gettext_lazy("You were asked whether to remember your {field}."),
)
ADDS_VALUE = Request(
    gettext_lazy("{who} wants to add “{value}” to your {field}."),
    gettext_lazy("{who} wanted to add “{value}” to your {field}."),
    gettext_lazy("Add “{value}” to your {field}?"),
    gettext_lazy("You were asked whether to add “{value}” to your {field}."),
)
SETS_VALUE = Request(
    gettext_lazy("{who} wants to remember that your {field} is {value}."),
    gettext_lazy("{who} wanted to remember that your {field} is {value}."),
    gettext_lazy("Remember that your {field} is {value}?"),
    gettext_lazy("You were asked whether to remember that your {field} is {value}."),
)
SETS_VALUES = Request(
    gettext_lazy("{who} wants to remember that your {field} are {value}."),
    gettext_lazy("{who} wanted to remember that your {field} are {value}."),
    gettext_lazy("Remember that your {field} are {value}?"),
    gettext_lazy("You were asked whether to remember that your {field} are {value}."),
)


def of_text(*, is_change: bool, has_field: bool, is_others: bool) -> Request:
    """Return the sentences for a text, which may state a field; `is_others`: the field may be another person's."""
    if not has_field:
        return CHANGES if is_change else REMEMBERS
    if is_change:
        return CHANGES_ABOUT if is_others else CHANGES_ABOUT_YOURS
    return REMEMBERS_ABOUT if is_others else REMEMBERS_ABOUT_YOURS
