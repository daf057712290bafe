"""Places of events, where the person need not live: "was mugged in Lisbon", "met Rui in Porto"."""

import re
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span

_HARMED: Final = (
    r"(?:mugged|attacked|assaulted|robbed|stabbed|shot(?: at)?|beaten(?: up)?|kidnapped|raped|molested|groped|harassed"
    r"|threatened)"
)
_TREATED: Final = r"(?:operated(?: on| upon)?|hospitali[sz]ed|injured|hurt|run over|hit by an? \w+)"
# Their own street or flat there would be a home.
_BETWEEN: Final = r"(?: (?!(?:my|her|his|their|our|home)\b)[\w'-]+){0,4}? (?:in|at|near|outside)\W*\Z"
_HARM: Final = re.compile(rf"\b(?:was|were|been|got|being|get) (?:\w+ )?{_HARMED}(?={_BETWEEN})")
_EVENT: Final = re.compile(
    rf"\b(?:(?:was|were|been|got|being) (?:\w+ )?{_TREATED}|(?:was|were|got) (?:married|engaged)|married|met"
    rf"|(?:had|underwent) (?:an? |her |his |their |my )?(?:[\w-]+ )?(?:surgery|operation|accident)){_BETWEEN}"
)
_STAYED: Final = re.compile(r"\b(?:stay(?:s|ed|ing)?|never left|ever since|remain(?:s|ed|ing)?)\b")


def event_at(sentence: Sentence, place: int) -> Mention | None:
    """Return the violence in an event whose place begins at `place` in the view, or a mention without a key for any
    other event; None if it is the place of no event, or the person stayed there."""
    text, start = sentence.view.folded, sentence.start
    if _STAYED.search(text, start, sentence.end):
        return None
    if harm := _HARM.search(text, start, place):
        return Mention("violence", Span(*harm.span()))
    event = _EVENT.search(text, start, place)
    return Mention("", Span(*event.span())) if event else None
