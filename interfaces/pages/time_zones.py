"""Which time zones somebody may have meant whose words name none."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from django.utils.translation import gettext_lazy as _

from consent.detection.values import NO_ZONE
from interfaces.near_words import meant
from providers.statements.time_zones import cities, spelt, zones

MOST_NEAR: Final = 3
NO_ZONE_BUT = _("No time zone is called that. Near are: {names}.")


def no_zone(text: str) -> str:
    """That it names none, with those that may have been meant."""
    near = ", ".join(zones_near(text))
    return str(NO_ZONE_BUT).format(names=near) if near else str(_(NO_ZONE))


def zones_near(text: str) -> Sequence[str]:
    """Their names, the nearest first."""
    said = spelt(text)
    known = {city: names[0] for city, names in cities().items()} | dict(zones())
    near = [meant(said, list(known)), *get_close_matches(said, known, n=MOST_NEAR)]
    return list(dict.fromkeys(known[one] for one in near if one in known))[:MOST_NEAR]
