"""Whether two sentences about the same field are paraphrases, in one or two languages.

Cosines of whole sentences hardly distinguish a lesbian from a bisexual woman (0.90), so the words in common are left
out first, and the words of every such sentence ("goes", "diagnosed", "on Sundays"). The rest has to mean the same: of
the 80 paraphrases in `tests/providers/statements/data/paraphrases.tsv` 74 are found, and none of the 75 other pairs.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from providers.language import is_foreign
from providers.statements.comparison.rewording import has_warning, sentences_with
from providers.statements.fields.affiliations import common_group, equivalent_groups, group_of, groups_in
from providers.statements.fields.amounts import amount_with_period, amounts, period_of
from providers.statements.foreign.languages import ALL_STOP_WORDS, languages_of
from providers.statements.gate.multilingual_reader import vectors_of
from providers.statements.gate.sentence import PERSON_WORDS
from providers.statements.text.evidence_words import CALENDAR, FUNCTION_WORDS, VERBS
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence, sentences
from providers.statements.text.words import word_set

# Minimum cosines of the remaining words. Within a language, two faiths or parties are as near as a word and its
# translation.
MIN_COSINE: Final = 0.86
MIN_COSINE_ACROSS_LANGUAGES: Final = 0.78
_MAX_WORDS: Final = 25
_FUNCTION_WORDS: Final = (
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
# Synonyms that are far apart because they have other meanings too.
_SYNONYMS: Final[Mapping[str, str]] = {
    word: group.split()[0]
    for group in (
        "church service services gottesdienst",
        "pregnant expecting embarazada schwanger enceinte gravida incinta baby",
        "hiv hiv-positive seropositive vih seropositiva seropositivo",
    )
    for word in group.split()
}
# Words for the contrary, or for another time or opinion.
_NEGATIONS: Final = word_set("""
    not no never n't left leave leaves leaving quit stopped stops longer former formerly against anti ex-member
    nicht kein keine nie verlassen gegen no nunca contra dejo abandono pas jamais contre quitte nao deixou non mai
""")
# Beside an illness these name no other one: "has asthma and always carries an inhaler".
_DETAILS: Final = word_set("""
    inhaler inhalers puffer insulin injects injections pump pen tablets pills medication medicine meds attack flare-ups
    carry carries carrying use uses using keep keeps need needs always everywhere lives living bad mild severe chronic
    since childhood inhalator asthmaspray spray dabei immer inhalador lleva siempre inhalateur toujours inalatore porta
    sempre inalador
