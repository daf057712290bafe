"""Finds special categories implied by errands: "Please order more Truvada for Ana", "The parcel from the methadone
clinic is for Ana"."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import compiled, is_treatment

_CARE: Final = (
    r"(?:fertility|ivf|abortion|methadone|addiction|rehab|detox|st[di]|hiv|gender|dialysis|oncology|chemo(?:therapy)?"
    r"|psychiatric|psychiatry|eating disorders?|memory|pain|sexual health|diabetes|diabetic|kidney|transplant"
    r"|cardiology|epilepsy|headache|menopause|asthma|pregnancy|antenatal|cancer|stroke|palliative|sleep|burns|parkinson's)"
)
_HOUSE: Final = r"(?:clinic|ward|cent(?:re|er)|unit|hospital|practice|counsell?or|nurse|consultant|hotline)"
_PLACES: Final[Mapping[str, str]] = {
    "health_conditions": (
        rf"(?:{_CARE} {_HOUSE}|oncologist|psychiatrist|hospice|needle exchange|(?:aa|na|al-anon) meeting)"
    ),
    "religion": r"(?:mikveh|mosque|synagogue|gurdwara|kingdom hall)",
    "criminal_record": r"(?:parole (?:officer|board|hearing)|probation (?:officer|service|meeting))",
    "income": r"(?:food bank|debt (?:counsell?or|advis[eo]r|advice|counselling)|bankruptcy court|homeless shelter)",
    "immigration_status": r"(?:immigration (?:lawyer|tribunal|office|hearing)|asylum (?:office|hearing|tribunal))",
}
_MAIL: Final = (
    r"(?:letters?|parcel|package|packet|invoice|bill|results?|calls?|message|e?-?mail|reminder|referral|form|prescription"
    r"|report|visit|voucher|card|receipt|delivery|appointment|booking|payment|fees?|bus|taxi|lift|ride|remind \w+)"
)
_DUE: Final = r"(?:appointment|voucher|visit|results?|bill|invoice|letter|referral|card|meeting|membership|payment)"
_WORKS: Final = re.compile(
    r"\b(?:works?|working|worked|volunteers?|job|shift|colleagues?|design\w*|builds?|building|paints?|client|customer)\b"
)
_PATTERNS: Final = compiled(
    (
        key,
        (
            rf"\b{_MAIL} (?:\w+ ){{0,2}}?(?:from|for|of|at|with|by|to|about) (?:(?:the|her|his|their|my|our|an?) )?"
            rf"(?:\w+ )?{place}\b",
            rf"(?:'s|\b(?:my|her|his|their)) (?:\w+ )?{place} {_DUE}\b",
        ),
    )
    for key, place in _PLACES.items()
)
_SUPPLY: Final = re.compile(
    r"\b(?:re-?order|order|refill|renew|repeat|pick(?:s|ed)? up|collect|buy|get|fetch|bring|pack|remind|out of"
    r"|run(?:ning)? low on|prescription (?:for|of)|box(?:es)? of|packs? of|more)\b"
)


def errands(ownership: Ownership) -> Iterator[Mention]:
    """Yield errands of a person whom the sentence names; letters to someone who works at a clinic imply nothing."""
    sentence = ownership.sentence
    folded = sentence.folded
    if sentence.is_only_question or _WORKS.search(folded):
        return
    found = [(key, match) for key, pattern in _PATTERNS if (match := pattern.search(folded))]
    medicine = _supplied_medicine(sentence)
    if (found or medicine) and ownership.refers_to_person():
        yield from (Mention(key, Span(sentence.start + one.start(), sentence.start + one.end())) for key, one in found)
        if medicine:
            yield Mention("health_conditions", medicine)


def _supplied_medicine(sentence: Sentence) -> Span | None:
    """Return the span of a medicine that a person is to be supplied with."""
    if not _SUPPLY.search(sentence.folded):
        return None
    return next((Span(word.start, word.end) for word in sentence.words if is_treatment(word.text)), None)
