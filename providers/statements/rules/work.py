"""Occupation, employer, education, coding."""

from providers.statements.phrases import given, phrase, words_of
from providers.statements.rules.rule import Rule, rule
from providers.statements.rules.vocabulary import CODE_WORDS, DEGREES, FIELDS, JOBS
from providers.statements.slots import organisation, programming_language

_JOB = rf"(?:(?!a\b|an\b|the\b|bit\b|role\b|\d)[\w-]+ ){{0,2}}{JOBS}"
_JOB_END = (
    r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|at\b|for\b|in\b|by\b|with\b|who\b|from\b|on\b|"
    r"so\b|since\b|now\b|these days)"
)

OCCUPATION: tuple[Rule, ...] = (
    rule(
        "occupation.works_as",
        "occupation",
        "verb",
        "work works working job employed",
        r"\b(?:work|works|working|employed|a job) (?:[\w -]{2,25}? )?as (?:an? |the )?(?P<value>[\w -]{3,40}?)(?= "
        r"at\b| for\b| in\b| on\b|[.,;!?]|$| and\b| but\b)",
        given,
    ),
    rule(
        "occupation.is",
        "occupation",
        "verb",
        "a an",
        rf"\b(?:a|an) (?:\d+-year-old )?(?P<value>{_JOB})\b",
        given,
        needs_be=True,
        after=_JOB_END,
    ),
    rule(
        "occupation.as_a",
        "occupation",
        "me",
        "as",
        rf"^(?:speaking )?as an? (?P<value>{_JOB}),? i\b(?!'d| would)",
        given,
        confidence=0.85,
    ),
    rule(
        "occupation.job_is",
        "occupation",
        "attribute",
        "job profession occupation trade",
        r"\b(?:day )?(?:job|profession|occupation|trade)(?: is|:)(?= an? | teaching| being| \w+ist\b)",
        phrase,
    ),
    rule(
        "occupation.for_a_living", "occupation", "free", "living", r"\bfor a living,? (?:i|the user|user)(?= )", phrase
    ),
    rule(
        "occupation.runs",
        "occupation",
        "verb",
        "run runs own owns",
        r"\b(?P<value>(?:run|runs|own|owns) (?:an? |my own |the )?(?:\w+ ){0,2}(?:bakery|shop|company|business|"
        r"restaurant|cafe|startup|studio|farm|store|firm|agency|clinic|hotel|salon|bar|school))\b",
        given,
    ),
    rule(
        "occupation.earns",
        "occupation",
        "verb",
        "living",
        rf"\b(?:earn|earns|make|makes) (?:my|a|his|her|their) living as an? (?P<value>{_JOB})\b",
        given,
    ),
    rule("occupation.teaches", "occupation", "verb", "teach teaches", rf"\b(?P<value>teach(?:es)? {FIELDS})\b", given),
    rule(
        "employer.job_at",
        "employer",
        "verb",
        "a an",
        rf"\b(?:a|an) (?!(?:[\w-]+ ){{0,2}}student\b){_JOB} (?:at|for|with)(?= )",
        organisation,
        needs_be=True,
    ),
    rule(
        "employer.works_at",
        "employer",
        "verb",
        "work works working",
        r"\b(?:work|works|working)(?: \w+)?? (?:at|for|with)(?: the)?(?= )",
        organisation,
    ),
    rule(
        "employer.has_worked",
        "employer",
        "verb",
        "worked",
        r"(?:\b(?:have|has)|'ve|'s) worked (?:at|for|with)(?: the)?(?= )",
        organisation,
        after=r" (?:for|since)\b",
    ),
    rule(
        "employer.works_as_at",
        "employer",
        "verb",
        "work works working",
        r"\b(?:work|works|working) as [\w ]{2,30}? (?:at|for)(?: the)?(?= )",
        organisation,
    ),
    rule("employer.employed", "employer", "verb", "employed", r"\bemployed (?:by|at|with)(?: the)?(?= )", organisation),
    rule("employer.joined", "employer", "verb", "joined", r"\bjoined(?: the)?(?= )", organisation, after=r" as\b"),
    rule(
        "occupation.joined_as",
        "occupation",
        "verb",
        "joined",
        rf"\bjoined [\w ]{{2,25}}? as an? (?P<value>{_JOB})\b",
        given,
    ),
    rule("employer.is", "employer", "attribute", "employer", r"\bemployer(?: is|:)(?: the)?(?= )", organisation),
)

