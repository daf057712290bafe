"""Recognises questions about a person's needs: allergies and diets, illnesses and medicines.

By words in English, German, Spanish, French, Italian and Portuguese. Such a question names a need ("allergic",
"medicines"), or is about what may be eaten or served (`meal_questions`), about dangers, or about what people who treat
or feed the person must know.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from providers.language import ENGLISH, detect_language
from providers.statements import NEED_KEYS, RELATED, allergens_in, foods_in, names_food
from retrieval.needs.liking_questions import asks_whether_liked, has_no_named_subject
from retrieval.needs.meal_questions import (
    asks_about_animals,
    asks_for_diet,
    asks_for_meal,
    asks_what_is_eaten,
    asks_whether_allowed,
)
from retrieval.needs.meal_words import is_meal

FOOD: Sequence[str] = ("allergies", "avoided_foods", "diet")
WORDS_READ = 60  # of a question
FEW_WORDS = 2  # a search for a thing alone
# By language, as the stored texts are mostly in the question's language.
ALLERGIC: Mapping[str, str] = {"en": "allergic", "de": "allergisch", "es": "alérgica", "fr": "allergique"}
SEARCH_WORDS = 4  # "allergic to nuts"

_WORD = re.compile(r"[\w'’]+")
_TREAT = """
    doctor doctors dr gp physician physicians nurse nurses paramedic paramedics surgeon surgeons dentist dentists
    pharmacist pharmacists carer carers medic medics hospital ambulance emergency arzt ärzte ärztin notarzt sanitäter
    krankenhaus apotheke apotheker pfleger médico médicos médica urgencias enfermera farmacéutico médecin médecins
    hôpital urgences infirmier infirmière pharmacien medico medici ospedale infermiere farmacista enfermeiro emergência
"""
_FEED = """
    cook cooks chef chefs host hosts waiter waiters restaurant restaurants caterer canteen koch köchin gastgeber kellner
    kantine cocinero anfitrión camarero restaurante cuisinier hôte serveur cuoco cameriere ristorante
"""
_PRONOUN_TEXT = """
    i me my mine you your he him his she her they them their we us our user ich man mir mich mein meine meinen du dir
    dich dein deine er ihm sie ihr wir uns yo mí mi mis tú te tu tus je on moi mon ma mes puis io mio mia miei eu meu
    minha puedo debo posso devo dois peux
"""
# Words before the person who is served, and occasions, which are no people.
_FOR = frozenset(["for", "für", "para", "pour", "per", "serve", "feed", "give", "offer"])
_OCCASIONS = """
    monday tuesday wednesday thursday friday saturday sunday christmas easter thanksgiving halloween diwali eid ramadan
    hanukkah passover valentine january february march april may june july august september october november december
    montag dienstag mittwoch donnerstag freitag samstag sonntag weihnachten ostern abendessen mittagessen frühstück
    heute morgen navidad noël natale natal
