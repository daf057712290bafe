"""Where a person lives and comes from, and the languages they speak."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given
from providers.statements.text.slots import language, language_or_locale, place
from providers.statements.text.vocabulary import DEMONYMS

_COMPANY = r"(?: (?:here|happily|together|alone|right|over|down|up|out|and work|with [\w ]{1,20}?)){0,3}"
PLACES: tuple[Rule, ...] = (
    Rule(
        "city.live", "verb", "live lives living", rf"\b(?:live|lives|living){_COMPANY} in(?= )", place, confidence=0.95
    ),
    Rule(
        "city.lived_since",
        "verb",
        "lived",
        r"\blived in (?P<value>[\w' -]{2,30}?)(?: since\b| for (?:over |about |almost )?(?:\w+ )?years now| all my "
        r"life| my (?:whole|entire) life)",
        place,
    ),
    Rule(
        "city.reside",
        "verb",
        "reside resides residing based settled",
        r"\b(?:reside|resides|residing|based|settled(?: down)?) (?:in|out of)(?= )",
        place,
        confidence=0.95,
    ),
    Rule(
        "city.moved",
        "verb",
        "moved relocated",
        r"\b(?:moved|relocated)(?: (?:back|over|here|recently|permanently|from [\w ]{2,30}?)){0,3} to(?= )",
        place,
    ),
    Rule(
        "city.is",
        "attribute",
        "city town residence location base",
        r"\b(?:(?:current|new|present) ){0,4}(?:home city|city|town|place of residence|residence|location|home base)"
        r"(?: is| =|:)(?: now)?(?: in)?(?= )",
        place,
    ),
    Rule("city.home_is", "me", "home", r"\bhome for me is(?= )", place),
    Rule(
        "city.home_in",
        "attribute",
        "home house apartment flat",
        r"\b(?:home|house|apartment|flat) is (?:now )?in(?= )",
        place,
    ),
    Rule(
        "city.where",
        "me",
        "where",
        r"\b(?:it's|it is|to|from|in|is) (?P<value>[\w' -]{2,30}?)(?:, not [\w' -]{2,30})?,? where i live\b",
        place,
    ),
    Rule(
        "city.in_now",
        "verb",
        "now days nowadays",
        r"\bin (?P<value>[\w' -]{2,30}?) (?:now|these days|nowadays)\b",
        place,
        needs_copula=True,
    ),
    Rule("city.calls_home", "verb", "home", r"\bcalls? (?P<value>[\w' -]{2,30}?) home\b", place),
    Rule("city.life", "verb", "life", r"\bin (?P<value>[\w' -]{2,30}?) all (?:my|his|her|their) life\b", place),
    Rule(
        "hometown.is", "attribute", "town hometown", r"\b(?:home ?town|birthplace|place of birth)(?: is|:)(?= )", place
    ),
    Rule(
        "hometown.from",
        "verb",
        "from come comes hail hails",
        r"\b(?:from|comes? from|hails? from)(?= )",
        place,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|originally\b|so\b)",
        needs_copula=True,
    ),
    Rule("hometown.come", "verb", "come comes hail hails", r"\b(?:come|comes|hail|hails) from(?= )", place),
    Rule(
        "hometown.called",
        "verb",
        "from",
        r"\bfrom an? (?:\w+ ){0,2}(?:town|village|city|place|suburb|island) (?:called|named)(?= )",
        place,
        needs_copula=True,
    ),
    Rule("hometown.born", "verb", "born", r"\bborn(?: and (?:raised|bred))? in(?= )", place, allows_past=True),
    Rule("hometown.grew", "verb", "grew raised", r"\b(?:grew up|raised|brought up) in(?= )", place, allows_past=True),
    Rule(
        "nationality.is",
        "verb",
        DEMONYMS.words,
        rf"\b(?P<value>{DEMONYMS})\b",
        given,
        followed_by=r"\s*(?:[.!?;)]|$|any ?more\b|any longer\b|, (?:and|but|so)\b|and\b|but\b|by birth|so\b|citizen|"
        r"national\b)",
        needs_copula=True,
    ),
    Rule(
        "nationality.of",
        "verb",
        "origin descent",
        rf"\bof (?P<value>{DEMONYMS}) (?:origin|descent)\b",
        given,
        needs_copula=True,
    ),
)

_SAY = (
    r"(?:talk|speak|reply|respond|answer|write|chat|communicate|converse|talking|speaking|replying|answering|"
    r"writing|communicating)"
)
LANGUAGES: tuple[Rule, ...] = (
    Rule(
        "language.is",
        "attribute",
        "language tongue",
        r"\b(?:(?:native|first|mother|main|preferred|primary|home|spoken) ){1,3}(?:language|tongue)(?: is|:)(?= )",
        language_or_locale,
    ),
    Rule(
        "language.reply",
        "free",
        "talk speak reply respond answer write chat communicate converse",
        rf"(?:^|(?<=[,.;:] )|\b(?:please|always|to|only|could you|can you) ){_SAY}(?: (?:only|always|exclusively|"
        rf"back|to me|to us|with me|to the user|with the user)){{0,4}} in(?= )",
        language,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|from now|please|with me|and\b|only\b|instead\b|when\b)",
        is_request=True,
    ),
    Rule(
        "language.prefers",
        "verb",
        "prefer prefers rather likes",
        rf"\b(?:prefers?|likes|would rather)(?: to)?(?: be)? (?:{_SAY}|communicat\w+|answered|addressed|spoken to|"
        rf"read)(?: \w+)? in(?= )",
        language,
        allows_modal=True,
    ),
    Rule(
        "language.do_this",
        "free",
        "do have",
        r"\b(?:do|have) (?:this|the conversation|our chat)(?: conversation| chat)? in(?= )",
        language,
        is_request=True,
    ),
    Rule(
        "language.reversed",
        "me",
        "language tongue",
        r"^(?P<value>\w+) is my (?:first|native|mother|main) (?:language|tongue)\b",
        language,
    ),
    Rule(
        "language.knows",
        "verb",
        "know knows",
        r"\b(?:know|knows) (?:some|a little|a bit of|basic)(?= )",
        language,
        is_list=True,
        key="languages_spoken",
    ),
    Rule("language.grew_up", "verb", "speaking", r"\bgrew up speaking(?= )", language),
    Rule(
        "language.speaks",
        "verb",
        "speak speaks",
        r"\b(?:speak|speaks)(?: (?:fluent|some|a little|both|good|only|perfect)){0,4}(?= )",
        language,
        is_list=True,
        key="languages_spoken",
    ),
    Rule(
        "language.fluent",
        "verb",
        "fluent bilingual",
        r"\b(?:fluent|bilingual) in(?: both)?(?= )",
        language,
        is_list=True,
        needs_copula=True,
        key="languages_spoken",
    ),
    Rule(
        "language.native_speaker",
        "verb",
        "speaker",
        r"\ba native (?P<value>\w+) speaker\b",
        language,
        needs_copula=True,
    ),
)

PLACE_RULES: tuple[Rule, ...] = (*PLACES, *LANGUAGES)
