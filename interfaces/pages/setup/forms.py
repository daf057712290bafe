"""The forms of the wizard of a new workspace."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from interfaces.form_fields import ask_for_address, person_choices
from interfaces.roles import RoleInWords
from workspaces.models import Person
from workspaces.models.agent import DISPLAY_NAME, DISPLAY_NAME_CHARACTERS, Icon

NEW_PERSON = "new"


class NameForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Workspace name"),
        error_messages={"required": gettext_lazy("What is this workspace called?")},
        max_length=200,
        help_text=gettext_lazy("People see it in emails, such as “2 requests are waiting for you in Our home”."),
    )
    person = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("What your assistants call you."),
    )

    def __init__(self, *args: Any, has_person: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        if not has_person:
            del self.fields["person"]


class InviteForm(forms.Form):
    person = forms.ChoiceField(label=gettext_lazy("Who"))
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=200,
        required=False,
        help_text=gettext_lazy("Only for somebody who is not in the list yet."),
    )
    email = forms.EmailField(label=gettext_lazy("Email address"), max_length=254)

    def __init__(self, *args: Any, people: list[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        ask_for_address(self.fields["email"])
        field = self.fields["person"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(NEW_PERSON, _("Somebody new")), *person_choices(people)]

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or {}
        if given.get("person") == NEW_PERSON and not given.get("name"):
            self.add_error("name", _("What is this person called?"))
        return given


class AssistantForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("What people call it"),
        error_messages={"required": gettext_lazy("What do people call this assistant?")},
        max_length=DISPLAY_NAME_CHARACTERS,
        validators=[DISPLAY_NAME],
        widget=forms.TextInput({"placeholder": gettext_lazy("Kitchen helper"), "autocomplete": "off"}),
    )
    icon = forms.ChoiceField(label=gettext_lazy("Icon"), choices=Icon.choices, initial=Icon.CHAT)
    role = forms.ChoiceField(
        label=gettext_lazy("Its role"),
        widget=forms.RadioSelect,
        help_text=gettext_lazy("The role decides what it reads and writes. Sensitive changes wait for the person."),
    )

    def __init__(self, *args: Any, roles: list[RoleInWords], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        self.roles, field = roles, self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(role.name, role.label) for role in roles]
        field.initial = roles[0].name if roles else None
