"""Clauses about the person within a sentence about something else: reports ("My colleague mentioned that | Ana has
cancer"), relative clauses of place ("The clinic where | Ana gets chemotherapy"), and quotations."""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.fields.aliases import SPECIAL_KEYS
from providers.statements.fields.statement import Statement
from providers.statements.subjects.ownership import RELATED, Ownership
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.words import DUTCH_KIN, word_set

_INDEFINITE: Final = "a|an|one of (?:my|our|her|his|their)|another|some|ein|eine|einer|une?|una|um|uma|een"
_OWN: Final = (
    "my|our|her|his|their|your|the|this|that|[\\w-]+'s|mein|meine|unser|unsere|ihr|ihre|sein|seine|mi|mis|su|sus"
    "|nuestro|nuestra|mon|ma|mes|son|sa|ses|notre|il|la|lo|mio|mia|sua|suo|meu|minha|o|os|as|mijn|onze|haar|zijn|de"
)
_REPORTING_VERBS: Final = (
    r"sa(?:id|ys?)|t(?:old|ells?)|mention(?:ed|s)?|th(?:ought|inks?)|believe[sd]?|claim(?:ed|s)?|kn(?:ew|ows?)|noted?"
    r"|report(?:ed|s)?|confirm(?:ed|s)?|wrote|writes|texted|whispered|suspect(?:ed|s)?|reveal(?:ed|s)?|explain(?:ed|s)?"
    r"|assumes?|heard|insist(?:ed|s)?|swears?|swore|remembers?|let slip|found out|is (?:sure|convinced|worried)"
    r"|sagte?|meinte?|erzahlte?|behauptete?|glaubt|weiss|hat (?:\w+ )?(?:gesagt|erzahlt|erwahnt|geschrieben)"
    r"|(?:me |nos |le )?(?:dice|dijo|comento|conto|menciono|cree|sabe|piensa)|ha (?:dicho|comentado|mencionado|contado)"
    r"|(?:m'|nous |lui )?a (?:dit|mentionne|raconte|ecrit|confirme)|dit|pense|croit|raconte|sait"
    r"|(?:mi |ci )?ha (?:detto|raccontato|scritto|menzionato)|pensa|crede|racconta"
    r"|(?:me |nos )?(?:disse|diz|falou|contou|mencionou|comentou|acha|acredita)"
    r"|ze[gi]t?|zei|vertelde?|vertelt|denkt|gelooft|heeft (?:\w+ )?(?:gezegd|verteld|genoemd)"
)
_REPORT: Final = re.compile(
    rf"(?:(?:and|but|so|also|then|yesterday|today|recently|apparently|the other day|last \w+),? )*"
    rf"(?:(?P<one>{_INDEFINITE})|{_OWN}) (?P<who>[\w'-]+(?: [\w'-]+){{0,5}}?),? "
    rf"(?:(?:just|also|once|already|has|have|had|even|always) )*(?:{_REPORTING_VERBS})\b"
    r"(?: (?:to )?(?:me|us|him|them|everyone|everybody|people|mir|uns|ons|mij|me))?"
    r"[,:]? ?(?:(?:that|dass|que|che|dat)\b|qu')?[ \"']*"
)
_PLACE: Final = re.compile(
    rf"(?:a|an|{_OWN}|die|das|der|dem|el|le|o|a|het|un|una|une) (?P<who>[\w'-]+(?: [\w'-]+){{0,3}}?)"
    r"(?:,? (?:where|donde|en (?:el|la) que|ou|dove|in cui|onde|em que|waar)|, (?:wo|in de[rm])) "
    r"(?P<does>\S+ \S+.*?)(?:,| (?:is|are|was|were|opens|closes|ist|liegt|befindet|esta|es|est|e|fica) |$)"
)
_REPORTERS: Final = RELATED | DUTCH_KIN | {"buurvrouw"}
_PRONOUNS: Final = word_set("he she they sie er ella el elle il lei lui ela ele ze zij hij her his their")
# Keys that count even in a quotation: otherwise an agent could store them without consent by quoting.
_READ_IN_QUOTES: Final = SPECIAL_KEYS | {"home_access", "home_address"}
_QUOTED_KINDS: Final = (
    r"(?:line|lyrics?|motto|slogan|caption|placeholder|proverb|verse|headline|dummy text|opening|epigraph"
    r"|dialogue|chorus"
    r"|error message|test sentence|example sentence)"
)
_QUOTED: Final = FilteredPattern(
    rf"(?i)\b(?:(?:the|an?|this|that|as) (?:\w+ ){{0,2}}?{_QUOTED_KINDS}s?|(?:quot|cit)(?:es|ed|ing|e)(?! (?:her|him"
    rf"|my|them)sel)"
    r"(?: [\w']+){0,3}?|recit(?:es|ed|ing))(?: (?:says|reads|is|was|goes|from \w+))?"
    r"[:,]? ?\"[^\"\n]{3,300}\""
)


def clauses(sentence: Sentence, names: frozenset[str]) -> Iterator[Sentence]:
    """Yield the clauses of a sentence about something else that are about the person."""
    if clause := _reported(sentence, names):
        yield clause
    found = _PLACE.match(sentence.view.folded, sentence.start, sentence.end)
    if found:
        clause = Sentence(sentence.view, *found.span("does"), whole=(sentence.start, sentence.end))
        if clause.text(0) in _PRONOUNS or Ownership(clause, names).starts_with_person():
            yield clause


def _reported(sentence: Sentence, names: frozenset[str]) -> Sentence | None:
    """Return the clause that reports what someone said about the person; None if there is none.

    In "A friend told me she is ill" she is the person; in "my friend told me she is ill" she may be the friend.
    """
    if _REPORTERS.isdisjoint(sentence.vocabulary):
        return None
    found = _REPORT.match(sentence.view.folded, sentence.start, sentence.end)
    if found is None or _REPORTERS.isdisjoint(found["who"].split()) or found.end() >= sentence.end:
        return None
    clause = Sentence(sentence.view, found.end(), sentence.end, whole=(sentence.start, sentence.end))
    is_named = Ownership(clause, names).starts_with_person()
    return clause if is_named or (found["one"] and clause.text(0) in _PRONOUNS) else None


def is_quoted(folded: str, statement: Statement) -> bool:
    """Whether a sentence in small letters contains the value only in a quotation: 'likes the line "Call me
    Ishmael"'."""
    if '"' not in folded or statement.key in _READ_IN_QUOTES:
        return False
    value = statement.value.casefold()
    return value in folded and value not in _QUOTED.sub(" ", folded)
