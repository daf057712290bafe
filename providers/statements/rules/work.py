"""Occupation, employer, education, programming."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given, phrase, words_of
from providers.statements.text.slots import organisation, programming_language
from providers.statements.text.vocabulary import CODE_WORDS, DEGREES, FIELDS, JOBS

_JOB = rf"(?:(?!a\b|an\b|the\b|bit\b|role\b|\d)[\w-]+ ){{0,2}}{JOBS}"
_JOB_END = (
    r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|at\b|for\b|in\b|by\b|with\b|who\b|from\b|on\b|"
    r"so\b|since\b|now\b|these days)"
)

OCCUPATION: tuple[Rule, ...] = (
    Rule(
        "occupation.works_as",
        "verb",
        "work works working job employed",
        r"\b(?:work|works|working|employed|a job) (?:[\w -]{2,25}? )?as (?:an? |the )?(?P<value>[\w -]{3,40}?)(?= "
        r"at\b| for\b| in\b| on\b|[.,;!?]|$| and\b| but\b)",
        given,
    ),
    Rule(
        "occupation.is",
        "verb",
        "a an",
        rf"\b(?:a|an) (?:\d+-year-old )?(?P<value>{_JOB})\b",
        given,
        needs_copula=True,
        followed_by=_JOB_END,
    ),
    Rule(
        "occupation.as_a",
        "me",
        "as",
        rf"^(?:speaking )?as an? (?P<value>{_JOB}),? i\b(?!'d| would)",
        given,
        confidence=0.85,
    ),
    Rule(
        "occupation.job_is",
        "attribute",
        "job profession occupation trade",
        r"\b(?:day )?(?:job|profession|occupation|trade)(?: is|:)(?= an? | teaching| being| \w+ist\b)",
        phrase,
    ),
    Rule("occupation.for_a_living", "free", "living", r"\bfor a living,? (?:i|the user|user)(?= )", phrase),
    Rule(
        "occupation.runs",
        "verb",
        "run runs own owns",
        r"\b(?P<value>(?:run|runs|own|owns) (?:an? |my own |the )?(?:\w+ ){0,2}(?:bakery|shop|company|business|"
        r"restaurant|cafe|startup|studio|farm|store|firm|agency|clinic|hotel|salon|bar|school))\b",
        given,
    ),
    Rule(
        "occupation.earns",
        "verb",
        "living",
        rf"\b(?:earn|earns|make|makes) (?:my|a|his|her|their) living as an? (?P<value>{_JOB})\b",
        given,
    ),
    Rule("occupation.teaches", "verb", "teach teaches", rf"\b(?P<value>teach(?:es)? {FIELDS})\b", given),
    Rule(
        "employer.job_at",
        "verb",
        "a an",
        rf"\b(?:a|an) (?!(?:[\w-]+ ){{0,2}}student\b){_JOB} (?:at|for|with)(?= )",
        organisation,
        needs_copula=True,
    ),
    Rule(
        "employer.works_at",
        "verb",
        "work works working",
        r"\b(?:work|works|working)(?: \w+)?? (?:at|for|with)(?: the)?(?= )",
        organisation,
    ),
    Rule(
        "employer.has_worked",
        "verb",
        "worked",
        r"(?:\b(?:have|has)|'ve|'s) worked (?:at|for|with)(?: the)?(?= )",
        organisation,
        followed_by=r" (?:for|since)\b",
    ),
    Rule(
        "employer.works_as_at",
        "verb",
        "work works working",
        r"\b(?:work|works|working) as [\w ]{2,30}? (?:at|for)(?: the)?(?= )",
        organisation,
    ),
    Rule("employer.employed", "verb", "employed", r"\bemployed (?:by|at|with)(?: the)?(?= )", organisation),
    Rule(
        "employer.started",
        "verb",
        "started",
        r"\bstarted(?: (?:work|working|(?:a|my) (?:new )?job))? at(?: the)?"
        r"(?! [\w ]*\b(?:academy|club|college|gym|school|university)\b)(?= )",
        organisation,
        followed_by=r"\s*(?:[.!,;]|$|(?:last|this|on|yesterday|today|recently|now|and|as)\b)",
    ),
    Rule("employer.joined", "verb", "joined", r"\bjoined(?: the)?(?= )", organisation, followed_by=r" as\b"),
    Rule("occupation.joined_as", "verb", "joined", rf"\bjoined [\w ]{{2,25}}? as an? (?P<value>{_JOB})\b", given),
    Rule("employer.is", "attribute", "employer", r"\bemployer(?: is|:)(?: the)?(?= )", organisation),
)

EDUCATION: tuple[Rule, ...] = (
    Rule(
        "education.studied",
        "verb",
        "study studies studied studying",
        rf"\b(?:study|studies|studied|studying) (?P<begin>{FIELDS}\b)",
        phrase,
    ),
    Rule(
        "education.degree",
        "verb",
        "have has got hold holds doing finished earned completed did",
        rf"\b(?:have|has|got|hold|holds|doing|finished|earned|completed|did) (?:a |an |my |his |her |their "
        rf")?(?P<begin>(?:\w+'?s )?{DEGREES}(?: in| from)\b)",
        phrase,
    ),
    Rule("education.graduated", "verb", "graduated", r"\bgraduated (?:from|at)(?: the)?(?= )", organisation),
)

_CODE_PHRASE = words_of(rf"{CODE_WORDS}(?: (?:over|to|instead of|with|and) [\w -]+)?")
_CODE_END = r"(?: (?:in|for) (?:my|his|her|their|all|our|the)? ?(?:\w+ )?code\b)"
CODING: tuple[Rule, ...] = (
    Rule("coding_style.is", "attribute", "style", r"\b(?:coding|code) style(?: is|:)(?= )", phrase),
    Rule(
        "coding_style.prefers",
        "verb",
        "prefer prefers like likes",
        rf"\b(?:prefer|prefers|like|likes)(?: to use| using)? (?P<begin>{CODE_WORDS})",
        _CODE_PHRASE,
    ),
    Rule("coding_style.uses", "verb", "use uses", rf"\b(?:use|uses) (?P<value>{CODE_WORDS}){_CODE_END}", given),
    Rule(
        "coding_style.indents",
        "verb",
        "indent indents",
        r"\bindents?(?: (?:code|everything|my code))? (?:with|by|using) (?P<value>(?:two|four|eight|2|4|8) spaces|"
        r"tabs)\b",
        given,
    ),
    Rule(
        "coding_style.rather_than",
        "verb",
        "use uses",
        r"\b(?:use|uses) (?P<value>tabs|spaces)(?:, not| and not| instead of| over| rather than) (?:tabs|spaces)\b",
        given,
    ),
    Rule(
        "coding_style.please_use",
        "free",
        "use",
        rf"(?:^|\b(?:please|always) )use (?P<value>{CODE_WORDS}){_CODE_END}",
        given,
        is_request=True,
    ),
    Rule(
        "coding_style.follows",
        "verb",
        "follow follows",
        r"\b(?:follow|follows) (?P<value>pep ?8|(?:the )?(?:google|airbnb) style guide)\b",
        given,
    ),
    Rule(
        "coding_style.in_my_code",
        "free",
        "code",
        r"\bin my code,? i (?:always |only )?(?:use|prefer|write)(?= )",
        phrase,
    ),
    Rule(
        "programming_language.prefers",
        "verb",
        "prefer prefers like likes love loves",
        r"\b(?:prefer|prefers|like|likes|love|loves)(?: (?:to )?(?:coding|programming|writing|code|program|write)"
        r"(?: in)?)?(?= )",
        programming_language,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|over\b|to\b|and\b|but\b|for\b|because\b|most\b|best\b)",
    ),
    Rule(
        "programming_language.rather",
        "verb",
        "rather",
        r"\brather (?:use|write|code in|program in)(?= )",
        programming_language,
        allows_modal=True,
        followed_by=r" (?:than|over|instead)\b",
    ),
    Rule(
        "programming_language.codes_in",
        "verb",
        "code codes program programs write writes develop develops work",
        r"\b(?:code|codes|program|programs|develop|develops|coding|programming|(?:write|writes)(?: (?:everything|"
        r"all my code|most things|code))?)(?: (?:mostly|mainly|only|in)){0,4}(?= )",
        programming_language,
        followed_by=r"\s*(?:[.!?,;)]|$|any ?more\b|any longer\b|and\b|but\b|for\b|at\b|because\b|code\b|these days\b|"
        r"nowadays\b|now\b|lately\b|every\b|most\b)",
    ),
    Rule(
        "programming_language.is",
        "attribute",
        "language",
        r"\b(?:(?:favou?rite|preferred|main|primary|go-to) ){0,4}programming language(?: is|:)(?= )",
        programming_language,
    ),
    Rule(
        "programming_language.main",
        "attribute",
        "language",
        r"\b(?:favou?rite|preferred|main|primary|go-to) language(?: is|:)(?= )",
        programming_language,
    ),
    Rule(
        "programming_language.reversed",
        "me",
        "language",
        r"^(?P<value>[\w+#.]+) is my (?:favou?rite|preferred|main|primary|go-to)(?: programming)? language\b",
        programming_language,
    ),
)

WORK_RULES: tuple[Rule, ...] = (*CODING, *OCCUPATION, *EDUCATION)
