"""What is told of a value that somebody types: which time zones they may have meant, and what to write where it is no
birthday, email address or phone number."""

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
ALIKE: Final = 0.75  # 0..1, of their letters: "Gondor" is no London
BIRTHDAY: Final = "birthday"
EMAIL: Final = "email"
PHONE: Final = "phone"
NO_DAY = _("Write a day of birth such as “1990-05-31” or “31 May”.")
NO_SUCH_DAY = _("That day does not exist.")
NO_EMAIL = _("Write an email address such as “ana@example.com”.")
NO_PHONE = _("Write a phone number with its digits, such as “+351 912 345 678”.")
FEWEST_DIGITS: Final = 3
# Of fields that hold one kind of thing, what to do where something else is typed.
ADVICE: Final[Mapping[str, Promise]] = {BIRTHDAY: NO_DAY, EMAIL: NO_EMAIL, PHONE: NO_PHONE}
NO_ZONE_BUT = _("No time zone is called that. Near are: {names}.")


def problem_of_typed(key: str, said: str) -> str:
    """Why what a person types, without the field's name, is no time zone, birthday, email address or phone number;
    empty where it is, and for all other fields."""
    if key == PHONE:
        return "" if sum(map(str.isdigit, said)) >= FEWEST_DIGITS else str(NO_PHONE)
    if key not in (TIME_ZONE, *ADVICE) or not expected_of(key, said):
        return ""
    if key == BIRTHDAY and names_no_day(said.casefold()):
        return str(NO_SUCH_DAY)
    return no_zone(said) if key == TIME_ZONE else str(ADVICE[key])


def no_zone(text: str) -> str:
    """That it names none, with those that may have been meant."""
    near = ", ".join(zones_near(text))
    return str(NO_ZONE_BUT).format(names=near) if near else str(_(NO_ZONE))


def zones_near(text: str) -> Sequence[str]:
    """Their names, those of cities of that name first."""
    said = folded_name(text)
    known = {city: names[0] for city, names in cities().items()} | dict(zones())
    near = [corrected(said, list(known)), *get_close_matches(said, known, n=MOST_NEAR, cutoff=ALIKE)]
    named = [*zones_of_city(said), *(known[one] for one in near if one in known)]
    return list(dict.fromkeys(named))[:MOST_NEAR]
