"""The rules for the place where a person lives, for the consent gate: recall first."""

import re

from providers.statements.rules.rule import Rule
from providers.statements.subjects.temporary_stays import NO_TIME_LIMIT
from providers.statements.text.phrases import words_of
from providers.statements.text.slots import place
from providers.statements.text.vocabulary import FIELD, IS, NOUN, OF_USER, OWNED, SET, SET_WORDS, START
from providers.statements.text.words import PRODUCTS

_KEY = "city"
_HOME = r"(?:home|house|flat|apartment|place|household|family home)"
_CITY_WORDS = "city town village residence location hometown home base whereabouts address domicile abode"
_NO_THING = r"(?! (?:(?:my|the|a) )?(?:savings|cars?|vehicles?|furniture|garden|jewell?ery|money|phones?|pets?)\b)"
_CITY = (
    r"(?:(?:(?:current|home|new|present|main|primary|own|postal|mailing|shipping|delivery|residential|permanent) "
    r"){0,2}(?:city|town|village|residence|location|home ?town|home|home base|base|place of residence|city of "
    r"residence|town of residence|whereabouts|address|domicile|abode)(?: name)?)"
)
_VALUE = r"(?P<value>[\w',]+(?:[ -][\w',]+){0,4}?)"
_LIVES = r"(?:(?:currently |now )?(?:live|lives|reside|resides|am based|is based|are based))"
_DETOURS = r"(?: (?:over|up|down|out|back|right|here|together|alone|happily|somewhere|with [\w ]{1,25}?)){0,3}"

_PRODUCTS = "|".join(sorted(map(re.escape, PRODUCTS)))

