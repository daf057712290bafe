"""Tastes, goals, tone, free time, availability, standing instructions."""

from providers.statements.phrases import given, item, pastime, phrase, rest, short_phrase, whole, words_of
from providers.statements.rules.rule import Rule, rule
from providers.statements.rules.vocabulary import ANSWERS, DAYS, PASTIMES, SPORTS_AND_INSTRUMENTS, THINGS, TIMEZONE, TONES

_TONE_LIST = rf"{TONES}(?:(?:,| and|, and| but| yet) {TONES})*"
TONE: tuple[Rule, ...] = (
    rule("tone.keep", "tone", "free", "keep use adopt", rf"(?:^|\b(?:please|to|you|and) )(?:keep|use|adopt) an? (?P<value>{_TONE_LIST}) (?:tone|style|voice)\b", given, request=True),
    rule("tone.be", "tone", "free", "be", rf"(?:^|(?<=[,.;:] )|\b(?:please|you to|(?:can|could|would) you|just|to) |\b(?P<no>don't |do not |not to |not ))be (?:(?:more|less|a bit|very|so|really) ){{0,4}}(?P<value>{_TONE_LIST})\b", given,
         after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|with me|when\b|please|in your|to me)", request=True),
    rule("tone.answers", "tone", "free", "keep make", rf"\b(?:keep|make) (?:your |the |all |it |things )?(?:{ANSWERS} )?(?P<value>{_TONE_LIST})\b", given, after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|with me|please|when\b)", request=True),
    rule("tone.were", "tone", "free", "were", rf"\brather you (?:were|be) (?:more )?(?P<value>{_TONE_LIST})\b", given),
    rule("tone.prefers_tone", "tone", "verb", "prefer prefers like likes want wants", rf"\b(?:prefer|prefers|like|likes|want|wants) (?:an? )?(?P<value>{_TONE_LIST}) (?:tone|style|voice)\b", given, anyhow=True),
    rule("tone.prefers_answers", "tone", "verb", "prefer prefers like likes want wants", rf"\b(?:prefer|prefers|like|likes|want|wants) (?P<value>{_TONE_LIST} {ANSWERS})\b", given, anyhow=True),
    rule("tone.is", "tone", "attribute", "tone", rf"\btone: (?P<value>{_TONE_LIST})", given),
)  # fmt: skip

_AMBITION = (
    r"(?:become|learn|master|publish|lose (?:\w+ )?(?:kilos?|kg|pounds|weight)|quit (?:smoking|drinking|my job)|stop smoking|run (?:a|the|my first) (?:\w+ )?"
    r"(?:marathon|race|10k)|get (?:fit|into|promoted|better at|in shape)|climb|retire|start (?:a|my own) (?:\w+ )?(?:business|company|family|podcast|blog)|"
    r"open (?:a|my own)|write (?:a|my) (?:\w+ )?(?:novel|book|memoir)|travel the world|visit every|study (?:abroad|medicine|law)|buy (?:a|my own) (?:house|home|flat)|"
    r"save (?:up )?(?:for|money)|finish my (?:degree|phd|thesis|novel)|build (?:a|my own) (?:house|business|boat)|read \d+ books|ship|launch my|pay off)"
)
GOALS: tuple[Rule, ...] = (
    rule("goals.is", "goals", "attribute", "goal goals aim ambition dream",
         r"\b(?:(?:main|big|biggest|long-term|current|next) ){0,4}(?:goals?|aim|ambition|dream)(?: (?:for|this) (?:this |the )?(?:year|month|summer|20\d\d))?(?:(?: is| are) (?:still )?(?:to )?|: )(?=\w)", phrase),
    rule("goals.one_of", "goals", "me", "goals", r"\bone of my (?:\w+ )?goals is to(?= )", phrase),
    rule("goals.wants", "goals", "verb", "want wants hope hopes hoping trying aim aims aiming plan plans planning determined dream would 'd",
         rf"\b(?:want|wants|hope|hopes|hoping|trying|aim|aims|aiming|plan|plans|planning|determined|dream of one day|would like|'d like) to (?P<begin>{_AMBITION}\b)", phrase, anyhow=True, confidence=0.8),
    rule("goals.saving", "goals", "verb", "saving", r"\b(?P<begin>saving (?:up )?(?:for|to)\b)", phrase, confidence=0.8),
)  # fmt: skip

