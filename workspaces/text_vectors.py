"""The lexical index of a text, by the dictionary of its row's language."""

from typing import Any

from django.contrib.postgres.search import SearchVectorField
from django.db.models import F, Func


def text_vector(text: Any) -> Func:
    """`text` by the dictionary of the row's `language`; the function is in the database (workspaces 0004)."""
    return Func(F("language"), text, function="text_vector", output_field=SearchVectorField())
