"""Words that ask what was said, done or kept at a time, and are none to be found: "what did I say" of "what did I say
on 21 October".

By words in the languages of the pages.
"""

import re
from typing import Final

_BEGINNING: Final = re.compile(
    r"^(?:and )?(?:"
    r"what (?:did|do|have|had) (?:i|we|you|they) (?:say|said|tell(?: you)?|told(?: you)?|talk(?:ed)?|ask(?:ed)?"
    r"|writ(?:e|ten)|save[d]?|note[d]?|mention(?:ed)?|do|done|discuss(?:ed)?)"
    r"|what (?:happened|was (?:said|saved|asked|noted|there)|is there|did you (?:save|learn))"
    r"|(?:show(?: me)? )?(?:everything|all)(?: that)?(?: (?:i|we) (?:said|did))?"
    r"|was (?:habe|hab|haben|hatte|hat|hast) (?:ich|wir|du)(?: dir)?(?: (?:da|denn))?"
    r"|was (?:war|ist passiert|geschah|gab es)"
    r"|was wurde|worüber (?:habe ich|haben wir)"
    r"|(?:qué|que) (?:te )?(?:he dicho|hemos dicho|dije|dijimos|hice|hicimos|conté|contamos|pregunté|escribí|guardé"
    r"|guardaste|pasó|hubo)|de (?:qué|que) (?:hablé|hablamos)"
    r"|qu['’](?:ai-je|avons-nous|est-ce que (?:j['’]ai|nous avons))(?: (?:dit|fait|demandé|raconté|écrit|noté))?"
    r"|que s['’]est-il passé|de quoi (?:ai-je|avons-nous) parlé"
    r")(?!\w)(?: (?:about|of|über|von|sobre|de|sur|à propos de)(?!\w))?\s*",
    re.IGNORECASE,
)
_GERMAN_END: Final = re.compile(
    r"\s*\b(?:gesagt|erzählt|gefragt|geschrieben|gespeichert|notiert|gemacht|getan|gesprochen|geredet|passiert)$",
    re.IGNORECASE,
)


def without_asking(words: str) -> str:
    """The words that are left; of what asks nothing all of them."""
    asked = words.rstrip(" ?？").lstrip("¿ ")
    begun = _BEGINNING.match(asked)
    if begun is None:
        return words
    rest = asked[begun.end() :].strip()
    is_german = begun[0].casefold().startswith(("was ", "worüber "))
    return _GERMAN_END.sub("", f" {rest}").strip() if is_german else rest
