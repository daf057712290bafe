"""One rule as a form, with its defaults shown."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from consent.policies.file import PolicyEntry
from consent.policies.rules import FREE
from interfaces.admin.policies.field_names import category_and_key, dotted, known_keys
from interfaces.admin.policies.wording import NO_FIELD, OUTCOME_SENTENCES, OUTCOMES
from interfaces.form_fields import person_choices
from interfaces.plain_words import MEMORY_TYPES, title_of
from memories.models.choices import DEFAULT_CATEGORY, Trust
from memories.models.fact import FactCategory
from providers import statements
from workspaces.models import Agent, Category, Person
from workspaces.models.grant import CEILINGS

INPUT = {"class": "input"}
EVERYTHING = _(
    "Nothing is chosen, so this rule would apply to everything that agents want to store about anybody, and the rules "
    "below it would no longer count."
)
ALL_UNPROTECTED = _(
    "Nothing is chosen, so this rule would apply to all that agents want to store about anybody, but for what is "
    "protected by default. Of that the rules below it and the defaults decide; for the rest no rule below it counts."
)
FIELDS = ("fact_key", "fact_category", "category", "memory_type", "sensitivity", "origin", "agent", "person")
# What the address of a new rule's form may fill in.
PREFILLED = (
    *FIELDS,
    *("outcome", "delegates_to_reviewers", "allows_chat", "signals_needed", "insight_confidence", "position"),
)
ANY: tuple[str, Any] = ("", _("Any"))
EVERYBODY: tuple[str, Any] = ("", _("Everybody"))


class RuleForm(forms.Form):
    """`position` is the rule's place in the order, from 1 on: the first rule that matches counts."""

    fact_key = forms.CharField(
        label=_("Field"),
        required=False,
        max_length=64,
        widget=forms.TextInput(attrs={**INPUT, "list": "known-fields", "autocomplete": "off"}),
        help_text=_(
            "For example city, pronouns or health_conditions, or another name of the field. Leave empty for all fields."
        ),
    )
    agent = forms.ChoiceField(
        label=_("Agent"), required=False, widget=forms.Select(attrs=INPUT), help_text=_("Who wants to write it.")
    )
    person = forms.ChoiceField(
        label=_("About"),
        required=False,
        widget=forms.Select(attrs=INPUT),
        help_text=_("One person alone, or everybody whom this workspace remembers."),
    )
    category = forms.ChoiceField(
        label=_("Category"), required=False, widget=forms.Select(attrs=INPUT), help_text=_("Where it would be filed.")
    )
    fact_category = forms.ChoiceField(
        label=_("Kind of fact"),
        required=False,
        choices=[ANY, *FactCategory.choices],
        widget=forms.Select(attrs=INPUT),
        help_text=_("All fields of a kind, such as every identity field."),
    )
    memory_type = forms.ChoiceField(
        label=_("Type of memory"),
        required=False,
        choices=[ANY, *MEMORY_TYPES.items()],
        widget=forms.Select(attrs=INPUT),
        help_text=_("For example what was inferred from a conversation."),
    )
    sensitivity = forms.ChoiceField(
        label=_("Sensitivity"),
        required=False,
        choices=[ANY, *CEILINGS],
        widget=forms.Select(attrs=INPUT),
        help_text=_("As its writer labelled it."),
    )
    origin = forms.ChoiceField(
        label=_("Origin"),
        required=False,
        choices=[ANY, *Trust.choices],
        widget=forms.Select(attrs=INPUT),
        help_text=_("Where it comes from."),
    )
    outcome = forms.ChoiceField(label=_("What happens"), choices=list(OUTCOMES.items()), widget=forms.RadioSelect)
    delegates_to_reviewers = forms.BooleanField(
        label=_("Reviewers may answer in the person's place"),
        required=False,
        help_text=_(
            "Also where the person has a login, and at once for what waits already. The record says that it was not "
            "the person. Default: no."
        ),
    )
    allows_chat = forms.BooleanField(
        label=_("The person may answer in a chat"),
        required=False,
        help_text=_("Through an agent that they let relay their answers. Default: no."),
    )
    signals_needed = forms.IntegerField(
        label=_("Signals needed"),
        min_value=1,
        max_value=20,
        required=False,
        widget=forms.NumberInput(attrs={**INPUT, "placeholder": 2}),
        help_text=_("Independent pieces of evidence. Default: 2."),
    )
    insight_confidence = forms.FloatField(
        label=_("Confidence that is enough alone"),
        min_value=0,
        max_value=1,
        required=False,
        widget=forms.NumberInput(attrs={**INPUT, "step": 0.05, "placeholder": 0.8}),
        help_text=_("0 to 1: one insight as sure as this needs no further signal. Default: 0.8."),
    )
    applies_to_everything = forms.BooleanField(
        label=_("Save it with nothing chosen"),
        required=False,
        help_text=_("Only for a rule in which nothing is chosen."),
    )
    uses_this_name = forms.BooleanField(
        label=_("Use this name anyway"),
        required=False,
        help_text=_("Only for a field that agents will begin to use."),
    )
    voids_never = forms.BooleanField(
        label=_("Apply it in place of the rule that never stores"),
        required=False,
        help_text=_("Only for a rule that comes before one which never stores the same."),
    )
    said = forms.CharField(required=False, widget=forms.HiddenInput)
    position = forms.IntegerField(
        label=_("Position"),
        min_value=1,
        widget=forms.NumberInput(attrs=INPUT),
        help_text=_("The first matching rule counts, so put exceptions first."),
    )

    def __init__(self, *args: Any, count: int, **kwargs: Any) -> None:
        """`count` is how many positions there are."""
        super().__init__(*args, **kwargs | {"label_suffix": ""})
        agents = [(agent.name, str(agent)) for agent in Agent.objects.order_by("name")]
        names = {*Category.objects.values_list("name", flat=True), *DEFAULT_CATEGORY.values()}
        self._choose("agent", agents)
        self._choose("person", person_choices(list(Person.objects.order_by("name", "id"))), every=EVERYBODY)
        self._choose("category", sorted(((name, title_of(name)) for name in names), key=itemgetter(1)))
        self.fields["outcome"].choices = [  # type: ignore[attr-defined]
            (
                value,
                format_html(
                    '<span><strong>{}</strong> <span class="hint">{}</span></span>', label, OUTCOME_SENTENCES[value]
                ),
            )
            for value, label in OUTCOMES.items()
        ]
        self.count = count
        self.fields["position"].widget.attrs["max"] = count

    def _choose(self, name: str, values: list[tuple[str, str]], *, every: tuple[str, Any] = ANY) -> None:
        """Return values with their labels. The rule's present value stays available where it is no choice any more, so
        that saving another field keeps it."""
        present = self.initial.get(name)
        others = [(present, present)] if present and present not in dict(values) else []
        self.fields[name].choices = [every, *values, *others]  # type: ignore[attr-defined]

    def clean_fact_key(self) -> str:
        key = dotted(self.cleaned_data["fact_key"])
        try:
            statements.canonical_key(key or "any")
        except statements.InvalidKey as error:
            raise forms.ValidationError(NO_FIELD) from error
        bare = category_and_key(key)[1]
        return bare if bare in known_keys() else key

    def entry(self) -> PolicyEntry:
        """Return the rule of a valid form; empty fields get their default."""
        given = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        return PolicyEntry(**{name: value for name, value in given.items() if name in PolicyEntry.model_fields})

    @property
    def warning(self) -> str:
        """Return the meaning of a rule without any conditions."""
        if any(self.cleaned_data[name] for name in FIELDS):
            return ""
        return str(ALL_UNPROTECTED if self.cleaned_data["outcome"] in FREE else EVERYTHING)

    def may_be_tried(self, unknown: str) -> bool:
        """Whether a valid form can be tried; adds a warning at the field for an `unknown` name, unless confirmed."""
        if unknown and not self.cleaned_data["uses_this_name"]:
            self.add_error("fact_key", unknown)
        return not self.errors

    def may_void(self, numbers: Sequence[int]) -> bool:
        """Whether the rule may be saved although never-rules (`numbers`) would no longer apply; adds a warning unless
        confirmed."""
        if numbers and not self.cleaned_data["voids_never"]:
            text = _(
                "Rule %(number)d never stores this, and would no longer count. Tick this box to save all the same."
            )
            self.add_error("voids_never", text % {"number": numbers[0]})
        return not self.errors

    def may_be_saved(self, present: PolicyEntry | None) -> bool:
        """Whether a tried rule may be saved; adds warnings that must be seen first. `present` is the rule's present
        state."""
        if self.warning and not self.cleaned_data["applies_to_everything"]:
            self.add_error("applies_to_everything", _("Choose what it applies to, or tick this box."))
        if present and self.cleaned_data["said"] not in ("", fingerprint_of(present)):
            self.add_error(
                None, _("Somebody changed this rule while you edited it. Save again to replace their change.")
            )
            data = cast(QueryDict, self.data).copy()
            data["said"] = fingerprint_of(present)
            self.data = data
        return not self.errors

    @property
    def place(self) -> int:
        """Return the place in the order, from 0 on."""
        return min(int(self.cleaned_data["position"]), self.count) - 1

    @property
    def criteria(self) -> Iterator[Any]:
        return (self[name] for name in ("fact_key", "person", "agent", "category"))

    @property
    def further_criteria(self) -> Iterator[Any]:
        return (self[name] for name in ("fact_category", "memory_type", "sensitivity", "origin"))

    @property
    def asks_about_everything(self) -> bool:
        """Whether the confirmation for a rule without conditions is shown."""
        return bool(self.is_bound and not any(self[name].value() for name in FIELDS)) or bool(
            self["applies_to_everything"].value()
        )

    @property
    def has_further(self) -> bool:
        return any(bound.value() for bound in self.further_criteria)


def fingerprint_of(entry: PolicyEntry) -> str:
    """Return the opened state of the form, to detect a concurrent change."""
    return entry.model_dump_json(exclude_defaults=True)


def initial_of(entry: PolicyEntry, position: int) -> dict[str, Any]:
    values = {"position": position, "said": fingerprint_of(entry), "applies_to_everything": is_for_everything(entry)}
    return {**entry.model_dump(mode="json"), **values}


def prefilled(entry: PolicyEntry, position: int) -> dict[str, Any]:
    """Return the query of the address of a new rule's form that is filled in like this rule."""
    values = initial_of(entry, position)
    return {name: values[name] for name in PREFILLED if values.get(name)}


def is_for_everything(entry: PolicyEntry) -> bool:
    """Whether a rule has no conditions."""
    return not any(getattr(entry, name) for name in FIELDS)