""")
# A party or a union is identified by its name, an income or a document by its number.
_NAMED_KEYS: Final = frozenset({"political_views", "union_membership"})
_NUMBERED_KEYS: Final = frozenset({"income", "account_numbers", "government_ids", "home_access"})
# Words with one stem ("epilepsy", "epileptic") may be farther apart.
_STEM: Final = 6
_ENDING: Final = 5
_NUMBER: Final = re.compile(r"\d(?:[\d.,']*\d)?")


def is_paraphrase(one: str, other: str, *, key: str, values: Collection[str], other_values: Collection[str]) -> bool:
    """Whether a sentence of each text states one of its values of a field, normalised by `normalize_value`, and one
    paraphrases the other; never if only one text warns of something. Embeds a few words."""
    if has_warning(one) != has_warning(other):
        return False
    mine, theirs = (list(_short_sentences(text, said)) for text, said in ((one, values), (other, other_values)))
    return any(_is_same_statement(this, that, key) for this in mine for that in theirs)


def is_contradiction(one: str, other: str, *, key: str) -> bool:
    """Whether two texts name the same value of a field (an illness, for example) and one negates it."""
    if not groups_in(key, one) & groups_in(key, other):
        return False
    negated, other_negated = (
        any(_negation_words(part, key) for part in sentences(view(text))) for text in (one, other)
    )
    return negated != other_negated


def named_groups(text: str, *, key: str, values: Collection[str]) -> frozenset[str]:
    """Return the faith, party, diet, illness or income, with equivalent groups, of the first sentence that contains one
    of the values and states nothing more ("Ana's faith is Buddhism."); empty if there is none."""
    return next((found for one in _short_sentences(text, values) if (found := _groups(one, key))), frozenset())


def _groups(sentence: Sentence, key: str) -> frozenset[str]:
    if _negation_words(sentence, key):
        return frozenset()
    if key == "income":
        return frozenset({amount_with_period(sentence.folded)} - {""})
    subject = sentence.text(1 if sentence.text(0) == "a" else 0)  # "A Ana le gustan ..."
    words = _distinctive(sentence, {subject}, key).keys()
    group = common_group(key, words - _DETAILS if key == "health_conditions" else words)
    return equivalent_groups(key, group) if group else frozenset()


def _short_sentences(text: str, values: Collection[str]) -> Iterator[Sentence]:
    return (one for one in sentences_with(text, values) if len(one.texts) <= _MAX_WORDS)


def _is_same_statement(one: Sentence, other: Sentence, key: str) -> bool:
    if key == "income" and _differ_in_period(one, other):
        return False
    numbers, other_numbers = _numbers(one, key), _numbers(other, key)
    if _negation_words(one, key) != _negation_words(other, key) or (
        numbers - other_numbers and other_numbers - numbers
    ):
        return False
    if _groups(one, key) & _groups(other, key):
        return True
    is_named = key in _NAMED_KEYS and bool(_proper_names(one) & _proper_names(other))
    is_numbered = key in _NUMBERED_KEYS and bool(numbers & other_numbers)
    return is_named or is_numbered or _mean_the_same(one, other, key)


def _mean_the_same(one: Sentence, other: Sentence, key: str) -> bool:
    """Whether the distinctive words of the two sentences mean the same, apart from those in common."""
    subjects = {one.text(0), other.text(0)}
    mine, theirs = _distinctive(one, subjects, key), _distinctive(other, subjects, key)
    left, other_left = mine.keys() - theirs.keys(), theirs.keys() - mine.keys()
    if not left or not other_left:
        return bool(mine) and not left and not other_left
    is_cross_language, is_shared_stem = _is_cross_language(one, other), _is_shared_stem(left, other_left)
    if not is_cross_language and not is_shared_stem and _end_the_same(left, other_left):
        return False
    least = MIN_COSINE_ACROSS_LANGUAGES if is_cross_language or is_shared_stem else MIN_COSINE
    words, other_words = (" ".join(said[word] for word in said if word in left | other_left) for said in (mine, theirs))
    return _cosine(words, other_words) >= least


def _negation_words(sentence: Sentence, key: str) -> frozenset[str]:
    """Return the words for the contrary; not "left-wing", nor Portuguese "no" ("in the")."""
    harmless = {"left"} if key == "political_views" else set()
    if "pt" in languages_of(sentence):
        harmless.add("no")
    return (_NEGATIONS & sentence.vocabulary) - harmless


def _is_cross_language(one: Sentence, other: Sentence) -> bool:
    return is_foreign(_plain(one)) != is_foreign(_plain(other))


def _is_shared_stem(left: Collection[str], other_left: Collection[str]) -> bool:
    (word, *more), (other, *others) = left, other_left
    return not more and not others and len(word) >= _STEM and word[:_STEM] == other[:_STEM]


def _end_the_same(left: Collection[str], other_left: Collection[str]) -> bool:
    """Whether they end like "hypothyroidism" and "hyperthyroidism", which are near but contrary."""
    return bool({word[-_ENDING:] for word in left} & {word[-_ENDING:] for word in other_left})


def _distinctive(sentence: Sentence, subjects: Collection[str], key: str) -> dict[str, str]:
    """Return the distinctive words for the field, mapped to their original spelling or their group."""
    found = {}
    for word in sentence.words:
        named = group_of(key, word.text)
        if word.text.isalpha() and (named or word.text not in _FUNCTION_WORDS) and word.text not in subjects:
            written = sentence.view.plain[word.start : word.end].lower()
            group = named or _SYNONYMS.get(word.text, "")
            found[group or word.text] = group or written
    return found


def _differ_in_period(one: Sentence, other: Sentence) -> bool:
    period, other_period = period_of(one.folded), period_of(other.folded)
    return bool(period and other_period) and period != other_period


def _numbers(sentence: Sentence, key: str) -> frozenset[str]:
    if key == "income":
        return amounts(sentence.folded)
    return frozenset(re.sub(r"\D", "", found) for found in _NUMBER.findall(sentence.folded))


def _proper_names(sentence: Sentence) -> frozenset[str]:
    """Capitalised words except the first, usually the subject, which all sentences about a person share."""
    named = (text for at, text in enumerate(sentence.texts) if at and text.isalpha() and sentence.is_capital(at))
    return frozenset(text for text in named if text not in _FUNCTION_WORDS | VERBS)


def _plain(sentence: Sentence) -> str:
    return sentence.view.plain[sentence.start : sentence.end]


def _cosine(one: str, other: str) -> float:
    return float(_vector(one) @ _vector(other))


@lru_cache(maxsize=512)
def _vector(words: str) -> npt.NDArray[np.float32]:
    vector: npt.NDArray[np.float32] = vectors_of([words])[0]
    return vector
