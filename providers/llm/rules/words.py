"""Words, sentences and their information content, by which the rules rank."""

import re
from collections import Counter
from collections.abc import Iterable
from math import log

from providers.statements.text.inflections import english_stem
from providers.statements.text.words import word_set

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER = re.compile(r"\d+(?:[.,:/]\d+)*")
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][\w'’-]+")
_BREAK = re.compile(r"(?<=[.!?…])[\"'”’)\]]*\s+|\n+")
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|e\.g|i\.e|a\.m|p\.m|[A-Z])\.$")
NEGATIONS = word_set("no not never none nobody nothing neither nor without")
STOPWORDS = NEGATIONS | word_set(
    """
    a about actually after again all also always am an and any are as at be because been before being but by can could
    did do does doing don down each even ever few for from further get got had has have having he her here hers him his
    how i if in into is it its itself just know let like ll m made make many me might more most much my of off oh ok
    okay on once one only or other our ours out over own pretty quite re really s said same say see she should so some
    such t than thank thanks that the their them then there these they thing things think this those through to too
    under until up us user ve very want was way we well went were what when where which while who why will with wow
    would yeah yes yet you your
    """
)


def content_words(text: str) -> list[str]:
    """Return the stems of content words, in order; "don't" counts as "do" and "not"."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    plain = [part for word in words for part in ([word[:-3], "not"] if word.endswith("n't") else [word.split("'")[0]])]
    return [english_stem(word) for word in plain if word not in STOPWORDS and len(word) > 1]


def numbers(text: str) -> frozenset[str]:
    return frozenset(_NUMBER.findall(text))


def is_negated(text: str) -> bool:
    lowered = text.lower().replace("’", "'")
    return "n't" in lowered or any(word in NEGATIONS for word in _WORD.findall(lowered))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each on one line."""
    found, start = [], 0
    for end in _BREAK.finditer(text):
        if not _ABBREVIATION.search(text[start : end.start()]):
            found.append(text[start : end.start()])
            start = end.end()
    return [line for piece in [*found, text[start:]] if (line := " ".join(piece.split()))]


def document_frequencies(texts: Iterable[str]) -> Counter[str]:
    """Count the texts in which each stem occurs."""
    return Counter(word for text in texts for word in set(content_words(text)))


def information(sentence: str, frequencies: Counter[str], total: int) -> float:
    """Return how informative a sentence is among `total` texts: rare words, numbers and names count, mere length does
    not."""
    words = set(content_words(sentence))
    if not words:
        return 0.0
    rarity: float = sum(log(1 + total / (1 + frequencies[word])) for word in words) / len(words) ** 0.5
    return rarity + 0.7 * len(numbers(sentence)) + 0.4 * len(_NAME.findall(sentence))


def quoted(sentence: str) -> str:
    """Return a whole sentence in double quotation marks, with its own marks converted to single ones."""
    inner = re.sub(r"[\"“”]", "'", sentence).strip()
    return f'"{inner}"' if re.search(r"[.!?]['’)\]]*$", inner) else f'"{inner.rstrip(",;:–—- ")}."'


def is_statement(sentence: str) -> bool:
    """Whether it is a complete statement: no question, greeting, fragment or remark in brackets."""
    return (
        not sentence.startswith("[")
        and not sentence.endswith(("?", "…", "...", ",", ":", "?!"))
        and len(content_words(sentence)) >= 3
    )
