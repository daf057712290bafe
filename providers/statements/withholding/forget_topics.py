"""The topic of a clause to forget: "what you know about tennis"; in seven languages."""

import re
from typing import Final

from providers.statements.gate.detector import words_of
from providers.statements.text.normalise import view
from providers.statements.text.words import word_set

# "What I told you about", "alles, was du über", "lo que te dije de" ...
_ABOUT: Final = re.compile(
    r"(?:"
    r"(?:(?:all|any|every|my|your|the|of) ){0,3}"
    r"(?:everything|anything|all|whatever|what|memor(?:y|ies)|notes?|facts?|entr(?:y|ies)|data|information)\b"
    r"[^.,;]{0,40}?\b(?:about|on|regarding) |"
    r"(?:alles|was|das)\b.{0,40}?\b(?:uber|zu|von) |"
    r"(?:todo|(?:todo )?lo que)\b.{0,40}?\b(?:sobre|acerca de|de) |"
    r"(?:tout|(?:tout )?ce que|ce qu')\b.{0,40}?\b(?:sur|de|du|au sujet de) |"
    r"(?:tudo|(?:tudo )?o que)\b.{0,40}?\b(?:sobre|acerca d[aeo]|d[aeo]) |"
    r"(?:tutto|(?:tutto )?(?:quello|cio) che)\b.{0,40}?\b(?:su(?:l|lla|i|lle|llo)?(?: di)?|di|del|della) |"
    r"(?:alles|wat)\b.{0,40}?\bover |"
    r"about )"
)
# What German and Dutch put after it.
_AFTER: Final = re.compile(
    r",? (?:wei\w+|wissen|kennst|gesagt hab\w*|erzahlt hab\w*|gespeichert hast|weet|verteld heb|gezegd heb|hebt?)\W*$"
)
_FUNCTION_WORDS: Final = word_set(
    """
    the my our any all this that der die das den dem mein meine meinen meinem meiner mis los las una mon mes les mijn
    het een meu minha meus minhas uma mio mia miei mie gli and und est con des
    """
)
_MIN_LETTERS: Final = 3
# Inflections of a word may differ in this many final letters, and share this many first ones.
_ENDING, _STEM = 3, 4
_EVERYTHING: Final = re.compile(
    r"(?:me|myself|mich|mir|mi|mi persona|moi|moi-meme|mim|me stesso|me stessa|mij|all (?:of )?my data)\W*"
)


def topic_of(clause: str) -> str:
    """Return the topic that the clause names; empty if there is none."""
    seen = view(clause)
    found = _ABOUT.match(seen.folded)
    if found is None:
        return ""
    end = _AFTER.search(seen.folded, found.end())
    return seen.plain[found.end() : end.start() if end else len(seen.plain)].strip()


def is_about_everything(clause: str) -> bool:
    """Whether a clause covers everything that is stored about the person: "everything about me"."""
    return _EVERYTHING.fullmatch(view(topic_of(clause) or clause).folded) is not None


def mentions_topic(topic: str, text: str) -> bool:
    """Whether a text contains all longer words of a topic in some inflection."""
    wanted = [word for word in words_of(topic) - _FUNCTION_WORDS if len(word) >= _MIN_LETTERS]
    found = words_of(text)
    return bool(wanted) and all(any(_is_same_word(word, other) for other in found) for word in wanted)


def _is_same_word(word: str, other: str) -> bool:
    least = max(_STEM, len(word) - _ENDING, len(other) - _ENDING)
    return word == other or (min(len(word), len(other)) >= least and word[:least] == other[:least])
