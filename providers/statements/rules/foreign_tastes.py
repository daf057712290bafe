"""Likes and dislikes in German, Spanish and French: simple first-person sentences."""

from providers.statements.rules.rule import Rule
from providers.statements.text.phrases import given

_END = (
    r"\s*(?:[.!;,)]|$|(?:aber|und|weil|sehr|besonders|y|pero|porque|mucho|muchisimo|et|mais|parce|beaucoup|"
    r"enormement|aussi|auch|tambien|s'il|bitte|por favor)\b)"
)


def _thing(unlike: str) -> str:
    """Up to three words that do not begin with one of the alternatives."""
    word = rf"(?!(?:und|et|y|aber|pero|mais|weil|sehr|mucho|beaucoup|auch|aussi|tambien|{unlike})\b)[\w'-]+"
    return rf"(?P<value>{word}(?: {word}){{0,2}})"


# After a colon or "that", the speaker may be someone else.
_I = r"(?:^|[,;\u2013\u2014] |\b(?:und|aber|denn|ja|also|y|pero|a mi|pues|si|et|mais|oui|moi,?) )"
_GERMAN = _thing(
    r"dich|euch|sie|ihn|ihm|ihr\w*|es|das|dein\w*|eur\w*|diese\w*|jede\w*|wie|wenn|dass|was|nicht|nie|kein\w*|mich|"
    r"uns|gern|lieber|am|einen? (?:termin|tisch)|mehr|mal"
)
_SPANISH = _thing(r"tu|tus|su|sus|est[aeo]s?|es[aeo]s?|lo|que|como|cuando|si|no|mas|nada|todo|mi|ir a")
_FRENCH = _thing(
    r"ta|ton|tes|votre|vos|ces?|cette|cet|ca|quand|que|qu\w*|te|vous|comment|pas|plus|mieux|tout|cela|mon|ma|mes|lui|"
    r"la facon"
)
_A_GERMAN = r"(?:(?:den|die|das|der) )?"
_A_SPANISH = r"(?:mucho |muchisimo )?(?:(?:el|la|los|las) )?"
_A_FRENCH = r"(?:bien |beaucoup |enormement )?(?:l'|(?:le|la|les|du|de la) )?"


def _rule(name: str, words: str, regex: str, end: str = _END) -> Rule:
    return Rule(name, "me", words, regex, given, followed_by=end, is_foreign=True, confidence=0.8)


FOREIGN_TASTES: tuple[Rule, ...] = (
    _rule("dislikes.mag_kein", "mag", rf"{_I}ich mag keine?n? {_GERMAN}"),
    _rule("dislikes.mag_nicht", "mag", rf"{_I}ich mag {_A_GERMAN}{_GERMAN}(?= (?:gar |uberhaupt )?nicht\b)", ""),
    _rule("dislikes.hasse", "hasse", rf"{_I}ich (?:hasse|verabscheue) {_A_GERMAN}{_GERMAN}"),
    _rule("likes.mag", "mag liebe", rf"{_I}ich (?:mag|liebe) {_A_GERMAN}{_GERMAN}"),
    _rule("dislikes.no_gusta", "gusta gustan", rf"{_I}no me gustan? {_A_SPANISH}{_SPANISH}"),
    _rule("dislikes.odio", "odio detesto", rf"{_I}(?:yo )?(?:odio|detesto) {_A_SPANISH}{_SPANISH}"),
    _rule("likes.gusta", "gusta gustan encanta encantan", rf"{_I}me (?:gustan?|encantan?) {_A_SPANISH}{_SPANISH}"),
    _rule("dislikes.n_aime_pas", "aime n'aime pas", rf"{_I}je n'aime pas {_A_FRENCH}{_FRENCH}"),
    _rule("dislikes.deteste", "deteste", rf"{_I}je deteste {_A_FRENCH}{_FRENCH}"),
    _rule("likes.aime", "aime adore j'aime j'adore", rf"{_I}j'(?:aime|adore) {_A_FRENCH}{_FRENCH}"),
)
