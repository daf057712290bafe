"""Diet, health and vehicles."""

import re
from typing import Final

from providers.statements.needs.allergen_slots import SEPARATOR, known_food
from providers.statements.needs.diet_names import DIETS_AND_FREE, TRIGGERS
from providers.statements.needs.exceptions import EXCEPTION
from providers.statements.needs.excluded_foods import AVOIDED
from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given, item, phrase
from providers.statements.text.vocabulary import CONDITION_ADJECTIVES, CONDITIONS, VEHICLES

_STRICT = r"(?:(?:a|an|strict|strictly|practi[sc]ing|lifelong|committed|devout|full|mostly) ){0,3}"
_DIET_END = (
    r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|"
    r"with (?:i have )?(?:an? )?(?:[\w-]+ ){1,3}(?:allerg|intoleran)|so\b|since\b|for\b|because\b|now\b|too\b|"
    r"anyway\b|myself\b|these "
    r"days|only\b|by\b|ever\b|back (?:in|then|when)\b|(?:over|about|almost|nearly|more than) an? (?:year|month|week)\b"
    r"|a (?:while|year|month|week|couple) \w+"
    r"|\w+ (?:years?|months?|weeks?) ago\b|at home\b|last\b|in \d{4}|recently\b|person\b|"
    r"eater\b|household\b|family\b|who\b)"
)

_FOOD = (
    r"(?:(?:pea|tree )?nuts|gluten|dairy|milk|eggs|(?:shell)?fish|seafood|pork|beef|meat|red meat|alcohol|soya?|wheat"
    r"|sesame|sugar|caffeine|lactose)"
)

DIET: tuple[Rule, ...] = (
    Rule(
        "diet.is",
        "verb",
        TRIGGERS,
        rf"\b{_STRICT}(?P<value>{DIETS_AND_FREE}{EXCEPTION})",
        given,
        needs_copula=True,
        followed_by=_DIET_END,
    ),
    Rule(
        "diet.became",
        "verb",
        "went turned became gone",
        rf"\b(?:went|turned|became|gone) (?P<value>{DIETS_AND_FREE}{EXCEPTION})",
        given,
        followed_by=_DIET_END,
    ),
    # Whoever never eats raw food excludes it.
    Rule(
        "diet.eats",
        "verb",
        "eat eats keep keeps",
        rf"\b(?!(?<=n't |not |ver )eats? raw\b)(?:eat|eats|keep|keeps)"
        rf" (?:only |strictly |both )?(?:a )?(?P<value>{DIETS_AND_FREE}{EXCEPTION})",
        given,
        followed_by=_DIET_END,
    ),
    Rule(
        "diet.follows",
        "verb",
        "diet",
        r"\b(?:follow|follows|eat|eats|keep to|stick to|sticks to) (?:a|an) (?P<value>[\w-]+(?: [\w-]+)?) diet\b",
        given,
    ),
    Rule(
        "diet.does",
        "verb",
        "do does doing practise practises practising practice practices practicing follow follows following live lives"
        " living keep keeps",
        rf"\b(?:do(?:es|ing)?|practi[sc](?:es?|ing)|follow(?:s|ing)?|liv(?:es?|ing)|keeps? to)"
        rf" (?:only |strictly |strict )?(?:a |the )?(?P<value>{DIETS_AND_FREE}{EXCEPTION})(?: diet)?",
        given,
        followed_by=rf"(?: diet)?{_DIET_END}",
    ),
    Rule(
        "diet.switched",
        "verb",
        "switched changed",
        rf"\b(?:switched|changed) (?:over )?to (?:an? )?(?P<value>{DIETS_AND_FREE})(?: diet| food)?\b",
        given,
    ),
    Rule("diet.on", "verb", "diet", r"\bon (?:a|an) (?P<value>[\w-]+(?: [\w-]+)?) diet\b", given, needs_copula=True),
    Rule(
        "diet.no",
        "verb",
        "eat eats",
        r"\b(?:don't|doesn't|do not|does not|never|can't|cannot|won't|no longer) (?:ever )?eats?(?= (?!another\b))",
        item,
        key=AVOIDED,
        is_list=True,
    ),
    Rule(
        "diet.eats_no",
        "verb",
        "eat eats",
        r"\b(?:eat|eats) no(?= (?!more\b|less\b|longer\b|matter\b|other\b|such\b|one\b))",
        item,
        key=AVOIDED,
        is_list=True,
    ),
    Rule(
        "diet.drinks_no",
        "verb",
        "drink drinks",
        rf"\bdrinks? no (?P<value>{_FOOD})\b",
        given,
        key=AVOIDED,
    ),
)

