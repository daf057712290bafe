"""Messages for invalid values, by pydantic's kind of error, with pydantic's parameters."""

from typing import Final

from django.utils.translation import gettext_noop as _

WRONG: Final[dict[str, str]] = {
    "extra_forbidden": _("there is no such key"),
    "missing": _("this key is missing"),
    "enum": _("must be one of these: %(expected)s"),
    "literal_error": _("must be one of these: %(expected)s"),
    "list_type": _("must be a list"),
    "tuple_type": _("must be a list"),
    "dict_type": _("must be keys with values"),
    "model_type": _("must be keys with values"),
    "model_attributes_type": _("must be keys with values"),
    "string_type": _("must be a text"),
    "bool_type": _("must be true or false"),
    "bool_parsing": _("must be true or false"),
    "int_type": _("must be a whole number"),
    "int_parsing": _("must be a whole number"),
    "int_from_float": _("must be a whole number"),
    "float_type": _("must be a number"),
    "float_parsing": _("must be a number"),
    "finite_number": _("must be a number"),
    "datetime_type": _("must be a date with a time"),
    "datetime_parsing": _("must be a date with a time"),
    "datetime_from_date_parsing": _("must be a date with a time"),
    "datetime_object_invalid": _("must be a date with a time"),
    "uuid_type": _("must be an ID of this server"),
    "uuid_parsing": _("must be an ID of this server"),
    "greater_than_equal": _("must be at least %(ge)s"),
    "less_than_equal": _("must be at most %(le)s"),
    "string_too_short": _("must not be empty"),
    "string_too_long": _("must have at most %(max_length)s characters"),
    "too_long": _("must have at most %(max_length)s entries"),
    "string_pattern_mismatch": _("may hold only the letters a–z, digits and _"),
}
