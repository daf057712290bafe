"""Categories with allowlists (001 §5) and consent policies as YAML; each change can be previewed before it is saved."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.forms import BoundField
from django.http import HttpRequest, HttpResponse
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.generic import FormView

from consent.policies import file as policy_file
from consent.policies import loading
from consent.policies.file import PolicyDocument, PolicyEntry
from consent.policies.rules import FREE
from interfaces.admin.categories.preview import RolePreview, preview_of
from interfaces.admin.categories.views import change_sentences, left_behind, save_config, saved_text
from interfaces.admin.policies.field_names import unknown_field
from interfaces.admin.policies.form import is_for_everything
from interfaces.admin.policies.trial import trial_of, without_effect
from interfaces.admin.views.permissions import is_editor, staff_membership
from interfaces.admin.yaml import policy_problems
from interfaces.admin.yaml.category_problems import roles_without_agents, sound_part, unknown_categories
from interfaces.admin.yaml.keys import CATEGORY_KEYS, POLICY_KEYS, Key
from interfaces.admin.yaml.policy_problems import IN_ALIAS, IN_RULE
from interfaces.admin.yaml.problems import LineProblem, in_line, in_order, line_problems
from workspaces import category_config
from workspaces.actors import Actor
from workspaces.category_config import CategoryConfig, InvalidConfig
from workspaces.repeated_keys import repeated_keys


class YamlArea(forms.Textarea):
    """As high as its text, within reason."""

    def __init__(self) -> None:
        super().__init__({"class": "input yaml", "spellcheck": "false", "wrap": "off"})

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        rows = min(max(str(value or "").count("\n") + 2, 12), 28)
        context: dict[str, Any] = super().get_context(name, value, {"rows": rows, **(attrs or {})})
        return context


class YamlEditor(FormView):  # type: ignore[type-arg]
    """A form with the present YAML. POST previews it or, with `save` and permission, saves it."""

    title: Any
    request: HttpRequest
    document: ClassVar[str]
    keys: ClassVar[Sequence[Key]]

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        own = {"title": self.title, "subtitle": "YAML", "may_save": is_editor(self.request), "keys": self.keys}
        page = admin.site.each_context(self.request) | own
        return super().get_context_data(**page, **kwargs)

    def form_valid(self, form: forms.Form) -> HttpResponse:
        document = form.cleaned_data[self.document]
        if "save" not in self.request.POST:
            shown = {"preview": self.preview(document), "change_sentences": self.change_sentences(document)}
            return self.render_to_response(self.get_context_data(form=form, **shown))
        if not is_editor(self.request):
            raise PermissionDenied
        self.save(document)
        messages.success(self.request, self.saved())
        return super().form_valid(form)

    @property
    def staff(self) -> Actor:
        membership = staff_membership(self.request)
        assert membership is not None, "admin_view lets nobody through without a membership"
        return membership.as_staff()

    def preview(self, document: Any) -> Any:
        raise NotImplementedError

    def saved(self) -> str:
        return gettext("Saved. It applies from the next request on.")

    def change_sentences(self, document: Any) -> list[str]:
        """What it would change, a sentence each, where the preview tells another thing."""
        return []

    def save(self, document: Any) -> None:
        raise NotImplementedError


class CategoriesForm(forms.Form):
    config = forms.CharField(label=_("Categories and allowlists"), required=False, widget=YamlArea)
    leaves_memories = forms.BooleanField(
        label=_("Leave the memories where they are, and remove it all the same"), required=False
    )
    is_asked = False

    @property
    def ticks(self) -> list[BoundField]:
        return [self["leaves_memories"]] if self.is_asked else []

    def clean_config(self) -> CategoryConfig:
        source = self.cleaned_data["config"]
        if not source.strip():
            raise ValidationError(_("The text is empty: no category would be left. Discard your changes to see them."))
        wrong: list[LineProblem] = repeated_keys(source)
        try:
            document = category_config.parse(source)
        except InvalidConfig as error:
            wrong += line_problems(error, source)
            document = sound_part(error.document)
        wrong += unknown_categories(document, source)
        if wrong:
            raise ValidationError(in_order(wrong))
        return document


class CategoriesView(YamlEditor):
    form_class = CategoriesForm
    document = "config"
    keys = CATEGORY_KEYS
    title = _("Categories")
    template_name = "admin/category/yaml.html"
    success_url = reverse_lazy("admin:category_config")

    def get_initial(self) -> dict[str, Any]:
        return {"config": category_config.dump()}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Removing a category with memories needs confirmation."""
        assert isinstance(form, CategoriesForm)
        found = left_behind(form.cleaned_data["config"])
        form.is_asked = bool(found)
        if found and "save" in self.request.POST and not form.cleaned_data["leaves_memories"]:
            form.add_error("config", ValidationError(found))
            return self.form_invalid(form)
        for text in found if "save" not in self.request.POST else ():
            messages.warning(self.request, text)
        return super().form_valid(form)

    def save(self, document: CategoryConfig) -> None:
        save_config(document, actor=self.staff)

    def saved(self) -> str:
        return saved_text()

    def preview(self, document: CategoryConfig) -> list[RolePreview]:
        for text in roles_without_agents(document):
            messages.warning(self.request, text)
        return preview_of(document)

    def change_sentences(self, document: CategoryConfig) -> list[str]:
        return change_sentences(document)


