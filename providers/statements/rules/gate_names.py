"""The rules for names, for the consent gate: recall first."""

from providers.statements.rules.rule import Rule
from providers.statements.text.slots import name, proper_name
from providers.statements.text.vocabulary import FIELD, IS, NOUN, OF_USER, OWNED, SET, SET_WORDS, START, USER
from providers.statements.text.words import word_set

# "im Ana, from Porto", but not "Im Keller steht ein Server".
_IM = r"im(?= [\w'-]+(?: [\w'-]+)?(?:\W*$|[,.!;:()\"]| -| (?:and|but|from|the|your|by|here|who|btw|aka|not|i)\b))"

_KEY = "preferred_name"
_TRAITS = (
    "preferred first given full real legal last middle chosen new current display actual proper pet christian correct"
)
_NAME = rf"(?:(?:(?:{'|'.join(_TRAITS.split())}) ){{0,3}}(?:name|nickname|nick|forename|surname|moniker|alias))"
_CALLED = (
    r"(?:(?:called|named|addressed|referred to|nicknamed|dubbed|christened)(?: to [\w ]{2,20}?)?(?: as| by)?"
    r"|known(?: to [\w ]{2,20}?)?(?: simply| just)? (?:as|by))"
)
_WANTS = (
    r"(?:likes?|wants?|prefers?|wish(?:es)?|ask(?:s|ed)?|needs?|has|have|choos(?:e|es)|chose|rather|loves?|expects?|"
    r"insists? on) (?:to be |being |to get |be )"
)
_NO_GROUP = "".join(rf"(?<!\b{group} )" for group in ("family", "team", "crew", "cast", "band", "board", "staff"))
# Headings: "User Feedback", "Customer Journey", "Client X".
_USER_HEADINGS = "|".join(
    word_set("""
    accounts? feedback reviews? satisfaction updates? communications? experience interface stories story data testing
    tests? support service services base acquisition retention engagement journeys? needs? guides? manual profiles?
    research relations relationships? requirements? meetings? onboarding interviews? behaviou?r insights? segments?
    personas? success education training permissions? roles? groups? lists? dashboard portal interaction expectations?
    preferences? analytics flows? centric focused facing loyalty value lifetime demographics? calls? consultations?
    projects? work contracts? management presentations? testimonials? adoption trust confidentiality agreements? [a-z]
    """)
)
_THEY = r"(?:the user|user|i|he|she|they|we|you|people|friends|everyone)"

