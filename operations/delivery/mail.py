"""Mail to a person: how many questions wait and until when, and what their week was; never any content."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import Min
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from consent.models import AcknowledgementCode, Proposal
from consent.proposals.relay import code_of, formatted_code
from operations.delivery.weekly_summary import week_of
from operations.models import Outbox
from workspaces import scope
from workspaces.models import Membership

SALT = "operations.mail"
# What these backends take never arrives.
NOWHERE = ("console.EmailBackend", "dummy.EmailBackend")
TEMPLATES = {
    "mail.digest": "mail/digest.txt",
    "mail.weekly": "mail/weekly.txt",
    "mail.half_time": "mail/half_time.txt",
    "mail.last_day": "mail/last_day.txt",
    "mail.code": "mail/code.txt",
}


def is_mail_sent() -> bool:
    """Whether this server has somewhere to send mail (EMAIL_URL)."""
    return not settings.EMAIL_BACKEND.endswith(NOWHERE)


def compose(message: Outbox) -> EmailMessage | None:
    """The mail for the current state; None if it is obsolete. Runs in the entered scope.

    It contains no field, value or agent's words: mail can be read in transit.
    """
    rows = Membership.objects.filter(workspace_id=scope.current_workspace_id(), account_id=message.account_id or "")
    membership = rows.select_related("account", "workspace").first()
    if membership is None or membership.person_id is None or not membership.account.email:
        return None
    account = membership.account
    with translation.override(account.mail_language), timezone.override(account.mail_zone):
        return _composed(message, membership, membership.person_id)


def _composed(message: Outbox, membership: Membership, person_id: UUID) -> EmailMessage | None:
    content = _content(message, person_id)
    if content is None:
        return None
    link = unsubscribe_url(membership)
    context = content | {"account": membership.account, "workspace": membership.workspace, "stop_url": link}
    return EmailMessage(
        subject=content["subject"],
        body=render_to_string(TEMPLATES[message.kind], context),
        to=[membership.account.email],
        headers=_headers(message, link),
    )


def _content(message: Outbox, person_id: UUID) -> dict[str, Any] | None:
    if message.kind == "mail.code":
        return _code(message)
    return _weekly(message, person_id) if message.kind == "mail.weekly" else _waiting(person_id)


def unsubscribe_url(membership: Membership) -> str:
    return f"{settings.PUBLIC_URL}/mail/stop/{signing.dumps(str(membership.id), salt=SALT)}"


def membership_of(token: str) -> UUID | None:
    """The membership of an unsubscribe link; None for an invalid one. Links do not expire: mail is read late."""
    try:
        return UUID(signing.loads(token, salt=SALT))
    except (signing.BadSignature, ValueError):
        return None


def _page(name: str) -> str:
    return f"{settings.PUBLIC_URL}{reverse(name)}"


def _headers(message: Outbox, link: str) -> dict[str, str]:
    """The same Message-ID at each attempt, and one-click unsubscription (RFC 8058)."""
    domain = settings.DEFAULT_FROM_EMAIL.rpartition("@")[2].strip("> ") or "localhost"
    return {
        "Message-ID": f"<{message.message_id}@{domain}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _waiting(person_id: UUID) -> dict[str, Any] | None:
    pending = Proposal.objects.pending().unmuted().filter(person_id=person_id)
    count, first = pending.count(), pending.aggregate(first=Min("expires_at"))["first"]
    if count == 0:
        return None
    subject = ngettext("%(count)d request is waiting for you", "%(count)d requests are waiting for you", count) % {
        "count": count
    }
    return {"subject": subject, "count": count, "first": first, "url": _page("pages:inbox")}


def _weekly(message: Outbox, person_id: UUID) -> dict[str, Any] | None:
    week = week_of(person_id, now=message.created_at)
    return None if week.is_empty else {"subject": _("Your memory this week"), "week": week, "url": _page("pages:home")}


def _code(message: Outbox) -> dict[str, Any] | None:
    """The code: useful only together with the person's own words in their conversation."""
    rows = AcknowledgementCode.objects.filter(proposal_id=message.payload["proposal"])
    code = rows.usable().order_by("-issued_at").first()
    if code is None:
        return None
    return {
        "subject": _("Your code to answer a request in a chat"),
        "code": formatted_code(code_of(code)),
        "until": code.expires_at,
        "url": f"{settings.PUBLIC_URL}/proposals/{code.proposal_id}",
    }
