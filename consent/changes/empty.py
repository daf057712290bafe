"""Texts of which nothing would be remembered."""

from django.utils.translation import gettext_noop

from providers.redaction import MARK
from providers.schema import NOTHING_SAID, says_nothing

SECRET_ALONE = gettext_noop(
    "This is a secret and nothing else, and secrets are not kept. Say in words what to remember, without the secret."
)


def problem_of_empty(text: str) -> str:
    """Why a text says nothing, as it is or without its secrets; empty where it says something."""
    if says_nothing(text):
        return NOTHING_SAID
    return SECRET_ALONE if says_nothing(MARK.sub("", text)) else ""
