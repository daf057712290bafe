"""Goals, times somebody is free, and what they want done from now on."""

from providers.statements.phrases import given, phrase, rest, words_of
from providers.statements.rules.rule import Rule, rule
from providers.statements.rules.vocabulary import ANSWERS, DAYS, TIMEZONE

_AMBITION = (
    r"(?:become|learn|master|publish|lose (?:\w+ )?(?:kilos?|kg|pounds|weight)|quit (?:smoking|drinking|my job)|"
    r"stop smoking|run (?:a|the|my first) (?:\w+ )?"
    r"(?:marathon|race|10k)|get (?:fit|into|promoted|better at|in shape)|climb|retire|start (?:a|my own) (?:\w+ "
    r")?(?:business|company|family|podcast|blog)|"
    r"open (?:a|my own)|write (?:a|my) (?:\w+ )?(?:novel|book|memoir)|travel the world|visit every|study (?:abroad|"
    r"medicine|law)|buy (?:a|my own) (?:house|home|flat)|"
    r"save (?:up )?(?:for|money)|finish my (?:degree|phd|thesis|novel)|build (?:a|my own) (?:house|business|boat)|"
    r"read \d+ books|ship|launch my|pay off)"
)
GOALS: tuple[Rule, ...] = (
    rule(
        "goals.is",
        "goals",
        "attribute",
        "goal goals aim ambition dream",
        r"\b(?:(?:main|big|biggest|long-term|current|next) ){0,4}(?:goals?|aim|ambition|dream)(?: (?:for|this) "
        r"(?:this |the )?(?:year|month|summer|20\d\d))?(?:(?: is| are) (?:still )?(?:to )?|: )(?=\w)",
        phrase,
    ),
    rule("goals.one_of", "goals", "me", "goals", r"\bone of my (?:\w+ )?goals is to(?= )", phrase),
    rule(
        "goals.wants",
        "goals",
        "verb",
        "want wants hope hopes hoping trying aim aims aiming plan plans planning determined dream would 'd",
        rf"\b(?:want|wants|hope|hopes|hoping|trying|aim|aims|aiming|plan|plans|planning|determined|dream of one day|"
        rf"would like|'d like) to (?P<begin>{_AMBITION}\b)",
        phrase,
        anyhow=True,
        confidence=0.8,
    ),
    rule(
        "goals.saving", "goals", "verb", "saving", r"\b(?P<begin>saving (?:up )?(?:for|to)\b)", phrase, confidence=0.8
    ),
)

_WHEN = (
    rf"(?:(?:on|after|before|from|between|in the|every|during|at|only) [\w: ]{{0,30}}?(?:{DAYS}|weekends?|"
    rf"weekdays?|mornings?|afternoons?|evenings?|nights?|noon|\d{{1,2}}(?::\d\d)?(?: ?[ap]\.?m\.?)?))"
)
AVAILABILITY: tuple[Rule, ...] = (
    rule(
        "availability.is",
        "availability",
        "verb",
        "free available unavailable busy",
        rf"\b(?P<begin>(?:free|available|unavailable|busy) (?:only )?{_WHEN})",
        phrase,
        needs_be=True,
    ),
    rule(
        "availability.only",
        "availability",
        "verb",
        "only",
        rf"\bcan only (?:meet|talk|call|work|chat|do (?:meetings|calls)) (?P<begin>{_WHEN})",
        phrase,
        template="only {value}",
        anyhow=True,
    ),
    rule(
        "availability.no_meetings",
        "availability",
        "verb",
        "meetings calls",
        r"\b(?:can't|cannot|don't|doesn't) (?:do|have|take|make|join) (?:any )?(?P<begin>(?:meetings|calls) "
        r"(?:before|after|on|in)\b)",
        phrase,
        template="no {value}",
    ),
    rule(
        "availability.not_working",
        "availability",
        "verb",
        "work",
        rf"\b(?:don't|doesn't|do not|does not|never) work (?P<begin>(?:on|before|after|in the) (?:{DAYS}|weekends|"
        rf"mornings?|evenings?|\d+))",
        phrase,
        template="not working {value}",
    ),
    rule(
        "availability.does_not_suit",
        "availability",
        "free",
        "work suit",
        rf"^(?P<value>{DAYS}|weekends|mornings|afternoons|evenings) (?:don't|do not|never) (?:work|suit)(?: for)? "
        r"me\b",
        given,
        template="not {value}",
    ),
    rule(
        "availability.works",
        "availability",
        "verb",
        "work works",
        rf"\bworks? (?:from )?(?P<begin>{DAYS} (?:to|through|until|till) {DAYS})",
        phrase,
        template="works {value}",
    ),
)

_ZONE = words_of(TIMEZONE)
TIMEZONES: tuple[Rule, ...] = (
    rule("timezone.is", "timezone", "attribute", "time timezone", r"\btime ?-?zone(?: is|:)(?= )", _ZONE),
    rule("timezone.in", "timezone", "verb", "in on", r"\b(?:in|on)(?: the)?(?= )", _ZONE, needs_be=True),
)

_OPENING = r"^(?:(?:please|and|also|ok|okay|so|hey|oh|remember|note|rule|important)[,:]? ){0,4}"
_DO = (
    r"(?:(?:please|just|ever) ){0,4}(?:use|answer|reply|respond|write|include|cite|add|start|end|begin|give(?! up)|"
    r"show|explain|format|keep|avoid|mention|ask|check|run|send|call|address|"
    r"greet|speak|talk|tell|provide|list|put|make|do|be|remind|translate|summari[sz]e|quote|refer|assume|share|"
    r"store|save|suggest|recommend|offer|return|commit|push|test|document|"
    r"follow|confirm|verify|double-check|wait|stop|skip|omit|leave|sign|schedule|book|say(?! never)|repeat|number|"
    r"sort|order|prefer|round|convert|delete|contact|interrupt|apologi[sz]e|"
    r"attach|link|bring up|discuss|comment|rename|review|cc|copy|name|label|shorten|guess|invent|treat|pick|choose|"
    r"have|set|remember|forget|open|close|print|measure)\b(?! i ever\b)"
)
INSTRUCTIONS: tuple[Rule, ...] = (
    rule(
        "instruction.always",
        "standing_instructions",
        "free",
        "always never ever ca",
        rf"{_OPENING}(?P<begin>(?:always|never|don't ever|do not ever|don't you ever) {_DO})",
        rest,
    ),
    rule(
        "instruction.from_now_on",
        "standing_instructions",
        "free",
        "now forward future",
        rf"{_OPENING}(?:from now on|going forward|in (?:the )?future|from here on),? (?:please |always "
        rf"){{0,4}}(?P<begin>{_DO})",
        rest,
    ),
    rule(
        "instruction.no_way",
        "standing_instructions",
        "free",
        "circumstances",
        rf"{_OPENING}(?P<begin>under no circumstances )",
        rest,
    ),
    rule(
        "instruction.whenever",
        "standing_instructions",
        "free",
        "whenever every each",
        rf"{_OPENING}(?P<begin>(?:whenever|every time|each time) (?:i|you|we)\b[^,]{{0,80}}, (?:please |always |"
        rf"never |also |don't ){{0,4}}{_DO})",
        rest,
    ),
    rule(
        "instruction.wants",
        "standing_instructions",
        "verb",
        "want wants",
        rf"\b(?:want|wants) (?P<begin>(?:all |the |your )?{ANSWERS} )",
        rest,
        anyhow=True,
    ),
)

INTENTION_RULES: tuple[Rule, ...] = (*GOALS, *AVAILABILITY, *TIMEZONES, *INSTRUCTIONS)
