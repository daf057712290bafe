from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from uuid_utils.compat import uuid7


def first_zone(*names: str) -> ZoneInfo:
    """The first IANA time zone that is known here; UTC if none is."""
    for name in filter(None, names):
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            continue
    return ZoneInfo("UTC")


class Account(AbstractUser):
    """A login. Membership says which workspaces it may see; the remembered person is a separate model (Person)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    time_zone = models.CharField(
        max_length=64, blank=True, help_text="Of pages and emails; empty is as in the browser."
    )
    language = models.CharField(max_length=16, blank=True, help_text="Of the pages; empty is as in the browser.")
    browser_language = models.CharField(
        max_length=16, blank=True, editable=False, help_text="As last seen when signing in: for emails."
    )
    browser_time_zone = models.CharField(
        max_length=64, blank=True, db_default="", editable=False, help_text="As last seen when signing in: for emails."
    )

    last_write_position = models.BigIntegerField(
        db_default=0, editable=False, help_text="Of the database's log; replicas that are not so far are not read from."
    )

    class Meta(AbstractUser.Meta):
        verbose_name = "login"
        verbose_name_plural = "logins"

    @property
    def mail_language(self) -> str:
        """The language of what is sent, where no browser asks for one."""
        known = dict(settings.LANGUAGES)
        return next((code for code in (self.language, self.browser_language) if code in known), settings.LANGUAGE_CODE)

    @property
    def mail_zone(self) -> ZoneInfo:
        return first_zone(self.time_zone, self.browser_time_zone)

    def choose_language(self, code: str) -> None:
        """One of `LANGUAGES`; empty is as in the browser."""
        self.language = code
        self.save(update_fields=["language"])

    def note_browser_language(self, code: str) -> None:
        if code != self.browser_language:
            self.browser_language = code
            self.save(update_fields=["browser_language"])

    def note_browser_time_zone(self, name: str) -> None:
        if name != self.browser_time_zone:
            self.browser_time_zone = name
            self.save(update_fields=["browser_time_zone"])

    def choose_time_zone(self, name: str) -> None:
        """By a name of the IANA database, e.g. `Europe/Lisbon`; empty is as in the browser."""
        self.time_zone = name
        self.save(update_fields=["time_zone"])