EDUCATION: tuple[Rule, ...] = (
    rule(
        "education.studied",
        "education",
        "verb",
        "study studies studied studying",
        rf"\b(?:study|studies|studied|studying) (?P<begin>{FIELDS}\b)",
        phrase,
    ),
    rule(
        "education.degree",
        "education",
        "verb",
        "have has got hold holds doing finished earned completed did",
        rf"\b(?:have|has|got|hold|holds|doing|finished|earned|completed|did) (?:a |an |my |his |her |their "
        rf")?(?P<begin>(?:\w+'?s )?{DEGREES}(?: in| from)\b)",
        phrase,
    ),
    rule(
        "education.graduated", "education", "verb", "graduated", r"\bgraduated (?:from|at)(?: the)?(?= )", organisation
    ),
)

_CODE_PHRASE = words_of(rf"{CODE_WORDS}(?: (?:over|to|instead of|with|and) [\w -]+)?")
_CODE_END = r"(?: (?:in|for) (?:my|his|her|their|all|our|the)? ?(?:\w+ )?code\b)"
CODING: tuple[Rule, ...] = (
    rule("coding_style.is", "coding_style", "attribute", "style", r"\b(?:coding|code) style(?: is|:)(?= )", phrase),
    rule(
        "coding_style.prefers",
        "coding_style",
        "verb",
        "prefer prefers like likes",
        rf"\b(?:prefer|prefers|like|likes)(?: to use| using)? (?P<begin>{CODE_WORDS})",
        _CODE_PHRASE,
    ),
    rule(
        "coding_style.uses",
        "coding_style",
        "verb",
        "use uses",
        rf"\b(?:use|uses) (?P<value>{CODE_WORDS}){_CODE_END}",
        given,
    ),
    rule(
        "coding_style.indents",
        "coding_style",
        "verb",
        "indent indents",
        r"\bindents?(?: (?:code|everything|my code))? (?:with|by|using) (?P<value>(?:two|four|eight|2|4|8) spaces|"
        r"tabs)\b",
        given,
    ),
    rule(
        "coding_style.rather_than",
        "coding_style",
        "verb",
        "use uses",
        r"\b(?:use|uses) (?P<value>tabs|spaces)(?:, not| and not| instead of| over| rather than) (?:tabs|spaces)\b",
        given,
    ),
    rule(
        "coding_style.please_use",
        "coding_style",
        "free",
        "use",
        rf"(?:^|\b(?:please|always) )use (?P<value>{CODE_WORDS}){_CODE_END}",
        given,
        request=True,
    ),
    rule(
        "coding_style.follows",
        "coding_style",
        "verb",
        "follow follows",
        r"\b(?:follow|follows) (?P<value>pep ?8|(?:the )?(?:google|airbnb) style guide)\b",
        given,
    ),
    rule(
        "coding_style.in_my_code",
        "coding_style",
        "free",
        "code",
        r"\bin my code,? i (?:always |only )?(?:use|prefer|write)(?= )",
        phrase,
    ),
    rule(
        "programming_language.prefers",
        "programming_language",
        "verb",
        "prefer prefers like likes love loves",
        r"\b(?:prefer|prefers|like|likes|love|loves)(?: (?:to )?(?:coding|programming|writing|code|program|write)"
        r"(?: in)?)?(?= )",
        programming_language,
        after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|over\b|to\b|and\b|but\b|for\b|because\b|most\b|best\b)",
    ),
    rule(
        "programming_language.rather",
        "programming_language",
        "verb",
        "rather",
        r"\brather (?:use|write|code in|program in)(?= )",
        programming_language,
        anyhow=True,
        after=r" (?:than|over|instead)\b",
    ),
    rule(
        "programming_language.codes_in",
        "programming_language",
        "verb",
        "code codes program programs write writes develop develops work",
        r"\b(?:code|codes|program|programs|develop|develops|coding|programming|(?:write|writes)(?: (?:everything|"
        r"all my code|most things|code))?)(?: (?:mostly|mainly|only|in)){0,4}(?= )",
        programming_language,
        after=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|for\b|at\b|because\b|code\b|these days\b|"
        r"nowadays\b|now\b|lately\b|every\b|most\b)",
    ),
    rule(
        "programming_language.is",
        "programming_language",
        "attribute",
        "language",
        r"\b(?:(?:favou?rite|preferred|main|primary|go-to) ){0,4}programming language(?: is|:)(?= )",
        programming_language,
    ),
    rule(
        "programming_language.main",
        "programming_language",
        "attribute",
        "language",
        r"\b(?:favou?rite|preferred|main|primary|go-to) language(?: is|:)(?= )",
        programming_language,
    ),
    rule(
        "programming_language.reversed",
        "programming_language",
        "me",
        "language",
        r"^(?P<value>[\w+#.]+) is my (?:favou?rite|preferred|main|primary|go-to)(?: programming)? language\b",
        programming_language,
    ),
)

WORK_RULES: tuple[Rule, ...] = (*CODING, *OCCUPATION, *EDUCATION)
