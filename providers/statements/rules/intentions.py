"""Goals, availability and standing instructions."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given, phrase, rest, words_of
from providers.statements.text.vocabulary import ANSWERS, DAYS, TIMEZONE

_AMBITION = (
    r"(?:become|learn|master|publish|lose (?:\w+ )?(?:kilos?|kg|pounds|weight)|quit (?:smoking|drinking|my job)|stop "
    r"smoking|run (?:a|the|my first) (?:\w+ )?(?:marathon|race|10k)|get (?:fit|into|promoted|better at|in shape)|"
    r"climb|retire|start (?:a|my own) (?:\w+ )?(?:business|company|family|podcast|blog)|open (?:a|my own)|write (?:a|"
    r"my) (?:\w+ )?(?:novel|book|memoir)|travel the world|visit every|study (?:abroad|medicine|law)|buy (?:a|my own) "
    r"(?:house|home|flat)|save (?:up )?(?:for|money)|finish my (?:degree|phd|thesis|novel)|build (?:a|my own) "
    r"(?:house|business|boat)|read \d+ books|ship|launch my|pay off)"
)
GOALS: tuple[Rule, ...] = (
    Rule(
        "goals.is",
        "attribute",
        "goal goals aim ambition dream",
        r"\b(?:(?:main|big|biggest|long-term|current|next) ){0,4}(?:goals?|aim|ambition|dream)(?: (?:for|this) "
        r"(?:this |the )?(?:year|month|summer|20\d\d))?(?:(?: is| are) (?:still )?(?:to )?|: )(?=\w)",
        phrase,
    ),
    Rule("goals.one_of", "me", "goals", r"\bone of my (?:\w+ )?goals is to(?= )", phrase),
    Rule(
        "goals.wants",
        "verb",
        "want wants hope hopes hoping trying aim aims aiming plan plans planning determined dream would 'd",
        rf"\b(?:want|wants|hope|hopes|hoping|trying|aim|aims|aiming|plan|plans|planning|determined|dream of one day|"
        rf"would like|'d like) to (?P<begin>{_AMBITION}\b)",
        phrase,
        allows_modal=True,
        confidence=0.8,
    ),
    Rule("goals.saving", "verb", "saving", r"\b(?P<begin>saving (?:up )?(?:for|to)\b)", phrase, confidence=0.8),
)

_WHEN = (
    rf"(?:(?:on|after|before|from|between|in the|every|during|at|only) [\w: ]{{0,30}}?(?:{DAYS}|weekends?|"
    rf"weekdays?|mornings?|afternoons?|evenings?|nights?|noon|\d{{1,2}}(?::\d\d)?(?: ?[ap]\.?m\.?)?))"
)
AVAILABILITY: tuple[Rule, ...] = (
    Rule(
        "availability.is",
        "verb",
        "free available unavailable busy",
        rf"\b(?P<begin>(?:free|available|unavailable|busy) (?:only )?{_WHEN})",
        phrase,
        needs_copula=True,
    ),
    Rule(
        "availability.only",
        "verb",
        "only",
        rf"\bcan only (?:meet|talk|call|work|chat|do (?:meetings|calls)) (?P<begin>{_WHEN})",
        phrase,
        template="only {value}",
        allows_modal=True,
    ),
    Rule(
        "availability.no_meetings",
        "verb",
        "meetings calls",
        r"\b(?:can't|cannot|don't|doesn't) (?:do|have|take|make|join) (?:any )?(?P<begin>(?:meetings|calls) "
        r"(?:before|after|on|in)\b)",
        phrase,
        template="no {value}",
    ),
    Rule(
        "availability.not_working",
        "verb",
        "work",
        rf"\b(?:don't|doesn't|do not|does not|never) work (?P<begin>(?:on|before|after|in the) (?:{DAYS}|weekends|"
        rf"mornings?|evenings?|\d+))",
        phrase,
        template="not working {value}",
    ),
    Rule(
        "availability.does_not_suit",
        "free",
        "work suit",
        rf"^(?P<value>{DAYS}|weekends|mornings|afternoons|evenings) (?:don't|do not|never) (?:work|suit)(?: for)? "
        r"me\b",
        given,
        template="not {value}",
    ),
    Rule(
        "availability.works",
        "verb",
        "work works",
        rf"\bworks? (?:from )?(?P<begin>{DAYS} (?:to|through|until|till) {DAYS})",
        phrase,
        template="works {value}",
    ),
)

_ZONE = words_of(TIMEZONE)
TIMEZONES: tuple[Rule, ...] = (
    Rule("timezone.is", "attribute", "time timezone", r"\btime ?-?zone(?: is|:)(?= )", _ZONE),
    Rule("timezone.in", "verb", "in on", r"\b(?:in|on)(?: the)?(?= )", _ZONE, needs_copula=True),
)

_OPENING = r"^(?:(?:please|and|also|ok|okay|so|hey|oh|remember|note|rule|important)[,:]? ){0,4}"
_DO = (
    r"(?:(?:please|just|ever) ){0,4}(?:use|answer|reply|respond|write|include|cite|add|start|end|begin|give(?! up)|"
    r"show|explain|format|keep|avoid|mention|ask|check|run|send|call|address|greet|speak|talk|tell|provide|list|put|"
    r"make|do|be|remind|translate|summari[sz]e|quote|refer|assume|share|store|save|suggest|recommend|offer|return|"
    r"commit|push|test|document|follow|confirm|verify|double-check|wait|stop|skip|omit|leave|sign|schedule|book|"
    r"say(?! never)|repeat|number|sort|order|prefer|round|convert|delete|contact|interrupt|apologi[sz]e|attach|link|"
    r"bring up|discuss|comment|rename|review|cc|copy|name|label|shorten|guess|invent|treat|pick|choose|have|set|"
    r"remember|forget|open|close|print|measure)\b(?! i ever\b)"
)
INSTRUCTIONS: tuple[Rule, ...] = (
    Rule(
        "instruction.always",
        "free",
        "always never ever ca",
        rf"{_OPENING}(?P<begin>(?:always|never|don't ever|do not ever|don't you ever) {_DO})",
        rest,
    ),
    Rule(
        "instruction.from_now_on",
        "free",
        "now forward future",
        rf"{_OPENING}(?:from now on|going forward|in (?:the )?future|from here on),? (?:please |always "
        rf"){{0,4}}(?P<begin>{_DO})",
        rest,
    ),
    Rule("instruction.no_way", "free", "circumstances", rf"{_OPENING}(?P<begin>under no circumstances )", rest),
    Rule(
        "instruction.whenever",
        "free",
        "whenever every each",
        rf"{_OPENING}(?P<begin>(?:whenever|every time|each time) (?:i|you|we)\b[^,]{{0,80}}, (?:please |always |"
        rf"never |also |don't ){{0,4}}{_DO})",
        rest,
    ),
    Rule(
        "instruction.wants",
        "verb",
        "want wants",
        rf"\b(?:want|wants) (?P<begin>(?:all |the |your )?{ANSWERS} )",
        rest,
        allows_modal=True,
    ),
)

INTENTION_RULES: tuple[Rule, ...] = (*GOALS, *AVAILABILITY, *TIMEZONES, *INSTRUCTIONS)
