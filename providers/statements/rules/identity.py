"""Names, pronouns, birthdays, contacts, religion: who somebody is."""

from providers.statements.phrases import given, words_of
from providers.statements.rules.rule import Rule, rule
from providers.statements.rules.vocabulary import DATE, EMAIL, PHONE, RELIGIONS
from providers.statements.slots import name, one_pronoun, pronoun_set, proper_name

_END = (
    r"\s*(?:[.!?,;:)\"]|$|any ?more\b|any longer\b|-|and\b|but\b|from\b|by the way|btw|please|now\b|instead\b|"
    r"since\b|so\b|these days|for\b)"
)
_HARD_END = r"\s*(?:[.!?,;:)]|$|any ?more\b|any longer\b|and i\b|but i\b|from\b|here\b)"
_NAME_WORD = r"(?:(?:full|first|last|real|given|preferred|actual) ){0,4}name"

NAMES: tuple[Rule, ...] = (
    rule(
        "name.full",
        "preferred_name",
        "attribute",
        "name",
        r"\bfull name(?: is|'s|:)(?= )",
        name,
        after=_END,
        confidence=0.95,
    ),
    rule(
        "name.is",
        "preferred_name",
        "attribute",
        "name nickname",
        rf"\b(?:{_NAME_WORD}|nickname)(?: is|'s|s|:| isn't| is not)(?P<no>(?<=n't)|(?<= not))?(?: actually| just"
        rf"| spelled| spelt)?(?= )",
        name,
        after=_END,
        confidence=1.0,
    ),
    rule(
        "name.call_me",
        "preferred_name",
        "me",
        "call calls",
        r"(?P<no>\b(?:don't|do not|never) )?\b(?:call|calls) me(?: by)?(?= )",
        proper_name,
        after=_END,
        confidence=0.6,
    ),
    rule(
        "name.address_me",
        "preferred_name",
        "me",
        "address refer",
        r"\b(?:address|refer to) me as(?= )",
        proper_name,
        after=_END,
    ),
    rule(
        "name.know_me",
        "preferred_name",
        "me",
        "know knows",
        r"\b(?:know|knows) me (?:as|by)(?= )",
        proper_name,
        after=_END,
        confidence=0.6,
    ),
    rule(
        "name.shortened",
        "preferred_name",
        "me",
        "shorten shortens shortened abbreviate",
        r"\b(?:shorten|shortens|shortened|abbreviate) my name to(?= )",
        proper_name,
        after=_END,
        confidence=0.6,
    ),
    rule(
        "name.this_is",
        "preferred_name",
        "me",
        "speaking here way again",
        r"\b(?:this is|it's)(?= )",
        proper_name,
        after=r"\s*(?:speaking\b|here\b|, by the way|again\b)",
    ),
    rule(
        "name.wrong",
        "preferred_name",
        "me",
        "wrong",
        r"\bmy name wrong[,;:.]? (?:it's|it is)(?= )",
        proper_name,
        after=_END,
    ),
    rule(
        "name.speaking",
        "preferred_name",
        "me",
        "speaking here",
        r"^(?:(?:hi|hiya|hello|hey|morning|good morning|evening),? )?(?P<value>\w+) (?:speaking|here)(?=[.,!]|$)",
        proper_name,
    ),
    rule(
        "name.goes_by",
        "preferred_name",
        "verb",
        "go goes",
        r"\bgo(?:es)? by(?: the name(?: of)?)?(?= )",
        proper_name,
        after=_END,
    ),
    rule(
        "name.wants_to_be",
        "preferred_name",
        "verb",
        "called addressed known named by",
        r"\b(?:like|likes|want|wants|prefer|prefers|rather|asked|wishes) (?:(?:to )?(?:be |being )?(?:called|"
        r"addressed as|known as|addressed)|going by|to go by)(?= )",
        proper_name,
        after=_END,
        anyhow=True,
    ),
    rule(
        "name.is_called",
        "preferred_name",
        "verb",
        "called named",
        r"\b(?:called|named)(?= )",
        proper_name,
        after=_END,
        needs_be=True,
    ),
    rule(
        "name.introduced",
        "preferred_name",
        "verb",
        "introduced",
        r"\bintroduced (?:himself|herself|themselves|themself|myself) as(?= )",
        proper_name,
        after=_END,
    ),
    rule(
        "name.address_as",
        "preferred_name",
        "free",
        "address refer call",
        r"\b(?:address|refer to|call) (?:the )?user (?:as )?(?= ?)",
        proper_name,
        after=_END,
    ),
)

# "I'm Ana" reads like "I'm Portuguese": tried when nothing else fits.
BARE_NAMES: tuple[Rule, ...] = (
    rule(
        "name.i_am",
        "preferred_name",
        "me",
        "i im",
        r"(?:^|(?<=[,.!;:\"] )|\b(?:hi|hey|hello),? )(?:i'm|i am|im)(?P<no> not)?(?= )",
        proper_name,
        after=_HARD_END,
        confidence=0.9,
    ),
    rule(
        "name.not_me",
        "preferred_name",
        "me",
        "i",
        r"\b(?:i'm|i am)(?P<no> not)(?= )",
        proper_name,
        after=_HARD_END,
        confidence=0.8,
    ),
)

