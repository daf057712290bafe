"""What assistants must ask the person before they save it, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from consent.models.policy import Outcome
from consent.policies import defaults
from consent.policies import file as policy_file
from interfaces.plain_words import name_of
from interfaces.rules_in_words import criteria

HAPPENS: dict[str, Promise] = {
    Outcome.CONSENT: _("assistants ask you first"),
    Outcome.CORROBORATION: _("saved once several signs say the same"),
    Outcome.APPLY: _("saved without asking"),
    Outcome.NEVER: _("never saved"),
}
EVERYTHING = _("everything")


@dataclass(frozen=True, slots=True)
class Approval:
    """`asked` and `kept` are fields by name, as the defaults have it; `rules` are the workspace's, which come first:
    what each applies to, and what happens."""

    asked: Sequence[str]
    kept: Sequence[str]
    rules: Sequence[tuple[str, Promise]]


def approval() -> Approval:
    """In the entered scope; three queries."""
    lines = list(defaults.lines())
    rules = policy_file.current().policies
    return Approval(
        [name_of(line.address.key) for line in lines if line.outcome is Outcome.CONSENT],
        [name_of(line.address.key) for line in lines if line.outcome is Outcome.APPLY],
        [(str(capfirst(", ".join(criteria(rule)) or str(EVERYTHING))), HAPPENS[rule.outcome]) for rule in rules],
    )
