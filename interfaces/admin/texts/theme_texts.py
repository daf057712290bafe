"""Texts of Django and of the admin's theme that their catalogues translate badly or not at all."""

from django.utils.translation import gettext_noop

TEXTS = (
    gettext_noop("After you've created a user, you’ll be able to edit more user options."),
    gettext_noop("Add row"),
    gettext_noop("All applications"),
    gettext_noop("Dark"),
    gettext_noop("Date"),
    gettext_noop("Disabled"),
    gettext_noop("Enabled"),
    gettext_noop("Expand row"),
    gettext_noop("Filter navigation items"),
    gettext_noop("Filters"),
    gettext_noop("Light"),
    gettext_noop("Loading more results..."),
    gettext_noop("More actions"),
    gettext_noop("No data"),
    gettext_noop("No recent searches"),
    gettext_noop("No results found"),
    gettext_noop("No results matching your query"),
    gettext_noop("Password-based authentication"),
    gettext_noop(
        "Raw passwords are not stored, so there is no way to see this user’s password, but you can change the password "
        'using <a href="{}" class="text-primary-600 dark:text-primary-500">this form</a>.'
    ),
    gettext_noop("Recent searches"),
    gettext_noop("Reset filters"),
    gettext_noop("Return to site"),
    gettext_noop("Run"),
    gettext_noop("Search apps and models..."),
    gettext_noop("Select action"),
    gettext_noop("Select action to run"),
    gettext_noop("Select all rows"),
    gettext_noop("Select record"),
    gettext_noop("Select value"),
    gettext_noop("This item will be deleted."),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("Toggle password visibility"),
    gettext_noop("Type to search"),
    gettext_noop("View %s"),
    gettext_noop(
        "Whether the user will be able to authenticate using a password or not. If disabled, they may still be able to "
        "authenticate using other backends, such as Single Sign-On or LDAP."
    ),
)