HOBBIES: tuple[Rule, ...] = (
    rule("hobbies.are", "hobbies", "attribute", "hobby hobbies", r"\b(?:(?:favou?rite|main|biggest|new) )?hobb(?:y|ies)(?: is| are|:| include| includes)(?= )", item, many=True),
    rule("hobbies.mine", "hobbies", "me", "hobby", r"\b(?P<value>\w+), my (?:favou?rite |main |new |old )?hobby\b", item),
    rule("hobbies.plays", "hobbies", "verb", "play plays", rf"\b(?:play|plays) (?:the )?(?P<value>{SPORTS_AND_INSTRUMENTS})\b", given),
    rule("hobbies.spare_time", "hobbies", "free", "time", r"\bin (?:my|his|her|their) (?:spare|free) time,? (?:i|the user|user) (?:(?:like|likes|love|loves) to |often |usually |(?:like|likes|love|loves|enjoy|enjoys) )?(?P<begin>\w)", phrase),
    rule("hobbies.enjoys", "hobbies", "verb", "love loves enjoy enjoys like likes adore adores", rf"\b(?:love|loves|enjoy|enjoys|like|likes|adore|adores) (?P<begin>{PASTIMES}\b)", pastime, many=True, direct=True),
    rule("hobbies.into", "hobbies", "verb", "into", r"\b(?:really |very |totally )?into(?= )", pastime, needs_be=True, many=True),
    rule("hobbies.collects", "hobbies", "verb", "collect collects", r"\bcollects?(?= )", item, template="collecting {value}"),
    rule("hobbies.hooked", "hobbies", "verb", "hooked", r"\bhooked on(?= )", pastime, needs_be=True),
)  # fmt: skip

_NOT_LASTING = r"(?!(?: (?:your|you|the|this|that|these|those|it|how|what|when|where|to|him|her|them|us|me|if|myself|being|all|my|his|their|our|everything|working|having|getting|going)\b))"
TASTES: tuple[Rule, ...] = (
    rule("favorite.is", "favorite_{thing}", "attribute", "favorite favourite", rf"\b(?:all[ -]time )?favou?rite (?P<thing>{THINGS})(?: of all time| ever)?(?: is| are|:| has to be)(?= )", whole),
    rule("favorite.reversed", "favorite_{thing}", "me", "favorite favourite", rf"^(?P<value>[^,;]{{2,40}}?) (?:is|are) my (?:all[ -]time )?favou?rite (?P<thing>{THINGS})\b", phrase),
    rule("dislikes.hates", "dislikes", "verb", "hate hates dislike dislikes detest detests loathe",
         rf"\b(?:hate|hates|dislike|dislikes|detest|detests|loathe|loathes){_NOT_LASTING}(?= )", short_phrase, direct=True),
    rule("dislikes.cannot_stand", "dislikes", "verb", "stand like", rf"\b(?:can't stand|cannot stand|can not stand|don't like|doesn't like|do not like|does not like){_NOT_LASTING}(?= )", short_phrase),
    rule("likes.prefers", "likes", "verb", "prefer prefers", rf"\b(?:prefer|prefers){_NOT_LASTING}(?= )", short_phrase, direct=True, confidence=0.8),
    rule("likes.fan", "likes", "verb", "fan", r"\b(?:a )?(?:big |huge |massive |great |real )?fan of(?= )", short_phrase, needs_be=True, confidence=0.8),
    rule("likes.passionate", "likes", "verb", "passionate", r"\bpassionate about(?= )", short_phrase, needs_be=True, confidence=0.8),
    rule("likes.loves", "likes", "verb", "love loves like likes adore adores enjoy enjoys", rf"\b(?:love|loves|like|likes|adore|adores|enjoy|enjoys){_NOT_LASTING}(?= )", short_phrase, direct=True, confidence=0.8),
)  # fmt: skip

