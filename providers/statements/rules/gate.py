"""All rules of the consent gate."""

from providers.statements.rules.gate_foreign import FOREIGN
from providers.statements.rules.gate_languages import LANGUAGES, PRONOUNS
from providers.statements.rules.gate_names import NAMES
from providers.statements.rules.gate_places import PLACES
from providers.statements.rules.rule import Rule

GATE_RULES: tuple[Rule, ...] = (*PLACES, *NAMES, *PRONOUNS, *LANGUAGES, *FOREIGN)
