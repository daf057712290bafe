"""Converts a sentence from the first to the third person (001 §9, R36): "I've adopted a dog" becomes "Ana has adopted a
dog".

English verbs change with their subject only in the present, and no rule distinguishes all verbs from nouns. So a
sentence is converted only if each verb of "I" is known and no other pronoun remains; otherwise it stays a quotation.
"""

import re
from typing import NamedTuple

from providers.llm.rules.words import is_statement
from providers.statements.text.words import ANY_PRONOUN, BASE_VERBS, IRREGULAR_PAST, word_set


class Converted(NamedTuple):
    """A sentence in the third person; `is_past` if it reports an event."""

    text: str
    is_past: bool


_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*(?:'[^\W\d_]+)?")
_CONTRACTED = {"'m": " am", "'ve": " have", "'ll": " will"}
_SUBJECT = re.compile(r"\bI('(?:m|ve|ll))?(?=[\s,])")
_AGREEING = {
    "am": "is", "have": "has", "do": "does", "don't": "does not", "haven't": "has not", "can't": "cannot",
    "won't": "will not",
}  # fmt: skip
_MODAL = word_set("can could will would should might may must cannot couldn't wouldn't shouldn't")
_PAST = IRREGULAR_PAST | word_set("didn't wasn't hadn't")
# Base and past form are the same: the tense is ambiguous.
_AMBIGUOUS = word_set("put read cut quit set let hit cost shut hurt spread bet split beat")
_ADVERBS = word_set(
    "also already always almost ever even finally first just mostly never not now often once only originally rarely "
    "recently since sometimes soon still then usually"
)
# Before "I" these form a question or an inversion.
_INVERTING = word_set("am do did have had was can could will would should may might must nor neither")
_TWO_PEOPLE = re.compile(r"(?:\b(?:my|our|the|a|an)\s+(?:\w+\s+){1,2}|[A-Z]\w+\s+|^\w+\s+)(?:and|or)\s+I\b", re.I)
_NUMERAL = re.compile(r"\w\s+[A-Z]\w+\s+I\b")
_LEAD = re.compile(r"^(?:(?:and|but|anyway|also|plus|so)\b,?\s+)+", re.I)
_DASH = re.compile(r"\s+[-–—]+\s+|;\s+")
_JOINED = re.compile(r"\b(?:and|but|or|then|,)\s+(?:\w+ly\s+|also\s+|just\s+)?(\w+)")


def in_third_person(sentence: str, who: str) -> Converted | None:
    """Return the sentence with `who` in place of "I", "me" and "my"; None if it cannot be converted, or has no "I".

    In "I won the race - it was hard!" the part before the dash is enough.
    """
    plain = _LEAD.sub("", sentence.replace("’", "'"))
    head = _DASH.split(plain)[0]
    return _converted(plain, who) or (_converted(head, who) if head != plain and is_statement(head) else None)


def _converted(plain: str, who: str) -> Converted | None:
    if '"' in plain or plain.isupper() or _TWO_PEOPLE.search(plain) or _NUMERAL.search(plain):
        return None
    first, *clauses = re.split(r"\bI\b", _SUBJECT.sub(lambda found: "I" + _CONTRACTED.get(found[1] or "", ""), plain))
    result, is_past, before = first, bool(clauses), first
    for clause in clauses:
        converted = None if _last_word(before) in _INVERTING else _agreeing(clause)
        if converted is None:
            return None
        result, before = f"{result}{who}{converted.text}", clause
        is_past = is_past and converted.is_past
    result = re.sub(r"\bme\b", who, re.sub(r"\b[Mm]y\b", f"{who}'s", result))
    return None if result == plain or _has_pronoun(result) else Converted(_closed(result), is_past)


def _agreeing(clause: str) -> Converted | None:
    """Return the text after "I", with its verb in the third person; None if the verb is unknown.

    A further verb in the present would have to change as well, and could be a noun.
    """
    for found in _WORD.finditer(clause):
        word = found[0].lower()
        if word in _ADVERBS or word.endswith("ly"):
            continue
        form, rest = _third_person(word), clause[found.end() :]
        if form is None or (form != word and _has_joined_verb(rest)):
            return None
        return Converted(clause[: found.start()] + form + rest, form == word and word not in _MODAL)
    return None


def _third_person(verb: str) -> str | None:
    if verb in _AGREEING:
        return _AGREEING[verb]
    if verb in _AMBIGUOUS:
        return None
    if verb in BASE_VERBS:
        return _with_s(verb)
    return verb if verb in _PAST | _MODAL or verb.endswith("ed") else None


def _with_s(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


def _has_joined_verb(rest: str) -> bool:
    return any(found[1].lower() in BASE_VERBS | _AGREEING.keys() for found in _JOINED.finditer(rest))


def _has_pronoun(text: str) -> bool:
    return any(word.lower().split("'")[0] in ANY_PRONOUN for word in _WORD.findall(text))


def _last_word(text: str) -> str:
    words = _WORD.findall(text)
    return words[-1].lower() if words else ""


def _closed(text: str) -> str:
    return text[0].upper() + text[1:].rstrip(" .!,;:–—-") + "."
