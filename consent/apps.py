from django.apps import AppConfig
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from providers.statements import EXEMPT_LINES


class ConsentConfig(AppConfig):
    name = "consent"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        unknown = set(settings.DEFAULT_POLICY_WITHOUT) - set(EXEMPT_LINES)
        if unknown:
            raise ImproperlyConfigured(f"DEFAULT_POLICY_WITHOUT names no line that can be taken out: {sorted(unknown)}")
