"""The ways of stating a name, pronouns, a city or a language, for the consent gate: recall first."""

from providers.statements.rules.rule import Rule, rule
from providers.statements.slots import PRONOUN_SET, language, language_or_locale, name, one_pronoun, place, pronoun_set, proper_name

_START = r"(?:^|(?<=[\"'(:;,])|(?<=[\"'(:;,-] )|(?<=\bthat ))"
_HOME = r"(?:home|house|flat|apartment|place|household|family home)"
_USER = r"(?:(?:the |this |our |my )?(?:user|customer|client|human|person|owner|speaker|member)|me|us|him|her|them|you)"
_OWNED = (
    r"(?:(?:the |this )?(?:user|customer|client|human|person|owner|speaker|member)'?s|my|our|your|his|her|their|the)"
)
_SET = (
    r"(?:set|change|update|store|save|record|register|remember|log|note|write|put|fill(?: in)?|use|make|correct|edit|replace|overwrite|"
    r"modify|adjust|switch|list|mark)"
)
_IS = r"(?: is| are|'s|:| =|=| was| as| to| to be| will be| has been set to| is set to| changed to| is now|, )"
_CITY_NOUN = (
    r"(?:(?:current |home |new |present |main |primary |own ){0,4}(?:city|town|village|residence|location|home ?town|home|home base|base|"
    r"place of residence|city of residence|town of residence|residential city|whereabouts|address|domicile)(?: name)?)"
)
_NAME_NOUN = (
    r"(?:(?:preferred |first |given |full |real |legal |last |middle |chosen |new |current |display |actual |proper |pet |christian ){0,4}"
    r"(?:name|nickname|nick|forename|surname|moniker|alias))"
)
_LANGUAGE_NOUN = (
    r"(?:(?:preferred |native |first |mother |main |primary |spoken |home |second |own |working |usual |default |reply |chat ){0,4}"
    r"(?:language|tongue|lang|locale)(?: of choice| preference| setting| code)?)"
)