NAMES: tuple[Rule, ...] = (
    Rule(
        "name.attribute",
        "attribute",
        "name nickname nick forename surname moniker alias",
        rf"\b{_NAME}{OF_USER}?{IS}(?: (?:actually|really|now|just|simply)){{0,2}}",
        name,
    ),
    Rule("name.name_is", "free", "name", START + rf"(?:the )?{_NAME}{OF_USER}?(?:'s| is|:|=)", name),
    Rule(
        "name.call_user",
        "me",
        "call calling address greet refer addressing greeting",
        rf"\b(?:call|calling|greet|greeting|address|addressing)(?: to)? {USER}"
        r"(?: (?:as|by|by the name|just|simply|only|with|always|:|the name)){0,3}(?= )",
        name,
    ),
    Rule(
        "name.refer_user",
        "me",
        "refer refers referring referred",
        rf"\brefer(?:s|ring|red)? to {USER}(?: \w+)?? (?:as|by(?: the name)?)\b",
        name,
    ),
    Rule(
        "name.called",
        "verb",
        "called named addressed known referred nicknamed dubbed christened",
        rf"\b{_CALLED}(?: simply| just)?(?= )",
        name,
        allows_modal=True,
    ),
    Rule(
        "name.wanted", "verb", "called addressed known named referred", rf"\b{_WANTS}{_CALLED}", name, allows_modal=True
    ),
    Rule(
        "name.goes_by",
        "verb",
        "go goes going answer answers",
        r"\b(?:go(?:es|ing)? (?:by|under)|answers? to)(?: (?:the )?(?:name|nickname)(?: of)?)?\b",
        proper_name,
        allows_modal=True,
    ),
    Rule(
        "name.goes_by_small",
        "verb",
        "go goes going",
        r"\bgo(?:es|ing)? by(?: (?:the )?(?:name|nickname)(?: of)?)?\b",
        name,
        allows_modal=True,
    ),
    Rule(
        "name.people_call",
        "me",
        "call calls know knows",
        rf"\b(?:call|calls|know|knows) {USER}(?: (?:as|by))?(?= )",
        proper_name,
    ),
    Rule("name.known_by_people", "me", "know knows", rf"\bknows? {USER} (?:as|by)\b", name),
    Rule(
        "name.introduced",
        "verb",
        "introduced introduces introduce renamed renames presented presents signs sign",
        r"\b(?:(?:introduc|renam|present)(?:e|es|ed) (?:him|her|them|my)sel(?:f|ves)(?: as| to)?|"
        r"signs?(?: \w+){0,3}? (?:as|with))\b",
        name,
        allows_modal=True,
    ),
    Rule(
        "name.prefers_name",
        "verb",
        "name nickname",
        r"\b(?:prefers?|uses?|likes?|chose|adopted|has)(?: to use)? (?:the |to be called |being called )?"
        r"(?:name|nickname)\b",
        name,
    ),
    Rule(
        "name.as_name",
        "free",
        "name nickname",
        rf"\b(?P<value>[\w'-]{{2,20}}(?: [\w'-]{{2,20}})?) (?:as|for) (?:{OWNED} |a |the )?{_NAME}\b",
        proper_name,
    ),
    Rule(
        "name.use_as_name",
        "me",
        "name nickname addressing talking greeting speaking writing",
        rf"\b(?:use|say|write|take) (?P<value>[\w'-]{{2,20}}(?: [\w'-]{{2,20}})?) (?:as {OWNED} {_NAME}\b|"
        rf"(?:when|whenever|for|while) (?:addressing|greeting|talking to|speaking to|writing to) {USER})",
        name,
    ),
    Rule(
        "name.reversed",
        "free",
        "name called nickname call",
        START + rf"(?P<value>[\w']+(?:[ -][\w']+){{0,3}}?) (?:is|'s|isn't|is not|is no longer|was|=) "
        rf"(?:{OWNED} {_NAME}\b|(?:what|how) {_THEY}\b)",
        name,
    ),
    Rule(
        "name.use",
        "free",
        "name nickname",
        rf"\b(?:use|using|with|by|the) (?:{OWNED} )?(?:the )?{_NAME}(?: for (?:the )?user)?(?: as| :|:)?(?= )",
        proper_name,
    ),
    Rule(
        "name.use_small",
        "free",
        "use using",
        rf"\b(?:use|using) (?:{OWNED} )?(?:the )?{_NAME}(?: for (?:the )?user)?(?: as| :|:)?(?= )",
        name,
    ),
    Rule(
        "name.spoken_to",
        "free",
        "talking speaking chatting typing keyboard writing helping line",
        r"(?:\byou(?:'re| are) (?:talking|speaking|chatting|writing) (?:to|with)"
        r"|\b(?:the|this) (?:person|human|one|user) (?:who is |who's )?(?:typing|writing|here|at the keyboard"
        r"|behind the keyboard|on the (?:line|other end)"
        r"|you(?:'re| are) (?:helping|(?:talking|speaking|chatting) (?:to|with))) is)"
        r"(?: called| named| really| actually)?(?= )",
        proper_name,
    ),
    Rule("name.set", "free", SET_WORDS, rf"\b{SET} (?:{OWNED} |user )?{_NAME}{FIELD}{OF_USER}?{IS}", name),
    Rule(
        "name.argument",
        "free",
        "preferred_name nickname name",
        r"\b(?:preferred_name|nickname|name)['\"]?, ?['\"]?(?=\w)",
        proper_name,
    ),
    Rule(
        "name.i_am",
        "free",
        "i im",
        rf"(?:^|(?<=[,.;:!\"'(] )|(?<=[\"'(]))(?:i'm|i am|{_IM}|it's|it is|this is)(?= )",
        proper_name,
    ),
    Rule(
        "name.user_is",
        "free",
        f"{NOUN[3:-1].replace('|', ' ')}",
        rf"{_NO_GROUP}\b{NOUN}(?:'s)?(?:,| is| \(|:)(?= ?)",
        proper_name,
    ),
    Rule(
        "name.titled_now",
        "free",
        "mr mrs ms miss mx dr prof professor",
        r"\b(?:it's|it is|she's|she is|he's|he is|i'm|i am)(?: now)? (?P<value>(?:mrs?|ms|miss|mx|dr|prof|professor)"
        r"\.? [\w'-]{2,30})(?= (?:now|since|these days|from now on)\b)",
        proper_name,
    ),
    Rule(
        "name.suffices",
        "free",
        "do enough suffices plenty",
        r"(?<!\w)[\"'](?P<value>[\w-]{2,20})[\"'] (?:will do|is enough|is plenty|suffices)\b",
        proper_name,
    ),
    Rule(
        "name.shouted",
        "me",
        "shout shouts yell yells say says write writes type types scream screams",
        r"\b(?:shout|yell|say|write|type|scream)s? (?P<value>[\w-]{2,20}) (?:when|whenever|if)(?: \w+){1,2}? "
        rf"(?:means?|wants?|needs?|calls?|greets?|looks? for|talks? to|writes? to) {USER}",
        proper_name,
    ),
    Rule("name.user_named", "free", "named called name", rf"\b{NOUN} (?:named|called|by the name of)\b", name),
    Rule(
        "name.bare_user",
        "free",
        "user customer client",
        rf"\b(?:user|customer|client)(?! (?:{_USER_HEADINGS})\b)(?= )",
        proper_name,
    ),
    Rule("name.greet_with", "me", "hello hi dear hey", r"\bwith [\"'(](?:hello|hi|dear|hey),? ", name),
    Rule(
        "name.just_fine",
        "free",
        "just simply",
        START + r"(?:just|simply) (?P<value>[\w']{2,20}) (?:is|works)(?: just)? (?:fine|good|ok|okay|enough)\b",
        proper_name,
    ),
    Rule(
        "name.here",
        "free",
        "here speaking",
        START + r"(?:hi|hello|hey)?,? ?(?P<value>[\w']{2,20}) (?:here|speaking)(?=[.,!]|$)",
        proper_name,
    ),
)
