"""Whether two texts about a person's allergies, diet and meals contradict each other: "is allergic to peanuts" and "can
eat peanuts" or "loves peanut butter", "is vegan" and "eats steak". Meals are read in English; "can eat" also in German,
Spanish and French."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from providers.statements.fields.aliases import DIET_KEYS
from providers.statements.gate.detector import sensitive
from providers.statements.gate.sentence import BROAD_NEED
from providers.statements.needs.diet_names import diet_words, diets_in
from providers.statements.needs.diets import are_contradictory_diets
from providers.statements.needs.excluded_foods import AVOIDED, DIET, canonical_need, food_without_illness
from providers.statements.needs.need_words import states_need
from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.words import word_set

MAX_LENGTH: Final = 200  # a text that states one need is short
AVOIDS, EATS = "avoids", "eats"
_MEAL: Final = re.compile(
    r"\b(?:(?:can|may|could|is able to|is allowed to) (?:\w+ )?(?:eat|have|drink|tolerate)|tolerates?|eats?|drinks?"
    r"|(?:likes?|loves?|enjoys?|adores?)(?: (?:eating|drinking|to eat|to drink))?|favou?rite [\w ]{1,30}? (?:is|are)"
    r"|(?:puede|puedo) (?:comer|tomar|beber)|(?:peut|peux) (?:manger|boire)) (?P<food>[^.!?;:]+)"
    r"|\b(?:kann|darf) (?P<essbar>[^.!?;:]+?) (?:essen|trinken|vertragen)\b"
)
_NEGATED: Final = re.compile(r"(?:\bnot|\bnever|n't|\bcannot|\bno longer|\bno|\bne|\bn')\s+(?:\w+ )?$")
_NEGATION: Final = re.compile(r"(?:no|not|never|without|pas|kein\w*|nicht|only)\b")
_ENDS: Final = re.compile(r"\b(?:but|except|without|unless|although|though|if|aber|ohne|pero|sin|mais|sans)\b")
_HARMLESS: Final = re.compile(rf"\b(?:{diet_words('vegan', 'vegetarian', 'free')}|\w+-free\b|tofu\b)")
_PLANT_BASED: Final = re.compile(
    r"\b(peanut|almond|cashew|nut|cocoa|oat|soya?|coconut|rice) (?:butter|milk|cream|yogh?urt|cheese)s?\b"
)
_MEAT: Final = word_set(
    "meat beef steak pork bacon ham chicken turkey lamb sausage salami burger prosciutto duck veal rib schnitzel carne"
    " viande fleisch"
)
_FISH: Final = word_set("fish salmon tuna cod trout sardine anchovy herring mackerel sushi")
_SHELLFISH: Final = word_set("shellfish seafood shrimp prawn crab lobster mussel oyster clam scallop")
_DAIRY: Final = word_set("dairy milk lactose cheese butter cream yogurt yoghurt mozzarella parmesan")
_EGGS: Final = word_set("egg omelette omelet frittata mayonnaise")
_GLUTEN: Final = word_set("gluten wheat bread pasta pizza beer spaghetti noodle croissant bagel seitan")
_NUTS: Final = word_set("nut almond walnut cashew hazelnut pecan pistachio macadamia peanut nutella")
_PORK: Final = word_set("pork bacon ham")
_CONTAINS: Final = {
    "meat": _MEAT, "fish": _FISH, "shellfish": _SHELLFISH, "seafood": _SHELLFISH | _FISH, "dairy": _DAIRY,
    "milk": _DAIRY, "lactose": _DAIRY, "egg": _EGGS, "gluten": _GLUTEN, "wheat": _GLUTEN, "nut": _NUTS,
    "soy": word_set("soy soya tofu edamame tempeh"), "pork": _PORK, "honey": {"honey"},
    "fish-or-seafood": _FISH | _SHELLFISH, "coeliac": _GLUTEN, "celiac": _GLUTEN,
}  # fmt: skip


class Need(NamedTuple):
    """`key` is that of a field, or AVOIDS or EATS."""

    key: str
    value: str
    is_denied: bool = False


def needs_stated(text: str) -> list[Need]:
    """Return the allergies, diets and meals that a short text states; "diet: vegan" states that field."""
    if len(text) > MAX_LENGTH:
        return []
    key, _, value = text.partition(": ")
    if key in DIET_KEYS:
        return [field_need(key, value)]
    stated = sensitive(text, keys=DIET_KEYS) if states_need(text) else []
    found = [one for one in stated if not one.pattern.startswith(BROAD_NEED)]
    needs = [Need(AVOIDS if one.key == AVOIDED else one.key, normalize_value(one.value), one.negated) for one in found]
    return needs + [Need(EATS, food) for food in _meals(view(text).folded)]


def field_need(key: str, value: str) -> Need:
    key, value = canonical_need(key, value)
    return Need(AVOIDS if key == AVOIDED else key, normalize_value(food_without_illness(value)))


def are_contrary(needs: Sequence[Need], theirs: Sequence[Need]) -> bool:
    return any(_is_contrary(one, other) for one in needs for other in theirs)


def _is_contrary(one: Need, other: Need) -> bool:
    """Whether one denies the other, both are diets, or one is a meal that the other forbids."""
    if EATS in (one.key, other.key):
        meal, need = (one, other) if one.key == EATS else (other, one)
        return need.key != EATS and not need.is_denied and _forbids(need, meal.value)
    if one.key != other.key:
        return False
    is_same = one.value in other.value or other.value in one.value
    if one.is_denied != other.is_denied:
        return is_same
    return one.key == DIET and not one.is_denied and are_contradictory_diets(one.value, other.value)


def _meals(folded: str) -> list[str]:
    found = []
    for meal in _MEAL.finditer(folded):
        food = _ENDS.split(meal["food"] or meal["essbar"])[0].strip()
        is_denied = _NEGATED.search(folded[: meal.start()]) or _NEGATION.match(food)
        if food and not is_denied and not _HARMLESS.search(food):
            found.append(_PLANT_BASED.sub(r"\1", food))
    return found


def _forbids(need: Need, food: str) -> bool:
    eaten = _stems(food)
    words = [stem(word) for word in re.findall(r"\w+", need.value)]
    of_diets = [group for diet in diets_in(view(need.value).folded) for group in diet.excluded]
    forbidden = {other for word in (*words, *of_diets) for other in _CONTAINS.get(word, ())}
    return bool(eaten & forbidden) or (need.key != DIET and bool(words) and words[-1] in eaten)


def _stems(text: str) -> set[str]:
    return {stem(word) for word in re.findall(r"\w+", text)}


def stem(word: str) -> str:
    """Return a word without its plural ending."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word
