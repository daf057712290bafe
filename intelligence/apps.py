from django.apps import AppConfig


class IntelligenceConfig(AppConfig):
    name = "intelligence"
    default_auto_field = "django.db.models.BigAutoField"