CITY: tuple[Rule, ...] = (
    rule(
        "city.live",
        "city",
        "verb",
        "live lives living liv",
        r"\b(?:live|lives|living|liv)(?: \w+ly)?(?: (?:over|up|down|out|back|right|here|together|alone|happily|with [\w ]{1,25}?)){0,4} "
        r"(?:in|near|at|outside|around|within|close to|by)\b",
        place,
    ),
    rule(
        "city.lived_since",
        "city",
        "verb",
        "lived living",
        r"\b(?:have|has|'ve|'s|been) (?:\w+ )?(?:lived|been living|living) (?:in|near|at)\b",
        place,
    ),
    rule(
        "city.reside",
        "city",
        "verb",
        "reside resides residing resident residents dwell dwells dwelling domiciled inhabits",
        r"\b(?:resid(?:e|es|ing)|dwells?|dwelling|domiciled|(?:an? )?(?:\w+ )?residents?) (?:in|at|of|near|within)\b|\binhabits",
        place,
    ),
    rule(
        "city.based",
        "city",
        "verb",
        "based located situated settled housed stationed rooted",
        r"\b(?:based|located|situated|settled(?: down)?|housed|stationed|rooted) (?:out of|in|at|near|around|outside|within)\b",
        place,
    ),
    rule(
        "city.moved",
        "city",
        "verb",
        "move moved moves moving relocate relocated relocates relocating emigrated immigrated resettled",
        r"\b(?:mov(?:e|es|ed|ing)|relocat(?:e|es|ed|ing)|(?:e|im)migrated|resettled)(?: (?:over|back|house|home|permanently|recently|"
        r"from [\w ]{2,30}?|with [\w ]{2,25}?)){0,4} (?:to|into|in)\b",
        place,
    ),
    rule(
        "city.home_in",
        "city",
        "free",
        "home house flat apartment place household family",
        rf"(?:^|(?<=[\s\"'(])){_OWNED} (?:\w+ )?{_HOME}(?: is| is located| is situated|'s)? (?:in|near)\b",
        place,
    ),
    rule(
        "city.has_home",
        "city",
        "verb",
        "home house flat apartment place rents rent owns own",
        rf"\b(?:ha(?:ve|s)|rents?|owns?|bought|keeps?|made|makes?|got|found) (?:an? |the |his |her |their |my )?(?:new |small |own )?{_HOME} (?:in|near)\b",
        place,
    ),
    rule("city.settle", "city", "verb", "settled settle settling", r"\bsettl(?:ed|e|ing)(?: down)? in\b", place),
    rule(
        "city.attribute",
        "city",
        "attribute",
        "city town village residence location hometown home base whereabouts address domicile",
        rf"\b{_CITY_NOUN}(?: of (?:the )?(?:user|person))?{_IS}(?: (?:in|near|now|currently|always|called)){{0,4}}",
        place,
    ),
    rule(
        "city.calls_home",
        "city",
        "verb",
        "home",
        r"\bcalls? (?P<value>[\w' -]{2,40}?) (?:(?:my|his|her|their|the) )?home\b",
        place,
    ),
    rule("city.home_is", "city", "free", "home", _START + r"home (?:is|:|=)(?: in)?", place),
    rule(
        "city.reversed",
        "city",
        "free",
        "live lives reside resides home city town residence based residing living base",
        _START + r"(?:in )?(?P<value>[\w',]+(?:[ -][\w',]+){0,4}?) (?:is|=) (?:where (?:i|we|the user|user|he|she|they|you) (?:currently |now )?"
        rf"(?:live|lives|reside|resides|am based|is based|are based)|(?:currently |now )?{_OWNED} (?:current |home |new )?(?:home|city|town|"
        r"city of residence|place of residence|residence|base|home ?town)\b)",
        place,
    ),
    rule(
        "city.based_adjective",
        "city",
        "free",
        "based",
        r"\b(?P<value>[\w' ]{2,30}?)[ -]based (?:user|customer|client|person|human)\b",
        place,
    ),
    rule(
        "city.user_based",
        "city",
        "free",
        "based",
        r"\b(?:user|i|person|customer|client)(?: is|'s|'m| am) (?:an? )?(?P<value>[\w']{2,30})-based\b",
        place,
    ),
    rule(
        "city.resident",
        "city",
        "free",
        "resident local dweller inhabitant",
        r"\b(?:i'm|i am|user is|user's|he is|she is|they are|he's|she's) an? (?P<value>[\w' ]{2,30}?) (?:resident|local|dweller|inhabitant)\b",
        place,
    ),
    rule("city.from", "city", "verb", "from", r"\bfrom\b(?= )", place, needs_be=True),
    rule(
        "city.user_from",
        "city",
        "free",
        "user customer client",
        r"\b(?:user|customer|client) (?:is )?(?:from|in)\b",
        place,
    ),
    rule(
        "city.set",
        "city",
        "free",
        "set change update store save record register remember log note write put fill use make correct edit "
        "replace overwrite modify adjust switch list mark",
        rf"\b{_SET} (?:{_OWNED} |user |home )?{_CITY_NOUN}(?: field| value| fact)?(?: of (?:the )?user)?{_IS}",
        place,
    ),
    rule(
        "city.set_as",
        "city",
        "free",
        "as",
        rf"\b{_SET} (?P<value>[\w' -]{{2,40}}?) (?:as|for|to|in(?:to)?) {_OWNED} {_CITY_NOUN}\b",
        place,
    ),
)

