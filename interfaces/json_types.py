"""What pydantic expects, in words of JSON: its own words are about Python."""

from typing import Final

# By the type of pydantic's error.
JSON_TYPES: Final = {
    "dict_type": "an object",
    "float_parsing": "a number",
    "float_type": "a number",
    "int_parsing": "a whole number",
    "model_type": "an object",
    "tuple_type": "a list",
    "uuid_parsing": "a UUID",
}
