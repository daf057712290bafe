"""The table of categories and roles: the stored one, the one of a form, and the configuration that it requests."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ValidationError

from interfaces.admin.categories.preview import memory_counts
from interfaces.admin.texts.wording import category_label
from interfaces.plain_words import title_of
from interfaces.roles import role_title
from memories.models.choices import DEFAULT_CATEGORY, MemoryType
from workspaces.category_config import MOST_ITEMS, NAME, CategoryConfig
from workspaces.models import Agent, Allowlist, Category
from workspaces.models.category import ContextMode

NEW_LENGTH = 30
NO_ROLE = gettext_lazy("“%(name)s” cannot be a role: use small letters, digits and _.")
NO_CATEGORY = gettext_lazy("“%(name)s” cannot be a category: use small letters, digits and _.")
ABOUT = {
    "activity": gettext_lazy("What the person does: habits, hobbies, routines"),
    "constraints": gettext_lazy("What must be kept to: limits, rules, times"),
    "event": gettext_lazy("What happened, or will on a certain day"),
    "general": gettext_lazy("What nobody files elsewhere"),
    "goals": gettext_lazy("What the person wants to reach"),
    "history": gettext_lazy("What was before: work, places, earlier plans"),
    "interests": gettext_lazy("What the person likes to hear about"),
    "knowledge": gettext_lazy("What the person or their field knows"),
    "preferences": gettext_lazy("What the person likes, avoids or prefers"),
    "procedural": gettext_lazy("How a task is done, learnt from earlier ones"),
    "profile": gettext_lazy("Fields of the person, such as name and city"),
    "projects": gettext_lazy("What the person works on for longer"),
    "recent_activity": gettext_lazy("What was done lately"),
    "relationship_dynamic": gettext_lazy("How the person and assistants work together"),
    "relationships": gettext_lazy("People around the person"),
    "style": gettext_lazy("How texts or code should be written"),
    "tasks": gettext_lazy("What is to be done, and by when"),
    "tone": gettext_lazy("How the person wants to be spoken to"),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One category with the roles that may read it. Without `is_category`, only lists or memories name it.

    `is_added` is new in the form, not stored yet. `rag_length` is the typed text where that is no valid number.
    """

    name: str
    context: str
    rag_length: int | str
    is_system: bool
    is_category: bool
    memories: int
    readers: frozenset[str]
    is_removed: bool = False
    is_added: bool = False

    @property
    def is_set_up(self) -> bool:
        """Whether it has settings of its own. The default category has the usual ones until they are changed."""
        is_usual = (self.context, self.rag_length) == (ContextMode.RAG, NEW_LENGTH)
        return self.is_category or (self.is_default and not is_usual)

    @property
    def may_remove(self) -> bool:
        return not self.is_system and (self.is_category or bool(self.readers))

    @property
    def is_supervisors_alone(self) -> bool:
        """Whether only the supervisor reads it, who also reads what no list names (R3)."""
        return not self.readers and not self.is_added

    @property
    def is_unread_default(self) -> bool:
        """Whether it is the default category, and only the supervisor reads it."""
        return self.is_supervisors_alone and self.name == DEFAULT_CATEGORY[MemoryType.SEMANTIC]

    @property
    def is_length_wrong(self) -> bool:
        return isinstance(self.rag_length, str)

    @property
    def is_default(self) -> bool:
        """Whether memories without a category are filed there."""
        return self.name in DEFAULT_CATEGORY.values()

    @property
    def about(self) -> str:
        """A description of a built-in category; empty for others."""
        return str(ABOUT[self.name]) if (self.is_system or self.is_default) and self.name in ABOUT else ""


@dataclass(frozen=True, slots=True)
class Table:
    """`added_roles` are new in the form, not stored yet; `known` names cannot be added: they are categories already.

    `typed` and `typed_role` are texts in the form's last fields that are no valid names.
    """

    roles: Sequence[str]
    rows: Sequence[Row]
    added_roles: Sequence[str] = ()
    known: Sequence[str] = ()
    typed: Row | None = None
    typed_role: str = ""

    def config(self) -> CategoryConfig:
        """Raises InvalidTable."""
        kept = [row for row in self.rows if not row.is_removed]
        wrong = [*self._wrong_names()]
        groups: dict[str, list[dict[str, Any]]] = {"system": [], "custom": []}
        for row in kept:
            if row.is_set_up:
                entry = {"name": row.name, "context": row.context, "rag_length": row.rag_length}
                groups["system" if row.is_system else "custom"].append(entry)
        lists = {role: [row.name for row in kept if role in row.readers] for role in self.roles}
        try:
            config = CategoryConfig.model_validate({"categories": groups, "allowlists": lists})
        except ValidationError as error:
            raise InvalidTable([*wrong, *(_problem(groups, each) for each in error.errors())]) from error
        if wrong:
            raise InvalidTable(wrong)
        return config

    def _wrong_names(self) -> Iterator[str]:
        for name in self.known:
            yield _("There is a category “%(name)s” already.") % {"name": name}
        if self.typed:
            yield str(NO_CATEGORY) % {"name": self.typed.name}
        if self.typed_role:
            yield str(NO_ROLE) % {"name": self.typed_role}


