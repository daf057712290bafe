"""The foods and diets that a sentence names: the values of needs that are read by meaning; idioms that name a food but
are not about food. English, German, Spanish and French."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import re2

from providers.statements.needs.allergens import (
    allergens_in,
    names_food,
    names_of_allergens,
    without_spanish_i_am,
)
from providers.statements.needs.diet_names import diet_words
from providers.statements.needs.german_datives import in_base_form
from providers.statements.needs.preparations import with_preparation
from providers.statements.text.filtered_pattern import without_lookarounds
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence
from providers.statements.text.word_tables import DATA, table_lines

IDIOMS: Final = DATA / "food_idioms.txt"
_OPTIONS: Final = re2.Options()
_OPTIONS.max_mem = 64 << 20  # bytes; with less RE2 falls back to a slow search
_SENSITIVE_FOODS: Final = frozenset(["alcohol"])  # excluding it may disclose an illness
_NO_FOODS: Final = frozenset(["granos"])  # in Italian wheat, in Spanish spots
# Words for a diet, and its name where the sentence has none.
_DIETS: Final = (
    (diet_words("animals", "keto", "paleo"), ""),
    (diet_words("halal"), "halal"),
    (diet_words("kosher"), "kosher"),
    (r"islamisch\w* (?:speise|ess)\w*|alimentari?\w* del islam|alimentaires? de l'islam", "halal"),
    (r"islamic (?:dietary|food)", "halal"),
    (r"(?:comes?|made|came|stems?) from (?:an )?animals?|animal products?|(?:anything|nothing) animal", "vegan"),
    (r"(?:nichts|nix|kein\w*) tierisch\w*|tierische\w* (?:produkt|lebensmittel|zutat|erzeugnis)\w*", "vegan"),
    (r"(?:origen|productos?|procedencia) animal(?:es)?|(?:venga|viene|proceda|procede) de un animal", "vegan"),
    (r"(?:origine|provenance) animale|produits? (?:d'origine )?anima\w+|(?:vient|vienne) d'un animal", "vegan"),
    (r"(?:rein|nur|ausschliesslich) pflanzlich\w*|plant[- ]based|only (?:eat )?plants|eat only plants", "vegan"),
    (r"solo (?:de|como) plantas|base de plantas|uniquement de vegetaux|base de plantes", "vegan"),
)  # fmt: skip
_WAY: Final = re.compile("|".join(rf"\b(?P<w{at}>{words})\b" for at, (words, _name) in enumerate(_DIETS)))
# The part of a compound that states the need: "Sesamallergie".
_NEED_OF: Final = re.compile(
    r"-?(?:all?ergi\w*|intoleran\w*|unvertraglich\w*|frei\w*|haltig\w*|patient\w*|betroffene\w*)$"
)
# Compounds with the name of a food that are not foods.
_NO_FOOD_OF: Final = re.compile(
    r".+-?(?:tabletten?|kapseln?|pillen?|test\w*|allergiker\w*|messer|regal\w*|feld\w*|baum|baume|fabrik\w*|pollen|hof|laden)$"
)
# What follows is a food that the person can have: "..., so only oat milk"; for exceptions, what precedes: "I can have
# nuts but no almonds".
_INSTEAD: Final = re.compile(
    r"[,;] (?:so |also |asi que |donc )?(?:only|nur|solo|seulement|uniquement)\b"
    r"|\b(?:but|aber|pero|mais) (?!not?\b|nicht\b|kein|pas\b)|\b(?:instead|stattdessen|en cambio|a la place)\b"
)
_EXCEPT: Final = re.compile(r"\b(?:but|aber|pero|mais|just|nur) (?:not?|never|nicht|kein\w*|pas)\b")


def may_name_need(folded: str) -> bool:
    """Whether a lower-case text without accents names a food or a diet. Cheap."""
    return _hint().search(_plain(folded)) is not None


def is_idiom(folded: str) -> bool:
    """Whether a lower-case sentence without accents contains an idiom with a food: "Me importa un pimiento"."""
    return _idioms().search(folded) is not None


def diet_named(sentence: Sentence) -> str:
    """Return the first diet that a sentence names; empty if there is none."""
    found = _WAY.search(sentence.folded)
    if found is None:
        return ""
    name = _DIETS[int(str(found.lastgroup)[1:])][1]
    return name or sentence.view.plain[sentence.start + found.start() : sentence.start + found.end()].lower()


def foods_named(sentence: Sentence) -> list[str]:
    """Return the foods as written, each once; of an exception only those after it, and none that is eaten instead."""
    folded = without_spanish_i_am(sentence.folded)
    first, last = _stretch(folded)
    return list(dict.fromkeys(_foods(sentence, folded, first, last)))


def _stretch(folded: str) -> tuple[int, int]:
    if denied := _EXCEPT.search(folded):
        return denied.end(), len(folded)
    for instead in _INSTEAD.finditer(folded):
        if _food().search(folded, 0, instead.start()):
            return 0, instead.start()
    return 0, len(folded)


def _foods(sentence: Sentence, folded: str, first: int, last: int) -> Iterator[str]:
    for found in _food().finditer(folded, first, last):
        name = _NEED_OF.sub("", found[0])
        start, end = with_preparation(folded, found.start(), found.start() + len(name))
        if (
            name not in _NO_FOODS
            and not _NO_FOOD_OF.match(name)
            and names_food(name)
            and not allergens_in(name) & _SENSITIVE_FOODS
        ):
            yield in_base_form(sentence.view.plain[sentence.start + start : sentence.start + end])


@cache
def _idioms() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'])(?:{'|'.join(table_lines(IDIOMS))})\b")


@cache
def _food() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{names_of_allergens()})(?![\w-])")


# RE2 reads a text once, however many names there are.
@cache
def _marked() -> Any:
    return re2.compile(rf"\b(?:{names_of_allergens()})\b", _OPTIONS)


@cache
def _hint() -> Any:
    return re2.compile(rf"\b(?:{names_of_allergens()})\b|{without_lookarounds(_WAY.pattern)}", _OPTIONS)


def without_foods(text: str) -> str:
    """Return the text in lower case without accents, with a mark in place of each food: which food it is does not
    matter."""
    return str(_marked().sub("§", _plain(view(text).folded)))


def _plain(folded: str) -> str:
    """Return the text for RE2, whose word characters are ASCII only."""
    return folded.replace("œ", "oe")
