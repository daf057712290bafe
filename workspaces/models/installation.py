from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac


class ForeignSecretKey(RuntimeError):
    """This host signs with another SECRET_KEY than the hosts that use the same database."""

    def __init__(self) -> None:
        super().__init__(
            "The other hosts of this database use another SECRET_KEY: links and logins of one would be unknown to the "
            "other. Give every host the same SECRET_KEY, or SECRET_KEY_FILE. After a rotation, name the earlier key in "
            "SECRET_KEY_FALLBACKS."
        )


class Installation(models.Model):
    """What all hosts of one database share: one row. Global."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1, editable=False)
    secret_key_fingerprint = models.CharField(max_length=64)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="one_installation")]

    def __str__(self) -> str:
        return self.secret_key_fingerprint

    @classmethod
    def claim_secret_key(cls) -> None:
        """Note this host's SECRET_KEY as the installation's, if it is the first or a fallback names the one before.

        Raises ForeignSecretKey.
        """
        current, *earlier = map(fingerprint, [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])
        row, _ = cls.objects.get_or_create(id=1, defaults={"secret_key_fingerprint": current})
        if row.secret_key_fingerprint == current:
            return
        if row.secret_key_fingerprint not in earlier:
            raise ForeignSecretKey
        row.secret_key_fingerprint = current
        row.save(update_fields=["secret_key_fingerprint"])


def fingerprint(secret_key: str) -> str:
    """SHA-256 HMAC that tells keys apart and tells nothing of them."""
    return salted_hmac("workspaces.Installation", "fingerprint", secret=secret_key, algorithm="sha256").hexdigest()
