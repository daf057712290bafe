"""Types of fields that drafts, requests, bodies and answers of models share: what is a valid value, said once."""

import unicodedata
from typing import Annotated, Final, Literal

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field, Strict, WithJsonSchema

Unit = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
# Not "yes", nor 1.
Flag = Annotated[bool, Strict()]
CategoryName = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$")]
# As what takes a moment is described that takes a day, too, for its first moment.
DayOrMoment = WithJsonSchema({"type": "string", "anyOf": [{"format": "date-time"}, {"format": "date"}]})
FactCategoryName = Literal["identity", "preference", "constraint", "instruction"]

NOTHING_SAID: Final = gettext_noop("This says nothing: there is no letter, digit or symbol in it.")
# Letters, digits, and symbols such as an emoji; not the accents that stand alone.
_SAYING: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Sm", "Sc", "So"})
# Of these kinds, but blank.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def says_nothing(text: str) -> bool:
    """Whether a text is blank, or marks such as "." and "-" alone."""
    return not any(unicodedata.category(char) in _SAYING and char not in _BLANK for char in text)


def _saying(text: str) -> str:
    if text and says_nothing(text):
        raise ValueError(NOTHING_SAID)
    return text


Saying = Annotated[str, AfterValidator(_saying)]
