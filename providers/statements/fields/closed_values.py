"""One spelling for values that are written in several ways: "female", "f" and "Ana es mujer" are one gender, "Buddhism"
and "budista" one faith, "Lisboa" and "Lisbon" one city, "58k" and "58,000 euros" one income."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from providers.statements.fields.affiliations import AFFILIATION_KEYS, canonical_affiliation
from providers.statements.fields.amounts import canonical_amount
from providers.statements.needs.diets import canonical_diet
from providers.statements.needs.excluded_foods import DIET
from providers.statements.text.dates import iso_date
from providers.statements.text.gazetteer import canonical_city
from providers.statements.text.normalise import normalize_value, view
from providers.statements.text.words import NEGATIONS, word_set

_GENDERS: Final[Mapping[str, str]] = {
    "woman": """
        woman women female feminine girl lady frau weiblich madchen mujer femenino femenina hembra chica femme feminin
        fille mulher feminino feminina menina donna femmina femminile ragazza vrouw vrouwelijk kobieta женщина
        женский kadın kadin 女 女性 女人 여성 여자 امرأة أنثى ผู้หญิง
    """,
    "man": """
        man men male masculine boy guy mann mannlich junge hombre masculino masculina varon chico homme masculin garcon
        homem menino uomo maschio maschile ragazzo mannelijk mężczyzna mezczyzna мужчина мужской erkek
        男 男性 男人 남성 남자 رجل ذكر ผู้ชาย
    """,
    "nonbinary": """
        nonbinary non-binary enby nb nichtbinar nicht-binar divers non-binaire no-binario no-binaria nao-binario
        nao-binaria non-binario non-binaria niebinarna niebinarny небинарный
    """,
}
_LETTERS: Final[Mapping[str, str]] = {"f": "woman", "w": "woman", "m": "man", "x": "nonbinary", "d": "nonbinary"}
_TWO_WORDS: Final = re.compile(r"\b(non?|nicht|nao) (?=bina)")
_NEGATIONS: Final = NEGATIONS | word_set("nicht kein keine pas nao non nunca")
_TRANS: Final = frozenset({"trans", "transgender", "transsexual"})
_PRONOUNS: Final[Mapping[str, str]] = {
    "she": "she her hers", "he": "he him his", "they": "they them their theirs",
}  # fmt: skip
CLOSED_KEYS: Final = frozenset({"gender", "pronouns"})
# The fields whose one value is written in several ways: "Lisboa", "Lisbon"; "3 March 1990", "1990-03-03"; "vegan",
# "vegana".
SPELLED_KEYS: Final = frozenset({"city", "birthday", DIET})
# The fields whose values `canonical_value` respells.
RESPELLED_KEYS: Final = CLOSED_KEYS | AFFILIATION_KEYS | SPELLED_KEYS | {"income"}


def _by_word(values: Mapping[str, str]) -> Mapping[str, str]:
    return {_folded(word): value for value, words in values.items() for word in words.split()}


def _folded(text: str) -> str:
    return view(normalize_value(text)).folded


_GENDER_OF: Final = _by_word(_GENDERS)
_PRONOUN_OF: Final = _by_word(_PRONOUNS)


def canonical_value(key: str, value: str) -> str:
    """Return a value in one spelling and language, or as it is if it has none. Gender and pronouns may also be a
    sentence."""
    if key in _SPELLINGS:
        return _SPELLINGS[key](value) or value
    return (canonical_affiliation(key, value) or value) if key in AFFILIATION_KEYS else value


def _gender(value: str) -> str:
    """Empty if the text states no gender, several, or denies one."""
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", _TWO_WORDS.sub(r"\1-", _folded(value).replace("n't", " not")))
    if len(words) == 1 and words[0] in _LETTERS:
        return _LETTERS[words[0]]
    found = {_GENDER_OF[word] for word in words if word in _GENDER_OF}
    if len(found) != 1 or not _NEGATIONS.isdisjoint(words):
        return ""
    return " ".join(["trans", *found]) if not _TRANS.isdisjoint(words) else found.pop()


def _pronouns(value: str) -> str:
    words = re.findall(r"[^\W_]+", _folded(value))
    found = sorted({_PRONOUN_OF[word] for word in words}) if _PRONOUN_OF.keys() >= {*words} else []
    return "/".join(found)


_SPELLINGS: Final[Mapping[str, Callable[[str], str]]] = {
    "gender": _gender,
    "pronouns": _pronouns,
    "income": lambda value: canonical_amount(_folded(value)),
    "birthday": iso_date,
    "city": canonical_city,
    DIET: canonical_diet,
}
