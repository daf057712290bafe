"""Names of fields in rules and trials: as they are written, and which of them the server knows."""

from collections.abc import Iterable

from django.utils.text import capfirst

from interfaces import plain_words
from interfaces.admin.policies.wording import UNKNOWN_FIELD
from interfaces.name_suggestions import did_you_mean, nearest
from memories.models import Fact
from memories.models.fact import FactCategory
from providers import statements


def known_fields() -> list[tuple[str, str]]:
    """Return the keys that the server knows, for suggestions, each with its names in every language."""
    return [(key, capfirst(str(plain_words.FIELDS.get(key, "")))) for key in sorted(known_keys())]


def known_addresses() -> list[str]:
    """Return the same with categories: identity.city."""
    return sorted({f"{address.category}.{address.key}" for address in statements.DEFAULT_ALIASES.values()})


def dotted(name: str) -> str:
    """Return `preference.tone` for `preference/tone`, the form in the API's addresses; other names unchanged."""
    category, slash, key = name.partition("/")
    return f"{category}.{key}" if slash and category in FactCategory.values else name


def category_and_key(name: str) -> tuple[str, str]:
    """Split `constraint.allergies`; for a name without a category, "" and the name."""
    category, _dot, key = name.partition(".")
    return (category, key) if key and category in FactCategory.values else ("", name)


def unknown_field(key: str, *, is_address: bool = False) -> str:
    """Return a warning about a field that is unused and unknown to the server; empty for others. It suggests a field,
    with its category where that has to be given."""
    if key not in unknown_fields([key]):
        return ""
    near = nearest(key, known_keys())
    if near and is_address:
        near = f"{statements.category_of(near)}.{near}"
    return f"{UNKNOWN_FIELD} {did_you_mean(near)}".rstrip()


def unknown_fields(keys: Iterable[str]) -> set[str]:
    """Return the fields that are unused and unknown to the server."""
    strange = {key for key in keys if key} - known_keys()
    return strange - set(Fact.objects.filter(key__in=strange).values_list("key", flat=True)) if strange else set()


def known_keys() -> set[str]:
    return {address.key for address in statements.DEFAULT_ALIASES.values()}