NO_RULES = PolicyDocument()
EXAMPLE = """\
policies:
- fact_key: health_conditions
  outcome: never
- fact_key: city
  outcome: consent
  delegates_to_reviewers: true
aliases:
  barrio: identity.city
"""


EVERYTHING = _("Rule %(number)d names nothing: it applies to everything, and no rule below it counts.")
ALL_UNPROTECTED = _(
    "Rule %(number)d names nothing: it applies to all but what is protected by default, and of that alone the rules "
    "below it decide."
)
CURE = {
    "applies_to_everything": _("Say what it applies to, or tick the box below and save again."),
    "ends_all_rules": _("Tick the box below and save again, or discard your changes."),
    "uses_this_name": _("Write another name, or tick the box below and save again."),
}


def _all_ended(count: int) -> list[str]:
    text = ngettext(
        "The text has no rules: the one in force ends, and the defaults alone apply.",
        "The text has no rules: all %(count)d rules in force end, and the defaults alone apply.",
        count,
    )
    return [text % {"count": count}]


def _for_everything(entry: PolicyEntry, number: int) -> str:
    return str(ALL_UNPROTECTED if entry.outcome in FREE else EVERYTHING) % {"number": number}


class PoliciesForm(forms.Form):
    policies = forms.CharField(label=_("Policies and aliases"), required=False, widget=YamlArea)
    applies_to_everything = forms.BooleanField(label=_("Save a rule that names nothing"), required=False)
    ends_all_rules = forms.BooleanField(label=_("End all rules"), required=False)
    uses_this_name = forms.BooleanField(label=_("Use this name anyway"), required=False)
    asked: Sequence[str] = ()

    @property
    def ticks(self) -> list[BoundField]:
        """The boxes for what is saved only on purpose."""
        return [self[name] for name in self.asked]

    def doubts(self) -> dict[str, list[str]]:
        """Return the unusual parts of new and changed rules in a valid form, by their confirmation box."""
        source = self.data.get("policies", "")
        document = self.cleaned_data["policies"]
        current = policy_file.current()
        present, known = current.policies, loading.rows_of(current).aliases
        addresses = {(row.spelling, row.key) for row in known}
        wanted = loading.rows_of(document)
        rows = zip(document.policies, wanted.policies, strict=True)
        new = {number: (entry, row) for number, (entry, row) in enumerate(rows, 1) if entry not in present}
        found = {
            "ends_all_rules": _all_ended(len(present))
            if present and "policies" not in document.model_fields_set
            else [],
            "applies_to_everything": [
                in_line(source, ("policies", number - 1), _for_everything(entry, number))
                for number, (entry, _row) in new.items()
                if is_for_everything(entry)
            ],
            "uses_this_name": [
                in_line(source, ("policies", number - 1, "fact_key"), str(IN_RULE) % {"number": number, "what": text})
                for number, (_entry, row) in new.items()
                if (text := unknown_field(row.fact_key))
            ]
            + [
                in_line(source, ("aliases", row.spelling), str(IN_ALIAS) % {"spelling": row.spelling, "what": text})
                for row in wanted.aliases
                if (row.spelling, row.key) not in addresses and (text := unknown_field(row.key, is_address=True))
            ],
        }
        return {name: texts for name, texts in found.items() if texts}

    def clean_policies(self) -> PolicyDocument:
        document, wrong = policy_problems.read(self.cleaned_data["policies"])
        if wrong:
            raise ValidationError(wrong)
        return document


class PoliciesView(YamlEditor):
    """All rules and other spellings at once; the preview shows how past writes would have been treated."""

    form_class = PoliciesForm
    document = "policies"
    keys = POLICY_KEYS
    title = _("Policies")
    template_name = "admin/policy/yaml.html"
    success_url = reverse_lazy("admin:policies")
    extra_context = {"example": EXAMPLE}

    def get_initial(self) -> dict[str, Any]:
        rules = policy_file.current()
        comment = gettext("No rules yet: the defaults apply.")
        none = f"# {comment}\npolicies: []\n"
        return {"policies": none if rules == NO_RULES else policy_file.dump(rules)}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        """Likely mistakes need confirmation."""
        assert isinstance(form, PoliciesForm)
        found = form.doubts()
        form.asked = [*found]
        unsaid = [f"{text} {CURE[name]}" for name in found if not form.cleaned_data[name] for text in found[name]]
        if unsaid and "save" in self.request.POST:
            form.add_error("policies", ValidationError(unsaid))
            return self.form_invalid(form)
        for text in chain.from_iterable(found.values()):
            messages.warning(self.request, text)
        return super().form_valid(form)

    def save(self, document: PolicyDocument) -> None:
        saved = loading.load(document, actor=self.staff, now=timezone.now())
        for text in without_effect(saved.policies):
            messages.warning(self.request, text)

    def preview(self, document: PolicyDocument) -> Any:
        return trial_of(loading.rows_of(document).policies, data=self.request.POST, now=timezone.now())
