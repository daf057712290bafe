"""Recognises the person under the role names that support and sales agents use: "The caller is ...", "The boat owner
..."."""

import re
from collections.abc import Iterator
from typing import Final

from providers.statements.text.normalise import View

_ROLES: Final = (
    r"(?:customer|client|caller|guest|(?:account|policy|card|pass|ticket|visa)?[ -]?holder|travell?er|tenant|subtenant"
    r"|subscriber|member|passenger|applicant|candidate|student|pupil|trainee|apprentice|employee|resident|learner"
    r"|player|gamer|shopper|visitor|patient|(?:home)?owner|buyer|borrower|debtor|claimant|complainant"
    r"|lodger|renter|lessee|occupant|attendee|participant|respondent|requester|consumer|patron|diner|beneficiary"
    r"|insured|enrollee|registrant|prospect|mentee|coachee|jobseeker|job seeker|pensioner|retiree|taxpayer|voter"
    r"|citizen|recipient|donor|athlete|commuter)"
)
_OF: Final = (
    r"(?: of (?:(?:the|this|that|an?|her|his|their|our|my|\w+'s) )?\w+"
    r"(?: (?!(?:has|had|is|was|isn't|hasn't)\b)\w+)?)?"
)
# What follows a role used as a subject; it excludes compounds such as "the client library", "the guest list".
_AFTER: Final = (
    r"(?='s\b|,? who\b|, an? | with | (?:also |just |only |now |still |always |often |sometimes |recently "
    r"|currently |openly |never |already |no longer |\w+ly )?"
    r"(?:is|was|are|has|had|isn't|wasn't|hasn't|does|did|doesn't|didn't|can|can't|cannot|will|won't"
    r"|got|gets|earns?|earned|makes|made|brings|takes|took|suffers|suffered|lives|lived|goes|went|came|comes"
    r"|votes|voted|prays|fasts|attends|attended|belongs|supports|identifies|identified|tested|tests|became|becomes"
    r"|turned|converted|considers|drinks|drank|smokes|gambles|gambled|owes|owed|declared|filed|lost|survived|served"
    r"|spent|wears|needs|needed|injects|receives|received|struggles|struggled|battles|fights|beat|believes|practi[cs]es"
    r"|describes|described|calls|called|pleads|pleaded|pled|signs|communicates"
    r"|observes|keeps|joined|left|sleeps|loves|dates|married|underwent|undergoes|miscarried|relapsed|overdosed"
    r"|mentioned|mentions|said|says|told|tells|disclosed|revealed|reported|reports|confirmed|confirms|stated"
    r"|states|admitted|explained|shared|fled|overstayed|hears|cuts|tried|attempted|stopped|started"
    r"|uses?d? (?:insulin|heroin|cocaine|cannabis|drugs|an? (?:wheelchair|inhaler|hearing)))\b)"
)
_ARTICLE: Final = re.compile(r"\bth(?:e|is|at) ")
_SUBJECT: Final = re.compile(
    rf"(?:(?!(?:the|this|that|and|or|of|is|was|has|for|to|in|on|with|user)\b)[a-z]+[ -]){{0,2}}?{_ROLES}{_OF}{_AFTER}"
)
_OPENING: Final = re.compile(rf"{_ROLES}{_AFTER}")
_LABEL: Final = re.compile(r"(?:[-*] )?(?:note|nb|fyi|reminder|info|update|memo|remember|fact): ")
_USER: Final = "the user"
# "The credit union of the customer is ..." is not about the customer.
_GOVERNORS: Final = tuple(f" {word} " for word in ("of", "for", "to", "by", "with", "from", "in", "on", "at"))


def with_roles_as_user(seen: View) -> View | None:
    """Return the text with "the user" for each such subject; None if there is none."""
    spans = sorted(_subjects(seen.folded))
    if not spans:
        return None
    plain, cased, folded, offsets, last = "", "", "", list[int](), 0
    for start, end in spans:
        user = _USER.capitalize() if seen.cased[start].isupper() else _USER
        plain += seen.plain[last:start] + user
        cased += seen.cased[last:start] + user
        folded += seen.folded[last:start] + _USER
        offsets += [*seen.offsets[last:start], *[seen.offsets[start]] * len(_USER)]
        last = end
    return View(
        seen.original,
        plain + seen.plain[last:],
        cased + seen.cased[last:],
        folded + seen.folded[last:],
        [*offsets, *seen.offsets[last:]],
    )


def _subjects(folded: str) -> Iterator[tuple[int, int]]:
    for article in _ARTICLE.finditer(folded):
        start, end = article.span()
        is_free = not f" {folded[max(0, start - 5) : start]}".endswith(_GOVERNORS)
        if is_free and (role := _SUBJECT.match(folded, end)):
            yield start, role.end()
    start = 0
    while start >= 0:
        labelled = _LABEL.match(folded, start)
        if role := _OPENING.match(folded, labelled.end() if labelled else start):
            yield role.span()
        start = folded.find("\n", start) + 1 or -1
