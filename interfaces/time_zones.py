"""Advice on typed values: similar time zones, and what to write where a value is no birthday, email address or phone
number."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.detection.values import NO_ZONE
from interfaces.readable_values import expected_of
from interfaces.spelling_suggestions import corrected
from interfaces.typed_days import names_no_day
from providers.statements.fields.time_zones import TIME_ZONE, cities, folded_name, zones
from providers.statements.text.gazetteer import zones_of_city

MOST_NEAR: Final = 3
ALIKE: Final = 0.75  # 0..1, share of equal letters: "Gondor" is not London
BIRTHDAY: Final = "birthday"
EMAIL: Final = "email"
PHONE: Final = "phone"
NO_DAY = _("Write a day of birth such as “1990-05-31” or “31 May”.")
NO_SUCH_DAY = _("That day does not exist.")
NO_EMAIL = _("Write an email address such as “ana@example.com”.")
NO_PHONE = _("Write a phone number with its digits, such as “+351 912 345 678”.")
FEWEST_DIGITS: Final = 3
# Advice for fields of one kind, where something else was typed.
ADVICE: Final[Mapping[str, Promise]] = {BIRTHDAY: NO_DAY, EMAIL: NO_EMAIL, PHONE: NO_PHONE}
NO_ZONE_BUT = _("No time zone is called that. Near are: {names}.")


def problem_of_typed(key: str, typed: str) -> str:
    """Return why a typed value, without the field's name, is no time zone, birthday, email address or phone number;
    empty where it is, and for all other fields."""
    if key == PHONE:
        return "" if sum(map(str.isdigit, typed)) >= FEWEST_DIGITS else str(NO_PHONE)
    if key not in (TIME_ZONE, *ADVICE) or not expected_of(key, typed):
        return ""
    if key == BIRTHDAY and names_no_day(typed.casefold()):
        return str(NO_SUCH_DAY)
    return no_zone(typed) if key == TIME_ZONE else str(ADVICE[key])


def no_zone(text: str) -> str:
    """Return the sentence that it names no time zone, with similar ones."""
    near = ", ".join(zones_near(text))
    return str(NO_ZONE_BUT).format(names=near) if near else str(_(NO_ZONE))


def zones_near(text: str) -> Sequence[str]:
    """Return the names of similar zones, those of cities with that name first."""
    typed = folded_name(text)
    known = {city: names[0] for city, names in cities().items()} | dict(zones())
    near = [corrected(typed, list(known)), *get_close_matches(typed, known, n=MOST_NEAR, cutoff=ALIKE)]
    named = [*zones_of_city(typed), *(known[one] for one in near if one in known)]
    return list(dict.fromkeys(named))[:MOST_NEAR]
