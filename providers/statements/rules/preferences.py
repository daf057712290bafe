"""Pastimes and tastes, and the preferred tone of answers."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import NEW_CLAUSE, given, item, pastime, phrase, short_phrase, whole
from providers.statements.text.vocabulary import ANSWERS, PASTIMES, SPORTS_AND_INSTRUMENTS, THINGS, TONES

_TONE_LIST = rf"{TONES}(?:(?:,| and|, and| but| yet) {TONES})*"
_SPEAK = r"(?:talk|speak|write|reply|respond|answer)"
_SPOKEN_TO = r"(?:spoken to|talked to|written to|addressed|answered)"
TONE: tuple[Rule, ...] = (
    Rule(
        "tone.keep",
        "free",
        "keep use adopt",
        rf"(?:^|\b(?:please|to|you|and) )(?:keep|use|adopt) an? (?P<value>{_TONE_LIST}) (?:tone|style|voice)\b",
        given,
        is_request=True,
    ),
    Rule(
        "tone.be",
        "free",
        "be",
        rf"(?:^|(?<=[,.;:] )|\b(?:please|you to|(?:can|could|would) you|just|to) |\b(?P<no>don't |do not |not to |"
        rf"not ))be (?:(?:more|less|a bit|very|so|really) ){{0,4}}(?P<value>{_TONE_LIST})\b",
        given,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|with me|when\b|please|in your|to me)",
        is_request=True,
    ),
    Rule(
        "tone.answers",
        "free",
        "keep make",
        rf"\b(?:keep|make) (?:your |the |all |it |things )?(?:{ANSWERS} )?(?P<value>{_TONE_LIST})\b",
        given,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|with me|please|when\b)",
        is_request=True,
    ),
    Rule(
        "tone.with_somebody",
        "free",
        "be",
        rf"(?:^|\b(?:please|you to) )be (?:(?:more|less|a bit|very|so|really) ){{0,4}}(?P<value>{_TONE_LIST}) "
        r"(?:with|to|towards?) (?:[a-z]+|the user)(?=[.!]|$)",
        given,
        is_request=True,
    ),
    Rule(
        "tone.speak",
        "free",
        "talk speak write reply respond answer",
        rf"(?:^|\b(?:please|you|and|always) ){_SPEAK}(?: (?:to|with) (?:the user|\w+))? "
        rf"in an? (?:(?:more|very|rather) )?(?P<value>{_TONE_LIST}) (?:tone|style|voice|way|manner)\b",
        given,
        is_request=True,
    ),
    Rule(
        "tone.spoken_to",
        "verb",
        "want wants prefer prefers like likes",
        rf"\b(?:wants?|prefers?|likes?) to be {_SPOKEN_TO} (?:(?:more|very|rather) )?(?P<value>{TONES})ly\b",
        given,
        allows_modal=True,
    ),
    Rule(
        "tone.spoken_to_in",
        "verb",
        "want wants prefer prefers like likes",
        rf"\b(?:wants?|prefers?|likes?) to be {_SPOKEN_TO} in an? (?:(?:more|very|rather) )?(?P<value>{_TONE_LIST}) "
        r"(?:tone|style|voice|way|manner)\b",
        given,
        allows_modal=True,
    ),
    Rule("tone.were", "free", "were", rf"\brather you (?:were|be) (?:more )?(?P<value>{_TONE_LIST})\b", given),
    Rule(
        "tone.prefers_tone",
        "verb",
        "prefer prefers like likes want wants",
        rf"\b(?:prefer|prefers|like|likes|want|wants) (?:an? )?(?P<value>{_TONE_LIST}) (?:tone|style|voice)\b",
        given,
        allows_modal=True,
    ),
    Rule(
        "tone.prefers_answers",
        "verb",
        "prefer prefers like likes want wants",
        rf"\b(?:prefer|prefers|like|likes|want|wants) (?P<value>{_TONE_LIST} {ANSWERS})\b",
        given,
        allows_modal=True,
    ),
    Rule("tone.is", "attribute", "tone", rf"\btone: (?P<value>{_TONE_LIST})", given),
)

HOBBIES: tuple[Rule, ...] = (
    Rule(
        "hobbies.are",
        "attribute",
        "hobby hobbies",
        r"\b(?:(?:favou?rite|main|biggest|new) )?hobb(?:y|ies)(?: is| are|:| include| includes)(?= )",
        item,
        is_list=True,
    ),
    Rule("hobbies.mine", "me", "hobby", r"\b(?P<value>\w+), my (?:favou?rite |main |new |old )?hobby\b", item),
    Rule(
        "hobbies.plays",
        "verb",
        "play plays",
        rf"\b(?:play|plays) (?:the )?(?P<value>{SPORTS_AND_INSTRUMENTS})\b",
        given,
    ),
    Rule(
        "hobbies.spare_time",
        "free",
        "time",
        r"\bin (?:my|his|her|their) (?:spare|free) time,? (?:i|the user|user) (?:(?:like|likes|love|loves) to |"
        r"often |usually |(?:like|likes|love|loves|enjoy|enjoys) )?(?P<begin>\w)",
        phrase,
    ),
    Rule(
        "hobbies.enjoys",
        "verb",
        "love loves enjoy enjoys like likes adore adores",
        rf"\b(?:love|loves|enjoy|enjoys|like|likes|adore|adores) (?P<begin>{PASTIMES}\b)",
        pastime,
        is_list=True,
        needs_adjacent_subject=True,
    ),
    Rule(
        "hobbies.into",
        "verb",
        "into",
        r"\b(?:really |very |totally )?into(?= )",
        pastime,
        needs_copula=True,
        is_list=True,
    ),
    Rule("hobbies.collects", "verb", "collect collects", r"\bcollects?(?= )", item, template="collecting {value}"),
    Rule("hobbies.hooked", "verb", "hooked", r"\bhooked on(?= )", pastime, needs_copula=True),
)

_NOT_LASTING = (
    r"(?!(?: (?:your|you|the|this|that|these|those|it|how|what|when|where|to|him|her|them|us|me|if|"
    r"myself|being|all|my|his|their|our|everything|working|having|getting|going)\b))"
)
# What the person no longer likes is a former taste.
_NO_MORE = r"[^.,;!?]*\b(?:any ?more|any longer)\b"
TASTES: tuple[Rule, ...] = (
    Rule(
        "favorite.is",
        "attribute",
        "favorite favourite",
        rf"\b(?:all[ -]time )?favou?rite (?P<thing>{THINGS})(?: of all time| ever)?(?: is| are|:| has to be)(?= )",
        whole,
    ),
    Rule(
        "favorite.reversed",
        "me",
        "favorite favourite",
        rf"^(?P<value>[^,;]{{2,40}}?) (?:is|are) my (?:all[ -]time )?favou?rite (?P<thing>{THINGS})\b",
        phrase,
    ),
    Rule(
        "dislikes.hates",
        "verb",
        "hate hates dislike dislikes detest detests loathe",
        rf"\b(?:hate|hates|dislike|dislikes|detest|detests|loathe|loathes){_NOT_LASTING}(?= )",
        short_phrase,
        needs_adjacent_subject=True,
    ),
    Rule(
        "dislikes.cannot_stand",
        "verb",
        "stand like",
        rf"\b(?:can't stand|cannot stand|can not stand|(?:don't like|doesn't like|do not like|does not like)"
        rf"(?!{_NO_MORE})){_NOT_LASTING}(?= )",
        short_phrase,
    ),
    Rule(
        "likes.no_more",
        "verb",
        "like love enjoy",
        rf"\b(?P<no>don't|doesn't|do not|does not) (?:really )?(?:like|love|enjoy)(?={_NO_MORE}){_NOT_LASTING}(?= )",
        short_phrase,
        confidence=0.8,
    ),
    Rule(
        "likes.prefers",
        "verb",
        "prefer prefers",
        rf"\b(?:prefer|prefers){_NOT_LASTING}(?= )",
        short_phrase,
        needs_adjacent_subject=True,
        confidence=0.8,
    ),
    Rule(
        "likes.fan",
        "verb",
        "fan",
        r"\b(?:a )?(?:big |huge |massive |great |real )?fan of(?= )",
        short_phrase,
        needs_copula=True,
        confidence=0.8,
    ),
    Rule(
        "likes.passionate",
        "verb",
        "passionate",
        r"\bpassionate about(?= )",
        short_phrase,
        needs_copula=True,
        confidence=0.8,
    ),
    Rule(
        "likes.loves",
        "verb",
        "love loves like likes adore adores enjoy enjoys",
        rf"\b(?:love|loves|like|likes|adore|adores|enjoy|enjoys){_NOT_LASTING}(?= )",
        short_phrase,
        needs_adjacent_subject=True,
        confidence=0.8,
    ),
    Rule(
        "likes.loves_too",
        "verb",
        "love loves like likes adore adores enjoy enjoys",
        rf"\b(?:love|loves|like|likes|adore|adores|enjoy|enjoys){_NOT_LASTING} [\w' -]{{2,40}}?"
        rf"(?:,| too,?| as well,?) and (?:also )?(?P<value>(?!(?:{NEW_CLAUSE}|thanks?|cheers)\b)[\w'-]+(?: [\w'-]+)?)",
        given,
        needs_adjacent_subject=True,
        confidence=0.8,
        followed_by=r"(?: too| as well)?\s*(?:[.!]|$)",
    ),
)

UNITS: tuple[Rule, ...] = (
    Rule(
        "units.use",
        "free",
        "metric imperial",
        r"(?:^|(?<=[.,;:] )|\b(?:please|i|(?:can|could|would) you|to) )(?:use|prefer|stick to|answer in|give me) "
        r"(?:the )?(?P<value>metric|imperial) (?:units|system|measure\w*)\b",
        given,
        is_request=True,
    ),
)

PREFERENCE_RULES: tuple[Rule, ...] = (*TONE, *UNITS, *HOBBIES)
