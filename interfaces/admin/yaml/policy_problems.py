"""All problems in the YAML of policies, also unknown names of categories."""

from collections.abc import Iterator
from typing import Any

import yaml
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ValidationError

from consent.models.policy import Outcome
from consent.policies import file as policy_file
from consent.policies import loading
from consent.policies.file import ANSWERS, InvalidPolicies, PolicyDocument
from interfaces.admin.policies.field_names import unknown_field
from interfaces.admin.policies.wording import own_name
from interfaces.admin.yaml.problems import LineProblem, in_order, line_problems, placed
from interfaces.name_suggestions import did_you_mean, nearest
from memories.models import Memory
from memories.models.choices import DEFAULT_CATEGORY
from providers import statements
from workspaces.models import Category
from workspaces.repeated_keys import repeated_keys

IN_RULE = gettext_lazy("Rule %(number)d, fact_key: %(what)s")
ASKS_NO_ONE = gettext_lazy("what is never stored, nobody is asked about. Leave it out, or write outcome: consent")
IN_ALIAS = gettext_lazy("Other name %(spelling)s: %(what)s")


def read(source: str) -> tuple[PolicyDocument, list[str]]:
    """Parse a document and return all its problems, in the order of their lines."""
    wrong: list[LineProblem] = repeated_keys(source)
    reported: set[str] = set()
    try:
        document = policy_file.parse_loosely(source)
    except InvalidPolicies as error:
        document = _sound_part(error, source)
        wrong += line_problems(error, source)
    try:
        loading.rows_of(document)
    except InvalidPolicies as error:
        wrong += line_problems(error, source)
        reported = {each.given for each in (error, *error.others)}
    wrong += _unknown_categories(document, source)
    wrong += _idle_answers(document, source)
    if wrong:  # where a text has none, a confirmation box asks about each
        wrong += _unknown_fields(document, source, reported)
    return document, in_order(wrong)


def _idle_answers(document: PolicyDocument, source: str) -> Iterator[LineProblem]:
    """Return a sentence for each key about who may answer, in a rule that asks no one."""
    for place, entry in enumerate(document.policies):
        for name in ANSWERS if entry.outcome == Outcome.NEVER else ():
            if getattr(entry, name):
                pattern = _("Rule %(number)s, %(name)s: %(what)s.")
                text = pattern % {"number": place + 1, "name": name, "what": ASKS_NO_ONE}
                yield placed(source, ("policies", place, name), text)


def _unknown_fields(document: PolicyDocument, source: str, reported: set[str]) -> Iterator[LineProblem]:
    """Return a sentence, with its line, for each unknown name of a field that no rule in force uses; none for addresses
    in `reported`."""
    present = {entry.fact_key for entry in policy_file.current().policies}
    for place, entry in enumerate(document.policies):
        if entry.fact_key and entry.fact_key not in present and (text := _unknown(entry.fact_key)):
            yield placed(source, ("policies", place, "fact_key"), IN_RULE % {"number": place + 1, "what": text})
    for spelling, address in document.aliases.items():
        if address not in reported and (text := _unknown(address.rpartition(".")[2], is_address=True)):
            yield placed(source, ("aliases", spelling), IN_ALIAS % {"spelling": spelling, "what": text})


def _unknown(key: str, *, is_address: bool = False) -> str:
    try:
        return unknown_field(own_name(key), is_address=is_address)
    except statements.InvalidKey:
        return ""


def _sound_part(error: InvalidPolicies, source: str) -> PolicyDocument:
    """Return the document without invalid keys; nothing where it cannot be parsed."""
    if not isinstance(error.__cause__, ValidationError):
        return PolicyDocument()
    data: Any = yaml.safe_load(source)
    for each in error.__cause__.errors():
        match each["loc"]:
            case ("policies", int(number), str(name), *_) if isinstance(data["policies"][number], dict):
                data["policies"][number].pop(name, None)
                data["policies"][number] |= {"outcome": Outcome.CONSENT} if name == "outcome" else {}
            case (str(name),) if isinstance(data, dict):
                data.pop(name, None)
    try:
        return PolicyDocument.model_validate(data)
    except ValidationError:
        return PolicyDocument()


def _unknown_categories(document: PolicyDocument, source: str) -> Iterator[LineProblem]:
    """Return a sentence, with its line, for each; names that memories or present rules have already are allowed. At
    most three queries, none where no rule names a category."""
    named = {entry.category for entry in document.policies if entry.category}
    known = {*DEFAULT_CATEGORY.values(), *Category.objects.values_list("name", flat=True)} if named else set[str]()
    strange = named - known
    if strange:
        strange -= {*Memory.objects.filter(category__in=strange).values_list("category", flat=True)}
        strange -= {entry.category for entry in policy_file.current().policies}
    for place, entry in enumerate(document.policies):
        if entry.category in strange:
            what = _("there is no category “%(name)s”") % {"name": entry.category}
            text = _("Rule %(number)s, %(name)s: %(what)s.") % {"number": place + 1, "name": "category", "what": what}
            text = f"{text} {did_you_mean(nearest(entry.category, known))}".rstrip()
            yield placed(source, ("policies", place, "category"), text)
