"""Where somebody lives and comes from, and the languages they speak."""

from providers.statements.phrases import given
from providers.statements.rules.rule import Rule, rule
from providers.statements.rules.vocabulary import DEMONYMS
from providers.statements.slots import language, language_or_locale, place

_COMPANY = r"(?: (?:here|happily|together|alone|right|over|down|up|out|and work|with [\w ]{1,20}?)){0,3}"
PLACES: tuple[Rule, ...] = (
    rule(
        "city.live",
        "city",
        "verb",
        "live lives living",
        rf"\b(?:live|lives|living){_COMPANY} in(?= )",
        place,
        confidence=0.95,
    ),
    rule(
        "city.lived_since",
        "city",
        "verb",
        "lived",
        r"\blived in (?P<value>[\w' -]{2,30}?)(?: since\b| for (?:over |about |almost )?(?:\w+ )?years now| all my "
        r"life| my (?:whole|entire) life)",
        place,
    ),
    rule(
        "city.reside",
        "city",
        "verb",
        "reside resides residing based settled",
        r"\b(?:reside|resides|residing|based|settled(?: down)?) (?:in|out of)(?= )",
        place,
        confidence=0.95,
    ),
    rule(
        "city.moved",
        "city",
        "verb",
        "moved relocated",
        r"\b(?:moved|relocated)(?: (?:back|over|here|recently|permanently|from [\w ]{2,30}?)){0,3} to(?= )",
        place,
    ),
    rule(
        "city.is",
        "city",
        "attribute",
        "city town residence location base",
        r"\b(?:(?:current|new|present) ){0,4}(?:home city|city|town|place of residence|residence|location|home base)"
        r"(?: is| =|:)(?: now)?(?: in)?(?= )",
        place,
    ),
    rule("city.home_is", "city", "me", "home", r"\bhome for me is(?= )", place),
    rule(
        "city.home_in",
        "city",
        "attribute",
        "home house apartment flat",
        r"\b(?:home|house|apartment|flat) is (?:now )?in(?= )",
        place,
    ),
    rule(
        "city.where",
        "city",
        "me",
        "where",
        r"\b(?:it's|it is|to|from|in|is) (?P<value>[\w' -]{2,30}?)(?:, not [\w' -]{2,30})?,? where i live\b",
        place,
    ),
    rule(
        "city.in_now",
        "city",
        "verb",
        "now days nowadays",
        r"\bin (?P<value>[\w' -]{2,30}?) (?:now|these days|nowadays)\b",
        place,
        needs_be=True,
    ),
    rule("city.calls_home", "city", "verb", "home", r"\bcalls? (?P<value>[\w' -]{2,30}?) home\b", place),
    rule("city.life", "city", "verb", "life", r"\bin (?P<value>[\w' -]{2,30}?) all (?:my|his|her|their) life\b", place),
    rule(
        "hometown.is",
        "hometown",
        "attribute",
        "town hometown",
        r"\b(?:home ?town|birthplace|place of birth)(?: is|:)(?= )",
        place,
    ),
    rule(
        "hometown.from",
        "hometown",
        "verb",
        "from come comes hail hails",
        r"\b(?:from|comes? from|hails? from)(?= )",
        place,
        after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|originally\b|so\b)",
        needs_be=True,
    ),
    rule("hometown.come", "hometown", "verb", "come comes hail hails", r"\b(?:come|comes|hail|hails) from(?= )", place),
    rule(
        "hometown.called",
        "hometown",
        "verb",
        "from",
        r"\bfrom an? (?:\w+ ){0,2}(?:town|village|city|place|suburb|island) (?:called|named)(?= )",
        place,
    ),
    rule("hometown.born", "hometown", "verb", "born", r"\bborn(?: and (?:raised|bred))? in(?= )", place, past=True),
    rule(
        "hometown.grew", "hometown", "verb", "grew raised", r"\b(?:grew up|raised|brought up) in(?= )", place, past=True
    ),
    rule(
        "nationality.is",
        "nationality",
        "verb",
        DEMONYMS.words,
        rf"\b(?P<value>{DEMONYMS})\b",
        given,
        after=r"\s*(?:[.!?;)]|$|any ?more\b|any longer\b|, (?:and|but|so)\b|and\b|but\b|by birth|so\b|citizen|"
        r"national\b)",
        needs_be=True,
    ),
    rule(
        "nationality.of",
        "nationality",
        "verb",
        "origin descent",
        rf"\bof (?P<value>{DEMONYMS}) (?:origin|descent)\b",
        given,
        needs_be=True,
    ),
)

_SAY = (
    r"(?:talk|speak|reply|respond|answer|write|chat|communicate|converse|talking|speaking|replying|answering|"
    r"writing|communicating)"
)
LANGUAGES: tuple[Rule, ...] = (
    rule(
        "language.is",
        "language",
        "attribute",
        "language tongue",
        r"\b(?:(?:native|first|mother|main|preferred|primary|home|spoken) ){1,3}(?:language|tongue)(?: is|:)(?= )",
        language_or_locale,
    ),
    rule(
        "language.reply",
        "language",
        "free",
        "talk speak reply respond answer write chat communicate converse",
        rf"(?:^|(?<=[,.;:] )|\b(?:please|always|to|only|could you|can you) ){_SAY}(?: (?:only|always|exclusively|"
        rf"back|to me|to us|with me|to the user|with the user)){{0,4}} in(?= )",
        language,
        after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|from now|please|with me|and\b|only\b|instead\b|when\b)",
        request=True,
    ),
    rule(
        "language.prefers",
        "language",
        "verb",
        "prefer prefers rather likes",
        rf"\b(?:prefers?|likes|would rather)(?: to)?(?: be)? (?:{_SAY}|communicat\w+|answered|addressed|spoken to|"
        rf"read)(?: \w+)? in(?= )",
        language,
        anyhow=True,
    ),
    rule(
        "language.do_this",
        "language",
        "free",
        "do have",
        r"\b(?:do|have) (?:this|the conversation|our chat)(?: conversation| chat)? in(?= )",
        language,
        request=True,
    ),
    rule(
        "language.reversed",
        "language",
        "me",
        "language tongue",
        r"^(?P<value>\w+) is my (?:first|native|mother|main) (?:language|tongue)\b",
        language,
    ),
    rule(
        "language.knows",
        "languages_spoken",
        "verb",
        "know knows",
        r"\b(?:know|knows) (?:some|a little|a bit of|basic)(?= )",
        language,
        many=True,
    ),
    rule("language.grew_up", "language", "verb", "speaking", r"\bgrew up speaking(?= )", language),
    rule(
        "language.speaks",
        "languages_spoken",
        "verb",
        "speak speaks",
        r"\b(?:speak|speaks)(?: (?:fluent|some|a little|both|good|only|perfect)){0,4}(?= )",
        language,
        many=True,
    ),
    rule(
        "language.fluent",
        "languages_spoken",
        "verb",
        "fluent bilingual",
        r"\b(?:fluent|bilingual) in(?: both)?(?= )",
        language,
        many=True,
        needs_be=True,
    ),
    rule(
        "language.native_speaker",
        "language",
        "verb",
        "speaker",
        r"\ba native (?P<value>\w+) speaker\b",
        language,
        needs_be=True,
    ),
)

PLACE_RULES: tuple[Rule, ...] = (*PLACES, *LANGUAGES)
