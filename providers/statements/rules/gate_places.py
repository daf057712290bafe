"""The ways of stating where somebody lives, for the consent gate: recall first."""

from providers.statements.phrases import words_of
from providers.statements.rules.gate_words import FIELD, IS, NOUN, OF_USER, OWNED, SET, SET_WORDS, START
from providers.statements.rules.rule import Rule, rule
from providers.statements.slots import place

_KEY = "city"
_HOME = r"(?:home|house|flat|apartment|place|household|family home)"
_CITY_WORDS = "city town village residence location hometown home base whereabouts address domicile abode"
_CITY = (
    r"(?:(?:(?:current|home|new|present|main|primary|own|postal|mailing|shipping|delivery|residential|permanent) )"
    r"{0,2}"
    r"(?:city|town|village|residence|location|home ?town|home|home base|base|place of residence|city of residence|"
    r"town of residence|whereabouts|address|domicile|abode)(?: name)?)"
)
_VALUE = r"(?P<value>[\w',]+(?:[ -][\w',]+){0,4}?)"
_LIVES = r"(?:(?:currently |now )?(?:live|lives|reside|resides|am based|is based|are based))"
_DETOURS = r"(?: (?:over|up|down|out|back|right|here|together|alone|happily|somewhere|with [\w ]{1,25}?)){0,3}"