PRONOUNS: tuple[Rule, ...] = (
    rule(
        "pronouns.are",
        "pronouns",
        "attribute",
        "pronouns",
        r"\b(?:(?:preferred|personal|own|correct) )?pronouns(?: are|:| is| =)(?P<no> not|n't)?(?= )",
        one_pronoun,
    ),
    rule(
        "pronouns.uses",
        "pronouns",
        "verb",
        "use uses go goes prefer prefers referred addressed",
        r"\b(?:use|uses|go by|goes by|prefer|prefers|(?:referred to|addressed) (?:with|as|by))(?: the)?(?= )",
        pronoun_set,
        anyhow=True,
    ),
    rule("pronouns.set", "pronouns", "free", "pronouns", r"^(?P<value>[\w/]+) pronouns(?=[.!]|$)", pronoun_set),
    rule(
        "pronouns.refer_to_me",
        "pronouns",
        "me",
        "refer address",
        r"\b(?:refer to|address) me (?:as|with|by)(?= )",
        pronoun_set,
    ),
    rule("pronouns.for_me", "pronouns", "me", "me", r"\b(?P<value>\w+/\w+) for me\b", pronoun_set),
)

_DATE = words_of(DATE)
DATES: tuple[Rule, ...] = (
    rule(
        "birthday.is",
        "birthday",
        "attribute",
        "birthday bday birth dob birthdate b-day",
        r"\b(?:birthday|bday|b-day|date of birth|dob|birthdate)(?:'s| is| falls|:)?(?: [\w ,']{1,20}?)??(?: on)?(?: "
        r"the)?(?= )",
        _DATE,
    ),
    rule("birthday.born", "birthday", "verb", "born", r"\bborn on(?: the)?(?= )", _DATE, past=True),
    rule("birthday.born_date", "birthday", "verb", "born", r"\bborn(?: the)?(?= )", _DATE, past=True, confidence=0.85),
    rule(
        "age.years",
        "age",
        "verb",
        "years year-old yo a",
        r"\b(?:an? )?(?P<value>\d{1,3})(?: years? old|-year-old| years of age| yo| y/o)\b",
        given,
        needs_be=True,
    ),
    rule(
        "age.bare",
        "age",
        "me",
        "i im",
        r"\b(?:i'm|i am|im) (?:now )?(?P<value>[1-9]\d)(?=[.,!;]|$| and | now\b| but )",
        given,
        confidence=0.8,
    ),
    rule(
        "age.bare_third",
        "age",
        "verb",
        "is",
        r"(?<=\bis )(?P<value>[1-9]\d)(?=[.,;]|$| and )",
        given,
        needs_be=True,
        confidence=0.8,
    ),
    rule(
        "age.turned",
        "age",
        "verb",
        "turned turn",
        r"\bturned (?P<value>\d{1,3})\b(?! (?:percent|degrees|minutes|times|pages))",
        given,
        confidence=0.8,
    ),
    rule("age.is", "age", "attribute", "age", r"\bage(?: is|:)(?= )", words_of(r"\d{1,3}\b")),
)

CONTACTS: tuple[Rule, ...] = (
    rule(
        "email.is",
        "email",
        "attribute",
        "email e-mail mail address",
        r"\be-?mail(?: address)?(?: is|:|'s)(?= )",
        words_of(EMAIL),
    ),
    rule(
        "email.reach",
        "email",
        "me",
        "reach contact write email mail",
        r"\b(?:reach|contact|e-?mail|mail|write to|write) me(?: by e-?mail)? (?:at|on|under|via)(?= )",
        words_of(EMAIL),
    ),
    rule(
        "phone.is",
        "phone",
        "attribute",
        "phone mobile cell telephone number",
        r"\b(?:(?:phone|mobile|cell|cellphone|telephone)(?: phone)?(?: number)?|number)(?: is|:|'s)(?= )",
        words_of(PHONE),
    ),
    rule(
        "phone.reach",
        "phone",
        "me",
        "reach call text",
        r"\b(?:reach|call|text|ring) me (?:at|on|under)(?= )",
        words_of(PHONE),
    ),
)

FAITH: tuple[Rule, ...] = (
    rule(
        "religion.as_a",
        "religion",
        "me",
        "as",
        rf"^as an? (?:(?:practi[sc]ing|devout|strict|committed) ){{0,2}}(?P<value>{RELIGIONS}),? i\b(?!'d| would)",
        given,
    ),
    rule(
        "religion.is",
        "religion",
        "verb",
        RELIGIONS.words,
        rf"\b(?:(?:a|an|practi[sc]ing|devout|strict|proud|born|lapsed|committed) ){{0,3}}(?P<value>{RELIGIONS})s?\b",
        given,
        after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|now\b|by\b|so\b|since\b)",
        needs_be=True,
    ),
)

IDENTITY_RULES: tuple[Rule, ...] = (*PRONOUNS, *NAMES, *DATES, *CONTACTS, *FAITH)