_WHEN = rf"(?:(?:on|after|before|from|between|in the|every|during|at|only) [\w: ]{{0,30}}?(?:{DAYS}|weekends?|weekdays?|mornings?|afternoons?|evenings?|nights?|noon|\d{{1,2}}(?::\d\d)?(?: ?[ap]\.?m\.?)?))"
AVAILABILITY: tuple[Rule, ...] = (
    rule("availability.is", "availability", "verb", "free available unavailable busy", rf"\b(?P<begin>(?:free|available|unavailable|busy) (?:only )?{_WHEN})", phrase, needs_be=True),
    rule("availability.no_meetings", "availability", "verb", "meetings calls", r"\b(?:can't|cannot|don't|doesn't) (?:do|have|take|make|join) (?:any )?(?P<begin>(?:meetings|calls) (?:before|after|on|in)\b)", phrase, template="no {value}"),
    rule("availability.not_working", "availability", "verb", "work", rf"\b(?:don't|doesn't|do not|does not|never) work (?P<begin>(?:on|before|after|in the) (?:{DAYS}|weekends|mornings?|evenings?|\d+))", phrase, template="not working {value}"),
    rule("availability.works", "availability", "verb", "work works", rf"\bworks? (?:from )?(?P<begin>{DAYS} (?:to|through|until|till) {DAYS})", phrase, template="works {value}"),
)  # fmt: skip

_ZONE = words_of(TIMEZONE)
TIMEZONES: tuple[Rule, ...] = (
    rule("timezone.is", "timezone", "attribute", "time timezone", r"\btime ?-?zone(?: is|:)(?= )", _ZONE),
    rule("timezone.in", "timezone", "verb", "in on", r"\b(?:in|on)(?: the)?(?= )", _ZONE, needs_be=True),
)  # fmt: skip

_OPENING = r"^(?:(?:please|and|also|ok|okay|so|hey|oh|remember|note|rule|important)[,:]? ){0,4}"
_DO = (
    r"(?:(?:please|just|ever) ){0,4}(?:use|answer|reply|respond|write|include|cite|add|start|end|begin|give(?! up)|show|explain|format|keep|avoid|mention|ask|check|run|send|call|address|"
    r"greet|speak|talk|tell|provide|list|put|make|do|be|remind|translate|summari[sz]e|quote|refer|assume|share|store|save|suggest|recommend|offer|return|commit|push|test|document|"
    r"follow|confirm|verify|double-check|wait|stop|skip|omit|leave|sign|schedule|book|say(?! never)|repeat|number|sort|order|prefer|round|convert|delete|contact|interrupt|apologi[sz]e|"
    r"attach|link|bring up|discuss|comment|rename|review|cc|copy|name|label|shorten|guess|invent|treat|pick|choose|have|set|remember|forget|open|close|print|measure)\b"
)
INSTRUCTIONS: tuple[Rule, ...] = (
    rule("instruction.always", "standing_instructions", "free", "always never ever ca", rf"{_OPENING}(?P<begin>(?:always|never|don't ever|do not ever|don't you ever) {_DO})", rest),
    rule("instruction.from_now_on", "standing_instructions", "free", "now forward future",
         rf"{_OPENING}(?:from now on|going forward|in (?:the )?future|from here on),? (?:please |always ){{0,4}}(?P<begin>{_DO})", rest),
    rule("instruction.no_way", "standing_instructions", "free", "circumstances", rf"{_OPENING}(?P<begin>under no circumstances )", rest),
    rule("instruction.whenever", "standing_instructions", "free", "whenever every each", rf"{_OPENING}(?P<begin>(?:whenever|every time|each time) (?:i|you|we)\b[^,]{{0,80}}, (?:please |always |never |also |don't ){{0,4}}{_DO})", rest),
    rule("instruction.wants", "standing_instructions", "verb", "want wants", rf"\b(?:want|wants) (?P<begin>(?:all |the |your )?{ANSWERS} )", rest, anyhow=True),
)  # fmt: skip

PREFERENCE_RULES: tuple[Rule, ...] = (*TONE, *GOALS, *AVAILABILITY, *TIMEZONES, *HOBBIES, *INSTRUCTIONS)
TASTE_RULES = TASTES
