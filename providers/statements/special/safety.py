"""English constructions for fields with little training text for the statistical reader: violence suffered, residence
rights, and access to a home or its being empty."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.subjects.ownership import Ownership
from providers.statements.text.slots import Span
from providers.statements.text.special_words import compiled
from providers.statements.text.words import word_set

_HYPOTHETICAL: Final = re.compile(
    r"\b(?:novels?|stor(?:y|ies)|plot|characters?|villain|hero(?:ine)?|films?|movies?|series|episodes?|games?|level"
    r"|dungeon|chapters?|scenes?|screenplay|comic|reports?|statistics|articles?|stud(?:y|ies)|news|papers? on|podcast"
    r"|documentary|essay|lesson|song|lyrics|opera|drama|rpg|boss fight|escape room|clients?|patients?|customers?)\b"
)
_THEM: Final = r"(?:me|us|him|her|them|(?:the )?user)"
_THEIR: Final = r"(?:my|our|her|his|their|the user's|\w+'s)"
_LOVER: Final = r"(?:husband|wife|partner|boyfriend|girlfriend|fiancee?|spouse|ex)"
_PARENT: Final = r"(?:mum|mom|mother|dad|father|stepdad|stepmum|stepfather|stepmother|parents|uncle|grandfather)"
_HARMER: Final = (
    rf"(?:{_LOVER}|{_PARENT}|brother|sister|in-laws|flatmate|roommate|housemate|boss|bosses|manager|supervisor|coach"
    r"|teacher|carer|priest|landlord|neighbou?r|colleagues?|co-?workers?|classmates|kids at school|boys at school)"
)
_HARMS: Final = (
    r"(?:hits?|slap(?:s|ped)|punch(?:es|ed)|kick(?:s|ed)|chok(?:es|ed)|strangl(?:es|ed)|sho(?:ves?|ved)|humiliat(?:es"
    r"|ed)"
    r"|terrori[sz](?:es|ed)|bull(?:ies|ied)|threaten(?:s|ed)(?: to \w+)?|grop(?:es|ed)|(?:scream|yell)(?:s|ed)? at"
    r"|sp(?:its|at) (?:at|on)"
    r"|pull(?:s|ed) (?:a|the) (?:knife|gun) on|force[sd] (?:him|her)self on|scares|stalk(?:s|ed))"
)
_HARM: Final = r"(?:hit|slap|punch|kick|choke|shove|beat|bully|humiliate|threaten|grope|spit (?:at|on)|scream at)"
_INSIDE: Final = r"(?:door|gate|window|patio|garage|porch|balcony|terrace|cellar|basement|conservatory)"
_HIDING: Final = (
    r"(?:mat|doormat|flower ?pot|flowerpot|plant ?pot|pot|rock|stone|brick|ledge|gnome|meter box|mail ?box"
    r"|letter ?box"
    r"|drainpipe|gutter|shed|wood ?pile|hedge|planter|fuse box|porch light|lock ?box|frog)"
)
_RIGHT: Final = (
    r"(?:temporary protected status|advance parole|humanitarian (?:protection|visa|parole)|(?:skilled"
    r"|seasonal) worker visa"
    r"|blue card|(?:spouse|spousal|fiancee?|student|work|dependent|family|partner|marriage|graduate) visa"
    r"|residen(?:ce|cy) (?:card|permit|title)|refugee status|right to (?:work|remain|stay))"
)
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "violence": (
        rf"\b{_HARMER}\b(?: [\w']+){{0,3}}? (?:{_HARMS}|{_HARM}) (?:{_THEM}|the whole (?:house"
        rf"|family))\b"
        r"(?! (?:with (?:praise|love)|as (?:strict|odd)|into|(?:own |best )*(?:records?|times?|scores?|drums?)\b"
        r"|(?:\w+ )?at (?:darts|chess|cards|tennis|squash|pool|golf|poker|scrabble|ping|table|video|mario|a race"
        r"|everything)))",
        rf"\b{_PARENT} (?:who|that) (?:hits?|beats?|hurt|threw (?:things|plates|bottles|glasses)|used (?:a|his|her|the)"
        r" (?:belt|fists|stick|cane))\b|\b(?:used|took) (?:a|his|her|the) (?:belt|cane) (?:on|to) (?:me|him|her|us)\b",
        r"\b(?:was|were|been|being|got|gets|is|am|are) (?:\w+ ){0,2}?(?:bullied (?:by|at|so|in|for|until|all)"
        r"|bullied\W*$"
        r"|groomed (?:online )?by (?:an?|his|her|my) (?:older )?(?:man|woman|teacher|coach|priest|stranger)|kidnapped"
        r"|held (?:captive|hostage) by (?:an?|his|her|my|the)|mugged|strangled|punched (?:in|outside|by|for|at)"
        r"|beaten up|knocked about at home|jumped by (?:\w+ ){0,2}(?:guys|men|boys|kids|lads|people|strangers))\b",
        r"\b(?:survived|survivor of) (?:an? |the )?(?:\w+ )?(?:shooting|massacre|kidnapping|stabbing|rape|bombing"
        r"|(?:child(?:hood)?|sexual|domestic) abuse|assault)\b",
        r"\b(?:has|have|had|having|with|got) an? (?:\w+ )?stalker\b(?! (?:class|build|deck))|\brevenge porn\b"
        r"|\b(?:photos|pictures) of (?:the|my|her|his) bruises\b|\bslash\w* (?:my|her|his) (?:tyres|tires)\b",
        rf"\b{_LOVER}\b[^.;]{{0,25}}?\b(?:(?:won't|wouldn't|doesn't|didn't) (?:let|allow) (?:me|him|her)\b"
        r"(?! (?:win|pay|cook|down|help))|(?:controls|controlled|decides|checks) (?:what|who|whom|where|how much"
        r"|(?:all |every )?(?:my|her|his) (?:money|spending|phone|calls|messages))\b)",
        r"\b(?:post\w*|leak\w*|shar\w+) (?:\w+ )?(?:nudes?|nude (?:pictures|photos|pics)|intimate (?:pictures|photos"
        r"|videos))"
        r" of (?:me|her|him)\b|\bcourt order (?:against|keep\w*|bar\w*|protect\w*)[^.;]{0,20}?\b(?:ex|husband|wife"
        r"|father)\b",
        r"\b(?:broke|fractured|split|blackened) (?:my|her|his) (?:\w+ )?(?:wrist|arm|nose|ribs?|jaw|lip|eye)"
        r" (?:during|in) (?:an?|the|one of) (?:\w+ )?(?:argument|fights?|row|quarrel)\b",
    ),
    "immigration_status": (
        rf"\b(?:on|has|have|had|holds?|got|wait\w* for|needs?|lost|los\w+|without|no|under|{_THEIR})"
        rf" (?:an? |the |my |her |his )?(?:[\w-]+ ){{0,2}}?{_RIGHT}\b(?! (?:app|data|game|form|law|laws|card game"
        rf"|is a right))",
        r"\boverstay(?:s|ed|ing)? (?:[\w']+ ){0,4}?(?:visa|permit)\b|(?:'s|\b(?:my|her|his)) overstay\b"
        r"|\b(?:lost|losing|lose) (?:my|her|his|their) residency\b",
        r"\b(?:isn't|is not|am not|'m not|not|never|wasn't) (?:legally )?(?:allowed|permitted|entitled) to work"
        r" (?:here|in (?:this|the) country|legally|yet)\b",
        r"\b(?:tell|told|order|ask|want)\w* (?:me|him|her|them|the user|user) to leave the country\b"
        r"|\b(?:can't|cannot|can not|not allowed to) (?:leave|re-?enter) the country (?:while|until|because|as"
        r"|before)\b",
        r"\b(?:in|spent \w+ \w+ in|out of) immigration detention\b|\bdetained by (?:ice|immigration)\b"
        r"|\bdublin procedure\b"
        r"|\b(?:removal order|removal directions|deportation (?:order|hearing|notice))\b"
        r"|\bon humanitarian grounds\b|\bmarried (?:\w+ )?for (?:the |his |her |my )?papers\b",
        r"\b(?:the|an|another) asylum (?:interview|hearing|claim|appeal|decision) (?:went|is|was|got|has|came|dragged"
        r"|failed"
        r"|on)\b|\b(?:afraid|scared|hiding|raided|taken|picked up) (?:of|from|by) (?:ice|immigration)\b"
        r"|\b(?:entered|came|travelled|got in) (?:\w+ )?(?:on|with) a (?:fake|false|forged) (?:passport|visa)\b",
    ),
    "home_access": (
        rf"\b(?:spare|second|extra|house|flat|front[- ]door) keys?\b[^.;]{{0,35}}?"
        rf"\b(?:under|behind|inside|in|on|above|beneath|from) (?:the|an?"
        rf"|{_THEIR}) (?:\w+ ){{0,2}}?"
        rf"{_HIDING}\b(?! (?:key|file|entry))",
        rf"\b(?:keep|leave|hide|hang|tuck)s? (?:an?|the|{_THEIR}) (?:spare|second|extra|house|front[- ]door|door) keys?"
        r" (?:at|in|on|under|behind|by)\b|\b(?:spare|second|extra|house) keys? (?:hangs?|lies?|is|are) (?:at|in|on"
        r"|under|behind|hidden)\b",
        rf"\b(?:never|doesn't|don't|won't|forgets? to) (?:\w+ )?lock(?:s|ing)? (?:up )?(?:the |my |her "
        rf"|his )?(?:\w+ )?{_INSIDE}\b",
        rf"\b{_INSIDE}\b[^.;]{{0,20}}?\b(?:doesn't|don't|won't|never|can't|can ?not|hardly) (?:\w+ )?(?:be locked"
        rf"|locks?"
        r"|latch(?:es)?|shuts? (?:properly|fully))\b",
        rf"\bleaves? (?:the |my |her |his )?(?:\w+ )?{_INSIDE}(?: door)? (?:\w+ )?"
        r"(?:open|unlocked|ajar) (?:for (?:the|my|her|his|our) (?:cat|dog|cleaner|kids?)|when"
        rf"|while|at"
        r"|all|every|on|during|so)\b",
        rf"\b{_INSIDE}(?: door)?\b[^.;]{{0,20}}? (?:is|stays?|stands?) (?:always |usually |left )?(?:always open"
        rf"|(?:open|unlocked)"
        r" (?:at night|overnight|for the (?:cat|dog)|all (?:day|night)|when (?:i|she|he|they)\b))",
        rf"\block (?:on|of) (?:my|her|his|the|our) (?:\w+ )?{_INSIDE}(?: door)? (?:is|has been) (?:broken|loose"
        rf"|jammed)\b",
        rf"\b(?:nobody|no one|no-one)(?: is|'s| will be)? (?:(?:at )?home|in) at {_THEIR}|\b(?:nobody|no one|no-one)"
        rf"(?: is|'s| will be|'ll be) (?:(?:at )?home|at {_THEIR} (?:place|house|flat|home))\b(?! (?:page|screen))",
        r"\b(?:house|flat|home|apartment|cottage|cabin)\b[^.;]{0,15}? (?:is|stands?|will be|sits|stays|'s) empty\b"
        r"(?! (?:of|because it)\b)",
    ),
}
_VERBS: Final = word_set("""
    's and was is has had got gets will never keeps leaves hides does did waits holds needs says lost overstays
""")
_PATTERNS: Final = compiled(_BY_KEY.items())


def safety_mentions(ownership: Ownership) -> Iterator[Mention]:
    """Yield mentions, except in fiction, about work, and in sentences that begin with another person's name."""
    sentence = ownership.sentence
    if sentence.is_only_question:
        return
    found = [(key, match) for key, pattern in _PATTERNS if (match := pattern.search(sentence.folded))]
    if not found or _HYPOTHETICAL.search(sentence.folded) or _begins_with_other_name(ownership):
        return
    for key, match in found:
        yield Mention(key, Span(sentence.start + match.start(), sentence.start + match.end()))


def _begins_with_other_name(ownership: Ownership) -> bool:
    """ "Tom was mugged", if Tom is not among the person's known names; but not "Balcony door stays open"."""
    following = ownership.sentence.text(1)
    return bool(ownership.names) and ownership.is_other_name(0) and (following in _VERBS or following.endswith("ed"))
