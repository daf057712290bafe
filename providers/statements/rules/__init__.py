"""The ways of stating a field: for fact extraction, which favours precision, and for the consent gate, recall."""

from providers.statements.rules.allergic_reactions import HARMS
from providers.statements.rules.allergies import ALLERGIES, ALLERGIES_ELSEWHERE, INTOLERANCES, NONE_FOR_ME, REACTIONS
from providers.statements.rules.body import BODY_RULES, COELIAC, DIET, NOT_HAD
from providers.statements.rules.foreign_diets import DIETS_ELSEWHERE
from providers.statements.rules.foreign_tastes import TASTES_ELSEWHERE
from providers.statements.rules.gate_foreign import FOREIGN
from providers.statements.rules.gate_languages import LANGUAGES, PRONOUNS
from providers.statements.rules.gate_names import NAMES
from providers.statements.rules.gate_places import PLACES
from providers.statements.rules.identity import BARE_NAMES, IDENTITY_RULES
from providers.statements.rules.intentions import INTENTION_RULES
from providers.statements.rules.people import PEOPLE_RULES
from providers.statements.rules.places import PLACE_RULES
from providers.statements.rules.preferences import PREFERENCE_RULES, TASTES
from providers.statements.rules.relatives import NEEDS_OF_FAMILY
from providers.statements.rules.rule import Rule
from providers.statements.rules.work import WORK_RULES

# Earlier ones win where two read the same words: specific before general.
FACT_RULES: tuple[Rule, ...] = (
    *IDENTITY_RULES, *PLACE_RULES, *ALLERGIES, *INTOLERANCES, *REACTIONS, *NONE_FOR_ME, *HARMS, *ALLERGIES_ELSEWHERE,
    *BODY_RULES, *DIETS_ELSEWHERE, *NEEDS_OF_FAMILY, *PEOPLE_RULES, *WORK_RULES, *PREFERENCE_RULES, *INTENTION_RULES,
    *TASTES, *TASTES_ELSEWHERE, *BARE_NAMES,
)  # fmt: skip
GATE_RULES: tuple[Rule, ...] = (*PLACES, *NAMES, *PRONOUNS, *LANGUAGES, *FOREIGN, *ALLERGIES, *DIET)
# Of needs too; what they find keeps no reader from looking for more in the same sentence.
NEED_RULES: tuple[Rule, ...] = (*INTOLERANCES, *NOT_HAD, *HARMS, *COELIAC, *DIETS_ELSEWHERE)
