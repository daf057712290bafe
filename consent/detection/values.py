"""Values of fields: their normalised form for comparison, and values that the gate refuses."""

from django.utils.translation import gettext_noop

from providers.statements import TIME_ZONE, Statement, canonical_need, normalize_value, zone_of
from providers.unseen import DIRECTION_CONTROLS

NO_ZONE = gettext_noop("No time zone is called that. Write a city or a name such as “Europe/Lisbon”.")
# A field's key and the normalised value.
Pair = tuple[str, str]


def normalized_pair(statement: Statement) -> Pair:
    return statement.key, normalize_value(statement.value)


def claim(category: str, key: str, value: str) -> str:
    """One value of a field as proposals record it, e.g. identity.city=lisbon."""
    return f"{category}.{key}={normalize_value(value)}"


def pair_of(claimed: str) -> Pair:
    """The field's key and the value of a claim."""
    address, _separator, value = claimed.partition("=")
    return address.partition(".")[2], value


def problem_of_field(key: str, value: str) -> str:
    """Return why a field cannot have a value; empty if it can, or if any text is allowed."""
    return NO_ZONE if key == TIME_ZONE and not zone_of(value) else ""


def in_one_spelling(key: str, value: str) -> str:
    """Return a value as its field stores it: the name of a time zone if the value means just one ("Berlin"), and the
    food of a diet that excludes it ("no soy")."""
    return (zone_of(value) if key == TIME_ZONE else "") or canonical_need(key, value)[1]


def problem_of(text: str) -> str:
    """Return why a value cannot be stored; empty if it can. Stored values stay."""
    names = ", ".join(f"U+{ord(mark):04X}" for mark in sorted(DIRECTION_CONTROLS & {*text}))
    return f"A value cannot hold marks that turn the direction of writing: {names}." if names else ""
