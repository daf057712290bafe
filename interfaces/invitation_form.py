"""What the forms of an invitation have in common."""

from django import forms
from django.utils.translation import gettext as _

from operations.delivery.mail import is_mail_sent


def ask_for_address(field: forms.Field) -> None:
    """Where no mail is sent, an invitation needs no address: its link is passed on by hand."""
    if not is_mail_sent():
        field.required = False
        field.help_text = _("Optional. It becomes the address of the new login.")
