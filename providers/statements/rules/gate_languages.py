"""The rules for pronouns and spoken languages, for the consent gate: recall first."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given
from providers.statements.text.slots import PRONOUN_SET, language, language_or_locale, one_pronoun, pronoun_set
from providers.statements.text.vocabulary import FIELD, IS, NOUN, OF_USER, OWNED, SET, SET_WORDS, START, USER

_SINGLE = "they|she|he|ze|xe|fae"

PRONOUNS: tuple[Rule, ...] = (
    Rule(
        "pronouns.word_after",
        "free",
        "pronoun pronouns",
        rf"(?<!uses )(?<!prefers )\b(?P<value>{PRONOUN_SET}|{_SINGLE})[\"')]{{0,2}} "
        r"(?:as (?:my|the|his|her|their|user's) )?(?:preferred )?pronouns?\b",
        one_pronoun,
    ),
    Rule(
        "pronouns.word_before",
        "free",
        "pronoun pronouns",
        rf"\bpronouns?(?: set| field| value)?{OF_USER}?(?: (?:is|are|as|to|not|no longer|should be|must be|with|now|"
        r"be|were|has|have|been|changed|set|updated|and|always|actually|:|=|->)){0,4}"
        r"(?:['\"]?\s*[:=>-]{1,3}\s*\[?)?(?:not )?",
        one_pronoun,
    ),
    Rule(
        "pronouns.uses",
        "verb",
        "use uses using go goes going prefer prefers identify identifies take takes accept accepts like likes want "
        "wants responds answers",
        r"\b(?:us(?:e|es|ing)|go(?:es|ing)? (?:by|with)|prefers?|wants?|identif(?:y|ies) (?:as|with)|takes?|accepts?|"
        r"likes?|responds? to|answers? to)\b",
        pronoun_set,
        allows_modal=True,
    ),
    Rule(
        "pronouns.refer",
        "free",
        "refer call address describe mention write say referred addressed called",
        rf"\b(?:refer(?:red)? to|call(?:ed)?|address(?:ed)?|describe|mention|write about|say)(?: {USER})?"
        r"(?: (?:as|with|by|using|always|only)){0,3}(?= )",
        pronoun_set,
    ),
    Rule(
        "pronouns.refer_one",
        "free",
        "refer address",
        rf"\b(?:refer to|address) {USER} (?:as|with|by|using)\b",
        one_pronoun,
    ),
    Rule("pronouns.use_for", "free", "use using", r"\b(?:use|using)(?= )", pronoun_set),
    Rule(
        "pronouns.use_one_for",
        "free",
        "use using",
        rf"\b(?:use|using) [\"']?(?P<value>{_SINGLE})[\"']? (?:for|when|about|with) (?:\w+ (?:about|to|of) )?{USER}\b",
        one_pronoun,
    ),
    Rule("pronouns.user_is", "free", "user customer client", rf"\b{NOUN}(?: is| \(|:|,)", pronoun_set),
    Rule("pronouns.bracket", "free", "( [ - , |", r"(?:\w ?[(\[]|^)", pronoun_set),
    Rule(
        "pronouns.reversed",
        "free",
        "pronouns",
        rf"\b(?P<value>{PRONOUN_SET}|{_SINGLE}) (?:are|is) "
        r"(?:my|the user's|user's|his|her|their|the correct|the right)\b",
        one_pronoun,
    ),
)

_LANGUAGE = (
    r"(?:(?:(?:preferred|native|first|mother|main|primary|spoken|home|second|own|working|usual|default|reply|chat|"
    r"conversation) ){0,2}(?:language|tongue|lang|locale)(?: of choice| preference| setting| code)?)"
)
_SPEAKING_WORDS = (
    "answer answers answered answering reply replies replied replying respond responds responded responding "
    "responses write writes writing written speak speaks speaking talk talks talking chat communicate communicates "
    "communicated communicating communication converse conversing conversation conversations text message messages "
    "explain correspond drafted phrased worded composed"
)
_SPEAKING = rf"(?:{'|'.join(_SPEAKING_WORDS.split())})"
_ABOUT = (
    r"(?:use|using|speak|speaking|read|reading|write|writing|communicate|communicating|converse|conversing|"
    r"conversations|"
    r"chat|chatting|talk|talking|answers?|replies|responses|content|text|documentation|be addressed|hear)"
)
_AFTER = (
    r"\s*(?:[.!?,;)\"'\d]|$|and\b|or\b|over\b|to\b|as\b|when\b|for\b|in\b|with\b|but\b|because\b|then\b|now\b|"
    r"always\b|only\b|too\b|please\b|at\b|on\b|rather\b|instead\b|most\b|best\b)"
)

LANGUAGES: tuple[Rule, ...] = (
    Rule(
        "language.attribute",
        "attribute",
        "language tongue lang locale",
        rf"\b{_LANGUAGE}(?: of (?:the )?(?:user|person))?{IS}(?: (?:now|actually|always)){{0,2}}",
        language_or_locale,
    ),
    Rule(
        "language.speaks",
        "verb",
        "speak speaks speaking fluent writes write understands understand converses talks conversant proficient "
        "bilingual",
        r"\b(?:speak(?:s|ing)?|writes?(?: in)?|understands?|converses? in|talks? in|(?:is |am |are )?(?:fluent|"
        r"conversant|proficient|bilingual) in)(?: (?:only|fluent|fluently|native|good|perfect|some|a little|a bit of|"
        r"mainly|mostly|both|primarily|very|basic|excellent|also|with (?:me|him|her|them) in|to me in)){0,3}(?= )",
        language,
    ),
    Rule(
        "language.own_skill",
        "free",
        "decent good rusty fluent better native fine basic limited poor weak strong shaky excellent perfect",
        r"\b(?:my|her|his|their|the user's|user's) (?P<value>[\w]{3,20}) is (?:\w+ )?(?:decent|good|rusty|fluent|better"
        r"|native|fine|basic|limited|poor|weak|strong|shaky|excellent|perfect)\b",
        language,
    ),
    Rule("language.grew_up", "verb", "speaking", r"\bgrew up (?:with|speaking|on)\b", language),
    Rule(
        "language.reply",
        "free",
        _SPEAKING_WORDS,
        rf"\b{_SPEAKING}(?: (?:back|always|only|to|with|exclusively|solely|everything|just|be|should|must|written|"
        rf"answered|given|{USER})){{0,5}} in\b",
        language_or_locale,
    ),
    Rule(
        "language.please_speak",
        "free",
        "speak use",
        START + r"(?:(?:please|always|only|\d{1,3}[.)]) ){0,3}(?:speak|use)(?: only| always)?(?= )",
        language,
    ),
    Rule(
        "language.native",
        "free",
        "native fluent bilingual mother-tongue",
        r"\b(?:native|fluent|bilingual|mother-tongue) (?P<value>[\w ]{3,25}?)(?: speaker)?(?=[\s.,!;)]|$)",
        language,
    ),
    Rule("language.native_speaker", "free", "native", r"\bnative speakers? of\b", language),
    Rule(
        "language.speaker",
        "free",
        "speaker speaking",
        rf"\b(?P<value>[\w]{{3,20}})[ -](?:speaker|speaking {NOUN})\b",
        language,
    ),
    Rule(
        "language.speaking", "verb", "is am are 'm 's", r"\b(?P<value>\w{3,20})-speaking\b", language, needs_copula=True
    ),
    Rule(
        "language.prefers",
        "verb",
        "prefer prefers preferred like likes favours favors rather chose chooses",
        rf"\b(?:prefer(?:s|red)?|likes?|favou?rs|would rather|chose|chooses)(?: to)?(?: {_ABOUT}){{0,3}}"
        r"(?: (?:in|with me in|to me in))?(?= )",
        language,
        allows_modal=True,
        followed_by=_AFTER,
    ),
    Rule(
        "language.reversed",
        "free",
        "language tongue speaks speak",
        START
        + rf"(?P<value>[\w ]{{3,25}}?) (?:is|=) (?:{OWNED} {_LANGUAGE}|what (?:the user|i|he|she|they|user) speaks?)\b",
        language,
    ),
    Rule(
        "language.set",
        "free",
        SET_WORDS,
        rf"\b{SET} (?:{OWNED} |user |all )?(?:{_LANGUAGE}|replies|answers|conversation|everything)?{FIELD}{OF_USER}?"
        rf"(?:{IS}| over to)",
        language_or_locale,
    ),
    Rule(
        "language.as",
        "free",
        "language tongue lang",
        rf"\b(?P<value>\w{{3,20}}(?: \w{{3,20}})?) as (?:{OWNED} |a |the )?{_LANGUAGE}\b",
        language,
    ),
    Rule(
        "language.switch",
        "free",
        "switch switched switching switches",
        r"\bswitch(?:ed|es|ing)?(?: over)? (?:back )?to\b",
        language,
    ),
    Rule(
        "language.phone",
        "verb",
        "francophone anglophone hispanophone lusophone germanophone russophone arabophone",
        r"\b(?:an? |native )*(?P<value>(?:franco|anglo|hispano|luso|germano|russo|arabo)phone)\b",
        given,
        needs_copula=True,
    ),
    Rule("language.in_please", "free", "please", r"\bin (?P<value>[\w ]{3,25}?),? please\b", language),
)
