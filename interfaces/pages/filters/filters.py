"""The filters of lists, as forms. An unknown value is ignored and is no error."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from interfaces.pages.cards import request_status
from interfaces.pages.conversations.derived_memories import is_inferred, saved_by_agent
from interfaces.pages.filters.request_subjects import KINDS
from interfaces.pages.texts.actors import Faces, agents_by_name, face_of
from interfaces.pages.texts.wording import INFERRED, TALLIED, field_name
from interfaces.spelling import plain
from memories import limits
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY, Event, Trust
from operations import authorship
from operations.authorship import by_import, by_staff
from operations.importing.records import IMPORT_LABEL
from workspaces.models import Agent, Category

PERSON, STAFF, SYSTEM = "person", "staff", "system"
UNSTATED = 0.5  # the column's default, which states nothing
BANDS = {
    "high": Q(confidence__gte=0.8),
    "middle": Q(confidence__gt=UNSTATED, confidence__lt=0.8),
    "low": Q(confidence__lt=UNSTATED),
    "unstated": Q(confidence=UNSTATED),
}
CONFIDENCE_BANDS: dict[str, Promise] = {
    "high": _("Very likely (80% or more)"),
    "middle": _("Likely (51 to 79%)"),
    "low": _("Uncertain (below 50%)"),
    "unstated": _("Not stated"),
}
# Labels used where a writer gives no category; no row has them.
UNNAMED = frozenset(DEFAULT_CATEGORY.values())
ANY = ("", _("All"))
ANYBODY = ("", pgettext_lazy("whoever acted", "All"))
BY_AGENT = "agent:"  # prefix of an agent's id
SAVED_BY = _("Saved by: %(name)s")
STATES = [
    ("", _("Remembered")),
    ("forgotten", _("Forgotten")),
    ("undone", _("Approval undone")),
    ("wrong", _("Marked as wrong")),
]


def of_origin(trust: str) -> Q:
    """Select memories by a value of the filter of sources."""
    if trust.startswith(BY_AGENT):
        return saved_by_agent(UUID(trust.removeprefix(BY_AGENT)))
    conditions = {
        INFERRED: is_inferred(),
        authorship.STAFF: by_staff(),
        Trust.AGENT: Q(trust=Trust.AGENT) & ~by_staff() & ~by_import(),
        Trust.SOURCE: Q(trust=Trust.SOURCE) | by_import(),
        Trust.DERIVED: Q(trust=Trust.DERIVED) & ~is_inferred() & ~by_import(),
    }
    return conditions.get(trust, Q(trust=trust))


class Filters(forms.Form):
    """Reads a query string; `chosen` holds the valid values."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"label_suffix": ""})

    @property
    def chosen(self) -> dict[str, str]:
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}


def subject_choices(held: Iterable[str] = ()) -> list[tuple[str, str]]:
    """Return every category, and these, with its name, sorted by name: "Präferenzen" before "Profil"; one query."""
    names = {*Category.objects.values_list("name", flat=True), *UNNAMED, *held}
    named = [(name, str(capfirst(field_name(name)))) for name in names]
    return sorted(named, key=lambda choice: (plain(choice[1]), choice[0]))


class CategoryFilters(Filters):
    category = forms.ChoiceField(label=_("Subject"), required=False)

    def __init__(self, *args: Any, held: Iterable[str] = (), **kwargs: Any) -> None:
        """`held` are subjects of the person's memories, which no category need have."""
        super().__init__(*args, **kwargs)
        field = self.fields["category"]
        assert isinstance(field, forms.ChoiceField)
        self.held = held
        subjects = self.subjects()
        # Memories may have a category name that does not or no longer exist; links with their count lead here.
        named = self.data.get("category", "")
        if named and named not in dict(subjects) and Memory.objects.filter(category=named).exists():
            subjects.append((named, str(capfirst(field_name(named)))))
        field.choices = [ANY, *subjects]

    def subjects(self) -> list[tuple[str, str]]:
        return subject_choices(self.held)


class SearchField(forms.CharField):
    def __init__(self) -> None:
        widget = forms.TextInput({"type": "search"})
        super().__init__(label=_("Search"), required=False, max_length=limits.QUERY_CHARACTERS, widget=widget)


class MemoryFilters(CategoryFilters):
    q = SearchField()
    trust = forms.ChoiceField(label=_("Source"), required=False)
    certainty = forms.ChoiceField(label=_("Confidence"), required=False, choices=[ANY, *CONFIDENCE_BANDS.items()])
    state = forms.ChoiceField(label=_("Status"), required=False, choices=STATES)
    field_order = ["q", "category", "trust", "certainty", "state"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["trust"]
        assert isinstance(field, forms.ChoiceField)
        named = [(f"{BY_AGENT}{agent.id}", SAVED_BY % {"name": face_of(agent).name}) for agent in agents_by_name()]
        field.choices = [ANY, *TALLIED.items(), *named]


class WhoFilters(Filters):
    """By actor, with the labels of rows: `agent:planner`."""

    who = forms.ChoiceField(label=_("Who"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        agents = list(Agent.objects.order_by("role"))
        faces, roles = Faces(agents), dict.fromkeys(f"agent:{agent.role}" for agent in agents)
        field = self.fields["who"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [ANYBODY, *self.others(), *((role, self.name_of(role, faces)) for role in roles)]

    def others(self) -> list[tuple[str, Promise]]:
        return []

    def name_of(self, role: str, faces: Faces) -> str:
        return faces.names(role)


class InboxFilters(CategoryFilters, WhoFilters):
    """By the kind of the requested fields; requests of no kind by their category."""

    field_order = ["category", "who"]

    def others(self) -> list[tuple[str, Promise]]:
        return [(STAFF, _("Staff")), (IMPORT_LABEL, _("From an imported file"))]

    def subjects(self) -> list[tuple[str, str]]:
        kinds = [(kind, str(label)) for kind, (label, _keys) in KINDS.items()]
        return [*kinds, *((name, label) for name, label in subject_choices() if name not in KINDS)]


class DecisionFilters(Filters):
    state = forms.ChoiceField(label=_("Outcome"), required=False, choices=[ANY, *request_status.CHOICES])


class ActivityFilters(WhoFilters):
    """`agent` distinguishes agents with the same role."""

    agent = forms.UUIDField(required=False, widget=forms.HiddenInput)
    q = SearchField()
    field_order = ["q", "who"]

    def name_of(self, role: str, faces: Faces) -> str:
        selected = self.data.get("agent", "")
        is_one = (one.id for one in faces.agents if str(one.id) == selected and f"agent:{one.role}" == role)
        agent_id = next(is_one, None)
        return faces.name(role, agent_id) if agent_id else super().name_of(role, faces)


# Actions and decisions of people come first.
_FIRST = (Event.CONSENT, Event.ADD, Event.UPDATE, Event.DELETE, Event.RESTORE)
UNDONE = "UNDONE"  # several events: all that undoing an answer did
_OTHERS = [(event.value, event.label) for event in Event if event not in _FIRST]
EVENTS = [*((event.value, event.label) for event in _FIRST), (UNDONE, _("Undone")), *_OTHERS]


class TimelineFilters(CategoryFilters, WhoFilters):
    q = SearchField()
    event = forms.ChoiceField(label=_("Event"), required=False, choices=[ANY, *EVENTS])
    field_order = ["q", "category", "who", "event"]

    def others(self) -> list[tuple[str, Promise]]:
        return [(PERSON, _("You")), (STAFF, _("Your admin")), (SYSTEM, _("The memory server"))]
