"""Puts a sentence into its plain order, so that the rules of needs read it in any order: without free adverbs ("auch
noch", "now", "además"), and with the subject before its verb. English, German, Spanish and French.

"Leider bin ich auch gegen Kiwi allergisch" becomes "ich bin gegen Kiwi allergisch", "me da alergia el huevo" becomes
"el huevo me da alergia". Words of negation ("nicht"), doubt ("vielleicht") or the past ("früher") stay.
"""

import re
from typing import Final

from providers.statements.needs.diet_names import diet_words
from providers.statements.text.normalise import view

_NUMBER: Final = r"(?:\d+|an?|one|two|three|four|five|ten|many|some|eine[mr]?|zwei|drei|vier|funf|zehn|vielen|einigen)"
_SPANS: Final = r"(?:days?|weeks?|months?|years?|tagen?|wochen?|monate?n?|jahre?n?)"
_ADVERBS: Final = (
    # English
    r"also|(?<!for )(?<!right )(?<!just )(?<!until )(?<!till )(?<!up to )now|nowadays|these days|still|already"
    r"|unfortunately|sadly|actually|too(?= (?:and|but|now)\b| *[.,;:!]| *$)|as well|again|by the way|in addition"
    rf"|besides|as of late|since (?:last (?:year|month|week)|{_NUMBER} {_SPANS}|\d{{4}})"
    r"|for (?:(?:many )?years|ages|a long time)"
    # German
    r"|auch|noch|leider|(?<!bis )jetzt|nun|au(?:ss?|ß)erdem|zudem|zusatzlich|daruber hinaus|ebenfalls|ebenso"
    r"|inzwischen|mittlerweile|neuerdings|ubrigens|schon|bereits|wieder|weiterhin|immer noch|nach wie vor|seither"
    r"|seitdem|nunmehr|bekanntlich|deshalb|deswegen|daher|darum|eigentlich|dummerweise|bedauerlicherweise|ja|halt"
    rf"|seit (?:kurzem|langem|neuestem|jeher|immer|\d{{4}}|(?:letzte[mr]|diese[mr]) \w+|(?:{_NUMBER} )?{_SPANS}"
    r"|(?:meiner )?(?:kindheit|jugend|geburt))"
    # Spanish
    r"|tambien|ademas|(?<!por )(?<!hasta )ahora(?: mismo)?|todavia|aun|por desgracia|desgraciadamente|lamentablemente"
    r"|desde hace (?:poco|mucho|anos|meses|\w+ (?:anos?|meses|semanas?))|desde el (?:ano|mes) pasado|por cierto"
    r"|hoy en dia|ultimamente|igualmente"
    # French
    r"|aussi|maintenant|desormais|malheureusement|egalement|encore|deja|en plus|en outre|de plus|depuis peu"
    r"|depuis (?:longtemps|toujours|des annees|l'an dernier|l'annee derniere|\w+ (?:ans?|mois|semaines?))|d'ailleurs"
    r"|toujours|helas|par ailleurs"
)
_ADVERB: Final = re.compile(rf",? ?(?<![\w'-])(?:{_ADVERBS})(?![\w'-])(?: *,)?")
# The same for another person: "..., Oma auch", "... and my brother too".
_OF_ANOTHER: Final = re.compile(
    r"(?:[,;] (?:(?:and|und|y|et) )?|\b(?:and|und|y|et) )(?!keep|eat|esse|como|mange)(?:[\w-]+ ){1,2}?"
    r"(?:also|too|as well|auch|ebenfalls|tambien|aussi|egalement)(?=[ .!]*$|[,;])"
)
# German has its verb second: behind these the subject follows it. "Bin ich ...?" asks, and stays as it is.
_FIRST: Final = rf"(?:(?:{_ADVERBS}|(?:seit|wegen) (?:\w+ ){{0,3}}?\w+)[ ,]+){{1,3}}"
_VERBS: Final = r"(?:bin|habe?|esse|trinke|lebe|ernahre|vertrage|reagiere|leide|darf|kann|bekomme|kriege)"
_INVERTED: Final = re.compile(rf"(?:^|(?<=[,;:] )|(?<=\bund )|(?<=\baber )){_FIRST}(?P<verb>{_VERBS}) ich\b")
# Spanish names the cause last.
_TO_ME: Final = re.compile(
    r"(?:\ba mi,? )?\b(?P<does>me (?:dan?|provocan?|producen?|causan?|sientan?|caen?|hacen?)(?: muy| bastante| tan)?"
    r" (?:alergia|reaccion|urticaria|ronchas|picor|diarrea|nauseas|vomitos|mal|fatal|dano))"
    r" (?P<thing>(?:el|la|los|las)(?: [\w-]+){1,3}?)(?=[.,;!]| y | pero | porque |$)"
)
# What has lasted until now still holds.
_HAS_BEEN: Final = re.compile(r"\bi(?P<had>'ve had| have had)(?= (?:an? )?(?:[\w-]+ ){1,3}(?:allerg|intoleran))")
# The same for diets.
_WAY: Final = rf"(?=(?: only| strictly| solo| siempre)? {diet_words('animals', 'rule')})"
_LASTS: Final = rf"(?:ya )?(?:(?:mas|casi) de )?(?:\w+ )?(?:{_SPANS}|anos?|mes(?:es)?|toda la vida|mucho tiempo)"
_HAS_EATEN: Final = (
    (re.compile(rf"\bi(?:'ve| have) (?:always |also )?(?:been keeping|kept){_WAY}"), "I keep"),
    (re.compile(rf"\bi(?:'ve| have) (?:always |also )?(?:been eating|eaten){_WAY}"), "I eat"),
    (re.compile(rf"\b(?:llevo {_LASTS}|estoy|sigo) comiendo{_WAY}"), "Como"),
    (re.compile(rf"\bllevo {_LASTS} siendo{_WAY}"), "Soy"),
    (re.compile(r"\bca fait (?:\w+ )?(?:longtemps|jours|mois|ans|annees) que (?=je (?:mange|suis)\b)"), ""),
)


