import hashlib
import secrets
from datetime import datetime
from typing import Final
from uuid import UUID, uuid5

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce, Lower, NullIf
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from workspaces.models.tenant import TenantForeignKey, TenantModel

KEY_PREFIX = "mem"
HINT_CHARACTERS = 6  # of a secret that are stored in clear
NAME_CHARACTERS = 100
DISPLAY_NAME_CHARACTERS = 40
# Letters of any alphabet, digits and marks; no control characters, and none that turn the direction of the text.
DISPLAY_NAME = RegexValidator(
    r"^[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]*$",
    _("Use letters, digits and punctuation only."),
)


class Icon(models.TextChoices):
    """The drawings of `static/assistants.svg`."""

    BOOK = "book", _("Book")
    BRIEFCASE = "briefcase", _("Briefcase")
    CALENDAR = "calendar", _("Calendar")
    CHAT = "chat", _("Speech bubble")
    CODE = "code", _("Code")
    COMPASS = "compass", _("Compass")
    GLOBE = "globe", _("Globe")
    HEART = "heart", _("Heart")
    HOME = "home", _("House")
    LEAF = "leaf", _("Leaf")
    MUSIC = "music", _("Music")
    PEN = "pen", _("Pen")
    POT = "pot", _("Cooking pot")
    SPARK = "spark", _("Spark")


class Colour(models.TextChoices):
    """The hues of `static/css/site.css`, each with a light and a dark shade."""

    BLUE = "blue", _("Blue")
    TEAL = "teal", _("Teal")
    GREEN = "green", _("Green")
    AMBER = "amber", _("Amber")
    ORANGE = "orange", _("Orange")
    ROSE = "rose", _("Rose")
    VIOLET = "violet", _("Violet")
    SLATE = "slate", _("Slate")


USUAL_ICONS = {"supervisor": Icon.COMPASS, "planner": Icon.CALENDAR, "stylist": Icon.PEN}

# `Agent.called` of a row, in the database.
CALLED: Final = Coalesce(NullIf("display_name", models.Value("")), "name")
# What agents, and what they have, are sorted by.
BY_NAME: Final = Lower(CALLED)
BY_AGENT: Final = Lower(Coalesce(NullIf("agent__display_name", models.Value("")), "agent__name"))


class Agent(TenantModel):
    """A program that reads and writes memories. Its role decides its allowlist (001 §5).

    People know it by its `display_name`, icon and colour; if these are empty, by its role.
    """

    name = models.CharField(max_length=NAME_CHARACTERS)
    role = models.CharField(max_length=64)
    display_name = models.CharField(
        max_length=DISPLAY_NAME_CHARACTERS,
        blank=True,
        default="",
        db_default="",
        validators=[DISPLAY_NAME],
        help_text=_("What people call it, e.g. Kitchen helper."),
    )
    icon = models.CharField(max_length=16, choices=Icon.choices, blank=True, default="", db_default="")
    colour = models.CharField(max_length=16, choices=Colour.choices, blank=True, default="", db_default="")
    is_active = models.BooleanField(default=True)
    may_audit = models.BooleanField(
        default=False,
        db_default=False,
        help_text=_("Its keys read the audit trail of the whole workspace: who did what, without content."),
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["workspace", "name"], name="agent_name_per_workspace"),
            models.CheckConstraint(condition=models.Q(icon__in=["", *Icon.values]), name="agent_icon_known"),
            models.CheckConstraint(condition=models.Q(colour__in=["", *Colour.values]), name="agent_colour_known"),
        ]

    def __str__(self) -> str:
        return f"{self.called} ({self.name})" if self.called != self.name else self.name

    @property
    def called(self) -> str:
        """The name that people know it by; of one workspace's agents each `name` is another."""
        return self.display_name or self.name

    @property
    def shown_icon(self) -> str:
        """Its own, else that of its role."""
        return self.icon or usual_icon(self.role)

    @property
    def shown_colour(self) -> str:
        return self.colour or usual_colour(self.role)


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    def valid(self, *, now: datetime) -> "ApiKeyQuerySet":
        return self.filter(Q(expires_at__isnull=True) | Q(expires_at__gt=now), revoked_at__isnull=True)


class ApiKey(TenantModel):
    """One of an agent's keys. Only the SHA-256 of its 256-bit secret is kept; the key is shown once, when issued."""

    agent = TenantForeignKey(Agent, on_delete=models.CASCADE, related_name="keys")
    label = models.CharField(max_length=100, blank=True)
    hint = models.CharField(max_length=16, help_text="First characters of the secret, to tell keys apart.")
    secret_sha256 = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_write_position = models.BigIntegerField(
        db_default=0, editable=False, help_text="Of the database's log; replicas that are not so far are not read from."
    )

    objects = ApiKeyQuerySet.as_manager()

    class Meta(TenantModel.Meta):
        verbose_name = "API key"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "secret_sha256"], name="api_key_secret_once"),
        ]

    def __str__(self) -> str:
        label = self.label or gettext("unnamed")
        return f"{self.beginning}… ({label})"

    @property
    def beginning(self) -> str:
        """`mem_a010e9c9…_8150dc`: what a holder compares with the beginnings of the key's parts."""
        return f"{KEY_PREFIX}_{str(self.workspace_id)[:8]}…_{self.hint}"

    @property
    def successor_id(self) -> UUID:
        """The id of the key that replaces this one on rotation; the same for repeated requests."""
        return uuid5(self.id, "successor")

    def end_by(self, at: datetime) -> None:
        """Let it expire then, unless it expires before."""
        self.expires_at = min(self.expires_at or at, at)
        self.save(update_fields=["expires_at"])

    def revoke(self, *, now: datetime) -> None:
        self.revoked_at = now
        self.save(update_fields=["revoked_at"])


def usual_icon(name: str) -> Icon:
    """The icon of an agent that was given none: always the same for a role, and none of the roles that come first."""
    others = [icon for icon in Icon if icon not in USUAL_ICONS.values()]
    return USUAL_ICONS.get(name) or others[_number(name, "icon") % len(others)]


def usual_colour(name: str) -> Colour:
    return Colour(Colour.values[_number(name, "colour") % len(Colour.values)])


def _number(name: str, purpose: str) -> int:
    return int.from_bytes(hashlib.sha256(f"{purpose}:{name}".encode()).digest()[:4])


def hash_secret(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def new_secret() -> str:
    """256 random bits as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def format_key(workspace_id: UUID, secret: str) -> str:
    return f"{KEY_PREFIX}_{workspace_id.hex}_{secret}"


def parse_key(key: str) -> tuple[UUID, str] | None:
    """The workspace and the secret of an API key; None when it has another shape."""
    prefix, _, rest = key.partition("_")
    workspace, _, secret = rest.partition("_")
    if prefix != KEY_PREFIX or len(workspace) != 32 or not secret.isalnum():
        return None
    try:
        return UUID(hex=workspace), secret
    except ValueError:
        return None
