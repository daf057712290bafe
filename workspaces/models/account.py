from django.contrib.auth.models import AbstractUser
from django.db import models
from uuid_utils.compat import uuid7


class Account(AbstractUser):
    """A login. Who may see which workspace stands in Membership; the person remembered is another thing (Person)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC")

    class Meta(AbstractUser.Meta):
        verbose_name = "login"
        verbose_name_plural = "logins"

    def choose_time_zone(self, name: str) -> None:
        """By a name of the IANA database, e.g. `Europe/Lisbon`."""
        self.time_zone = name
        self.save(update_fields=["time_zone"])

    def choose_address(self, email: str) -> None:
        self.email = email
        self.save(update_fields=["email"])
