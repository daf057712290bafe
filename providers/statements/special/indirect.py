"""Finds special categories stated by an idiom, a flag or a code: "bats for the other team", "ICD-10 B20"."""

from collections.abc import Iterator, Mapping
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.special_words import compiled

_THING: Final = (
    r"(?:the|a|an|this|that|it|what|picture|line|text|edge|road|wall|cut|seam|image|photo|scan|border|shelf|frame|cable"
    r"|path|answer|gate|door|lid|hinge|arm|pendulum|emoji|flag|sticker|icon|symbol|reaction|logo|use|with|and|badge)\b"
)
_WHO: Final = rf"(?:\b(?:i|he|she|they|user|who)|^(?!{_THING})\w{{2,20}})"
_IS: Final = r"(?: is| am| are| was|'s|'m|'re)"
_END: Final = r"(?=\W*$|[,.;!)]| (?:and|but|so|since|either|too|as well)\b)"
_MONTH: Final = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|fall|winter)"
)
_WHEN: Final = rf"(?:in|on|around|at the (?:end|start|beginning) of) (?:the )?(?:early |mid-?|late |of )*{_MONTH}"
_CONFIDED: Final = (
    r"(?:nobody|no one|no-one)[^.;!?]{0,20}? knows?(?: yet| about it)?(?=\W*$|[,.;!])"
    r"|(?:haven't|hasn't|have not|has not|not) told (?:anyone|anybody|work|my|her|his|their)\b"
)
_FOR_YEARS: Final = r"(?:al|sinds|sedert|nu|inmiddels) (?:\w+ ){0,4}?"
_ARE_A_COUPLE: Final = r"(?:en|met wie) (?:ze|zij|hij) (?:\w+ )?(?:willen|wil|wonen|woont|gaan|gaat|trouwen)\b"
_COVERING: Final = r"(?:hoofddoek|hijab|niqab|nikab|boerka|chador|keppel(?:tje)?)"
_EATING: Final = (
    r"(?:[\w']+ ){0,2}?(?:eat|eats|eating|drink|drinks|isst|esse|essen|trinkt?|trinken|come|como|comer|bebe|bebo|mange"
    r"|manger|boit|bois|boire)\b[^.;!?]{0,30}?"
)
_RAINBOW, _TRANS_FLAG = "\U0001f3f3\U0001f308", "\U0001f3f3\u26a7"
_BY_KEY: Final[Mapping[str, tuple[str, ...]]] = {
    "health_conditions": (
        r"\bthe voices (?:in (?:my|his|her|their) head )?(?:are|were|get|got|are getting|have been) (?:\w+ ){0,2}?"
        r"(?:loud|louder|bad|worse|back|strong|stronger|constant)\b[^.;!?]{0,20}?\b(?:i|he|she|they|me|him|her|them)\b",
        r"\bvoices in (?:my|his|her|their) head\b",
        r"\b(?:virus|viral load)(?: (?:is|stays?|remains?|has been|has become|stayed|became|keeps)|'s)"
        r"(?: (?:now|still|always|at))* undetectable\b(?! (?:by|to|for|in)\b)",
        r"\b(?:tak(?:es?|ing|en)|took|on|swallows?|gets?|needs?) [^.;!?]{0,40}?\b(?:tablets?|pills?|meds|medication"
        r"|medicine|capsules?|injections?|shots?)\b[^.;!?]{0,50}?(?<!anti)\b(?:virus|viral load)\b",
        r"\b(?:two|second|double|both) (?:\w+ )?lines?\b (?:turned|showed|came|popped|appeared)(?: up)?\b"
        r"(?=\W*$|[,.;!]| (?:last|this|yesterday|today|on (?:\w+day|(?:the|my|her) (?:stick|test|pregnancy)))\b)",
        rf"^(?:(?:and|so|is|i'm|i am|she's|she is|we're|we are|they're) )*due {_WHEN}\b[^.;!?]{{0,30}}?\b{_CONFIDED}",
        r"\b(?:cannot|can ?not|can't|couldn't|could not|(?:can|could) (?:barely|hardly|scarcely)|unable to"
        r"|struggl\w+ to|barely|hardly) (?:even |\w+ly )?(?:gets?|drags?) (?:(?:up|\w+self|me) )?out of bed"
        r" (?:most|many|some|any ?more|these days|lately|at all|for (?:days|weeks|months))\b",
        r"\bsee(?:s|ing)? (?:someone|somebody|a professional)\b[^.;!?]{0,40}?\bto (?:talk|speak)"
        r" (?:about|through) (?:why|it|that|this|how|what)\b",
        r"\bhoort? (?:'s nachts |\w+ ){0,2}?stemmen\b(?! (?:van|uit|in de|op)\b)"
        r"|\b(?:iets|pillen|medicijnen) tegen (?:de|zijn|haar|mijn) stemmen\b(?! van)",
        r"(?:\b(?:my|his|her|their)|'s) (?:latest |last |new )?(?:t-?cells?|cd-?4|viral load|platelet|white (?:blood )?"
        r"cell)(?: counts?| levels?| load)?(?! (?:app|chart library|dataset))\b",
        r"\b(?:has|have|had|got|carr\w+|li(?:ves?|ving) with|contracted|caught) (?:the|an?) (?:aids virus"
        r"|(?:virus|disease|illness|condition|infection) (?:that|which) (?:causes|leads to|turns into|destroys|weakens)"
        r"|virus (?:behind|of) aids)\b",
        r"(?:^[\w' ]{2,25}: ?|\b(?:he|she|i|her|his|my|has|have|had|with|diagnos\w+|record|chart)\b[^.;]{0,25}?)"
        r"\bicd-?(?:9|10|11)(?:-[a-z]{2})?(?: codes?)?[: ]+(?:is )?[a-tv-z]\d{2}(?:\.\w{1,4})?\b",
    ),
    "religion": (
        rf"(?:\b(?:not|nothing|never|only)|n't) {_EATING}\b(?:until|till|before|after) (?:after )?(?:sunset|sundown)\b"
        r"|\b(?:eats?|drinks?|eating) (?:nothing|only)\b[^.;!?]{0,20}?\b(?:until|till|before|after) (?:sunset"
        r"|sundown)\b|\bfast(?:s|ing)?\b[^.;!?]{0,30}?\b(?:(?:until|till|before|after) (?:after )?"
        r"(?:sunset|sundown)|(?:between|from) (?:dawn|sunrise) (?:and|to|until|till) (?:sunset|sundown|dusk))\b",
        rf"{_EATING}\berst (?:nach|bei) sonnenuntergang\b|\bfaste(?:t|n)?\b[^.;!?]{{0,30}}?\bsonnenuntergang\b",
        rf"\b(?:no|nada|sin) (?:\w+ ){{0,2}}?{_EATING}\bhasta"
        r" (?:(?:que )?se pon(?:e|ga) el sol|la puesta del? sol|el ocaso)\b",
        rf"\b(?:ne|n'|rien) ?{_EATING}\b(?:jusqu'au|avant le) coucher du soleil\b",
        r"\bbidd?(?:t|en)? (?:\w+ )?(?:\w+ (?:keer|maal) (?:per|op een) (?:dag|week)|elke (?:dag|ochtend|avond"
        r"|week)|dagelijks|tot (?:god|allah))\b",
        rf"\bdra(?:ag|agt|gen) (?:[\w-]+ ){{0,6}}?{_COVERING}\b|\bdroeg(?:en)? (?:[\w-]+ ){{0,6}}?{_COVERING}\b",
        r"\bbidd?(?:t|en)? (?:\w+ ){0,5}?(?:stilteruimte|gebedsruimte|moskee|kerk|kapel|gebedskleed)\b",
        r"\b(?:gaat?|gaan) (?:elke|iedere|op|vaak|nog)(?: \w+){0,2} naar de (?:kerk|mis|moskee|synagoge)\b",
        r"\bmodl[ie]\w* sie (?:\w+ )?(?:\w+ razy|codziennie|rano)|\bnamaz kil\w+"
        r"|\bber (?:fem|\d) g[ao]ng[ea]r? om dagen",
    ),
    "sexual_orientation": (
        rf"{_WHO}{_IS} not (?:(?:really|exactly|entirely|quite|totally|completely|all that|so) )?"
        rf"(?:straight|hetero(?:sexual)?){_END}",
        rf"\b(?:bat(?:s|ted|ting)? for (?:the other|both|the same) teams?|play(?:s|ed|ing)? for the other team){_END}",
        rf"{_WHO} swings? both ways\b|{_WHO}{_IS} a friend of dorothy\b",
        rf"\bhij heeft {_FOR_YEARS}een (?:vaste )?(?:vriend|man)\b|\bzij heeft {_FOR_YEARS}een (?:vaste )?"
        r"(?:vriendin|vrouw)\b",
        rf"\bhij heeft een (?:vriend|man) {_ARE_A_COUPLE}|\bzij heeft een (?:vriendin|vrouw) {_ARE_A_COUPLE}",
        r"\bhij (?:woont|leeft|is) (?:\w+ )?(?:samen|getrouwd|verloofd) met (?:zijn|een) (?:vriend|man|verloofde)\b"
        r"|\bzij (?:woont|leeft|is) (?:\w+ )?(?:samen|getrouwd|verloofd) met (?:haar|een) (?:vriendin|vrouw|verloofde)"
        r"\b",
        r"\bmy husband and (?:i|me)\b[^.;!?]{0,10}?\(?\bi(?:'m| am) a (?:man|guy|bloke)\b"
        r"|\bmy wife and (?:i|me)\b[^.;!?]{0,10}?\(?\bi(?:'m| am) a (?:woman|lady)\b"
        r"|\bi(?:'m| am) a (?:man|guy|bloke)\b[^.;!?]{0,40}?\bmy (?:husband|boyfriend)\b"
        r"|\bi(?:'m| am) a (?:woman|lady)\b[^.;!?]{0,40}?\bmy (?:wife|girlfriend)\b",
        r"\bmy (?:boyfriend|husband)\b[^.;!?]{0,25}?\band i\b[^.;!?]{0,5}? two (?:guys|men|blokes|lads|boys)\b"
        r"|\bmy (?:girlfriend|wife)\b[^.;!?]{0,25}?\band i\b[^.;!?]{0,5}? two (?:girls|women|ladies)\b",
        rf"(?:{_WHO}{_IS}?) ?[:=-]? ?{_RAINBOW}(?=\W*$|[,.;!)])",
        r"\bjest(?:em)? (?:\w+ )?(?:gejem|lesbijka|(?:homo|bi)seksual\w+)\b",
        r"\b(?:is|ben) (?:een )?(?:homo|lesbisch|lesbienne|biseksueel|homoseksueel)(?=\W*$|[,.;!]| (?:en|maar)\b)"
        r"|\b(?:ar|er) (?:bog|flata|lesbisk|(?:homo|bi)(?:sexuell|seksuel)|bosse)\b|\bescinsel(?=\W*$)",
    ),
    "gender": (
        rf"(?:{_WHO}{_IS}?) ?[:=-]? ?{_TRANS_FLAG}(?=\W*$|[,.;!)])",
        r"(?:'s|\b(?:her|his|their|my)) (?:\w+ )?dead[ -]?names?\b|\bdead-?nam(?:es?|ed|ing) (?!of\b)[a-z]",
    ),
}
_PATTERNS: Final = compiled(_BY_KEY.items())


def indirect_mentions(sentence: Sentence) -> Iterator[Mention]:
    """Yield mentions that are not checked by the statistical reader: it knows too few of these expressions."""
    if sentence.is_only_question:
        return
    for key, pattern in _PATTERNS:
        if match := pattern.search(sentence.folded):
            yield Mention(key, Span(sentence.start + match.start(), sentence.start + match.end()))
