"""Splits a query that asks several questions: "What is her job, and where does she live?". One vector and one set of
words for both would find texts that are half about each; so each is searched by itself.

Languages: English, German, Spanish, French. A question that depends on the one before ("... and when did she buy it?")
is not split off, because it names nothing itself.
"""

import re
from itertools import pairwise
from typing import Final

MOST: Final = 4  # questions that are searched one by one; a text that asks more is searched as a whole
LEAST_WORDS: Final = 3  # before a question that is split off: not "What books and what films does she like?"

# The beginnings of questions. Where a word also begins clauses ("and when it rains", "y cuando", "et qui"), only in the
# form or before the word that makes it a question.
_AUXILIARY: Final = (
    r"(?:am|is|are|was|were|do|does|did|has|have|had|will|would|can|could|should|shall|may|might|'s|’s|'re|’re)\b"
)
_ENGLISH: Final = (
    r"(?:(?:at|by|for|from|in|on|to|until|with) )?(?:what|which|whose|whom)\b"
    r"|how (?:many|much|old|long|far|often|big|tall|late)\b"
    rf"|(?:(?:since|until) )?(?:when|where|why|how|who)(?: |(?=['’])){_AUXILIARY}"
)
_GERMAN: Final = (
    r"(?:(?:ab|an|auf|aus|bei|bis|für|in|mit|nach|seit|um|von|vor|wegen|zu) )?"
    r"(?:was|wann|wo(?:hin|her|mit|für|von|ran|rauf|rüber|bei|zu)?|wer|wen|wem|wessen|welche[rsnm]?|warum|wieso|weshalb"
    r"|wie)\b"
)
_SPANISH: Final = (
    r"(?:(?:a|con|de|desde|en|hasta|para|por) )?(?:qué|cuándo|d[oó]nde|qui[eé]n(?:es)?|cu[aá]l(?:es)?|cómo"
    r"|cu[aá]nt[oa]s?)\b"
)
_FRENCH: Final = (
    r"(?:(?:à|avec|chez|dans|de|depuis|en|jusqu['’]à|par|pour) )?"
    r"(?:quand|où|quel(?:le)?s?|pourquoi|comment|combien|qui (?:est|sont|a|va)|qu['’]est-ce|que (?:fait|font|mange))\b"
)
_ASKS: Final = rf"{_ENGLISH}|{_GERMAN}|{_SPANISH}|{_FRENCH}"
_BETWEEN: Final = re.compile(
    rf"(?<!\s)[,;]?\s+(?:and|und|y|e|et)\s+(?:(?:also|then|auch|también|aussi)\s+)?(?=¿?(?:{_ASKS}))", re.IGNORECASE
)
_BEGINS: Final = re.compile(
    rf"\W*(?:(?:and|also|und|auch|y|et|ok|okay|hi|hey),? )*¿?(?:{_ASKS}|{_AUXILIARY}|when|where|why|how|who)",
    re.IGNORECASE,
)
_BEGINS_IN_SPANISH: Final = re.compile(rf"\W*(?:y )?¿?(?:{_SPANISH})", re.IGNORECASE)
_QUESTION: Final = re.compile(r"[^?\n]+[?\s]*")
_LAST_SENTENCE: Final = re.compile(r"\A.*[.!]\s+(?=[A-ZÀ-Þ¿])", re.DOTALL)
_WORD: Final = re.compile(r"\w+")
_TIME: Final = r"(?: (?:week|month|year|weekend|morning|evening|afternoon|summer|winter|spring|autumn))"
# Words for what an earlier question named: the question asks nothing by itself.
_REFERS: Final = re.compile(
    rf"\b(?:its?|th(?:is|ese|ose)\b(?!{_TIME})|that(?=\s*(?:[?.!,;]|$))"
    r"|(?:about|did|do|does|for|is|like|of|was|with) that"
    r"|there|them|theirs?|they|ones?|both|either|neither|else"
    r"|ihn|dies\w*|dort|dabei|dafür|damit|davon|dazu|darüber|dahin|jene\w*"
    r"|lo|eso|esto|ahí|allí|allá|ça|cela|celui|celle|ceux|celles)\b",
    re.IGNORECASE,
)
_OF_PERSON: Final = re.compile(
    r"\b(?:he|him|his|she|hers?|er|ihm|sein\w*|sie|ihr\w*|él|ella|su|sus|il|elle|lui|son|sa|ses)\b", re.IGNORECASE
)
_SUBJECT: Final = re.compile(r"\b(?:she|he|er|sie|ella|él|elle|il)\b", re.IGNORECASE)
_POSSESSIVE: Final = re.compile(r"\b(?:her|his)\b(?= \w)", re.IGNORECASE)
_NAME: Final = re.compile(r"(?<=\s)(?!I\b)[A-ZÀ-Þ]\w+(?:['’]s\b)?")


def subquestions(query: str) -> tuple[str, ...]:
    """Return the questions that a query asks, in order; none if it asks a single one, or more than `MOST`.

    A question about "her" gets the name that the one before has.
    """
    found: list[str] = []
    for text in _QUESTION.findall(query):
        for piece in _pieces(text.strip()):
            if found and not _asks_by_itself(piece):
                found[-1] = f"{found[-1]} {piece}"
            elif piece:
                found.append(piece)
    if not 1 < len(found) <= MOST or not all(map(_asks_by_itself, found)):
        return ()
    named = [_with_name(piece, before) for before, piece in pairwise(found)]
    return () if None in named else (found[0], *filter(None, named))


def _pieces(text: str) -> list[str]:
    """Return a question, split before each further one; whole where its beginning asks nothing."""
    pieces = _BETWEEN.split(text)
    return pieces if len(_WORD.findall(pieces[0])) >= LEAST_WORDS and _asks_by_itself(pieces[0]) else [text]


def _asks_by_itself(piece: str) -> bool:
    """Whether it names what it asks for: not "and why?", "in which town?" or "where did she buy it?"."""
    asked = _LAST_SENTENCE.sub("", piece)
    begins = _BEGINS.match(asked)
    if begins is None or _REFERS.search(asked):
        return False
    least = 1 if _BEGINS_IN_SPANISH.match(asked) else 2  # "¿Dónde vive?" has no pronoun
    return len(_WORD.findall(asked, begins.end())) >= least


def _with_name(piece: str, before: str) -> str | None:
    """Return a piece with the name that its "she" stands for, if it has one; None where that could be several."""
    names = {name.removesuffix("'s").removesuffix("’s") for name in _NAME.findall(_LAST_SENTENCE.sub("", before))}
    if not names or _NAME.search(piece) or not _OF_PERSON.search(piece):
        return piece
    if len(names) > 1:
        return None
    name = names.pop()
    for pronoun, form in ((_SUBJECT, name), (_POSSESSIVE, f"{name}'s")):
        if pronoun.search(piece):
            return pronoun.sub(form, piece, count=1)
    return f"{piece.rstrip('? ')} ({name})?"
