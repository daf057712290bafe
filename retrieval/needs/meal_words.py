"""Short texts about food: their noun is a meal, a kind of dish, a place to eat or an occasion for eating ("restaurant
nearby", "birthday cake", "picnic").

The text is lower-case words with spaces between them, in English, German, Spanish and French, and some Italian and
Portuguese. Questions about the past do not count; callers exclude most of them before.
"""

import re
from typing import Final

from providers.statements.text.words import word_set

MOST_WORDS: Final = 5
_NOUNS: Final = word_set("""
    food foods dinner dinners lunch lunches breakfast breakfasts brunch supper suppers meal meals snack snacks
    menu menus dish dishes recipe recipes dessert desserts cake cakes cookies starter starters takeaway
    takeaways takeout catering restaurant restaurants cafe cafes café cafés bistro bistros canteen cafeteria
    diner pizzeria pizzerias bakery steakhouse picnic picnics barbecue barbecues bbq cookout potluck buffet
    banquet feast groceries
    essen abendbrot frühstück mahlzeit mahlzeiten imbiss nachtisch vorspeise hauptspeise speisekarte lokal café
    gasthaus bäckerei kantine mensa picknick grillen grillfest grillparty grillabend lieferdienst
    cena cenas almuerzo almuerzos desayuno desayunos comida comidas merienda receta recetas plato platos postre
    postres tarta tartas pastel restaurante restaurantes cafetería comedor panadería picnic barbacoa banquete
    tapas
    dîner dîners déjeuner déjeuners repas goûter recette recettes plat plats gâteau gâteaux dessert cantine
    boulangerie resto restos brasserie crêperie pique-nique pique-niques traiteur festin
    pranzo colazione ricetta ricette torta ristorante ristoranti jantar almoço receita receitas sobremesa
""")
# German compounds, and a French one in two words.
_COMPOUND: Final = re.compile(
    r"\b(?:(?:mittag|abend|fest|weihnachts|geburtstags|hochzeits|oster|team|firmen)(?:s)?essen"
    r"|\w+(?:rezepte?|kuchen|torten?|frühstück|menüs?|restaurants?)|pique nique)\b"
)
_TO_EAT: Final = re.compile(r"^(?:qué|que) (?:hay|tenemos) (?:de|para) (?:comer|cenar|desayunar|almorzar)\b")
# Questions about a particular meal or place, and words that change the noun's meaning.
_OF_ONE: Final = re.compile(
    r"^(?:where|how|is|are|do|does|has|have|wo|wie|ist|sind|hat|habe|dónde|cómo|es|está|tengo|où|comment|est|ai|dove"
    r"|onde)\b|\b(?:called|named|heißt|llama|appelle|open|opens|closed|time|date|photos?|pictures?|guests?|people|owner"
    r"|manager|waiter|break|meeting|speech|dress|room|table saw|class|course|offen|geöffnet|uhr|zeit|foto|fotos|gäste"
    r"|abierto|hora|invitados|ouvert|heure|invités)\b"
)
_PAST: Final = re.compile(
    r"\b(?:came|made|ordered|bought|got|took|met|saw|brought|invited|paid|booked|visited|been|gab|gabs|hatten?|waren"
    r"|kam|kamen|gegessen|gekocht|gebacken|bestellt|gemacht|fue|fuimos|fui|estuvo|hubo|había|vino|comí|comimos|cené"
    r"|cenamos|cenó|hice|hicimos|hizo|pedí|pedimos|pidió|était|mangé|cuisiné|dîné|fait|venue?s?)\b"
)


def names_meal(text: str) -> bool:
    """Whether a short text is about a meal: "Dinner ideas", "What is for lunch?"; not "Where is the restaurant?"."""
    words = text.split()
    if len(words) > MOST_WORDS or _OF_ONE.search(text) or _PAST.search(text):
        return False
    return _TO_EAT.search(text) is not None or any(map(is_meal, words)) or _COMPOUND.search(text) is not None


def is_meal(word: str) -> bool:
    """Whether a lower-case word is such a noun."""
    return word in _NOUNS or _COMPOUND.fullmatch(word) is not None