PLACES: tuple[Rule, ...] = (
    rule(
        "city.live",
        _KEY,
        "verb",
        "live lives living",
        rf"\b(?:live|lives|living)(?: \w+ly)?{_DETOURS} (?:in|near|at|outside|around|within|close to|by)\b",
        place,
    ),
    rule(
        "city.lived_since",
        _KEY,
        "verb",
        "lived living",
        r"\b(?:have|has|'ve|'s|been) (?:\w+ )?(?:lived|been living|living)(?: for [\w ]{2,20}?| since \w{2,12})? "
        r"(?:in|near|at)\b",
        place,
    ),
    rule(
        "city.reside",
        _KEY,
        "verb",
        "reside resides residing resident residents dwell dwells dwelling domiciled inhabits",
        r"\b(?:resid(?:e|es|ing)|dwells?|dwelling|domiciled|(?:an? )?(?:\w+ )?residents?) "
        r"(?:in|at|of|near|within)\b|\binhabits",
        place,
    ),
    rule(
        "city.based",
        _KEY,
        "verb",
        "based located situated settled housed stationed rooted",
        r"\b(?:based|located|situated|settled(?: down)?|housed|stationed|rooted) "
        r"(?:out of|in|at|near|around|outside|within)\b",
        place,
    ),
    rule(
        "city.moved",
        _KEY,
        "verb",
        "move moved moves moving relocate relocated relocates relocating emigrated immigrated resettled",
        r"\b(?:mov(?:e|es|ed|ing)|relocat(?:e|es|ed|ing)|(?:e|im)migrated|resettled)"
        r"(?: (?:over|back|house|home|permanently|recently|from [\w ]{2,30}?|with [\w ]{2,25}?)){0,3} (?:to|into|in)\b",
        place,
    ),
    rule(
        "city.numbered_street",
        _KEY,
        "verb",
        "live lives living reside resides residing",
        r"\b(?:lives?|living|resid(?:es?|ing)) at(?= \d)",
        words_of(r"\d{1,5}[a-z]?,? [a-z][\w.'-]{2,20}(?: [a-z][\w.'-]{2,20})?"),
    ),
    rule("city.rents", _KEY, "verb", "rent rents renting", r"\brent(?:s|ing)? (?:in|near)\b", place),
    rule(
        "city.roots", _KEY, "verb", "roots", r"\b(?:put(?:s|ting)? down|grown|grew) (?:\w+ )?roots (?:in|near)\b", place
    ),
    rule(
        "city.back_home",
        _KEY,
        "verb",
        "home",
        r"\b(?:return(?:s|ed)|went|goes|gone|drove|flew|flies|drives|commutes) (?:back )?home to\b",
        place,
    ),
    rule(
        "city.stays",
        _KEY,
        "verb",
        "staying stays stay",
        r"\bstay(?:s|ing)? in (?P<value>[\w' -]{2,30}?) (?:permanently|for good|forever|indefinitely)\b",
        place,
    ),
    rule("city.left_for", _KEY, "verb", "left", r"\bleft [\w ]{2,25}? for\b", place),
    rule("city.settle", _KEY, "verb", "settled settle settling", r"\bsettl(?:ed|e|ing)(?: down)? in\b", place),
    rule(
        "city.home_in",
        _KEY,
        "free",
        "home house flat apartment place household family",
        rf"(?:^|(?<=[\s\"'(])){OWNED} (?:\w+ )?{_HOME}(?: is| is located| is situated|'s)? (?:in|near)\b",
        place,
    ),
    rule(
        "city.has_home",
        _KEY,
        "verb",
        "home house flat apartment place rents rent owns own",
        r"\b(?:ha(?:ve|s)|rents?|owns?|bought|keeps?|made|makes?|got|found) (?:an? |the |his |her |their |my )?"
        rf"(?:new |small |own )?{_HOME} (?:in|near)\b",
        place,
    ),
    rule(
        "city.attribute",
        _KEY,
        "attribute",
        _CITY_WORDS,
        rf"\b{_CITY}(?: of (?:the )?(?:user|person))?{IS}(?: (?:in|near|now|currently|always|called)){{0,3}}",
        place,
    ),
    rule("city.where", _KEY, "free", "where", rf"\bwhere (?:i|we|the user|user|he|she|they|you) {_LIVES}{IS}", place),
    rule(
        "city.where_before",
        _KEY,
        "free",
        "where",
        rf"\bin {_VALUE},? where (?:i|we|the user|user|he|she|they|you) {_LIVES}\b",
        place,
    ),
    rule("city.apposition", _KEY, "free", _CITY_WORDS, rf"\b(?:{NOUN}'?s|my|his|her|their) {_CITY},", place),
    rule(
        "city.calls_home",
        _KEY,
        "verb",
        "home",
        r"\bcalls? (?P<value>[\w' -]{2,40}?) (?:(?:my|his|her|their|the) )?home\b",
        place,
    ),
    rule("city.home_is", _KEY, "free", "home", START + r"home (?:is|:|=)(?: in)?", place),
    rule(
        "city.reversed",
        _KEY,
        "free",
        "live lives reside resides home city town residence based residing living base",
        START + rf"(?:in )?{_VALUE} (?:is|isn't|is not|is no longer|was|=|has been|became|has become|remains) "
        rf"(?:where (?:i|we|the user|user|he|she|they|you) {_LIVES}|"
        rf"(?:currently |now )?{OWNED} {_CITY}\b)",
        place,
    ),
    rule(
        "city.based_adjective",
        _KEY,
        "free",
        "based",
        rf"\b(?P<value>\w[\w']{{1,20}}(?: [\w']{{2,20}})?)[ -]based {NOUN}\b",
        place,
    ),
    rule(
        "city.user_based",
        _KEY,
        "verb",
        "a an",
        r"\b(?:an? )(?P<value>[\w']{2,30})-based\b",
        place,
        needs_be=True,
    ),
    rule(
        "city.resident",
        _KEY,
        "verb",
        "resident local dweller inhabitant",
        r"\ban? (?P<value>[\w' ]{2,30}?) (?:resident|local|dweller|inhabitant)\b",
        place,
    ),
    rule("city.from", _KEY, "verb", "from", r"\bfrom\b(?= )", place, needs_be=True),
    rule("city.comes_from", _KEY, "verb", "from", r"\b(?:comes?|coming|hails?) from\b", place),
    rule(
        "city.user_from",
        _KEY,
        "free",
        "user customer client",
        r"\b(?:user|customer|client) (?:is )?(?:from|in)\b",
        place,
    ),
    rule(
        "city.lives_label", _KEY, "free", "lives based living", START + r"(?:lives|based|living)(?: in)? ?[:=]", place
    ),
    rule(
        "city.set",
        _KEY,
        "free",
        SET_WORDS,
        rf"\b{SET} (?:{OWNED} |user |home )?{_CITY}{FIELD}{OF_USER}?(?: from [\w' -]{{2,30}}?)?{IS}",
        place,
    ),
    rule(
        "city.set_as",
        _KEY,
        "free",
        "as",
        rf"\b{SET} (?P<value>[\w' -]{{2,40}}?) (?:as|for|to|in(?:to)?) {OWNED} {_CITY}\b",
        place,
    ),
)
