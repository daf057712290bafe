"""Constructions that tell something of a special category: "goes to mass", "of Kurdish descent", "earns 80k"."""

import re
from collections.abc import Mapping
from typing import Final

_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        r"\b(?:broke|broken|breaking|fractured|tore|sprained|dislocated|injured) (?:her|his|their|my|an?|the) "
        r"(?:left |right )?"
        r"(?:arm|leg|wrist|ankle|foot|toe|finger|thumb|hand|elbow|shoulder|collarbone|ribs?|hip|knee|nose|jaw|back|neck"
        r"|pelvis|ligament|tendon|acl|meniscus|hamstring|calf|spine|skull|kneecap)\b",
        r"\b(?:blood (?:sugar|pressure|test)s? (?:is|are|was|were|came)|hba1c|cholesterol (?:is|of|level))\b",
        r"\b(?:due|expecting) (?:a (?:baby|child)|in (?:january|february|march|april|may|june|july|august|september"
        r"|october|november|december))\b",
        r"\bbaby (?:is )?due\b",
        r"\b(?:is|are|been|was|were|'s|stays?) (?:\w+ )?(?:sober|clean) (?:for|since)\b",
        r"\b(?:attends?|goes to|in) (?:aa|na|al-anon)(?: meetings?)?\b",
        r"\b(?:has|had|having|needs|undergoing|recovering from|scheduled for) (?:\w+ ){0,3}?"
        r"(?:surgery|operation|transplant|(?:hip|knee|joint|shoulder|valve) replacement)\b",
        r"\b(?:sees|seeing|goes to|went to|attends|started|in|has) (?:an? |her |his |their |weekly |couples? )*"
        r"(?:therapist|therapy|psychologist|counsell?or|counsell?ing)\b",
        r"\b(?:lost|losing) (?:her|his|their) (?:sight|hearing|eyesight|leg|arm)\b",
    ),
    "sexual_orientation": (
        r"\b(?:came|coming|come|is|was) out (?:as|to (?:her|his|their)|of the closet|at work|publicly)\b",
        r"\b(?:dates?|dating|sleeps? with|attracted to|into|prefers) (?:only |other |both )?(?:men|women|guys"
        r"|girls)\b",
        r"\b(?:likes|loves) (?:both )?(?:men|women)\b(?! 's)",
    ),
    "religion": (
        r"\b(?:goes|go|going|attends?|attending|went) (?:to )?(?:\w+ ){0,2}?(?:church|mosque|synagogue|mass|gurdwara"
        r"|bible study|friday prayers?|sunday service|shul)\b(?! (?:concert|hall|street))",
        r"\b(?:prays|praying|tithes)\b(?! mantis)|\bfast(?:s|ing)? (?:during|for|in) (?:ramadan|lent|yom kippur)",
        r"\b(?:converted|converting|conversion) to \w+ism\b|\b(?:lost|found|left) (?:her|his|their"
        r"|the) (?:faith|church)\b",
        r"\b(?:gives up|gave up|giving up) [\w ]{2,20} for lent\b|\bobserv\w+ (?:lent|ramadan|shabbat"
        r"|the sabbath|yom kippur)",
    ),
    "political_views": (
        r"\b(?:supports|supported|backs|endorses|donates to|donated to|member of|joined) (?:the )?(?:\w+ ){0,2}?"
        r"(?:party|trump|biden|harris|macron|le pen|corbyn|starmer|meloni|orban|putin|bolsonaro|lula|modi|erdogan"
        r"|sanders|obama|farage|sunak)\b",
        r"\b(?:votes?|voted|voting) (?:for )?(?:the )?(?:left|right|greens?|labour|conservatives?|republican"
        r"|democrat\w*"
        r"|liberals?|remain|leave|socialists?|nationalists?)\b",
        r"\bruns? for (?:office|parliament|congress|mayor|city council)\b",
    ),
    "ethnicity": (
        r"\b(?:of|has|have|with|from) (?:an? )?(?:part(?:ly)? )?(?:[\w-]+ ){1,3}?(?:descent|ancestry|heritage"
        r"|extraction"
        r"|ethnicity|roots|blood)\b",
        r"\b(?:half|part|quarter)[ -](?:[\w]+ian|[\w]+ish|[\w]+ese|greek|german|french|dutch|thai|arab|white"
        r"|black|asian)\b",
    ),
    "union_membership": (
        r"\b(?:joined|joins|member of|belongs to|active in|left|pays dues to|organi[sz]e[sd]? (?:for"
        r"|with)) (?:the |a |an "
        r"|her |his |their )?(?!european|credit)(?:(?!credit|student)[\w'-]+ ){0,3}?union\b",
        r"\b(?:her|his|their|user's|'s) union\b(?! (?:type|square|station))",
    ),
    "income": (
        r"\b(?:earn(?:s|ed|ing)?|salar(?:y|ies)|income|wages?|paycheck|take[- ]home|gross(?:es)?|net pay|pension|"
        r"(?:makes|made|making|paid|gets|brings home)(?= (?:about |around |roughly |over "
        r"|nearly )?[$\u20ac\u00a3\d]))\b"
        r"[^.!?;]{0,60}?(?:[$\u20ac\u00a3\u00a5]\s?\d|\b\d{1,3}(?:[.,' ]?\d{3})+\b|\b\d{2,}\s?k\b"
        r"|\b\d+ ?(?:euros?|eur|usd"
        r"|dollars|pounds|gbp|chf|kn|per (?:hour|month|year))\b)",
        r"\b(?:in|has|owes) [^.!?;]{0,20}?\bdebts?\b",
    ),
    "criminal_record": (
        r"\b(?:spent|served|did|serving) (?:\w+ ){1,4}(?:in (?:prison|jail)|behind bars|sentence)\b",
        r"\b(?:has|had|with) (?:an? |no |two |three |several )?(?:prior |previous |spent "
        r"|drug )*(?:convictions?|caution)\b",
    ),
}  # fmt: skip
PATTERNS: Final = tuple((key, re.compile("|".join(f"(?:{one})" for one in some))) for key, some in _BY_KEY.items())
VOTE: Final = re.compile(r"\b(?:votes|voted|voting|vote) (?:for )?(?!I\b)[A-Z]\w+")