def in_plain_order(text: str) -> str:
    """Return the sentence in plain order, otherwise as written; unchanged if it has that order."""
    folded = view(text).folded
    if len(folded) != len(text):
        return text
    text = _without_adverbs(_subject_first(_thing_first(_still_so(text))))
    return text[:1].upper() + text[1:] if text and folded[:1] != text[:1] else text


def _subject_first(text: str) -> str:
    """Move the words before the verb to the end: they may state more than a time ("seit meiner Schwangerschaft")."""
    bare = text.rstrip(" .!?")
    parts, moved, before = [], [], 0
    for found in _INVERTED.finditer(view(bare).folded):
        parts += [text[before : found.start()], "ich ", text[slice(*found.span("verb"))]]
        moved.append(f", {text[found.start() : found.start('verb')].strip(' ,')}")
        before = found.end()
    return "".join([*parts, bare[before:], *moved, text[len(bare) :]])


def _thing_first(text: str) -> str:
    found = _TO_ME.search(view(text).folded)
    if not found:
        return text
    thing, does = (text[slice(*found.span(name))] for name in ("thing", "does"))
    return f"{text[: found.start()]}{thing} {does}{text[found.end() :]}"


def _still_so(text: str) -> str:
    for has_eaten, now in _HAS_EATEN:
        if found := has_eaten.search(view(text).folded):
            text = f"{text[: found.start()]}{now}{text[found.end() :]}"
    found = _HAS_BEEN.search(view(text).folded)
    return f"{text[: found.start('had')]} have{text[found.end('had') :]}" if found else text


def _without_adverbs(text: str) -> str:
    folded = view(text).folded
    of_others = [other.span() for other in _OF_ANOTHER.finditer(folded)]
    parts, before = [], 0
    for adverb in _ADVERB.finditer(folded):
        if any(start < adverb.end() <= end for start, end in of_others):
            continue
        parts.append(text[before : adverb.start()])
        before = adverb.end()
    return "".join([*parts, text[before:]]).strip(" ,")
