"""Categories and allowlists as YAML, in the shape of 001 §5."""

from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from workspaces.models import Allowlist, Category
from workspaces.models.category import ContextMode

DEFAULT_FILE = Path(__file__).with_name("category_config.yaml")


class InvalidConfig(ValueError):
    """The YAML is not a category configuration; the message names the place."""


class CategoryEntry(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str = Field(pattern=r"^[a-z0-9_]{1,64}$")
    context: ContextMode = ContextMode.RAG
    rag_length: int = Field(default=30, ge=1, le=1000)


class CategoryGroups(BaseModel):
    model_config = ConfigDict(extra="forbid")
    system: list[CategoryEntry] = []
    custom: list[CategoryEntry] = []


class CategoryConfig(BaseModel):
    model_config = ConfigDict(extra="forbid")
    categories: CategoryGroups
    allowlists: dict[str, list[str]]


def parse(text: str) -> CategoryConfig:
    """Read a configuration. Raises InvalidConfig."""
    try:
        return CategoryConfig.model_validate(yaml.safe_load(text))
    except (yaml.YAMLError, ValidationError) as error:
        raise InvalidConfig(str(error)) from error


def load(config: CategoryConfig) -> None:
    """Make the scope's categories and allowlists equal to the configuration."""
    groups = [(entry, True) for entry in config.categories.system] + [
        (entry, False) for entry in config.categories.custom
    ]
    Category.objects.exclude(name__in=[entry.name for entry, _ in groups]).delete()
    for entry, is_system in groups:
        Category.objects.update_or_create(name=entry.name, defaults=entry.model_dump() | {"is_system": is_system})
    Allowlist.objects.exclude(role__in=config.allowlists).delete()
    for role, names in config.allowlists.items():
        Allowlist.objects.update_or_create(role=role, defaults={"categories": names})


def dump() -> str:
    """The scope's configuration as YAML; `parse(dump())` gives it back."""
    groups: dict[str, list[dict[str, Any]]] = {"system": [], "custom": []}
    for row in Category.objects.order_by("name"):
        entry = {"name": row.name, "context": row.context, "rag_length": row.rag_length}
        groups["system" if row.is_system else "custom"].append(entry)
    allowlists = {row.role: row.categories for row in Allowlist.objects.order_by("role")}
    return yaml.safe_dump({"categories": groups, "allowlists": allowlists}, sort_keys=False)
