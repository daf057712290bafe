"""Questions about what to serve a person, or whether they may have something: the answer includes what they must not
eat.

Foods are an open class, so the form of the question decides: what to cook, bake or order, "Can she have ...?", "Is ...
safe for her?". Questions about events, habits and likings do not count. The text is lower-case words with spaces
between them, in English, German, Spanish, French, Italian or Portuguese.
"""

import re
from typing import Final

from providers.statements import names_food
from retrieval.needs.meal_words import names_meal
from retrieval.needs.recipe_questions import asks_for_recipe, asks_what_is_in, is_food

_FOOD: Final = (
    r"(?:dinners?|lunch(?:es)?|breakfasts?|brunch|suppers?|meals?|dish(?:es)?|recipes?|snacks?|menus?|desserts?|cakes?"
    r"|cookies|food|foods|takeaways?|takeout|picnics?|barbecues?|bbq|buffet|starters?|appeti[sz]ers?|restaurants?"
    r"|dish|salads?|sauces?|soups?|bread|drinks?|smoothies?|treats?|sandwich(?:es)?|pizzas?|pastry|pastries"
    r"|\w*(?:essen|rezepte?|gerichte?|menüs?|kuchen|torten?|imbiss|frühstück)"
    r"|cenas?|almuerzos?|desayunos?|comidas?|recetas?|platos?|postres?|restaurantes?|merienda|tartas?|pastel"
    r"|dîners?|déjeuners?|repas|recettes?|plats?|gâteaux?|goûter"
    r"|pranzo|colazione|ricett[ae]|piatt[oi]|dolci?|torta|ristoranti?|jantar|almoço|receitas?|pratos?|sobremesas?)"
)
_MODAL: Final = r"(?:can|could|should|shall|may|might|must|would|will|do)(?:n['’]t)?"
_COOK: Final = (
    r"(?:cook|bake|grill|roast|fry|barbecue|serve|feed|cater|dine|order in|eat out"
    r"|make (?:for )?(?:dinner|lunch|breakfast|brunch|supper|dessert))"
)
_COCER: Final = r"(?:cocinar|hornear|preparar|servir|asar|pedir|guisar|comprar de comer|hacer de (?:comer|cenar))"
_ANY_FOOD: Final = re.compile(rf"\b{_FOOD}\b")
# What to serve.
_TO_SERVE: Final = re.compile(
    rf"\b(?:{_MODAL} (?:i|we|you|they|one)|what to|to)(?: not)?(?: \w+)? {_COOK}\b"
    # Also word by word from another language: "what can I for Ana cook".
    rf"|^what(?: {_MODAL})?(?: (?:i|we|one))?(?: \w+){{0,4}} (?:cook|bake|grill)$|^what (?:cook|bake|grill) (?:i|we)\b"
    rf"|\bwhat(?: else)? {_MODAL} (?:i|we|you)(?: \w+)? (?:make|prepare|order|bring|get|offer)(?: in)?"
    r"(?: \w+)? for \w+"
    rf"|^(?:what|where|which)\b.* {_MODAL} (?:i|we|she|he|they|you) .*\b{_FOOD}\b"
    rf"|^(?:what|where) (?!do\b){_MODAL}(?: \w+){{1,3}} (?:order|eat|drink|have|snack|dine)\b"
    r"|^(?:what|where) do (?:i|we|you|they)(?: \w+){0,2} (?:order|eat|drink|have|snack|dine)\b"
    rf"|^(?:what|which|where) {_MODAL}(?: \w+){{1,2}} (?:do|have|get|make|try) (?:for|as) (?:\w+ )?{_FOOD}\b"
    rf"|^(?:what|which) (?:\w+ )?{_FOOD}(?: \w+)? (?:for|with|suits?|works?|would|could|should|shall|can|is (?:good"
    rf"|best"
    r"|safe|suitable|right|ok|okay|fine)|are (?:good|best|safe|suitable|right|ok|okay|fine))\b"
    rf"|^(?:please )?(?:{_MODAL} (?:you|we) )?(?:suggest|recommend|propose|plan|find|choose|pick|write|create|give"
    rf"|think of"
    rf"|come up with|show|prepare|make|cook|bake|order|book|help)\b.*\b{_FOOD}\b"
    r"|^(?:please )?(?:cook|bake|grill) \w+"
    rf"|\b{_FOOD} (?:ideas?|suggestions?|recommendations?|options|plan)\b"
    rf"|^(?:\w+ ){{0,4}}(?:ideas?|suggestions?) for (?:\w+ ){{0,3}}{_FOOD}\b"
    rf"|^(?:i|we) (?:need|want|am|are|['’]m|have) .*\b{_FOOD}\b.*\bfor\b"
    rf"|^(?:(?:an?|the|some|any|good|best|easy|quick|nice) )*(?:\w+ )?{_FOOD}(?: \w+){{0,2}} (?:for|für|para|pour"
    rf"|per) \w+"
    # German
    r"|\b(?:kann|könnte|soll|sollte|darf|können|könnten|sollen|sollten|dürfen|wollen) (?:ich|wir|man)\b.*"
    r"\b(?:kochen|backen|grillen|braten|servieren|zubereiten|auftischen|bestellen|anbieten)$"
    r"|^was (?:koche|backe|grille|serviere|brate|bestelle)n? (?:ich|wir)\b|^was (?:soll|kann|gibt) .*\bessen\b"
    r"|^was mache?n? (?:ich|wir)\b.*\b(?:zu essen|zum (?:\w*essen|frühstück))$"
    r"|^was essen wir(?: (?:heute|morgen|abend|mittag))*$"
    rf"|^(?:welche[srn]?|schlag|empfiehl|such|ein|eine) .*\b{_FOOD}\b.*\bfür\b"
    # Spanish and Portuguese
    rf"|\b(?:puedo|podemos|podría|podríamos|debo|debería|deberíamos|posso|podemos|devo|qué"
    rf"|que)(?: \w+){{0,2}} {_COCER}\b"
    r"|\b(?:qué|que) (?:le |les )?(?:cocino|cocinamos|preparo|preparamos|horneo|sirvo|servimos|cozinho)\b"
    r"|^(?:qué|que) (?:(?:pido|pedimos) para(?! (?:el|la|los|las|mi|un|una)\b)|cenamos|comemos|almorzamos|desayunamos"
    r"|(?:hago|hacemos|pido|pedimos) (?:de|para) (?:comer|cenar|almorzar|desayunar))\b"
    rf"|^(?:qué|que|sugiere|sugiéreme|recomienda|recomiéndame|busca|una?|alguna?|cuál|qual)\b.*\b{_FOOD}\b.*\bpara\b"
    r"|\bposso(?: \w+){0,2} (?:cozinhar|assar|servir)\b|\bdevo (?:cozinhar|servir)\b"
    # French and Italian
    r"|\b(?:puis|peux|peut|pouvons|pourrais|pourrait|dois|devrais|faut)\b(?:[ -]\w+){0,2} (?:cuisiner|préparer|servir"
    r"|griller|commander)\b|^(?:que|quoi) (?:cuisiner|manger|servir|commander)\b"
    r"|\boffrir (?:à (?:manger|boire)|comme (?:dessert|plat|repas|goûter|gâteau|entrée))\b"
    r"|^(?:que|quoi|qu['’]est ce qu(?:e |['’])(?:je|on|nous)) (?:faire|fais|fait|faisons|préparer?|préparons) à"
    r" (?:manger|dîner|déjeuner)\b|^qu['’]est ce qu(?:e |['’])(?:je|on|nous) (?:cuisine|mange|sers?t?|commande)"
    r"(?:ons)?\b|^(?:je|on|nous) (?:cuisine|mange|commande)(?:ons)? quoi\b"
    r"|\b(?:posso|possiamo|devo|potrei) (?:cucinare|preparare|servire|ordinare)\b"
    rf"|^(?:que|quoi|quel(?:le)?s?|propose|suggère|recommande|une?|che|quale|un['’])\b.*\b{_FOOD}\b.*\b(?:pour|per)\b"
)
# Whether a person may have something.
_MAY_HAVE: Final = re.compile(
    r"^(?:can|could|may|should|might|must|is|would|so can|and can)(?:n['’]t)? (?:\w+ ){1,3}(?:eat|drink|have|try|taste"
    r"|order|get|be (?:served|given)|take|tolerate|digest)\b"
    r"|^what(?: else)? (?:can|could|may|should)(?: \w+){1,3} (?:eat|drink|have)\b"
    r"|^(?:what|which foods?)(?:['’]s| (?:is|are|am))(?: \w+){1,3} allowed to (?:eat|drink)\b"
    r"|\ble droit de (?:manger|boire)\b|\btiene(?: \w+)? permitido (?:comer|beber)\b"
    r"|^(?:can|could|may|should) (?:i|we|you) (?:give|offer|feed|make)\b"
    r"|^(?:is|are|would|will|was|ist|sind|wäre|es|son|est|sont|está|sarebbe|são|è)\b.*\b(?:safe|ok|okay|fine|suitable"
    r"|good|bad|alright|all right|right|allowed|appropriate|edible|dangerous|harmful|sicher|in ordnung|geeignet|gut"
    r"|unbedenklich|verträglich|gefährlich|segur[oa]s?|apt[oa]s?|adecuad[oa]s?|buen[oa]s?|bien|peligros[oa]s?|sûre?s?"
    r"|adaptée?s?|bons?|bonnes?|sans danger|dangereu\w+|adatt[oi]|sicur[oi]|adequad[oa]s?)\b"
    r"(?=.*\b(?:for|für|para|pour|per)\b|$)"
    r"|^(?:ist|sind)\b.*\bfür\b.*\b(?:sicher|ok|okay|geeignet|unbedenklich|verträglich|gefährlich|gut)\b"
    r"|\b(?:darf|kann|soll)(?: [\w']+){1,6} (?:essen|trinken|haben|probieren|bestellen)$"
    r"|\bpued[eo](?: \w+){0,3} (?:comer|beber|tomar|cenar|probar)\b|\bpode(?: \w+){0,3} (?:comer|beber|tomar)\b"
    r"|\bpeu[tx](?:[ -]\w+){0,3} (?:manger|boire|prendre)\b|\bpuò(?: \w+){0,3} (?:mangiare|bere|prendere)\b"
)
# Events, habits and likings, and questions for a time, a place or a person.
_EVENT_OR_HABIT: Final = re.compile(
    r"\b(?:did|didn['’]t|(?<!^)was|were|had|has|went|ate|cooked|baked|served|yesterday|ago|last|likes?|liked|loves?"
    r"|loved"
    r"|enjoy(?:s|ed)?|prefers?|favou?rite|usually|often|always|does|name of|remember|remind|recall|said|told|tell"
    r"|gern\w*|lieber|lieblings\w*|gestern|mag|hat|haben wir|war|gusta\w*|favorit[oa]s?|ayer|suele|cocinó|comió|aime"
    r"|préféré\w*|hier|piace|preferit[oa]|gosta)\b"
    r"|^(?:when|why|who|whose|how (?:often|long|many|much)|wann|warum|wer|wie oft|cuándo|por qué|quién|quand|pourquoi"
    r"|qui"
    r"|quando|perché|chi|quem)\b"
)
# Things to have that are not food: "Can I have the address?"
_NO_FOOD: Final = re.compile(
    r"\b(?:meetings?|appointments?|calls?|access|day off|days? off|time|keys?|cars?|looks?|cop(?:y|ies)|links?|files?"
    r"|documents?|reports?|invites?|invitations?|accounts?|passwords?|breaks?|holidays?|leave|words?|chats?|talks?"
    r"|visitors?"
    r"|guests?|pets?|dogs?|cats?|child|children|kids|emails?|mails?|numbers?|address(?:es)?|phones?|laptops?"
    r"|permissions?"
    r"|rooms?|desks?|flights?|trains?|bus|buses|taxis?|tickets?|books?|hotels?|slots?|dates?|surgery|operation|mri|scan"
    r"|questions?|answers?|details|list|names?|plans?|jobs?|shifts?|deadlines?|photos?|pictures?|music|games?|money"
    r"|loans?"
    r"|schedules?|calendars?|agenda|things?|courses?|class(?:es)?|lessons?|seats?|windows?|presentations?|budgets?"
    r"|offices?|flats?|apartments?|houses?|schools?|chairs?|cit(?:y|ies)|trips?|routes?|roads?|clothes|shoes|gifts?"
    r"|presents?|advice|feedback|notice|lifts?|rides?|hands?|hugs?"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|next week|january|february|march|april|june"
    r"|july|august|september|october|november|december|\d+|am(?! i\b)|pm|o['’]clock|termine?|adresse|schlüssel|zeit"
    r"|reunión|cita|dirección|llaves?|réunion|rendez|clés?)\b"
)
# Buying, bringing or ordering a named thing: "What should I bring, chocolates?"
_BRINGS: Final = (
    r"(?:bring|buy|give|get|make|order|serve|pick up|bake|cook|mitbringen|schenken?|schenk|kaufen?|kauf|machen|mach"
    r"|besorgen?|bestellen?|bestell|regal[oa]\w*|comprar?|compra|llev[oa]r?|pide|pedir|pido|hacer|haz|offrir|offre"
    r"|apporter|achet\w+|faire|fais|commander?)"
)
_BROUGHT: Final = re.compile(
    rf"^(?:please )?(?:{_MODAL} (?:you|we|i) )?{_BRINGS}\b"
    rf"|^(?:what|which|should|shall|can|could|may|kann|könnte|soll|darf|welche\w*|was|qué|que|cuál\w*|le|puedo|debo"
    rf"|quel\w*|quoi|puis|peux|dois)\b.*\b{_BRINGS}\b"
    # "I want to make peach melba for Ana."
    r"|^(?:(?:i|we)(?:['’](?:m|d|re|ll))? (?:want|would|am|are|going|plan|planning|thinking|will|like)|quiero|queremos"
    r"|voy|vamos|(?:je|on|nous) (?:veux|veut|voulons|voudrais|vais|va|allons))\b"
    rf".*\b{_BRINGS}\b.*\b(?:for|para|pour)\b"
    r"|^(?:ich|wir) (?:will|wollen|möchten?|werden?)\b.*\bfür\b.*\b(?:machen|kochen|backen|besorgen|bestellen)\b"
)
_BOOKED: Final = re.compile(
    r"\b(?:book|reserve|get|find)\b(?: \w+){0,3} table(?: (?:for(?! the)|at|on|tonight|tomorrow|near|by)\b|$)"
    r"|\btisch\b.*\b(?:reservier|buch|bestell)\w*|\b(?:reservier|buch|bestell)\w*\b.*\btisch\b"
    r"|\breserv\w+ (?:una )?mesa\b|\bréserv\w+ (?:une )?table\b|\bprenot\w+ (?:un )?tavolo\b"
    r"|\b(?:book|reserve|arrange|get|plan|buche?n?|reserviere?n?|reserva|reservar|réserve[rz]?|prenota)\b"
    rf".*\b(?:catering|{_FOOD})\b"
    r"|\b(?:places?|somewhere) to (?:eat|dine)\b|\b(?:algo|sitio|lugar) (?:de|para) (?:comer|cenar)\b"
    r"|^bestelle?n?\b.*\bessen\b"
)
_SHOPPED: Final = re.compile(
    r"^(?!where|what is|what['’]s|when|is|are|did|wo|wann|dónde|où)(?:.*\b(?:shopping|grocery) list\b|.*\bgroceries\b"
    r"|.*\beinkaufs(?:liste|zettel)\b|.*\blista (?:de la compra|del súper|della spesa)\b"
    r"|.*\bliste (?:de|des) courses\b)"
)
# An answer about food that they like must include what they must not eat.
_LIKED_FOOD: Final = re.compile(
    r"^(?:what|which) (?:kinds? of |sorts? of )?(?:foods?|dish(?:es)?|cuisines?|desserts?|snacks?|drinks?)"
    r" (?:do|does|would) \w+(?: \w+)? (?:like|love|enjoy|prefer)$"
    r"|^what (?:do|does|would) \w+(?: \w+)? (?:like|love|enjoy|prefer) (?:to )?(?:eat(?:ing)?|drink(?:ing)?)$"
    r"|\bfavou?rite (?:foods?|dishes|meals|cuisines?|snacks|desserts)$"
    r"|^was (?:isst|esse|essen|trinkt|trinke) \w+ (?:am liebsten|gerne?|lieber)$|\blieblings(?:essen|gerichte?)$"
    r"|^(?:qué|que) (?:comidas?|platos?|comer)(?: \w+)? (?:le|te|me|les) gustan?(?: \w+)*$|^(?:qué|que) (?:le|me|te)"
    r" gusta comer(?: \w+)*$|\b(?:comida|plato) favorit[oa]$"
    r"|^(?:qu['’]est ce que|que)(?: \w+){1,2} aime(?:s|nt)? manger$|\bplats? préférés?$"
)
# What a person eats, in general: "what does she eat for lunch", "elle mange quoi".
_WHO: Final = r"(?:\w+|the user)"
_ASKS_WHAT_EATEN: Final = re.compile(
    rf"^what (?:all )?(?:do|does) {_WHO} (?:eat|drink)(?: for {_FOOD})?$"
    rf"|^(?:do|does) {_WHO} eat (?:everything|anything)$"
    r"|^was (?:isst|esse|essen|trinkt|trinke) \w+(?: (?:denn|so|eigentlich|alles|zum \w+)){0,2}$"
    r"|^(?:qué|que) (?:come|comen|como|cena|bebe)(?: \w+)?$"
    r"|^(?:qu['’]est ce qu(?:e |['’])\w+ mange|que mange(?: t)?(?: \w+)?|\w+ mange quoi)$"
)
# The subject has no word of its own, or is a pronoun.
_NO_NAMED_SUBJECT: Final = re.compile(
    r"^(?:qué|que) (?:come|cena|bebe)(?: (?:ella|él))?$"
    r"|^(?:qu['’]est ce qu['’](?:elle|il) mange|que mange t (?:elle|il)|(?:elle|il) mange quoi)$"
    r"|^(?:(?:qué|que) )?(?:no )?pued[eo](?: (?:ella|él))? (?:comer|beber|cenar|probar)\b"
    r"|\b(?:(?:elle|il) (?:ne )?peut|peut (?:elle|il))\b.*\b(?:manger|boire)\b"
    r"|\b(?:(?:elle|il) a|a t (?:elle|il)) le droit\b|^(?:qué|que) tiene permitido\b"
)
# Whether a person eats the named food: "¿Come cerdo?".
_EATS_IT: Final = re.compile(
    r"^come (?!to|for|with|over|and|in|on|see|back|home)\w+(?: \w+){0,4}$|^mange t (?:elle|il)\b"
    r"|^est ce qu(?:e |['’])\w+ mange\b"
)
# "Sushi for Ana?", followed by nothing but a time.
_SERVED_TO: Final = re.compile(
    r"^(?!(?:where|who|what|which|how|is|are|wo|wer|was|ist|dónde|quién|où|qui)\b)(?:\w+ ){1,4}"
    r"(?:for|für|para|pour|per) \w+"
    r"(?: (?:tonight|today|tomorrow|heute(?: abend)?|morgen|hoy|esta noche|mañana|ce soir|demain))?$"
)
_PETS: Final = (
    r"(?:cats?|kittens?|dogs?|pupp(?:y|ies)|pets?|horses?|birds?|rabbits?|hamsters?|penguins?|animals?|katzen?"
    r"|hunde?|pferde?|vögel|gat[oa]s?|perr[oa]s?|caballos?|pájaros?|animales|chats?|chiens?|chev(?:al|aux)|oiseaux?)"
)
_OF_PETS: Final = re.compile(
    rf"^(?!(?:can|could|may) (?:i|we|she|he)\b).*\b{_PETS} (?:(?:allowed to|not|never|peu[vt]\w*) )?"
    r"(?:eat|drink|have|essen|mange\w*|comen?)\b"
    rf"|\b(?:come[nr]?|beben?|mange(?:nt|r)?) (?:el|la|los|las|una?|mi|su|le|les|une?|mon)? ?{_PETS}\b"
    rf"|\bfor the {_PETS}$"
)
_NO_MEAL: Final = re.compile(
    r"\b(?:jobs?|saws?|invoices?|bills?|receipts?|reviews?|websites?|phones?|laptops?|numbers?|address(?:es)?|tickets?"
    r"|films?|results?|vacanc(?:y|ies)|rechnung(?:en)?|facturas?|factures?|stellen|empleos?|emplois?)\b"
)
_DIET_WORDS: Final = re.compile(
    r"\b(?:diet|diets|dietary|food (?:restrictions?|needs|requirements?)|(?:ess|ernährungs)\w*einschränkung\w*"
    r"|ernährungs\w*|restricci\w+ (?:alimentarias?|dietéticas?)|régimes? alimentaires?|restrictions alimentaires"
    r"|restrizioni alimentari|restrições alimentares)\b"
)


