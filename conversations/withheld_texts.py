"""What is withheld from other agents in texts outside the transcript: titles and states of tasks, names and addresses
of files (R31)."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import unquote
from uuid import UUID

from django.db.models import Q, QuerySet

from conversations.models import WithheldValue
from conversations.withheld_spans import MARK, without
from providers import statements
from workspaces.actors import Actor

Pair = tuple[str, str]
Fetch = Callable[[QuerySet[Any, Any]], Iterable[tuple[Any, ...]]]
# In names of files these stand for blanks.
_JOINTS = re.compile(r"[_.\-]")
_NO_WORDS = re.compile(r"[\W_]+")


class WithheldTexts:
    """The values that people have not agreed to, to be left out of what one reader is shown."""

    def __init__(self, values: Mapping[UUID, set[Pair]]) -> None:
        self._values = values

    @classmethod
    def for_reader(cls, actor: Actor, people: Iterable[UUID | None], *, fetch: Fetch = iter) -> "WithheldTexts":
        """For texts of others about these people; one query, none without people. Only agents are withheld anything.

        `fetch` reads the query's rows where Django's own queries see none.
        """
        seen = actor.category_condition()
        agreed = ~Q(category="") & seen if seen else ~Q(category="")
        return cls._of(people if actor.is_agent else (), agreed, fetch)

    @classmethod
    def for_anybody(cls, people: Iterable[UUID | None], *, fetch: Fetch = iter) -> "WithheldTexts":
        """For a reader who is not known, such as one with a link."""
        return cls._of(people, ~Q(category=""), fetch)

    @classmethod
    def _of(cls, people: Iterable[UUID | None], agreed: Q, fetch: Fetch) -> "WithheldTexts":
        wanted = {person_id for person_id in people if person_id}
        values: dict[UUID, set[Pair]] = defaultdict(set)
        if wanted:
            rows = WithheldValue.objects.filter(~agreed, person_id__in=wanted).exclude(key="")
            for person_id, key, value in fetch(rows.values_list("person_id", "key", "value")):
                values[person_id].add((key, value))
        return cls(values)

    def disclosed(self, text: str, person_id: UUID | None) -> str:
        """The text with a mark for each sentence that says a value."""
        values = self._values.get(person_id) if person_id else None
        if not values or not text:
            return text
        echoes = statements.known_value_matches(_JOINTS.sub(" ", text), values)
        return without(text, [(start, end) for start, end, _ in echoes])[0]

    def disclosed_address(self, address: str, person_id: UUID | None) -> str:
        """The address of a file, or a mark where it says a value: a part of an address leads nowhere."""
        values = self._values.get(person_id) if person_id else None
        words = _NO_WORDS.sub(" ", unquote(unquote(address)))
        return MARK if values and statements.contains_any_value(words, values) else address
