"""Categories and allowlists as YAML, in the shape of 001 §5."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workspaces.models import Allowlist, Category
from workspaces.models.category import SUPERVISOR, ContextMode

DEFAULT_FILE = Path(__file__).with_name("category_config.yaml")
NAME = r"^[a-z0-9_]{1,64}$"
MOST_ITEMS = 1000


class InvalidConfig(ValueError):
    """The YAML is not a category configuration; the message names the place in the `document`, if that was read."""

    document: Any = None


class CategoryEntry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(pattern=NAME)
    context: ContextMode = ContextMode.RAG
    rag_length: int = Field(default=30, ge=1, le=MOST_ITEMS)


class CategoryGroups(BaseModel):
    model_config = ConfigDict(extra="forbid")
    system: list[CategoryEntry] = []
    custom: list[CategoryEntry] = []


class CategoryConfig(BaseModel):
    model_config = ConfigDict(extra="forbid")
    categories: CategoryGroups
    allowlists: dict[str, list[str]]

    @property
    def entries(self) -> list[CategoryEntry]:
        """Those of both groups."""
        return [*self.categories.system, *self.categories.custom]

    def with_list(self, role: str, categories: Sequence[str]) -> "CategoryConfig":
        """With an allowlist for a role. Those of its categories that no list named are put on the supervisor's, which
        read them (R3) and goes on reading them."""
        named = {name for names in self.allowlists.values() for name in names}
        own = [*self.allowlists.get(SUPERVISOR, []), *(name for name in categories if name not in named)]
        return self.model_copy(update={"allowlists": {**self.allowlists, SUPERVISOR: own, role: [*categories]}})


def parse(text: str) -> CategoryConfig:
    """Read a configuration. Raises InvalidConfig."""
    document = None
    try:
        document = yaml.safe_load(text)
        return CategoryConfig.model_validate(document)
    except (yaml.YAMLError, ValidationError) as error:
        invalid = InvalidConfig(str(error))
        invalid.document = document
        raise invalid from error


@cache
def default() -> CategoryConfig:
    """What a new workspace begins with."""
    return parse(DEFAULT_FILE.read_text())


def load(config: CategoryConfig) -> None:
    """Make the scope's categories and allowlists equal to the configuration; of two entries of one name the last."""
    groups = [(entry, True) for entry in config.categories.system]
    groups += [(entry, False) for entry in config.categories.custom]
    categories = {entry.name: Category(**entry.model_dump(), is_system=is_system) for entry, is_system in groups}
    Category.objects.exclude(name__in=list(categories)).delete()
    Category.objects.bulk_create(
        categories.values(),
        update_conflicts=True,
        unique_fields=["workspace", "name"],
        update_fields=["context", "rag_length", "is_system"],
    )
    allowlists = [Allowlist(role=role, categories=list(names)) for role, names in config.allowlists.items()]
    Allowlist.objects.exclude(role__in=list(config.allowlists)).delete()
    Allowlist.objects.bulk_create(
        allowlists, update_conflicts=True, unique_fields=["workspace", "role"], update_fields=["categories"]
    )


def configured_categories() -> frozenset[str]:
    """Those of the scope's configuration and of its allowlists."""
    lists = Allowlist.objects.values_list("categories", flat=True)
    return frozenset(Category.objects.values_list("name", flat=True)).union(*lists)


def dump() -> str:
    """The scope's configuration as YAML; `parse(dump())` gives it back."""
    groups: dict[str, list[dict[str, Any]]] = {"system": [], "custom": []}
    for row in Category.objects.order_by("name"):
        entry = {"name": row.name, "context": row.context, "rag_length": row.rag_length}
        groups["system" if row.is_system else "custom"].append(entry)
    allowlists = {row.role: row.categories for row in Allowlist.objects.order_by("role")}
    return yaml.safe_dump({"categories": groups, "allowlists": allowlists}, sort_keys=False)
