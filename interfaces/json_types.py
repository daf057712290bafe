"""What pydantic expects, in terms of JSON: its own messages are about Python."""

from typing import Final

TIME: Final = "a time in ISO 8601, such as 2026-05-01T09:30:00Z"
# Texts by the type of pydantic's error.
JSON_TYPES: Final = {
    "datetime_from_date_parsing": TIME,
    "datetime_parsing": TIME,
    "dict_type": "an object",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_parsing": "a whole number",
    "model_type": "an object",
    "tuple_type": "a list",
    "uuid_parsing": "a UUID",
}
