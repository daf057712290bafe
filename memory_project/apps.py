from django.apps import AppConfig


class MemoryProjectConfig(AppConfig):
    """Installed so that `manage.py` finds the `up` command; holds no models."""

    name = "memory_project"
