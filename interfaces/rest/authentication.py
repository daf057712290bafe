"""The sender of a request: an agent with its API key, or a person with their login."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.request import Request

from interfaces.rest.problems import Forbidden, NotAuthenticated
from workspaces.actions.authenticate_key import InvalidKey, authenticate_key, forget_key, recall_key
from workspaces.actors import Actor, ActorKind
from workspaces.models import Account, Membership, Person
from workspaces.models.membership import Role

WORKSPACE_HEADER = "X-Workspace"
READ_ONLY_ROLES = (Role.REVIEWER, Role.VIEWER)


@dataclass(frozen=True, slots=True)
class Principal:
    """The sender of a request: DRF's `request.user`.

    `actor` reads and writes memories: an agent, or a person about themselves. `staff` is set for logins that may also
    manage the workspace (its people, its grants). `runs_installation`: staff who are superusers.
    """

    actor: Actor
    staff: Actor | None = None
    runs_installation: bool = False
    is_authenticated: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The key of throttles and idempotency records."""
        return f"key:{self.actor.key_id}" if self.actor.key_id else f"account:{self.actor.id}"


class ApiKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer <api key>`; other protocols write it differently."""

    schemes: tuple[str, ...] = ("Bearer",)
    header = ""  # the header with a bare key

    def authenticate(self, request: Request) -> tuple[Principal, None] | None:
        key = self._key(request)
        if key is None:
            return None
        handler = getattr(request.parser_context.get("view"), (request.method or "").lower(), None)
        find = recall_key if getattr(handler, "recalls_key", False) else authenticate_key
        return self._principal(key, find), None

    def reauthenticate(self, request: Request) -> Principal:
        """Return the sender, authenticated again: the assumptions of `recall_key` do not hold."""
        key = self._key(request) or b""
        forget_key(key.strip().decode("ascii"))
        return self._principal(key, authenticate_key)

    def _principal(self, key: bytes, find: Callable[..., Actor]) -> Principal:
        try:
            return Principal(find(key.strip().decode("ascii"), now=timezone.now()))
        except (InvalidKey, UnicodeDecodeError) as error:
            detail = "The API key is not valid: unknown, expired or revoked."
            raise NotAuthenticated(detail, headers=self._challenge("invalid_token")) from error

    def authenticate_header(self, request: Request) -> str:
        return f'{self.schemes[0]} realm="memory"'

    def _key(self, request: Request) -> bytes | None:
        if self.header and self.header in request.headers:
            return request.headers[self.header].encode()
        scheme, _, key = get_authorization_header(request).partition(b" ")
        if scheme and scheme.lower() not in {each.lower().encode() for each in self.schemes}:
            raise NotAuthenticated(f"Authorize with '{self.schemes[0]} <api key>'.", headers=self._challenge())
        return key if scheme else None

    def _challenge(self, error: str = "") -> dict[str, str]:
        suffix = f', error="{error}"' if error else ""
        return {"WWW-Authenticate": f'{self.schemes[0]} realm="memory"{suffix}'}


class PersonSessionAuthentication(SessionAuthentication):
    """The login that the pages use, with CSRF protection.

    An account in several workspaces names one in `X-Workspace`; the default is the one that it joined first.
    """

    def authenticate(self, request: Request) -> tuple[Principal, None] | None:
        account = getattr(request._request, "user", None)
        if not isinstance(account, Account) or not account.is_active:
            return None
        self.enforce_csrf(request)
        membership = _membership(account, request.headers.get(WORKSPACE_HEADER, ""))
        staff = membership.as_staff() if membership.is_staff_member else None
        # Staff who are not linked to a person act only as staff.
        actor = staff if staff is not None and membership.person_id is None else membership.as_person()
        return Principal(actor, staff, runs_installation=account.is_superuser and staff is not None), None


def _membership(account: Account, workspace: str) -> Membership:
    rows = Membership.objects.filter(account=account).select_related("account").order_by("created_at")
    try:
        membership = rows.filter(workspace_id=UUID(workspace)).first() if workspace else rows.first()
    except ValueError as error:
        raise Forbidden(f"{WORKSPACE_HEADER} is not the id of a workspace of yours.") from error
    if membership is None:
        raise Forbidden("Your account does not belong to that workspace.")
    return membership


def people_of(principal: Principal, *, now: datetime) -> QuerySet[Person]:
    """Select the people a principal may see: staff everyone of the workspace, a person themselves, an agent those whom
    its grants cover (R1)."""
    if principal.staff is not None:
        return Person.objects.all()
    actor = principal.actor
    if actor.kind is ActorKind.PERSON:
        return Person.objects.filter(id__in=[actor.person_id] if actor.person_id else [])
    return Person.objects.filter(_covered(actor, now=now))


def may_manage(principal: Principal) -> bool:
    """Whether the principal may manage the workspace: owners and admins."""
    return principal.staff is not None and principal.staff.role not in READ_ONLY_ROLES


def may_audit(principal: Principal) -> bool:
    """Whether the principal may read the workspace's audit trail: owners and admins, and keys of agents that they
    allowed to."""
    return may_manage(principal) or principal.actor.may_audit


def may_add_people(principal: Principal, *, now: datetime) -> bool:
    """Whether the principal may add people: owners and admins, and agents that may write about everyone; others could
    not write about a person whom they add."""
    if may_manage(principal):
        return True
    return principal.actor.is_agent and any(
        grant.person_id is None and not grant.namespace_path and grant.can_write and not _is_over(grant.expires_at, now)
        for grant in principal.actor.grants
    )


def _covered(actor: Actor, *, now: datetime) -> Q:
    grants = [
        grant
        for grant in actor.grants
        if grant.can_read and not grant.namespace_path and not _is_over(grant.expires_at, now)
    ]
    named = Q(id__in=[grant.person_id for grant in grants if grant.person_id])
    everybody = [grant for grant in grants if grant.person_id is None]
    return named | ~Q(id__in=sorted(everybody[0].excluded)) if everybody else named


def _is_over(expires_at: datetime | None, now: datetime) -> bool:
    return expires_at is not None and expires_at <= now