def asks_about_animals(text: str) -> bool:
    """Whether a question is about what animals eat."""
    return _OF_PETS.search(text) is not None


def asks_for_diet(text: str) -> bool:
    """Whether a text names diets in general, as in a search for "dietary restrictions"."""
    return _DIET_WORDS.search(text) is not None


def asks_for_meal(text: str) -> bool:
    """Whether a question, for no named person, is about what to serve or buy, where to eat, how a dish is made, what it
    contains, or what they like to eat, or is a few words that name a meal."""
    if _NO_MEAL.search(text):
        return False
    if asks_what_is_in(text):
        return True
    if _LIKED_FOOD.search(text):
        return True
    is_brought = _BROUGHT.search(text) is not None and (names_food(text) or _ANY_FOOD.search(text) is not None)
    is_meal = is_brought or any(one.search(text) for one in (_TO_SERVE, _BOOKED, _SHOPPED))
    return (is_meal or asks_for_recipe(text) or names_meal(text)) and _EVENT_OR_HABIT.search(text) is None


def asks_what_is_eaten(text: str, *, mentions_person: bool) -> bool:
    """Whether a question is about what the person eats. `mentions_person`: a word may refer to the person."""
    if _EATS_IT.search(text) is not None and is_food(text):
        return True
    return _ASKS_WHAT_EATEN.search(text) is not None and (mentions_person or _NO_NAMED_SUBJECT.search(text) is not None)


def asks_whether_allowed(text: str, *, mentions_person: bool) -> bool:
    """Whether a question is whether the person may eat, drink or have something, or about serving it to them.
    `mentions_person`: a word may refer to the person; without it, the question must name food."""
    if _EVENT_OR_HABIT.search(text) or _NO_FOOD.search(text):
        return False
    if mentions_person and _SERVED_TO.search(text) and is_food(text):
        return True
    is_about = mentions_person or names_food(text) or _NO_NAMED_SUBJECT.search(text) is not None
    return is_about and _MAY_HAVE.search(text) is not None
