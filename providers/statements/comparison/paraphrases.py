"""Tells that two sentences about the same field say one thing in other words, or in two languages.

Cosines of whole sentences hardly tell a lesbian from a bisexual woman (0.90), so what they have in common is left out
first, and the words of every such sentence ("goes", "diagnosed", "on Sundays"). What is left has to mean the same: of
80 pairs in `tests/providers/statements/data/paraphrases.tsv` that do 74 are found, and none of 75 that do not.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from providers.language import is_foreign
from providers.statements.comparison.rewording import stating, warns
from providers.statements.fields.affiliations import common_group, equivalent_groups, group_of, groups_in
from providers.statements.fields.amounts import amount_with_period, amounts, period_of
from providers.statements.foreign.languages import ALL_STOP_WORDS, languages_of
from providers.statements.gate.multilingual_reader import vectors_of
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.text.evidence_words import CALENDAR, FUNCTION_WORDS, VERBS
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence, sentences
from providers.statements.text.words import word_set

# Of the words that are left. In one language two faiths or parties are as near as a word and its translation.
LEAST_COSINE: Final = 0.86
LEAST_ACROSS_LANGUAGES: Final = 0.78
_MOST_WORDS: Final = 25
_SMALL: Final = (
    FUNCTION_WORDS
    | PERSON_WORDS
    | CALENDAR
    | ALL_STOP_WORDS
    | word_set("""
    's sunday sundays mondays fridays saturdays week positive weekly daily regularly often always usually openly
    goes go going went attends attend attending takes take taking sees see seeing suffers suffering suffer diagnosed
    votes vote voted voting supports support supporter supporting favour favor backs belongs member joined joins party
    practises practising practices practicing likes left-wing got gets being feels
    attracted into loves dates dating steht gustan aime aiment attire pray prays praying seizures attacks
    geht gehe sonntags freitags leidet wahlt wahle partei
    faith religion religious creed belief beliefs follower adherent identifies
    glaube religion fe religione religiao fede foi partito partido parti diet dieta
    va voy domingos vota voto padece diagnosticaron diagnosticada diagnosticado partido esta
    dimanche dimanches vote souffre parti vais domenica vado partito soffre domingo sofre
""")
)
# What says one thing and is far apart, for it says others, too.
_ALIKE: Final[Mapping[str, str]] = {
    word: group.split()[0]
    for group in (
        "church service services gottesdienst",
        "pregnant expecting embarazada schwanger enceinte gravida incinta baby",
        "hiv hiv-positive seropositive vih seropositiva seropositivo",
    )
    for word in group.split()
}
# Who says one of these says the contrary, or speaks of another time or view.
_CONTRARY: Final = word_set("""
    not no never n't left leave leaves leaving quit stopped stops longer former formerly against anti ex-member
    nicht kein keine nie verlassen gegen no nunca contra dejo abandono pas jamais contre quitte nao deixou non mai
""")
# Beside an illness they tell no other: "has asthma and always carries an inhaler".
_DETAILS: Final = word_set("""
    inhaler inhalers puffer insulin injects injections pump pen tablets pills medication medicine meds attack flare-ups
    carry carries carrying use uses using keep keeps need needs always everywhere lives living bad mild severe chronic
    since childhood inhalator asthmaspray spray dabei immer inhalador lleva siempre inhalateur toujours inalatore porta
    sempre inalador
