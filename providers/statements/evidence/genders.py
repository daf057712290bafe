"""Finds the person's pronouns and gender in a sentence."""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.slots import Span

_PRONOUN = (
    r"(?:she|he|they|ze|zie|xe|ey|ae|fae|ve|co|it|her|him|them|hers|his|theirs|their|hir|hirs|zir|zirs|xem|xyr|em|eir"
    r"|faer|aer|any|all|its)"
)
_ONE = r"[\"']?(?:she|he|they|him|her|them|his|hers|theirs)\b[\"']?"
_SINGLE = r"(?:she|he|they|xe|ze)"
_EITHER = r"(?:he/she|she/he|his/her|her/his|him/her|her/him|his/hers|his or her|s/he)"
_PRONOUNS = FilteredPattern(
    rf"\b(?!{_EITHER}\b){_PRONOUN} ?[/|\\] ?{_PRONOUN}\b|\bneopronouns?\b|\bnon-?binary\b|\bgender[- ]neutral\b"
    r"|(?:'s|\b(?:her|his|my)) (?:\w+ )?pronouns?\b|\bpronouns? (?:work|are fine)\b"
    r"|\bsingular they\b|\bthey and them\b"
    r"|\b(?:she and her|he and him)\b|\bfrom (?:she|he|they) to (?:she|he|they)\b|\bit's (?:her|him|them), not\b"
    # "it's she, not he", "isn't a 'he'", "doesn't care about pronouns"
    rf"|(?:(?:^|[,;:] |\b(?:it's|is|am|are|as|say|use|write) )(?=[\"']?\w)|(?=[\"']\w)){_ONE},?"
    rf" (?:and |but )?not (?:an? )?{_ONE}(?!,? (?:who|that|which)\b)"
    rf"|(?:n't|\bnot) an? {_ONE}|\b(?:mind|cares?) (?:what|about(?: the)?) pronouns?\b"
    r"|\bin the (?:masculine|feminine)\b|\bmisgender|\bgender markers?\b"
    r"|\b(?:genderfluid|genderqueer|transgender|agender|cisgender|bigender)\b|\btrans (?:man|woman)\b"
    r"|(?:\b(?:am|is|as|are|openly)|'m|'s|'re) trans(?=[.,;!)]|$| (?:and|but|since)\b)|\bthey, (?:their|them)\b"
    r"|\b(?:feminine|masculine|female|male|neutral) (?:\w+ )?(?:forms?|endings?|grammar|language|inflections?)\b"
    # "referred to as she", but not "as she is tired", "told us that he is late"
    rf"|\b(?:refer\w*|address\w*|spoken|speak|write|written|treat\w*|talk\w*)\b[^.;]{{0,30}} as {_SINGLE}\b"
    r"(?=\W*$|[,.;)]| (?:in|when|whenever|from|instead|rather|not|throughout|only|here|please)\b)"
    rf"|\b(?:that|as) (?:{_SINGLE}(?=[\s.,;:!?)\"]*(?:$|instead|rather|these days|from now on|in (?:all|our|every|any"
    rf"|texts|e?mails|messages|letters|documents|summaries|writing|templates|notes)\b))|[\"']{_SINGLE}[\"'])"
    rf"|\b(?:say|saying|by|a|be|use|uses|prefers|wants|with|either|or|being) [\"']?{_SINGLE}[\"']?"
    r"(?=[\s.,;:!?)\"]*(?:$|now\b|these\b|in\b|or\b|is\b|instead|as\b|not\b|for\b|from\b|when\b|rather))"
)
_OWN: Final = frozenset(["badge", "forms", "form", "endings", "grammar", "pronoun", "sex"])
_GENERIC = FilteredPattern(
    r"\b(?:handbook|manual|template|replaced?|papers?|essay|survey|in forms|a form|unknown|generic|strangers?"
    r"|style guide|novel|character)\b|\b(?:on|about|discussed|of) gender[- ]neutral (?:language|writing|grammar)\b"
    r"|\bgender[- ]neutral (?:bathrooms?|toilets?|fashion|cloth\w+|toys?|names?|design|sizing|perfumes?)\b"
)
# Adjectives before "man" or "female": age, origin, looks, and way of life.
_ADJECTIVE = (
    r"(?:\d{1,3}(?:[ -]?years?[ -]old|[ -]?yo|)|young|old|older|elderly|single|married|divorced|middle[ -]aged|tall"
    r"|short|trans|cis|gay|straight|queer|black|white|asian|grown|retired|healthy|fit|busy|working|professional|adult|native"
    r"|\w{3,}(?:ian|ese|ish|can)),? "
)
_THING = (
    r"(?:'s| (?:connectors?|plugs?|jacks?|headers?|pins?|ends?|voices?|choirs?|leads?|parts?|roles?|cats?|dogs?|elf"
    r"|characters?))\b"
)
_GENDER = FilteredPattern(
    # "is a 34-year-old man", "being a woman", "A woman in her forties"
    r"\b(?:(?:is|'s|am|'m|being|be|are|'re|was born|identif\w+ as|as) (?:an? )?(?:[\w-]+ ){0,2}?|^an? (?:[\w-]+ )?)"
    r"(?:(?:fe)?male|(?:wo)?man)\b(?= ?(?:[.,;!)]|$|(?:in|of|who|and|but|on|from|as|with|training|returning|now"
    r"|since)\b))"
    # "is a 29-year-old male interested in", "is a female engineer", "A 34-year-old man"
    rf"|\b(?:is|'s|am|'m|are|'re) an? (?:{_ADJECTIVE}){{0,3}}(?:(?:fe)?male|(?:wo)?man|girl|boy)\b(?!{_THING})"
    rf"|^an? (?:{_ADJECTIVE}){{1,3}}(?:(?:fe)?male|(?:wo)?man|girl|boy)\b(?!{_THING})"
    # "put female as their gender", "gender as she gave it: female"
    r"|\b(?:(?:fe)?male|(?:wo)?man)\b[\"']? as (?:her|his|their|the|my|a) (?:gender|sex)\b"
    r"|\b(?:gender|sex)\b[^.;]{0,30}(?::| is| as| to) [\"']?(?:(?:fe)?male|(?:wo)?man)\b"
)
_GENDER_ONLY: Final = re.compile(
    r"\W*(?:(?:trans|cis) )?(?:non-?binary|(?:fe)?male|(?:wo)?man|trans(?:gender)?|agender|genderfluid|genderqueer)"
    r"(?: (?:man|woman|person))?(?:,? \d{1,3}| \(\d{1,3}\))?\W*"
)


def gender_only_notes(ownership: Ownership) -> Iterator[Mention]:
    """Yield the gender of a note that states nothing else, except perhaps an age: "Non-binary.", "Male, 34"."""
    sentence = ownership.sentence
    if _GENDER_ONLY.fullmatch(sentence.folded):
        yield Mention("gender", Span(sentence.start, sentence.end))


def genders(ownership: Ownership) -> Iterator[Mention]:
    """Yield pronouns and gender, unless they are those of a relation, a character or people in general."""
    sentence = ownership.sentence
    if _GENERIC.search(sentence.folded):
        return
    for key, pattern in (("pronouns", _PRONOUNS), ("gender", _GENDER)):
        found = pattern.search(sentence.folded)
        if found and not ownership.is_about_another(sentence.index_at(sentence.start + found.end() - 1), own=_OWN):
            yield Mention(key, Span(sentence.start + found.start(), sentence.start + found.end()))
