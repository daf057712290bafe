from django.apps import AppConfig


class InterfacesConfig(AppConfig):
    """One installed app for REST, pages and admin, so that Django finds the `admin` package."""

    name = "interfaces"