# "I can't have gluten, and fish makes me sick": "fish" begins a new clause.
_NO_VERB: Final = re.compile(
    SEPARATOR.pattern
    + r"(?!(?:[\w-]+ ){1,3}(?:makes?|gives?|upsets?|causes?|sends?|brings?|leaves?|triggers?|could|would|might|can)\b)"
)
_LEFT_OUT_END: Final = r"\s*(?:[.!;:,)]|$|(?:either|at all|any ?more|and|but|because|since|so|ever)\b)"
EXCLUDED_FOODS: tuple[Rule, ...] = (
    Rule(
        "diet.cannot_have",
        "verb",
        "have has",
        r"\b(?:can't|cannot|can not|mustn't|must not|may not) (?:ever )?have (?:any )?(?=\w)",
        known_food,
        key=AVOIDED,
        is_list=True,
        separator=_NO_VERB,
        followed_by=_LEFT_OUT_END,
    ),
    Rule(
        "diet.avoids",
        "verb",
        "avoid avoids avoiding stay stays staying",
        r"\b(?:avoid(?:s|ing)?|stay(?:s|ing)? away from) (?:all |any )?(?!dates\b)(?=\w)",
        known_food,
        key=AVOIDED,
        is_list=True,
        separator=_NO_VERB,
        followed_by=_LEFT_OUT_END,
    ),
    Rule(
        "diet.does_not_touch",
        "verb",
        "touch",
        r"\b(?:don't|do not|never|can't|cannot|won't) (?:ever )?touch (?:any )?(?=\w)",
        known_food,
        key=AVOIDED,
        is_list=True,
        separator=_NO_VERB,
        followed_by=_LEFT_OUT_END,
    ),
    Rule(
        "diet.gave_up",
        "verb",
        "given gave cut sworn swore stopped quit",
        r"\b(?:given up|gave up|cut out|sworn off|swore off|(?:stopped|quit) (?:eating|drinking))"
        r" (?:all |any )?(?=\w)",
        known_food,
        key=AVOIDED,
        is_list=True,
        separator=_NO_VERB,
        followed_by=_LEFT_OUT_END,
        allows_past=True,
    ),
    Rule(
        "diet.nor_i",
        "me",
        "nor neither",
        r"\b(?:nor (?:can |do |could )?i (?:can |could )?(?:eat|have|drink|tolerate)"
        r"|i (?:can |could )?(?:eat|have|drink|tolerate) neither)(?= )",
        known_food,
        key=AVOIDED,
        is_list=True,
        separator=SEPARATOR,
        followed_by=_LEFT_OUT_END,
    ),
    Rule(
        "diet.none_for_me",
        "me",
        "no",
        r"\bno (?:more )?(?=\w)",
        known_food,
        key=AVOIDED,
        is_list=True,
        separator=SEPARATOR,
        followed_by=r" for me\b",
    ),
)

# Read before other illnesses: for a person with coeliac disease, an unnoticed diet is dangerous.
COELIAC: tuple[Rule, ...] = (
    Rule(
        "diet.coeliac",
        "verb",
        "coeliac coeliacs celiac celiacs",
        r"\b(?:an? )?(?P<value>co?eliac)s?\b(?! disease| sprue)",
        given,
        needs_copula=True,
        followed_by=_DIET_END,
    ),
    Rule(
        "diet.coeliac_disease",
        "verb",
        "coeliac celiac coeliacs celiacs",
        r"\b(?:have|has|have got|has got|got|suffer from|suffers from|living with|live with|lives with)"
        r" (?P<value>co?eliac(?: disease| sprue)?)\b(?! (?:friends?|guests?|customers?))",
        given,
    ),
    Rule(
        "diet.coeliac_found",
        "verb",
        "coeliac celiac coeliacs celiacs",
        r"\b(?P<value>diagnosed) (?:with|as) (?:an? )?co?eliac\b",
        given,
        key=AVOIDED,
        template="gluten",
        allows_past=True,
    ),
)

HEALTH: tuple[Rule, ...] = (
    Rule(
        "health.has",
        "verb",
        "have has had suffer suffers diagnosed living live struggle struggles",
        rf"\b(?:have|has|have had|has had|'ve had|suffer from|suffers from|diagnosed with|living with|live with|"
        rf"lives with|struggle with|struggles with) (?:a |an |been diagnosed with )?(?P<value>{CONDITIONS})\b",
        given,
        allows_past=True,
        followed_by=r"\s*(?!medication|research|awareness|drugs|screening)",
    ),
    Rule(
        "health.is",
        "verb",
        CONDITION_ADJECTIVES.words,
        rf"\b(?:a |an )?(?P<value>{CONDITION_ADJECTIVES})\b",
        given,
        needs_copula=True,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|so\b|since\b|in\b|person\b)",
    ),
)

VEHICLE: tuple[Rule, ...] = (
    Rule(
        "vehicle.drives",
        "verb",
        "drive drives ride rides",
        r"\b(?:drive|drives|ride|rides) (?:an? |my )(?P<begin>\w)",
        item,
    ),
    Rule(
        "vehicle.owns",
        "verb",
        "own owns bought have has got",
        rf"\b(?:own|owns|bought|have|has|got) an? (?P<value>(?:(?:new|old|red|blue|black|white|green|silver|grey|"
        rf"used|electric|second-hand|hybrid|yellow|cargo|mountain|family|company) ){{0,4}}{VEHICLES}\b(?: "
        rf"[\w-]*\d[\w-]*)?)(?! (?:trip|accident|payment|crash|problem|ride|key|loan|seat))",
        given,
    ),
    Rule("vehicle.is", "attribute", "car", r"\bcar(?: is|:|'s) an?(?= )", phrase),
)

BODY_RULES: tuple[Rule, ...] = (*COELIAC, *HEALTH, *DIET, *EXCLUDED_FOODS, *VEHICLE)
