from datetime import datetime, timedelta

from django.db import models

FORGOTTEN = timedelta(days=1)


class Worker(models.Model):
    """A worker (`manage.py qcluster`) that was seen lately. Global."""

    name = models.CharField(max_length=128, unique=True, help_text="Host and process.")
    started_at = models.DateTimeField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def see(name: str, *, now: datetime) -> None:
        """Note that it lives, and forget those that have not been seen for a day."""
        row = Worker(name=name, started_at=now, seen_at=now)
        Worker.objects.bulk_create([row], update_conflicts=True, unique_fields=["name"], update_fields=["seen_at"])
        Worker.objects.filter(seen_at__lt=now - FORGOTTEN).delete()
