"""Family, relationships, pets."""

from providers.statements.needs.diet_names import DIETS_AND_FREE
from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given, phrase
from providers.statements.text.slots import proper_name
from providers.statements.text.vocabulary import (
    JOBS,
    KIN_PLURAL,
    KIN_SINGULAR,
    KIN_TRAITS,
    NUMBERS,
    PETS,
    RELATIONSHIPS,
    any_of,
)

_TRAITS = rf"(?:{KIN_TRAITS} ){{0,3}}"
_KIN = rf"(?P<who>{KIN_SINGULAR})"
_COUNT = rf"(?:{NUMBERS} )?"
_LOOKS = r"(?:(?:old|young|little|big|black|white|rescue|new|cute|small|fat|lovely) ){0,3}"
_CLOSE = any_of("""
    wife husband partner girlfriend boyfriend fiance fiancee son daughter kids children sons daughters sister
    brother sisters brothers twins grandkids grandchildren granddaughter grandson niece nephew nieces nephews
""")
_NOT_REPORTED_TO = "".join(
    rf"(?<!\b{verb} my )" for verb in ("told", "tell", "telling", "asked", "ask", "said to", "out to")
)
_NAMED = r"(?: is called| is named|'s name is|'s called| named| called|'s name's|'s| is|,)?(?= )"
_DOES = (
    rf"(?:lives in|works (?:as|at|for|in)|is allergic to|is (?:a |an )?{DIETS_AND_FREE}|is an? (?:\w+ ){{0,2}}?{JOBS}"
    r"|is \d+ years old|speaks|"
    r"studies|is (?:a |an )?(?:student|pensioner)|is retired)"
)

FAMILY: tuple[Rule, ...] = (
    Rule(
        "family.named",
        "attribute",
        KIN_SINGULAR.words,
        rf"\b{_TRAITS}{_KIN}{_NAMED}",
        proper_name,
        template="{who}: {value}",
    ),
    Rule(
        "family.has_named",
        "verb",
        "have has got named called",
        rf"\b(?:have|has|got) (?:a |an )?{_TRAITS}{_KIN}(?:,? (?:named|called|whose name is)|,)(?= )",
        proper_name,
        template="{who}: {value}",
    ),
    Rule(
        "family.have_named",
        "verb",
        "have has got 've",
        rf"\b(?:have|has|got) (?:{NUMBERS} )?{_TRAITS}(?P<who>son|daughter|brother|sister|cousin|niece|nephew|grandson|"
        r"granddaughter)s(?:,| named| called|:|, named|, called)(?= )",
        proper_name,
        template="{who}: {value}",
        is_list=True,
    ),
    Rule(
        "family.and_named",
        "verb",
        "have has got 've",
        rf"\b(?:have|has|got) (?:a |an )?{_TRAITS}{KIN_SINGULAR},? (?:named |called )?\w+,? and (?:a |an "
        rf")?{_TRAITS}{_KIN}(?:,? (?:named|called)|,)?(?= )",
        proper_name,
        template="{who}: {value}",
    ),
    Rule(
        "family.does",
        "attribute",
        KIN_SINGULAR.words,
        rf"(?<!\bof my )(?<!\bof our )\b{_TRAITS}(?P<begin>{KIN_SINGULAR} {_DOES})(?:(?= )|$)?",
        phrase,
    ),
    Rule(
        "family.has",
        "verb",
        "have has got 've",
        rf"\b(?:have|has|got) (?:a |an |no )?(?P<value>{_COUNT}{_TRAITS}(?:{KIN_PLURAL}|{KIN_SINGULAR}))\b(?!['-]|"
        rf",? (?:named|called|whose)\b|, [a-z]+,? and (?:a|an)\b|\s(?:friendly|friends?|seat|shower))",
        given,
    ),
    Rule(
        "family.has_more",
        "verb",
        "have has got 've",
        rf"\b(?:have|has|got) (?:a |an )?{_COUNT}{_TRAITS}(?:{KIN_PLURAL}|{KIN_SINGULAR}) and (?:a |an "
        rf")?(?P<value>{_COUNT}{_TRAITS}(?:{KIN_PLURAL}|{KIN_SINGULAR}))\b",
        given,
    ),
    Rule(
        "family.mentioned",
        "attribute",
        f"{_CLOSE.words} twin",
        # "our kids" often means everyone's, "Kids are ..." all of them; someone who only hears or knows it states
        # nothing
        rf"(?<!our ){_NOT_REPORTED_TO}(?<=\w )"
        rf"\b(?:(?:older|younger|little|big|twin|eldest|oldest|youngest|two|three|four|five) )?"
        rf"(?P<value>{_CLOSE})\b(?!['-]?in-law| (?:already )?(?:knows?|knew|thinks?|thought|says?|said|told|heard)\b)",
        given,
        confidence=0.7,
    ),
    Rule("family.married_to", "verb", "married", r"\bmarried to(?= )", proper_name, template="spouse: {value}"),
    Rule("family.engaged_to", "verb", "engaged", r"\bengaged to(?= )", proper_name, template="fianc\u00e9: {value}"),
)

RELATIONSHIP: tuple[Rule, ...] = (
    Rule(
        "relationship.is",
        "verb",
        RELATIONSHIPS.words + " in",
        rf"\b(?:(?:happily|newly|recently|currently|freshly|legally) ){{0,3}}(?P<value>{RELATIONSHIPS})\b",
        given,
        needs_copula=True,
        followed_by=r"\s*(?:[.!,;)?]|$|any ?more\b|any longer\b|to (?!the\b|my (?:job|work)\b)|at the moment|and\b|"
        r"but\b|for\b|since\b|with\b|again\b|now\b|these days)",
    ),
    Rule("relationship.got", "verb", "got get", r"\bgot (?P<value>married|divorced|engaged|separated)\b", given),
)

ANIMALS: tuple[Rule, ...] = (
    Rule(
        "pets.named",
        "attribute",
        PETS.words,
        rf"\b(?P<who>{PETS})(?: is called| is named|'s name is|'s called|,| called| named)?(?= )",
        proper_name,
        template="{who}: {value}",
    ),
    Rule(
        "pets.has_named",
        "verb",
        "have has own owns got adopted keep",
        rf"\b(?:have|has|own|owns|got|adopted|keep|keeps) (?:a |an )?{_LOOKS}(?P<who>{PETS})(?:(?: who is|,)? "
        rf"(?:named|called)|,)(?= )",
        proper_name,
        template="{who}: {value}",
    ),
    Rule(
        "pets.has",
        "verb",
        "have has own owns got adopted keep keeps rescued 've",
        rf"(?:\b(?:have|has|own|owns|got|adopted|keep|keeps|rescued)|'ve) (?:a |an "
        rf")?(?P<value>{_COUNT}{_LOOKS}{PETS})\b(?!,? (?:named|called|who is called|food|person|hair|allergy|video|"
        rf"sitter)\b)",
        given,
    ),
    Rule(
        "pets.counted",
        "attribute",
        PETS.words,
        rf"\b(?P<value>{NUMBERS} {_LOOKS}{PETS})\b(?! (?:food|hair|toys))",
        given,
        confidence=0.7,
    ),
    Rule(
        "pets.has_more",
        "verb",
        "have has own owns keep keeps",
        rf"\b(?:have|has|own|owns|keep|keeps) (?:a |an )?{_COUNT}{PETS} and (?:a |an )?(?P<value>{_COUNT}{PETS})\b",
        given,
    ),
)

PEOPLE_RULES: tuple[Rule, ...] = (*ANIMALS, *FAMILY, *RELATIONSHIP)
