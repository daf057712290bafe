"""The rules for each field: precision first for fact extraction, recall first for the consent gate."""

from providers.statements.rules.allergic_reactions import ALLERGIC_REACTIONS
from providers.statements.rules.allergies import ALLERGIES, FOREIGN_ALLERGIES, INTOLERANCES, REACTIONS, REFUSED_FOODS
from providers.statements.rules.body import BODY_RULES, COELIAC, DIET, EXCLUDED_FOODS
from providers.statements.rules.foreign_diets import FOREIGN_DIETS
from providers.statements.rules.foreign_tastes import FOREIGN_TASTES
from providers.statements.rules.gate_foreign import FOREIGN
from providers.statements.rules.gate_languages import LANGUAGES, PRONOUNS
from providers.statements.rules.gate_names import NAMES
from providers.statements.rules.gate_places import PLACES
from providers.statements.rules.identity import BARE_NAMES, IDENTITY_RULES
from providers.statements.rules.intentions import INTENTION_RULES
from providers.statements.rules.people import PEOPLE_RULES
from providers.statements.rules.places import PLACE_RULES
from providers.statements.rules.preferences import PREFERENCE_RULES, TASTES
from providers.statements.rules.relatives import FAMILY_NEEDS
from providers.statements.rules.rule import Rule
from providers.statements.rules.work import WORK_RULES

# The earlier rule wins where two match the same words: specific before general.
FACT_RULES: tuple[Rule, ...] = (
    *IDENTITY_RULES, *PLACE_RULES, *ALLERGIES, *INTOLERANCES, *REACTIONS, *REFUSED_FOODS, *ALLERGIC_REACTIONS,
    *FOREIGN_ALLERGIES,
    *BODY_RULES, *FOREIGN_DIETS, *FAMILY_NEEDS, *PEOPLE_RULES, *WORK_RULES, *PREFERENCE_RULES, *INTENTION_RULES,
    *TASTES, *FOREIGN_TASTES, *BARE_NAMES,
)  # fmt: skip
GATE_RULES: tuple[Rule, ...] = (*PLACES, *NAMES, *PRONOUNS, *LANGUAGES, *FOREIGN, *ALLERGIES, *DIET)
# Rules for needs. Their matches do not stop the statistical readers from reading the same sentence.
NEED_RULES: tuple[Rule, ...] = (*INTOLERANCES, *EXCLUDED_FOODS, *ALLERGIC_REACTIONS, *COELIAC, *FOREIGN_DIETS)
