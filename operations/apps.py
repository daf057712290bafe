from django.apps import AppConfig
from django.db.models.signals import post_migrate


class OperationsConfig(AppConfig):
    name = "operations"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from consent import write_notifications as gate_wakeups  # noqa: PLC0415 -- models are there only now
        from operations.queue import wake_for_write  # noqa: PLC0415
        from operations.schedules import synchronise  # noqa: PLC0415

        gate_wakeups.on_write(wake_for_write)
        post_migrate.connect(synchronise, sender=self)
