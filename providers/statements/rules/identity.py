"""Identity: names, pronouns, birthdays, contacts, religion."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given, words_of
from providers.statements.text.slots import name, one_pronoun, pronoun_set, proper_name
from providers.statements.text.vocabulary import DATE, EMAIL, PHONE, RELIGIONS

_END = (
    r"\s*(?:[.!?,;:)\"]|$|any ?more\b|any longer\b|-|and\b|but\b|from\b|by the way|btw|please|now\b|instead\b|"
    r"since\b|so\b|these days|for\b)"
)
_HARD_END = r"\s*(?:[.!?,;:)]|$|any ?more\b|any longer\b|and i\b|but i\b|from\b|here\b)"
_NAME_WORD = r"(?:(?:full|first|last|real|given|preferred|actual) ){0,4}name"

NAMES: tuple[Rule, ...] = (
    Rule("name.full", "attribute", "name", r"\bfull name(?: is|'s|:)(?= )", name, followed_by=_END, confidence=0.95),
    Rule(
        "name.is",
        "attribute",
        "name nickname",
        rf"\b(?:{_NAME_WORD}|nickname)(?: is|'s|s|:| isn't| is not)(?P<no>(?<=n't)|(?<= not))?(?: actually| just"
        rf"| spelled| spelt)?(?= )",
        name,
        followed_by=_END,
        confidence=1.0,
    ),
    Rule(
        "name.call_me",
        "me",
        "call calls",
        r"(?P<no>\b(?:don't|do not|never) )?\b(?:call|calls) me(?: by)?(?= )",
        proper_name,
        followed_by=_END,
        confidence=0.6,
    ),
    Rule("name.address_me", "me", "address refer", r"\b(?:address|refer to) me as(?= )", proper_name, followed_by=_END),
    Rule(
        "name.know_me",
        "me",
        "know knows",
        r"\b(?:know|knows) me (?:as|by)(?= )",
        proper_name,
        followed_by=_END,
        confidence=0.6,
    ),
    Rule(
        "name.shortened",
        "me",
        "shorten shortens shortened abbreviate",
        r"\b(?:shorten|shortens|shortened|abbreviate) my name to(?= )",
        proper_name,
        followed_by=_END,
        confidence=0.6,
    ),
    Rule(
        "name.this_is",
        "me",
        "speaking here way again",
        r"\b(?:this is|it's)(?= )",
        proper_name,
        followed_by=r"\s*(?:speaking\b|here\b|, by the way|again\b)",
    ),
    Rule("name.wrong", "me", "wrong", r"\bmy name wrong[,;:.]? (?:it's|it is)(?= )", proper_name, followed_by=_END),
    Rule(
        "name.speaking",
        "me",
        "speaking here",
        r"^(?:(?:hi|hiya|hello|hey|morning|good morning|evening),? )?(?P<value>\w+) (?:speaking|here)(?=[.,!]|$)",
        proper_name,
    ),
    Rule(
        "name.goes_by", "verb", "go goes", r"\bgo(?:es)? by(?: the name(?: of)?)?(?= )", proper_name, followed_by=_END
    ),
    Rule(
        "name.wants_to_be",
        "verb",
        "called addressed known named by",
        r"\b(?:like|likes|want|wants|prefer|prefers|rather|asked|wishes) (?:(?:to )?(?:be |being )?(?:called|"
        r"addressed as|known as|addressed)|going by|to go by)(?= )",
        proper_name,
        followed_by=_END,
        allows_modal=True,
    ),
    Rule(
        "name.is_called",
        "verb",
        "called named",
        r"\b(?:called|named)(?= )",
        proper_name,
        followed_by=_END,
        needs_copula=True,
    ),
    Rule(
        "name.introduced",
        "verb",
        "introduced",
        r"\bintroduced (?:himself|herself|themselves|themself|myself) as(?= )",
        proper_name,
        followed_by=_END,
    ),
    Rule(
        "name.address_as",
        "free",
        "address refer call",
        r"\b(?:address|refer to|call) (?:the )?user (?:as )?(?= ?)",
        proper_name,
        followed_by=_END,
    ),
)

# "I'm Ana" has the form of "I'm Portuguese": the last rule to be tried.
BARE_NAMES: tuple[Rule, ...] = (
    Rule(
        "name.i_am",
        "me",
        "i im",
        r"(?:^|(?<=[,.!;:\"] )|\b(?:hi|hey|hello),? )(?:i'm|i am|im)(?P<no> not)?(?= )",
        proper_name,
        followed_by=_HARD_END,
        confidence=0.9,
    ),
    Rule(
        "name.not_me", "me", "i", r"\b(?:i'm|i am)(?P<no> not)(?= )", proper_name, followed_by=_HARD_END, confidence=0.8
    ),
)

PRONOUNS: tuple[Rule, ...] = (
    Rule(
        "pronouns.are",
        "attribute",
        "pronouns",
        r"\b(?:(?:preferred|personal|own|correct) )?pronouns(?: are|:| is| =)(?P<no> not|n't)?(?= )",
        one_pronoun,
    ),
    Rule(
        "pronouns.uses",
        "verb",
        "use uses go goes prefer prefers referred addressed",
        r"\b(?:use|uses|go by|goes by|prefer|prefers|(?:referred to|addressed) (?:with|as|by))(?: the)?(?= )",
        pronoun_set,
        allows_modal=True,
    ),
    Rule("pronouns.set", "free", "pronouns", r"^(?P<value>[\w/]+) pronouns(?=[.!]|$)", pronoun_set),
    Rule("pronouns.refer_to_me", "me", "refer address", r"\b(?:refer to|address) me (?:as|with|by)(?= )", pronoun_set),
    Rule("pronouns.for_me", "me", "me", r"\b(?P<value>\w+/\w+) for me\b", pronoun_set),
)

_DATE = words_of(DATE)
DATES: tuple[Rule, ...] = (
    Rule(
        "birthday.is",
        "attribute",
        "birthday bday birth dob birthdate b-day",
        r"\b(?:birthday|bday|b-day|date of birth|dob|birthdate)(?:'s| is| falls|:)?(?: [\w ,']{1,20}?)??(?: on)?(?: "
        r"the)?(?= )",
        _DATE,
    ),
    Rule("birthday.born", "verb", "born", r"\bborn on(?: the)?(?= )", _DATE, allows_past=True),
    Rule("birthday.born_date", "verb", "born", r"\bborn(?: the)?(?= )", _DATE, allows_past=True, confidence=0.85),
    Rule(
        "age.years",
        "verb",
        "years year-old yo a",
        r"\b(?:an? )?(?P<value>\d{1,3})(?: years? old|-year-old| years of age| yo| y/o)\b",
        given,
        needs_copula=True,
    ),
    Rule(
        "age.bare",
        "me",
        "i im",
        r"\b(?:i'm|i am|im) (?:now )?(?P<value>[1-9]\d)(?=[.,!;]|$| and | now\b| but )",
        given,
        confidence=0.8,
    ),
    Rule(
        "age.bare_third",
        "verb",
        "is",
        r"(?<=\bis )(?P<value>[1-9]\d)(?=[.,;]|$| and )",
        given,
        needs_copula=True,
        confidence=0.8,
    ),
    Rule(
        "age.turned",
        "verb",
        "turned turn",
        r"\bturned (?P<value>\d{1,3})\b(?! (?:percent|degrees|minutes|times|pages))",
        given,
        confidence=0.8,
    ),
    Rule("age.is", "attribute", "age", r"\bage(?: is|:)(?= )", words_of(r"\d{1,3}\b")),
)

CONTACTS: tuple[Rule, ...] = (
    Rule(
        "email.is",
        "attribute",
        "email e-mail mail address",
        r"\be-?mail(?: address)?(?: is|:|'s)(?= )",
        words_of(EMAIL),
    ),
    Rule(
        "email.reach",
        "me",
        "reach contact write email mail",
        r"\b(?:reach|contact|e-?mail|mail|write to|write) me(?: by e-?mail)? (?:at|on|under|via)(?= )",
        words_of(EMAIL),
    ),
    Rule(
        "phone.is",
        "attribute",
        "phone mobile cell telephone number",
        r"\b(?:(?:phone|mobile|cell|cellphone|telephone)(?: phone)?(?: number)?|number)(?: is|:|'s)(?= )",
        words_of(PHONE),
    ),
    Rule(
        "phone.reach", "me", "reach call text", r"\b(?:reach|call|text|ring) me (?:at|on|under)(?= )", words_of(PHONE)
    ),
)

FAITH: tuple[Rule, ...] = (
    Rule(
        "religion.as_a",
        "me",
        "as",
        rf"^as an? (?:(?:practi[sc]ing|devout|strict|committed) ){{0,2}}(?P<value>{RELIGIONS}),? i\b(?!'d| would)",
        given,
    ),
    Rule(
        "religion.is",
        "verb",
        RELIGIONS.words,
        rf"\b(?:(?:a|an|practi[sc]ing|devout|strict|proud|born|lapsed|committed) ){{0,3}}(?P<value>{RELIGIONS})s?\b",
        given,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|now\b|by\b|so\b|since\b)",
        needs_copula=True,
    ),
)

IDENTITY_RULES: tuple[Rule, ...] = (*PRONOUNS, *NAMES, *DATES, *CONTACTS, *FAITH)
