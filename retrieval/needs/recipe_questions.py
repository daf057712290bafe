"""Questions about how a dish is made, what it contains, a recipe, or what food to buy: the answer must respect what the
person must not eat.

The text is lower-case words with spaces between them, in English, German, Spanish and French, and some Italian and
Portuguese.
"""

import re
from typing import Final

from providers.statements import names_food
from providers.statements.text.words import word_set
from retrieval.needs.meal_words import is_meal

# Dishes that are no meals, and that the table of allergens lacks because their ingredients vary.
_DISHES: Final = word_set("""
    soup soups stew stews sauce sauces salad salads dressing dough batter jam porridge curry chili casserole chutney
    smoothie smoothies drink drinks cocktail tea coffee lemonade burrito burritos taco tacos fajitas roast gravy
    potatoes fries chips vegetables tortillas gericht gerichte suppe suppen eintopf soße soßen salat salate teig
    marmelade auflauf kartoffeln pommes gemüse tee kaffee limonade rouladen klöße getränk getränke sopa sopas salsa
    salsas ensalada ensaladas masa mermelada guiso tortitas tortilla croquetas patatas verduras té bebida bebidas
    potaje gachas migas soupe soupes salade salades pâte confiture ragoût légumes frites thé boisson boissons tajine
    ratatouille velouté purée galette galettes zuppa insalata sugo dolce salada molho
""")
_RECIPE: Final = r"(?:recipes?|\w*rezepte?|recetas?|recettes?|ricett[ae]|receitas?)"
# How something is cooked or baked, which is always food.
_COOKED: Final = re.compile(
    r"^how (?:(?:do|can|should|could|would|shall|to|long do) )(?:(?:i|we|you|one) )?(?:\w+ )?"
    r"(?:cook|bake|roast|grill|fry|boil|steam|poach)\b"
    r"|^wie (?:lange )?(?:koche?n?|backe?n?|brate?n?|grille?n?|kocht|backt|bäckt|brät|grillt) (?:ich|wir|man)\b"
    r"|^wie (?:kann|soll|könnte|muss|können|sollen) (?:ich|wir|man)\b.*\b(?:kochen|backen|braten|grillen)$"
    r"|^cómo (?:se |puedo |podemos |debo )?(?:cocin|horne|fr[eí]|guis)\w+"
    r"|^comment (?:(?:puis je|peut on|dois je|on|je|faire) )?(?:cuisin|cui[rst]|rôti)\w*"
)
_MADE: Final = re.compile(
    r"^how (?:do|can|should|could|would|shall|to)(?: (?:i|we|you|one))?(?: \w+)? (?:make|prepare)\b"
    r"|^how (?:is|are)\b.*\b(?:made|prepared)$"
    r"|^wie (?:mache?n?|macht|bereite|bereiten|bereitet) (?:ich|wir|man)\b"
    r"|^wie (?:kann|soll|könnte|können|wird|werden)\b.*\b(?:machen|zubereiten|gemacht|zubereitet)$"
    r"|^cómo (?:se |puedo |podemos |debo )?(?:hago|hacer?|hacemos|hacen?|prepar\w+|elabor\w+)\b"
    r"|^comment (?:(?:puis|peut|dois|pourrais)[ -](?:je|on) |on |je |se )?"
    r"(?:fai[ts]?|faire|fait on|prépar\w+|réalis\w+)\b"
)
_RECIPE_WANTED: Final = re.compile(
    rf"^(?!(?:where|when|who|wo|wann|wer|dónde|cuándo|où|quand)\b)(?:\S+ ){{0,5}}{_RECIPE}\b"
)
_SUGGESTED: Final = re.compile(
    r"^(?:please |bitte |por favor )?(?:(?:can|could|would) you )?(?:suggest|recommend|propose|pick|choose|empf[ie]\w+"
    r"|schlag\w*|sugi?[eé]r\w+|recomi?[eé]nd\w+|propon\w*|aconsej\w+|conseill\w+|suggér\w+|recommand\w*)\b"
    r"|^(?:which|what|welche[rns]?|qué|quel(?:le)?s?) \S+ (?:goes|go|pairs?|passt|passen|va|van|vont)\b"
)
_BOUGHT: Final = re.compile(
    r"^(?:what|which|was|qué|que|quoi|qu['’]\w+)\b.*(?:\beinkaufen\b|\beinzukaufen\b|\bkaufe?n? (?:ich|wir) ein$"
    r"|\bgroceries\b|\b(?:supermarket|supermarkt|supermercado|supermarché|súper|mercado|wochenmarkt|grocer\w*)\b"
    r"|\b(?:la compra|les courses|la spesa)\b)"
)
# What a dish contains: the dish follows "in", or precedes the ingredient.
_INSIDE: Final = re.compile(
    r"^(?:is|are|was|what|what['’]s|does|do|ist|sind|gibt es|qué hay|hay|y a t il|est ce qu\S+|il y a)\b.*?"
    r"\b(?:in|im|en|dans)\b (?P<dish>.+)"
    r"|^(?:does|do) (?P<before>.+?) (?:contain|have|include)\b"
    r"|^(?:enthält|enthalten|contienen?|llevan?|tienen?|contient|contiennent)\b(?P<behind>.+)"
    r"|^(?:qué|que|was) (?:lleva|contiene|contient|enthält) (?P<what>.+)"
)


def asks_for_recipe(text: str) -> bool:
    """Whether a question is about how to make food, a recipe, something to eat or drink, or what food to buy."""
    if _COOKED.search(text) or _BOUGHT.search(text) or _RECIPE_WANTED.search(text):
        return True
    return (_MADE.search(text) or _SUGGESTED.search(text)) is not None and is_food(text)


def asks_what_is_in(text: str) -> bool:
    """Whether a question is about the contents of a dish: "Is there milk in pancakes?", not "in the fridge"."""
    found = _INSIDE.search(text)
    return found is not None and any(is_food(dish) for dish in found.groups() if dish)


def is_food(text: str) -> bool:
    """Whether a text names food, a dish or a meal."""
    return names_food(text) or any(word in _DISHES or is_meal(word) for word in text.split())