""")
# Of a party or a union the name alone tells which, of an income or a paper the number.
_NAMED_KEYS: Final = frozenset({"political_views", "union_membership"})
_NUMBERED_KEYS: Final = frozenset({"income", "account_numbers", "government_ids", "home_access"})
# Words of one stem ("epilepsy", "epileptic") may be farther apart.
_STEM: Final = 6
_ENDING: Final = 5
_NUMBER: Final = re.compile(r"\d(?:[\d.,']*\d)?")


def is_paraphrase(one: str, other: str, *, key: str, values: Collection[str], other_values: Collection[str]) -> bool:
    """Whether a sentence of one text that states one of the values of a field, in the spelling of `normalize_value`,
    says what one of the other text does; never where one alone warns of something. Embeds a few words."""
    if warns(one) != warns(other):
        return False
    mine, theirs = (list(_short(text, said)) for text, said in ((one, values), (other, other_values)))
    return any(_is_alike(this, that, key) for this in mine for that in theirs)


def says_opposite(one: str, other: str, *, key: str) -> bool:
    """Whether two texts name the same of a field, an illness for one, and one of them denies it."""
    if not groups_in(key, one) & groups_in(key, other):
        return False
    denied, other_denied = (any(_contrary(part, key) for part in sentences(view(text))) for text in (one, other))
    return denied != other_denied


def named_groups(text: str, *, key: str, values: Collection[str]) -> frozenset[str]:
    """The one faith, party, diet, illness or income that a sentence with one of these values says the person has, and
    nothing more ("Ana's faith is Buddhism."), with what says the same of a person; empty where none does."""
    return next((found for one in _short(text, values) if (found := _groups(one, key))), frozenset())


def _groups(sentence: Sentence, key: str) -> frozenset[str]:
    if _contrary(sentence, key):
        return frozenset()
    if key == "income":
        return frozenset({amount_with_period(sentence.folded)} - {""})
    subject = sentence.text(1 if sentence.text(0) == "a" else 0)  # "A Ana le gustan ..."
    words = _telling(sentence, {subject}, key).keys()
    group = common_group(key, words - _DETAILS if key == "health_conditions" else words)
    return equivalent_groups(key, group) if group else frozenset()


def _short(text: str, values: Collection[str]) -> Iterator[Sentence]:
    return (one for one in stating(text, values) if len(one.texts) <= _MOST_WORDS)


def _is_alike(one: Sentence, other: Sentence, key: str) -> bool:
    if key == "income" and _differ_in_period(one, other):
        return False
    numbers, other_numbers = _numbers(one, key), _numbers(other, key)
    if _contrary(one, key) != _contrary(other, key) or (numbers - other_numbers and other_numbers - numbers):
        return False
    if _groups(one, key) & _groups(other, key):
        return True
    is_named = key in _NAMED_KEYS and bool(_names(one) & _names(other))
    is_numbered = key in _NUMBERED_KEYS and bool(numbers & other_numbers)
    return is_named or is_numbered or _tells_alike(one, other, key)


def _tells_alike(one: Sentence, other: Sentence, key: str) -> bool:
    """Whether the words that only one of them has mean what those of the other do."""
    subjects = {one.text(0), other.text(0)}
    mine, theirs = _telling(one, subjects, key), _telling(other, subjects, key)
    left, other_left = mine.keys() - theirs.keys(), theirs.keys() - mine.keys()
    if not left or not other_left:
        return bool(mine) and not left and not other_left
    is_across, is_one_stem = _is_across(one, other), _is_one_stem(left, other_left)
    if not is_across and not is_one_stem and _end_alike(left, other_left):
        return False
    least = LEAST_ACROSS_LANGUAGES if is_across or is_one_stem else LEAST_COSINE
    words, other_words = (" ".join(said[word] for word in said if word in left | other_left) for said in (mine, theirs))
    return _cosine(words, other_words) >= least


def _contrary(sentence: Sentence, key: str) -> frozenset[str]:
    """The words by which it says the contrary; not "left-wing", nor "no" where that is "in the"."""
    harmless = {"left"} if key == "political_views" else set()
    if "pt" in languages_of(sentence):
        harmless.add("no")
    return (_CONTRARY & sentence.vocabulary) - harmless


def _is_across(one: Sentence, other: Sentence) -> bool:
    return is_foreign(_plain(one)) != is_foreign(_plain(other))


def _is_one_stem(left: Collection[str], other_left: Collection[str]) -> bool:
    (word, *more), (other, *others) = left, other_left
    return not more and not others and len(word) >= _STEM and word[:_STEM] == other[:_STEM]


def _end_alike(left: Collection[str], other_left: Collection[str]) -> bool:
    """Words as "hypothyroidism" and "hyperthyroidism", which are near and say the contrary."""
    return bool({word[-_ENDING:] for word in left} & {word[-_ENDING:] for word in other_left})


def _telling(sentence: Sentence, subjects: Collection[str], key: str) -> dict[str, str]:
    """The words that tell it from others about the field, each as it is written."""
    found = {}
    for word in sentence.words:
        named = group_of(key, word.text)
        if word.text.isalpha() and (named or word.text not in _SMALL) and word.text not in subjects:
            written = sentence.view.plain[word.start : word.end].lower()
            group = named or _ALIKE.get(word.text, "")
            found[group or word.text] = group or written
    return found


def _differ_in_period(one: Sentence, other: Sentence) -> bool:
    period, other_period = period_of(one.folded), period_of(other.folded)
    return bool(period and other_period) and period != other_period


def _numbers(sentence: Sentence, key: str) -> frozenset[str]:
    if key == "income":
        return amounts(sentence.folded)
    return frozenset(re.sub(r"\D", "", found) for found in _NUMBER.findall(sentence.folded))


def _names(sentence: Sentence) -> frozenset[str]:
    """Without the subject, which every sentence about somebody shares."""
    named = (text for at, text in enumerate(sentence.texts) if at and text.isalpha() and sentence.is_capital(at))
    return frozenset(text for text in named if text not in _SMALL | VERBS)


def _plain(sentence: Sentence) -> str:
    return sentence.view.plain[sentence.start : sentence.end]


def _cosine(one: str, other: str) -> float:
    return float(_vector(one) @ _vector(other))


@lru_cache(maxsize=512)
def _vector(words: str) -> npt.NDArray[np.float32]:
    vector: npt.NDArray[np.float32] = vectors_of([words])[0]
    return vector
