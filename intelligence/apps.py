from django.apps import AppConfig
from django.utils.module_loading import import_string


class IntelligenceConfig(AppConfig):
    name = "intelligence"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # By name: both need the models, which are loaded only now.
        register = import_string("consent.detection.second_reading.register")
        register(import_string("intelligence.second_reading.read"))