"""
_PLACED = "in at near around to en à a nach bei aus"  # before the name of a place
# German nouns in questions about meals, which are capitalised.
_NOUN: Final = re.compile(
    r"tisch|einkaufs\w+|wochenende|abend\w*|mittag\w*|morgen|party|feier|woche|büro|\w*essen|rezepte?|pralinen?"
)
_TREATING, _FEEDING, _PRONOUNS, _WHERE = (frozenset(words.split()) for words in (_TREAT, _FEED, _PRONOUN_TEXT, _PLACED))
_INTOLERANT = re.compile(r"\b(?:all?[eé]rg|al[eé]rgi|intoll?[eé]ran|unverträglich)\w*")
_MEDICINES = re.compile(
    r"\b(?:medicines?|medications?|meds|pills?|tablets?|prescriptions?|medikament\w*|arznei\w*|tabletten|medicamentos?"
    r"|pastillas|médicaments?|farmac[io]|comprimidos)\b"
)
_ILL = re.compile(
    r"\b(?:ill|illness(?:es)?|diseases?|health|medical|krank\w*|gesundheit\w*|enfermedad\w*|salud|maladies?|santé|salute"
    r"|malattie|doenças?|saúde)\b"
)
_ASKS = re.compile(
    r"(?:\w+ )?(?:what|which|is|are|am|can|may|must|should|do|does|anything|something|could|was|welche\w*|worauf"
    r"|wogegen|wovon|darf|kann|isst|muss|soll|gibt|pued[eo]|peu[tx]|qué|que|cuáles|a qué|quels?|quelles?"
    r"|quoi|qu['’]\w+|che|cosa|quali|o que|quais)\b"
)
_NOT = re.compile(r"\b(?:not|never|no|cannot|\w+n['’]t|unable|nicht|nie|keine?n?|pas|jamais|non|não|nunca)\b")
_CONSUMED = re.compile(
    r"\b(?:eat|drink|tolerate|digest|swallow|essen|trinken|vertrag\w*|comer|beber|tomar|manger|boire|prendre|mangiare|bere"
    r"|ess[et]|isst|trink[et]|como|comes?|bebo|bebes?|mang(?:es?|io|ia|i)|bois|boit|bevo|beve)\b"
    r"|\b(?:can|may|must|should|able to|allowed to)(?:not|n['’]t)?\b(?: \w+){0,3} (?:have|take|be given)\b"
)
# Whether a person may eat something, or may be served it; not likings and habits.
_SERVED = re.compile(
    r"\b(?:can|could|may|should)(?: \w+){1,3} (?:eat|drink|tolerate)\b|^(?:does|do) \w+ (?:eat|drink)\b|^isst \w+\b"
    r"|\b(?:darf|kann)(?: \w+){1,3} (?:essen|trinken)\b|\bpued[eo](?: \w+){0,3} (?:comer|beber)\b"
    r"|\bpeu[tx](?: \w+){0,3} (?:manger|boire)\b"
    r"|^(?:can|could|may) (?:i|we|you) (?:serve|cook|bake|feed|(?:put|add|use|give|offer)\b.*"
    r"\b(?:dessert|dinner|lunch|breakfast|cake|meal|dish|salad|sauce|soup|snacks?|food|bread|drink))\b"
)
_LIKED = re.compile(r"\b(?:like|likes|love|enjoy|prefer|usually|often|gern\w*|lieber|gusta|aime)\b")
_DANGER = re.compile(
    r"\b(?:dangerous|harmful|unsafe|deadly|poisonous|fatal|gefährlich\w*|schadet|schädlich\w*|peligros\w*|dangereu\w*"
    r"|pericolos\w*|perigos\w*|avoid|vermeiden|meiden|evitar|éviter|evitare)\b|\bkills? (?:me|her|him|them|you)\b"
    r"|\bmakes? (?:me|her|him|them|you) (?:ill|sick)\b|\b(?:bad|safe) for (?:me|her|him|them|you)\b"
)
_KNOWING = re.compile(
    r"\b(?:know|tell|told|inform|informed|consider|aware|careful|important|wissen|sagen|erzählen|beachten|wichtig|saber"
    r"|sepa|decir|importante|savoir|dire|sache|sapere|dizer)\b"
)


_OCCASION_NAMES = frozenset(_OCCASIONS.split())


def requested_needs(query: str, person_name: str) -> Sequence[str]:
    """Return the keys of the fields that a question is about, the most dangerous first; none if it is about someone
    other than `person_name`."""
    spelt = _WORD.findall(query)[:WORDS_READ]
    words, named = [word.lower() for word in spelt], frozenset(person_name.lower().split())
    mentions_person = _mentions_person(words, named)
    keys = _keys(" ".join(words), words, mentions_person=mentions_person)
    return keys if keys and not _is_about_other(spelt, named, mentions_person=mentions_person) else ()


def searched_needs(query: str, person_name: str) -> Sequence[str]:
    """Return the keys of the fields that may contain what a few words search for ("peanut butter"), or the food that a
    question asks whether the person likes."""
    spelt, named = _WORD.findall(query)[:WORDS_READ], frozenset(person_name.lower().split())
    words = [word.lower() for word in spelt]
    if asks_whether_liked(text := " ".join(words)):
        mentions_person = _mentions_person(words, named)
        is_about_person = mentions_person or has_no_named_subject(text)
        return FOOD if is_about_person and not _is_about_other(spelt, named, mentions_person=mentions_person) else ()
    if not 0 < len(spelt) <= SEARCH_WORDS or not (allergens_in(query) or foods_in(query)):
        return ()
    if len(spelt) > FEW_WORDS and not names_food(query):
        return ()  # "Where is the cat?"
    return () if _is_about_other(spelt, named, mentions_person=True) else FOOD


def _mentions_person(words: Sequence[str], named: frozenset[str]) -> bool:
    return not (_PRONOUNS | named).isdisjoint(re.split(r"['’]", word)[0] for word in words)


def names_dish(query: str) -> bool:
    """Whether a query is a few words for a dish, and no question: "lemon cake"."""
    words = [word.lower() for word in _WORD.findall(query)]
    text = " ".join(words)
    asks = "?" in query or _ASKS.match(text) or _INTOLERANT.search(text) or asks_for_diet(text) or _NOT.search(text)
    if asks or not 0 < len(words) <= SEARCH_WORDS or not (_FOR | _PRONOUNS).isdisjoint(words):
        return False
    return names_food(query) or asks_for_meal(text)


def need_words_for(query: str) -> str:
    """Return a word of texts that answer a question about what a person must not eat, if the question lacks such words;
    empty for other questions."""
    words = [word.lower() for word in _WORD.findall(query)[:WORDS_READ]]
    text = " ".join(words)
    if _keys(text, words, mentions_person=True) != FOOD or _INTOLERANT.search(text):
        return ""
    return ALLERGIC.get(detect_language(query), ALLERGIC[ENGLISH])


def _keys(text: str, words: Sequence[str], *, mentions_person: bool) -> Sequence[str]:
    is_short, asks = len(words) <= FEW_WORDS, _ASKS.match(text) is not None
    if (is_short or asks) and _MEDICINES.search(text):
        return NEED_KEYS
    is_harmful = mentions_person and (_ILL.search(text) or _DANGER.search(text))
    if asks and (is_harmful or _concerns_care(_TREATING, text, words)):
        return NEED_KEYS
    is_forbidden = _NOT.search(text) and _CONSUMED.search(text)
    if (len(words) <= SEARCH_WORDS or asks) and (_INTOLERANT.search(text) or asks_for_diet(text)):
        return FOOD
    if not asks_about_animals(text) and _asks_what_to_eat(text, mentions_person=mentions_person):
        return FOOD
    return FOOD if asks and (is_forbidden or _concerns_care(_FEEDING, text, words)) else ()


def _asks_what_to_eat(text: str, *, mentions_person: bool) -> bool:
    is_served = _is_served(text) and (mentions_person or names_food(text))
    return (
        is_served
        or asks_for_meal(text)
        or asks_what_is_eaten(text, mentions_person=mentions_person)
        or asks_whether_allowed(text, mentions_person=mentions_person)
    )


def _is_served(text: str) -> bool:
    return _SERVED.search(text) is not None and _LIKED.search(text) is None


def _concerns_care(whom: frozenset[str], text: str, words: Sequence[str]) -> bool:
    return not whom.isdisjoint(words) and _KNOWING.search(text) is not None


def _is_about_other(spelt: Sequence[str], named: frozenset[str], *, mentions_person: bool) -> bool:
    """Whether a question is about another person: a relative, a name in the possessive ("Rita's") or after "for", or
    any other name if no word refers to the person."""
    others = [word for word in spelt if word.lower() not in named | _TREATING | _FEEDING]
    if any(word.lower() in RELATED for word in others):
        return True
    owners = {word.lower()[:-2] for word in others if re.search(r"['’]s$", word)}
    if owners - named - {"what", "user", "person", "it", "that", "gibt", "gab"}:
        return True
    is_named = any(word.lower().removesuffix("'s").removesuffix("’s") in named for word in spelt)
    if not is_named and any(for_.lower() in _FOR and _is_name(word) for for_, word in pairwise(spelt)):
        return True
    named_alone = (word for before, word in pairwise(spelt) if before.lower() not in _WHERE and word in others)
    return not mentions_person and any(_is_name(word) and not _is_noun(word) for word in named_alone)


def _is_noun(word: str) -> bool:
    return _NOUN.fullmatch(word.lower()) is not None or names_food(word) or is_meal(word.lower())


def _is_name(word: str) -> bool:
    return word[0].isupper() and not word.isupper() and re.split(r"['’]", word.lower())[0] not in _OCCASION_NAMES
