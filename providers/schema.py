"""Types of fields that drafts, requests, bodies and models' answers share, so that valid values are defined once."""

import unicodedata
from typing import Annotated, Final, Literal

from django.utils.translation import gettext_noop
from pydantic import AfterValidator, Field, Strict, WithJsonSchema

Unit = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
# Neither "yes" nor 1.
Flag = Annotated[bool, Strict()]
CategoryName = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$")]
# In a schema, both a day and a timestamp; a day stands for its first moment.
DayOrTimestamp = WithJsonSchema({"type": "string", "anyOf": [{"format": "date-time"}, {"format": "date"}]})
FactCategoryName = Literal["identity", "preference", "constraint", "instruction"]

NO_CONTENT: Final = gettext_noop("This says nothing: there is no letter, digit or symbol in it.")
# Letters, digits, and symbols such as an emoji; not accents on their own.
_CONTENT_CATEGORIES: Final = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Sm", "Sc", "So"})
# Of these categories, but blank.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def has_no_content(text: str) -> bool:
    """Whether a text is blank, or consists of marks such as "." and "-" only."""
    return not any(unicodedata.category(char) in _CONTENT_CATEGORIES and char not in _BLANK for char in text)


def _checked(text: str) -> str:
    if text and has_no_content(text):
        raise ValueError(NO_CONTENT)
    return text


TextWithContent = Annotated[str, AfterValidator(_checked)]
