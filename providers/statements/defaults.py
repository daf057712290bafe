"""Which fields the default policy asks about, and its one line that an operator may take out."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings

from providers.statements.aliases import DIET_KEYS, SENSITIVE_KEYS

# Lines that keep what would else be asked about, by their names in DEFAULT_POLICY_WITHOUT.
KEPT_LINES: Final[Mapping[str, frozenset[str]]] = {"diet_and_allergies": DIET_KEYS}


def sensitive_keys() -> frozenset[str]:
    """The keys that need consent by default: with a line of KEPT_LINES taken out, its keys too."""
    without: list[str] = settings.DEFAULT_POLICY_WITHOUT
    return SENSITIVE_KEYS.union(*(KEPT_LINES[line] for line in without))
