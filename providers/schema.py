"""Types of fields that drafts, requests, bodies and answers of models share: what is a valid value, said once."""

from typing import Annotated, Literal

from pydantic import Field, Strict, WithJsonSchema

Unit = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
# Not "yes", nor 1.
Flag = Annotated[bool, Strict()]
CategoryName = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$")]
# As what takes a moment is described that takes a day, too, for its first moment.
DayOrMoment = WithJsonSchema({"type": "string", "anyOf": [{"format": "date-time"}, {"format": "date"}]})
FactCategoryName = Literal["identity", "preference", "constraint", "instruction"]
