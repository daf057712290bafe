from importlib import import_module

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class InterfacesConfig(AppConfig):
    """One installed app for REST, pages and admin."""

    name = "interfaces"


class StaffAdminConfig(AdminConfig):
    """Django's admin with our site, which shows rows inside a workspace's scope."""

    default = False
    default_site = "interfaces.admin.site.StaffSite"

    def ready(self) -> None:
        import_module("interfaces.admin.texts.model_names").translate_names()
        super().ready()
        # Not the package's __init__: the site itself lives in the package, and registering needs the site.
        import_module("interfaces.admin.all_models")