NAME: tuple[Rule, ...] = (
    rule(
        "name.attribute",
        "preferred_name",
        "attribute",
        "name nickname nick forename surname moniker alias",
        rf"\b{_NAME_NOUN}(?: of (?:the )?(?:user|person|customer|client))?{_IS}(?: (?:actually|really|now|just|simply)){{0,4}}",
        name,
    ),
    rule("name.name_is", "preferred_name", "free", "name", _START + r"(?:the )?name(?: of (?:the )?(?:user|customer|client|person))?(?:'s| is|:|=)", name),
    rule(
        "name.call_user",
        "preferred_name",
        "free",
        "call calling address greet refer",
        rf"\b(?:call|calling|greet|greeting|address|addressing)(?: to)? {_USER}(?: (?:as|by|by the name|just|simply|only|with|always|:|the name)){{0,4}}(?= )",
        name,
    ),
    rule(
        "name.refer_user",
        "preferred_name",
        "free",
        "refer refers referring referred",
        rf"\brefer(?:s|ring|red)? to {_USER}(?: \w+)?? (?:as|by(?: the name)?)\b",
        name,
    ),
    rule(
        "name.called",
        "preferred_name",
        "verb",
        "called named addressed known referred nicknamed dubbed titled baptised christened",
        r"\b(?:called|named|addressed(?: as| by)?|known(?: as| by)?|referred to(?: as| by)?|nicknamed|dubbed|christened)(?: as| by| simply| just)?(?= )",
        name,
        anyhow=True,
    ),
    rule(
        "name.goes_by",
        "preferred_name",
        "verb",
        "go goes going went answer answers",
        r"\b(?:go(?:es|ing)?|answers?) (?:by|to|under)(?: (?:the )?(?:name|nickname)(?: of)?)?\b",
        proper_name,
        anyhow=True,
    ),
    rule(
        "name.goes_by_small",
        "preferred_name",
        "verb",
        "go goes going",
        r"\bgo(?:es|ing)? by(?: (?:the )?(?:name|nickname)(?: of)?)?\b",
        name,
        anyhow=True,
    ),
    rule(
        "name.people_call",
        "preferred_name",
        "free",
        "call calls know knows",
        rf"\b(?:call|calls|know|knows) {_USER}(?: (?:as|by))?(?= )",
        proper_name,
    ),
    rule("name.known_by_people", "preferred_name", "free", "know knows", rf"\bknows? {_USER} (?:as|by)\b", name),
    rule(
        "name.wanted",
        "preferred_name",
        "verb",
        "called addressed known named referred",
        r"\b(?:likes?|wants?|prefers?|wish(?:es)?|ask(?:s|ed)?|needs?|has|have|choos(?:e|es)|chose|rather|loves?|expects?|insists? on) "
        r"(?:to be |being |to get |be )(?:called|addressed|known|named|referred to)(?: as| by)?\b",
        name,
        anyhow=True,
    ),
    rule(
        "name.prefers_name",
        "preferred_name",
        "verb",
        "prefer prefers uses use likes like name",
        r"\b(?:prefers?|uses?|likes?|chose|adopted|has)(?: to use)? (?:the |to be called |being called )?(?:name|nickname)\b",
        name,
    ),
    rule(
        "name.as_name",
        "preferred_name",
        "free",
        "name nickname",
        rf"\b(?P<value>[\w' -]{{2,30}}?) (?:as|for) (?:{_OWNED} |a |the )?{_NAME_NOUN}\b",
        proper_name,
    ),
    rule(
        "name.reversed",
        "preferred_name",
        "free",
        "name called nickname call",
        rf"{_START}(?P<value>[\w']+(?:[ -][\w']+){{0,3}}?) (?:is|'s|=) (?:{_OWNED} {_NAME_NOUN}\b|(?:what|how) (?:the user|user|i|he|she|they|we|you|people|friends|everyone)\b)",
        name,
    ),
    rule(
        "name.use",
        "preferred_name",
        "free",
        "name nickname",
        rf"\b(?:use|using|with) (?:{_OWNED} )?(?:the )?{_NAME_NOUN}(?: for (?:the )?user)?(?: as| :|:)?(?= )",
        name,
    ),
    rule(
        "name.set",
        "preferred_name",
        "free",
        "set change update store save record register remember log note write put fill use make correct "
        "edit replace overwrite modify adjust switch list mark",
        rf"\b{_SET} (?:{_OWNED} |user )?{_NAME_NOUN}(?: field| value| fact)?(?: of (?:the )?user)?{_IS}",
        name,
    ),
    rule(
        "name.i_am",
        "preferred_name",
        "free",
        "i im i'm 'm",
        r"(?:^|(?<=[,.;:!\"'(] )|(?<=[\"'(]))(?:i'm|i am|im|it's|it is|this is)(?= )",
        proper_name,
    ),
    rule(
        "name.user_is",
        "preferred_name",
        "free",
        "user customer client",
        r"\b(?:user|customer|client)(?:'s)?(?:,| is| \(|:)(?= ?)",
        proper_name,
    ),
    rule(
        "name.user_named",
        "preferred_name",
        "free",
        "user customer client person",
        r"\b(?:user|customer|client|person) (?:named|called|by the name of)\b",
        name,
    ),
    rule(
        "name.just_fine",
        "preferred_name",
        "free",
        "fine works good ok okay",
        _START + r"(?:just|simply) (?P<value>[\w']{2,20}) (?:is|works)(?: just)? (?:fine|good|ok|okay|enough)\b",
        proper_name,
    ),
    rule(
        "name.here",
        "preferred_name",
        "free",
        "here speaking",
        _START + r"(?:hi|hello|hey)?,? ?(?P<value>[\w']{2,20}) (?:here|speaking)(?=[.,!]|$)",
        proper_name,
    ),
    rule(
        "name.bare_user",
        "preferred_name",
        "free",
        "user customer client",
        r"\b(?:the )?(?:user|customer|client)(?= )",
        proper_name,
    ),
)

