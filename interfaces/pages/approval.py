"""What assistants must ask the person before they save it, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from consent.models.policy import Outcome
from consent.policies import defaults
from consent.policies import file as policy_file
from consent.policies.file import PolicyEntry
from interfaces.plain_words import CATEGORIES, FIELDS, name_of
from interfaces.rules_in_words import criteria
from workspaces.sensitivity import LABELS

HAPPENS: dict[str, Promise] = {
    Outcome.CONSENT: _("assistants ask you first"),
    Outcome.CORROBORATION: _("saved once several signs say the same"),
    Outcome.APPLY: _("saved without asking"),
    Outcome.NEVER: _("never saved"),
}
EVERYTHING = _("everything")


@dataclass(frozen=True, slots=True)
class Approval:
    """`asked` and `kept` are fields by name, as the defaults have it. The workspace's rules come first: of `rules` what
    each applies to, and what happens; `others` counts those whose names might tell of somebody else."""

    asked: Sequence[str]
    kept: Sequence[str]
    rules: Sequence[tuple[str, Promise]]
    others: int


def approval() -> Approval:
    """In the entered scope; three queries."""
    lines = list(defaults.lines())
    rules = policy_file.current().policies
    named = [rule for rule in rules if _names_what_all_know(rule)]
    return Approval(
        [name_of(line.address.key) for line in lines if line.outcome is Outcome.CONSENT],
        [name_of(line.address.key) for line in lines if line.outcome is Outcome.APPLY],
        [(str(capfirst(", ".join(criteria(rule)) or str(EVERYTHING))), HAPPENS[rule.outcome]) for rule in named],
        len(rules) - len(named),
    )


def _names_what_all_know(rule: PolicyEntry) -> bool:
    names = (rule.fact_key in FIELDS, rule.category in CATEGORIES, rule.sensitivity in LABELS)
    given = (rule.fact_key, rule.category, rule.sensitivity)
    return not rule.agent and all(is_known or not name for is_known, name in zip(names, given, strict=True))