PLACES: tuple[Rule, ...] = (
    Rule(
        "city.live",
        "verb",
        "live lives living",
        rf"\b(?:live|lives|living)(?: \w+ly)?{_DETOURS} (?:in|near|at|outside|around|within|close to|by)\b",
        place,
    ),
    Rule(
        "city.lived_since",
        "verb",
        "lived living",
        r"\b(?:have|has|'ve|'s|been) (?:\w+ )?(?:lived|been living|living)(?: for [\w ]{2,20}?| since \w{2,12})? "
        r"(?:in|near|at)\b",
        place,
    ),
    Rule(
        "city.reside",
        "verb",
        "reside resides residing resident residents dwell dwells dwelling domiciled inhabits",
        r"\b(?:resid(?:e|es|ing)|dwells?|dwelling|domiciled|(?:an? )?(?:\w+ )?residents?) "
        r"(?:in|at|of|near|within)\b|\binhabits",
        place,
    ),
    Rule(
        "city.based",
        "verb",
        "based located situated settled housed stationed rooted",
        r"\b(?:based|located|situated|settled(?: down)?|housed|stationed|rooted) "
        r"(?:out of|in|at|near|around|outside|within)\b",
        place,
    ),
    Rule(
        "city.moved",
        "verb",
        "move moved moves moving relocate relocated relocates relocating emigrated immigrated resettled",
        r"\b(?:mov(?:e|es|ed|ing)|relocat(?:e|es|ed|ing)|(?:e|im)migrated|resettled)"
        rf"(?! from (?:{_PRODUCTS})\b)"
        r"(?: (?:over|back|house|home|permanently|recently|from [\w ]{2,30}?|with [\w ]{2,25}?)){0,3} (?:to|into|in)\b",
        place,
        followed_by=rf"(?! from (?:{_PRODUCTS})\b)",
    ),
    Rule(
        "city.numbered_street",
        "verb",
        "live lives living reside resides residing",
        r"\b(?:lives?|living|resid(?:es?|ing)) at(?= \d)",
        words_of(r"\d{1,5}[a-z]?,? [a-z][\w.'-]{2,20}(?: [a-z][\w.'-]{2,20})?"),
    ),
    Rule("city.rents", "verb", "rent rents renting", r"\brent(?:s|ing)? (?:in|near)\b", place),
    Rule("city.roots", "verb", "roots", r"\b(?:put(?:s|ting)? down|grown|grew) (?:\w+ )?roots (?:in|near)\b", place),
    Rule(
        "city.back_home",
        "verb",
        "home",
        r"\b(?:return(?:s|ed)|went|goes|gone|drove|flew|flies|drives|commutes) (?:back )?home to\b",
        place,
    ),
    Rule(
        "city.stays",
        "verb",
        "staying stays stay",
        r"\bstay(?:s|ing)? in (?P<value>[\w' -]{2,30}?) (?:permanently|for good|forever|indefinitely)\b",
        place,
    ),
    Rule("city.left_for", "verb", "left", r"\bleft [\w ]{2,25}? for\b", place),
    Rule("city.settle", "verb", "settled settle settling", r"\bsettl(?:ed|e|ing)(?: down)? in\b", place),
    Rule(
        "city.home_in",
        "free",
        "home house flat apartment place household family",
        rf"(?:^|(?<=[\s\"'(]))(?!the \w+ place){OWNED} (?:\w+ )?{_HOME}"
        r"(?: is| is located| is situated|'s)? (?:in|near)\b",
        place,
    ),
    Rule(
        "city.has_home",
        "verb",
        "home house flat apartment place rents rent owns own",
        r"\b(?:ha(?:ve|s)|rents?|owns?|bought|keeps?|made|makes?|got|found) (?:an? |the |his |her |their |my )?"
        rf"(?:new |small |own )?{_HOME} (?:in|near)\b",
        place,
    ),
    Rule(
        "city.attribute",
        "attribute",
        _CITY_WORDS,
        rf"\b{_CITY}(?: of (?:the )?(?:user|person))?{IS}(?: (?:in|near|now|currently|always|called)){{0,3}}",
        place,
    ),
    Rule("city.where", "free", "where", rf"\bwhere (?:i|we|the user|user|he|she|they|you) {_LIVES}{IS}", place),
    Rule(
        "city.where_before",
        "free",
        "where",
        rf"\bin {_VALUE},? where (?:i|we|the user|user|he|she|they|you) {_LIVES}\b",
        place,
    ),
    Rule("city.apposition", "free", _CITY_WORDS, rf"\b(?:{NOUN}'?s|my|his|her|their) {_CITY},{_NO_THING}", place),
    Rule(
        "city.calls_home",
        "verb",
        "home",
        r"\bcalls? (?P<value>[\w' -]{2,40}?) (?:(?:my|his|her|their|the) )?home\b",
        place,
    ),
    Rule("city.home_is", "free", "home", START + r"home (?:is|:|=)(?: in)?", place),
    Rule(
        "city.reversed",
        "free",
        "live lives reside resides home city town residence based residing living base",
        START + rf"(?:in )?{_VALUE} (?:is|isn't|is not|is no longer|was|=|has been|became|has become|remains) "
        rf"(?:where (?:i|we|the user|user|he|she|they|you) {_LIVES}|(?:currently |now )?{OWNED} {_CITY}\b)",
        place,
    ),
    Rule(
        "city.based_adjective",
        "free",
        "based",
        rf"\b(?P<value>\w[\w']{{1,20}}(?: [\w']{{2,20}})?)[ -]based {NOUN}\b",
        place,
    ),
    Rule("city.user_based", "verb", "a an", r"\b(?:an? )(?P<value>[\w']{2,30})-based\b", place, needs_copula=True),
    Rule(
        "city.resident",
        "verb",
        "resident local dweller inhabitant",
        r"\ban? (?P<value>(?:(?!\b(?:as|at|for|in|to|with|an?|the|his|her|my|our|their) )[\w' ]){2,30}?) "
        r"(?:resident|local|dweller|inhabitant)\b",
        place,
    ),
    Rule("city.from", "verb", "from", r"\bfrom\b(?= )", place, needs_copula=True),
    Rule("city.comes_from", "verb", "from", r"\b(?:comes?|coming|hails?) from\b", place),
    Rule(
        "city.user_from",
        "free",
        "user customer client",
        r"(?<!\ba )(?<!another )\b(?:user|customer|client) (?:is )?(?:from|in)\b",
        place,
        followed_by=NO_TIME_LIMIT,
    ),
    Rule("city.lives_label", "free", "lives based living", START + r"(?:lives|based|living)(?: in)? ?[:=]", place),
    Rule(
        "city.set",
        "free",
        SET_WORDS,
        rf"\b{SET} (?:{OWNED} |user |home )?{_CITY}{FIELD}{OF_USER}?(?: from [\w' -]{{2,30}}?)?{IS}",
        place,
    ),
    Rule(
        "city.set_as",
        "free",
        "as",
        rf"\b{SET} (?P<value>[\w' -]{{2,40}}?) (?:as|for|to|in(?:to)?) {OWNED} {_CITY}\b",
        place,
    ),
)
