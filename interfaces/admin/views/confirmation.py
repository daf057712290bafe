"""The name and password that somebody types before something is destroyed."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from workspaces.models import Account

TYPED = "typed_name"


def keep_name(request: HttpRequest, page: str, typed: str) -> None:
    """What was typed as the name stands in the form of that page again when it is shown next."""
    request.session[TYPED] = [page, typed]


def kept_name(request: HttpRequest, page: str) -> str:
    """Once; empty where nothing was kept for that page."""
    kept_page, typed = request.session.pop(TYPED, None) or ("", "")
    return str(typed) if kept_page == page else ""


def name_problem(typed: str, name: str) -> str:
    """Why it is not the name; empty where it is."""
    if not typed.strip():
        return _("Type the name, %(name)s.") % {"name": name}
    return "" if typed.split() == name.split() else _("That is not the name, %(name)s.") % {"name": name}


def password_problem(request: HttpRequest, password: str) -> str:
    """Why it is not the password of who is signed in; empty where it is. Guesses are counted as when signing in."""
    assert isinstance(request.user, Account)
    if not password:
        return _("Type your password.")
    try:
        is_right = get_adapter().reauthenticate(request.user, password)
    except ValidationError as error:  # too many wrong ones
        return " ".join(error.messages)
    return "" if is_right else _("That is not your password.")