class InvalidTable(ValueError):
    """The form requests something invalid; `problems` are the reasons, a line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = problems


def stored_table() -> Table:
    """Return each category, also those only of lists and memories, and each role with a list or an agent, sorted by
    display name. Runs in the entered scope."""
    lists = {row.role: row.categories for row in Allowlist.objects.all()}
    roles = sorted({*lists, *Agent.objects.values_list("role", flat=True)}, key=role_title)
    categories = {row.name: row for row in Category.objects.all()}
    counts = memory_counts()
    listed = {name for names in lists.values() for name in names}
    names = sorted({*categories, *counts, DEFAULT_CATEGORY[MemoryType.SEMANTIC], *listed}, key=title_of)
    return Table(roles, [_stored(name, categories.get(name), lists, counts.get(name, 0)) for name in names])


def posted_table(data: QueryDict) -> Table:
    """Return the stored table with the changes of a form: a missing value is unchanged, an unticked box means no.

    Additions from a preview are sent again as `added` and `added_role`; a new name is typed into the last row.
    """
    stored = stored_table()
    typed, typed_role = ([*map(as_name, _texts(data, name))] for name in ("new_name", "new_role"))
    wrong, wrong_role = ([text for text in texts if not re.match(NAME, text)] for texts in (typed, typed_role))
    named_roles = [*_texts(data, "added_role"), *(role for role in typed_role if role not in wrong_role)]
    added_roles = [role for role in dict.fromkeys(named_roles) if role not in stored.roles]
    roles = [*stored.roles, *added_roles]
    readable = {role: frozenset(data.getlist(f"read:{role}")) for role in roles}
    known = {row.name for row in stored.rows if row.is_category}
    filed = {row.name: row.memories for row in stored.rows}
    new = {name: _posted(_new(name, data, filed), data, readable) for name in _texts(data, "added")}
    new |= {name: _new(name, data, filed) for name in typed if name not in wrong}
    kept = [_posted(row, data, readable) for row in stored.rows if row.is_category or row.name not in new]
    added = [row for name, row in new.items() if name not in known]
    unnamed = _new(wrong[0], data, {}) if wrong else None
    return Table(roles, [*kept, *added], added_roles, sorted(known & new.keys()), unnamed, "".join(wrong_role[:1]))


def _texts(data: QueryDict, name: str) -> list[str]:
    """Return the values of the fields with this name, each once."""
    found = (text.strip() for text in data.getlist(name))
    return [text for text in dict.fromkeys(found) if text]


def as_name(text: str) -> str:
    """Return a category or role as a key: "Pets" as `pets`, "Garden tools" as `garden_tools`; unchanged where that
    gives no valid name."""
    name = re.sub(r"[\s-]+", "_", text.lower())
    return name if re.match(NAME, name) else text


def _stored(name: str, category: Category | None, lists: dict[str, list[str]], memories: int) -> Row:
    return Row(
        name=name,
        context=category.context if category else ContextMode.RAG,
        rag_length=category.rag_length if category else NEW_LENGTH,
        is_system=category is not None and category.is_system,
        is_category=category is not None,
        memories=memories,
        readers=frozenset(role for role, names in lists.items() if name in names),
    )


def _posted(row: Row, data: QueryDict, readable: dict[str, frozenset[str]]) -> Row:
    return replace(
        row,
        context=data.get(f"context:{row.name}", row.context),
        rag_length=_number(data.get(f"length:{row.name}"), row.rag_length),
        readers=frozenset(role for role, names in readable.items() if row.name in names),
        is_removed=not row.is_system and row.name in data.getlist("remove"),
    )


def _new(name: str, data: QueryDict, filed: Mapping[str, int]) -> Row:
    """Return a row for a new category; `filed` are the memories by category name, also of names that are no
    category."""
    return Row(
        name=name,
        context=data.get("new_context", ContextMode.RAG),
        rag_length=_number(data.get("new_length"), NEW_LENGTH),
        is_system=False,
        is_category=True,
        memories=filed.get(name, 0),
        readers=frozenset(data.getlist("new_readers")),
        is_added=True,
    )


def _number(text: str | None, default: int | str) -> int | str:
    """Return the number, or the typed text where it is invalid, so that the error can show it and it can be
    corrected."""
    if text is None:
        return default
    typed = text.strip()
    is_number = typed.isdecimal() and len(typed) < 9 and 1 <= int(typed) <= MOST_ITEMS
    return int(typed) if is_number else typed


def _problem(groups: dict[str, list[dict[str, Any]]], error: Any) -> str:
    match error["loc"]:
        case ("categories", str(group), int(place), field):
            name = groups[group][place]["name"]
            if field == "name":
                return str(NO_CATEGORY) % {"name": name}
            name = category_label(name)
            if field == "rag_length":
                return _("%(name)s: the most items are a number from 1 to 1,000.") % {"name": name}
            return _("%(name)s: choose when it enters a context.") % {"name": name}
    return str(error["msg"])
