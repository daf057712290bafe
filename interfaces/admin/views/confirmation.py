"""The name and password that are typed to confirm a deletion."""

from allauth.account.adapter import get_adapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from workspaces.models import Account

TYPED = "typed_name"


def remember_name(request: HttpRequest, page: str, typed: str) -> None:
    """Remember the typed name for the next display of that page's form."""
    request.session[TYPED] = [page, typed]


def typed_name(request: HttpRequest, page: str) -> str:
    """Return the typed name once; empty without one for that page."""
    kept_page, typed = request.session.pop(TYPED, None) or ("", "")
    return str(typed) if kept_page == page else ""


def name_problem(typed: str, name: str) -> str:
    """Return why it is not the name; empty where it is."""
    if not typed.strip():
        return _("Type the name, %(name)s.") % {"name": name}
    return "" if typed.split() == name.split() else _("That is not the name, %(name)s.") % {"name": name}


def password_problem(request: HttpRequest, password: str) -> str:
    """Return why it is not the password of the signed-in account; empty where it is. Attempts are limited as for
    signing in."""
    assert isinstance(request.user, Account)
    if not password:
        return _("Type your password.")
    try:
        is_right = get_adapter().reauthenticate(request.user, password)
    except ValidationError as error:  # too many wrong passwords
        return " ".join(error.messages)
    return "" if is_right else _("That is not your password.")
