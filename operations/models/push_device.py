from django.db import models

from workspaces.models import TenantModel


class PushDevice(TenantModel):
    """A browser registered for a person's notifications (RFC 8030), in one workspace.

    `url` is the address of the browser's push service, `p256dh` and `auth` encrypt for the browser (RFC 8291), all
    base64url; `server_key` is the public key of this server that the browser expects (RFC 8292).
    """

    person_id = models.UUIDField()
    account_id = models.UUIDField()
    url = models.CharField(max_length=1_024)
    p256dh = models.CharField(max_length=88)
    auth = models.CharField(max_length=24)
    server_key = models.CharField(max_length=88)
    name = models.CharField(max_length=100, help_text="Browser and system, as the browser calls itself.")
    created_at = models.DateTimeField()
    told_at = models.DateTimeField(null=True, help_text="When it was last told that requests wait.")

    class Meta(TenantModel.Meta):
        constraints = [models.UniqueConstraint(fields=["workspace", "url"], name="push_device_once")]
        indexes = [models.Index(fields=["workspace", "person_id"], name="push_device_by_person")]

    def __str__(self) -> str:
        return self.name

    def renew(self, *, url: str, p256dh: str, auth: str, server_key: str) -> None:
        """The browser has another subscription now."""
        self.url, self.p256dh, self.auth, self.server_key = url, p256dh, auth, server_key
        self.save(update_fields=["url", "p256dh", "auth", "server_key"])
