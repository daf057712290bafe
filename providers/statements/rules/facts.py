"""All rules of fact extraction. Earlier ones win where two read the same words: specific before general."""

from providers.statements.rules.body import BODY_RULES
from providers.statements.rules.identity import BARE_NAMES, IDENTITY_RULES
from providers.statements.rules.intentions import INTENTION_RULES
from providers.statements.rules.people import PEOPLE_RULES
from providers.statements.rules.places import PLACE_RULES
from providers.statements.rules.preferences import PREFERENCE_RULES, TASTES
from providers.statements.rules.rule import Rule
from providers.statements.rules.work import WORK_RULES

FACT_RULES: tuple[Rule, ...] = (
    *IDENTITY_RULES,
    *PLACE_RULES,
    *BODY_RULES,
    *PEOPLE_RULES,
    *WORK_RULES,
    *PREFERENCE_RULES,
    *INTENTION_RULES,
    *TASTES,
    *BARE_NAMES,
)