PRONOUNS: tuple[Rule, ...] = (
    rule(
        "pronouns.word_after",
        "pronouns",
        "free",
        "pronoun pronouns",
        rf"(?<!uses )(?<!prefers )\b(?P<value>{PRONOUN_SET}|they|she|he|ze|xe|fae)[\"')]* (?:as (?:my|the|his|her|their|user's) )?(?:preferred )?pronouns?\b",
        one_pronoun,
    ),
    rule(
        "pronouns.word_before",
        "pronouns",
        "free",
        "pronoun pronouns",
        r"\bpronouns?(?: set| field| value)?(?: (?:of|for) (?:the )?user)?(?: (?:is|are|as|to|should be|must be|with|now|be|were|has|have|been|changed|set|updated|"
        r"and|always|actually|:|=|->)){0,4}(?:['\"]?\s*[:=>-]+)?",
        one_pronoun,
    ),
    rule(
        "pronouns.uses",
        "pronouns",
        "verb",
        "use uses using go goes going prefer prefers identify identifies take takes accept accepts like likes by",
        r"\b(?:us(?:e|es|ing)|go(?:es|ing)? (?:by|with)|prefers?|identif(?:y|ies) (?:as|with)|takes?|accepts?|likes?|responds? to|answers? to)\b",
        pronoun_set,
        anyhow=True,
    ),
    rule(
        "pronouns.refer",
        "pronouns",
        "free",
        "refer call address use describe mention write using referred addressed called",
        rf"\b(?:refer(?:red)? to|call(?:ed)?|address(?:ed)?|describe|mention|write about)(?: {_USER})?(?: (?:as|with|by|using|always|only)){{0,4}}(?= )",
        pronoun_set,
    ),
    rule("pronouns.use_for", "pronouns", "free", "use using", r"\b(?:use|using)(?= )", pronoun_set),
    rule("pronouns.bracket", "pronouns", "free", "( [ - , |", r"(?:\w ?[(\[]|^)", pronoun_set),
    rule(
        "pronouns.reversed",
        "pronouns",
        "free",
        "pronouns",
        rf"\b(?P<value>{PRONOUN_SET}|they|she|he) (?:are|is) (?:my|the user's|user's|his|her|their|the correct|the right)\b",
        one_pronoun,
    ),
)

