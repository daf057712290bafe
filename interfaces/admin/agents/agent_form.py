"""The form of an agent: its role in words, its icon and colour as pictures."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelectMultiple
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from interfaces.admin.categories.table import NO_ROLE, as_name
from interfaces.admin.tables.change_list import are_few
from interfaces.admin.tables.editable_admin import TenantForm
from interfaces.admin.texts.wording import category_label
from interfaces.form_fields import person_choices
from interfaces.roles import RoleInWords, roles_in_words
from memories.models.choices import DEFAULT_CATEGORY, MemoryType
from workspaces import scope
from workspaces.category_config import NAME, configured_categories
from workspaces.models import Agent, Grant, Person, Workspace
from workspaces.models.agent import Colour, Icon, usual_colour, usual_icon

AS_ROLE = _("As its role")


class RoleChoice(forms.Widget):
    """The roles of the workspace, with what each may do, or another by name."""

    def __init__(self, roles: Sequence[RoleInWords]) -> None:
        super().__init__()
        self.roles = roles

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        is_other = bool(value) and value not in {role.name for role in self.roles}
        context = {"name": name, "value": value or "", "roles": self.roles, "is_other": is_other}
        return render_to_string("admin/agent/role.html", context)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """Use the typed name where another role was chosen."""
        return data.get(name) or (data.get(f"{name}_other") or "").strip()

    def id_for_label(self, id_: str) -> str:
        """No input belongs to the label: its group is labelled."""
        return ""


@dataclass(frozen=True, slots=True)
class Picture:
    """One choice of an icon or a colour, drawn as the agent would look with it."""

    value: str
    label: str | Promise
    icon: str
    colour: str


class PictureChoice(forms.Widget):
    """Icons or colours, each drawn beside its name; no choice means the role's own."""

    def __init__(self, label: Promise, pictures: Sequence[Picture]) -> None:
        super().__init__()
        self.label, self.pictures = label, pictures

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        context = {"name": name, "value": value or "", "label": self.label, "pictures": self.pictures}
        return render_to_string("admin/agent/picture.html", context)

    def id_for_label(self, id_: str) -> str:
        return ""


def _pictures(agent: Agent) -> tuple[list[Picture], list[Picture]]:
    """Return icons in its colour, and colours with its icon, those of its role first; a new agent has no role yet."""
    role = agent.role
    icon, colour = (agent.shown_icon, agent.shown_colour) if role else (Icon.CHAT, Colour.SLATE)
    icons = [("", AS_ROLE, usual_icon(role) if role else ""), *((one.value, one.label, one.value) for one in Icon)]
    hues = [("", AS_ROLE, usual_colour(role) if role else ""), *((one.value, one.label, one.value) for one in Colour)]
    return (
        [Picture(value, label, drawn, colour) for value, label, drawn in icons],
        [Picture(value, label, icon, drawn) for value, label, drawn in hues],
    )


class AgentForm(TenantForm):
    class Meta:
        model = Agent
        fields = ("name", "role", "display_name", "icon", "colour", "is_active", "may_audit")
        help_texts = {
            "name": _(
                "It must be unique. Where the agent has a display name, people, staff and the history call it by that "
                "one."
            ),
            "role": "",
            "is_active": _("Switched off, it can neither read nor write; its keys are kept."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "role" not in self.fields:
            return  # readers without edit permission get no fields
        if warning := shared_name(self.instance):
            self.fields["display_name"].help_text = warning
        self.fields["role"].widget = RoleChoice(roles_in_words(called=category_label))
        icons, colours = _pictures(self.instance)
        self.fields["icon"].widget = PictureChoice(_("Icon"), icons)
        self.fields["colour"].widget = PictureChoice(_("Colour"), colours)

    def clean_name(self) -> str:
        name = str(self.cleaned_data["name"])
        if Agent.objects.filter(name=name).exclude(pk=self.instance.pk).exists():
            raise ValidationError(_("There is an agent of this name."))
        return name

    def clean_role(self) -> str:
        """Turn "Garden helper" into `garden_helper`, as where roles are added; an existing role is not changed."""
        role = str(self.cleaned_data["role"])
        if "role" not in self.changed_data or Agent.objects.filter(role=role).exists():
            return role
        if not re.match(NAME, name := as_name(role)):
            raise ValidationError(NO_ROLE, params={"name": role})
        return name


def shared_name(agent: Agent) -> str:
    """Return a warning where another agent has the same display name; else empty."""
    called = agent.display_name
    other = Agent.objects.filter(display_name__iexact=called).exclude(pk=agent.pk).first() if called else None
    text = gettext("Another agent is called “%(called)s” too: %(name)s. Nobody can tell the two apart by this name.")
    return text % {"called": called, "name": other.name} if other else ""


USUAL, PEOPLE = "", "people"
GENERAL = DEFAULT_CATEGORY[MemoryType.SEMANTIC]


class NewAgentForm(AgentForm):
    """Asks at once whose memories a new agent may read and write: the workspace's default, or some people's.

    `categories` are for a role that has no list yet.
    """

    categories = forms.MultipleChoiceField(
        label=_("Categories of this role"),
        help_text=_("What agents of the role read and write. They can be changed under Categories."),
        required=False,
        initial=[GENERAL],
        widget=forms.CheckboxSelectMultiple,
    )
    reach = forms.ChoiceField(label=_("Whose memories"), required=False, widget=forms.RadioSelect)
    people = forms.ModelMultipleChoiceField(Person.objects.none(), label=_("These people"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        usual = Workspace.objects.get(id=scope.current_workspace_id()).grants_new_agents
        only = _("Only these people's, and what agents share")
        choices = [(USUAL, _("Everyone's, and what agents share") if usual else _("Nobody's yet")), (PEOPLE, only)]
        self.fields["reach"].choices = choices  # type: ignore[attr-defined]
        people: Any = self.fields["people"]
        self.fields["categories"].choices = [  # type: ignore[attr-defined]
            (name, category_label(name)) for name in sorted(configured_categories() | {GENERAL}, key=category_label)
        ]
        few, typed = forms.CheckboxSelectMultiple(), AutocompleteSelectMultiple(_PERSON, admin.site)
        people.widget = few if are_few(Person) else typed
        people.queryset = Person.objects.order_by("name")
        if people.widget is few:
            few.choices = person_choices(people.queryset)

    def clean(self) -> dict[str, Any]:
        given: dict[str, Any] = super().clean() or self.cleaned_data
        if given.get("reach") == PEOPLE and not given.get("people"):
            self.add_error("people", _("Choose at least one person."))
        return given

    @property
    def alone(self) -> list[Person] | None:
        """Return the only people of a valid form; None for the workspace's default."""
        return list(self.cleaned_data["people"]) if self.cleaned_data.get("reach") == PEOPLE else None


_PERSON = Grant._meta.get_field("person")