LANGUAGE: tuple[Rule, ...] = (
    rule(
        "language.attribute",
        "language",
        "attribute",
        "language tongue lang locale",
        rf"\b{_LANGUAGE_NOUN}(?: of (?:the )?(?:user|person))?{_IS}(?: (?:now|actually|always)){{0,4}}",
        language_or_locale,
    ),
    rule(
        "language.speaks",
        "language",
        "verb",
        "speak speaks speaking spoke fluent fluently writes write understands understand knows know converses talks",
        r"\b(?:speak(?:s|ing)?|writes?(?: in)?|understands?|converses? in|talks? in|(?:is |am |are )?(?:fluent|conversant|proficient|bilingual) in)"
        r"(?: (?:only|fluent|fluently|native|good|perfect|some|a little|a bit of|mainly|mostly|both|primarily|very|basic|excellent|also|with (?:me|him|her|them) in|to me in)){0,4}(?= )",
        language,
    ),
    rule(
        "language.reply",
        "language",
        "free",
        "answer reply respond write speak talk chat communicate converse text message address explain speaking writing "
        "answered answers replies responses communicates communicating replying responding correspond",
        r"\b(?:answer(?:s|ed)?|repl(?:y|ies|ied|ying)|respon(?:d|ds|ded|ding|ses?)|writ(?:e|es|ing|ten)|speak(?:ing|s)?|talk(?:ing|s)?|chat|communicat(?:e|es|ed|ing|ion)|"
        rf"convers(?:e|ing|ation)|text|messages?|explain|correspond)(?: (?:back|always|only|to|with|exclusively|solely|everything|just|be|should|must|{_USER})){{0,4}} in\b",
        language_or_locale,
    ),
    rule(
        "language.please_speak",
        "language",
        "free",
        "speak use",
        _START + r"(?:please |always |only |\d+[.)] ){0,4}(?:speak|use)(?: only| always)?(?= )",
        language,
    ),
    rule(
        "language.native",
        "language",
        "free",
        "speaker native",
        r"\b(?:native|fluent|bilingual|mother-tongue) (?P<value>[\w ]{3,25}?)(?: speaker)?(?=[\s.,!;)]|$)",
        language,
    ),
    rule(
        "language.speaker",
        "language",
        "free",
        "speaker speaking",
        r"\b(?P<value>[\w]{3,20})[ -](?:speaker|speaking (?:user|customer|client|person))\b",
        language,
    ),
    rule(
        "language.prefers",
        "language",
        "verb",
        "prefer prefers preferred like likes favours favors",
        r"\b(?:prefer(?:s|red)?|likes?|favou?rs|would rather|chose|chooses)(?: to)?(?: (?:use|using|speak|speaking|read|reading|write|writing|communicate|communicating|converse|conversing|chat|"
        r"chatting|talk|talking|answers?|replies|responses|content|text|documentation|be addressed|hear)){0,4}(?: (?:in|with me in|to me in))?(?= )",
        language,
        after=r"\s*(?:[.!?,;)\"']|$|and\b|or\b|over\b|to\b|as\b|when\b|for\b|in\b|with\b|but\b|because\b|then\b|now\b|always\b|only\b|too\b|please\b|at\b|on\b|rather\b|instead\b|most\b|best\b)",
        anyhow=True,
    ),
    rule(
        "language.reversed",
        "language",
        "free",
        "language tongue",
        rf"{_START}(?P<value>[\w ]{{3,25}}?) (?:is|=) (?:{_OWNED} {_LANGUAGE_NOUN}|what (?:the user|i|he|she|they|user) speaks?)\b",
        language,
    ),
    rule(
        "language.set",
        "language",
        "free",
        "set change update store save record register remember log note write put fill use make correct edit "
        "replace overwrite modify adjust switch list mark",
        rf"\b{_SET} (?:{_OWNED} |user |all )?(?:{_LANGUAGE_NOUN}|replies|answers|conversation|everything)?(?: field| value| fact)?(?: of (?:the )?user)?(?:{_IS}| over to)",
        language_or_locale,
    ),
    rule(
        "language.as",
        "language",
        "free",
        "language tongue lang",
        rf"\b(?P<value>[\w ]{{3,25}}?) as (?:{_OWNED} |a |the )?{_LANGUAGE_NOUN}\b",
        language,
    ),
    rule("language.switch", "language", "free", "switch switched switching", r"\bswitch(?:ed|es|ing)?(?: over)? (?:back )?to\b", language),
    rule("language.in_please", "language", "free", "please", _START + r"in (?P<value>[\w ]{3,25}?),? please\b", language),
)

GATE_RULES: tuple[Rule, ...] = (*CITY, *NAME, *PRONOUNS, *LANGUAGE)
