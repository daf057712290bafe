"""What somebody asks to forget, or not to remember, in their own message: said that way, it states nothing."""

import re
from typing import Final

from providers.statements.gate_detector import sensitive
from providers.statements.normalise import view
from providers.statements.sentences import Sentence, sentences

# Most messages have none of these and need no closer look.
_HINT: Final = re.compile(
    r"forget|remember|memor|sav|stor|record|keep|note|merk|verg|erinner|speicher|olvid|recuerd|acuerd|guard|anot|"
    r"oubli|reti?en|enregistr|souv|delet|eras|remov|clear|wip|drop|l\u00f6sch|losch|borr|supprim|effac",
    re.IGNORECASE,
)
_COURTESY = (
    r"please|pls|kindly|just|now|then|also|ok|okay|oh|hey|hi|well|sorry|actually|no(?=,)|thanks|and|but|so|"
    r"(?:can|could|would|will) you|you (?:can|may|could|should|must|have to|need to)|"
    r"i(?:'d| would)? (?:like|love|want|need|ask) you to|try to|let's|"
    r"bitte|aber|und|also|nein|kannst du|konntest du|konnen sie|du kannst|du sollst|"
    r"por favor|pero|puedes|podrias|quiero que|s'il te plait|s'il vous plait|mais|peux-tu|pouvez-vous|tu peux"
)
_OPENING = rf"(?:(?:^|[,:;\u2013\u2014(] ?| - ?)(?:(?:{_COURTESY}),? ){{0,4}}|\b(?:and|but|so) please,? )"
_FORGETTING = (
    r"forget(?!-| not\b| to\b)\b|"
    r"(?:vergiss|vergesst|vergessen(?= sie\b|,? (?:dass|was|wo|wie)\b))(?!(?: \w+){0,2} (?:nicht|nie)\b)|"
    r"olvid(?:ar|a|e|ate|ese)\b|oubli(?:er|ez|e)\b(?! pas\b| jamais\b)|"
    r"(?:delete|erase|remove|clear|wipe|drop)\b"
    r"(?= (?:that|what) i\b| the memory\b|[^.]{1,80} from (?:your|the) memory\b|"
    r" (?:everything|anything|all|whatever)(?: that)? you(?:'ve| have)? (?:know|remember|stored?|saved?|kept|noted)\b)|"
    r"losch(?:e|en sie)\b(?=(?: bitte)? alles,? was (?:du|sie)\b)|"
    r"borr(?:a|ar|e)\b(?= todo lo que (?:sabes?|recuerdas?)\b)|"
    r"(?:supprim|effac)e[rz]?\b(?= tout ce que (?:tu sais|vous savez)\b)"
)
_NOT = (
    r"(?:do not|don't|dont|never|no need to|stop|i (?:do not|don't) want you to|i'd rather you (?:did not|didn't)|"
    r"you (?:(?:do not|don't) (?:need|have) to|need not|needn't|should not|shouldn't|must not|mustn't))"
    r"(?: please| ever| even)?"
)
_THIS = r"(?:this|that|it|anything|any of (?:this|that|it)|the following)"
_KEEPING = (
    rf"{_NOT} (?:remember(?:ing)?|memori[sz](?:e|ing))\b(?! (?:if|whether|when|where|who|why|how|which)\b)|"
    rf"{_NOT} (?:sav(?:e|ing)|stor(?:e|ing)|record(?:ing)?|keep(?:ing)?|not(?:e|ing)(?: down)?|writ(?:e|ing) down) "
    rf"(?:(?:that|what) (?:i|my|we|our)\b|{_THIS}(?=\W*$| ?[,:;.!\u2014(-]| (?:in|to|from) (?:your )?memory\b|"
    r" about me\b| anywhere\b| please\b| message\b| conversation\b| chat\b))|"
    rf"i (?:do not|don't) want {_THIS} (?:to be )?(?:remembered|saved|stored|recorded|kept)\b|"
    rf"{_THIS} (?:is|should|must)(?: not|n't) (?:to )?be (?:remembered|saved|stored|recorded|kept)\b|off the record\b|"
    r"(?:merke? (?:dir|euch)|merken sie sich|speicher[en]?(?: sie)?|behalte?|notiere?|erinner[en]? dich)"
    r"(?: (?:das|dies|es|dir|davon|bitte|aber|mal|jetzt|also)){0,4} nichts?\b|"
    r"(?:(?:das|dies|es|dir) ){0,3}nicht (?:zu )?(?:merken|speichern|behalten|notieren)\b|"
    r"no (?:te |lo |la |los |las ){0,2}(?:recuerd|acuerd|memoric)es?\b|"
    r"no (?:lo |la |los |las )?(?:guard|anot|registr|almacen)es?(?: (?:esto|eso|que|lo que|nada)\b|(?=\W*$| ?[,:]))|"
    r"(?:ne |n')(?:te |vous )?(?:le |la |l'|les )?(?:retiens|retenez|(?:memoris|enregistr|sauvegard|not|gard)ez?|"
    r"souviens|souvenez) (?:pas|rien)\b"
)
_REQUEST: Final = re.compile(rf"{_OPENING}(?P<request>(?:{_FORGETTING})|(?P<keeping>{_KEEPING}))")
# A request without an object of its own is about other sentences.
_POINTING: Final = re.compile(
    r"(?:[^\w:]|\b(?:this|that|it|anything|any|of|these|the|following|what|i|we|just|said|told|wrote|you|message|chat|"
    r"conversation|in|to|from|your|memory|anywhere|about|me|please|thanks|though|das|dies|es|davon|bitte|diese|"
    r"nachricht|was|ich|gesagt|habe|esto|eso|este|mensaje|lo|que|he|dicho|por|favor|ceci|cela|ca|ce|j'ai|dit|s'il|te|"
    r"vous|plait)\b)*+(?P<colon>:)?"
)
# What joins a request to its object, and what closes it politely.
_PLEASE = r"please|bitte|por favor|s'il te plait|s'il vous plait"
_LEAD = re.compile(rf"[\W_]*(?:(?:{_PLEASE})\b[\W_]*)?(?:(?:that|dass|que|qu)\b[\s']*|[\w ]{{2,20}}: )?")
_TAIL = re.compile(
    rf"[\W_]*(?:\b(?:{_PLEASE}|thanks|danke|gracias|merci)\b|"
    r"\bfrom (?:your|the) memory\b|[\W_]+)*$"
)
_JOINING: Final = re.compile(r"\b(?:que\s|qu['’])", re.IGNORECASE)


def unsaid(text: str) -> list[tuple[int, int]]:
    """The stretches of a message that somebody asks to forget, or not to remember.

    "Forget that I like tea" is about itself, "Don't remember this." about the whole message, "Don't save this: ..."
    about all that follows, "Forget that." about what stands before it.
    """
    if not _HINT.search(text):
        return []
    seen, spans = view(text), list[tuple[int, int]]()
    for sentence in sentences(seen):
        if found := _REQUEST.search(sentence.folded):
            start, end = seen.original_span(*_reach(sentence, found))
            spans.append((start, end))
    return spans


def said(text: str) -> str:
    """A message with blanks for what is `unsaid`; every other character keeps its place."""
    for start, end in unsaid(text):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def to_forget(text: str) -> list[str]:
    """What a message asks to forget, as clauses: "I like tea", "my city", "everything you know about my diet".

    Not what it asks not to remember.
    """
    if not _HINT.search(text):
        return []
    seen = view(text)
    found = [(one, _REQUEST.search(one.folded)) for one in sentences(seen)]
    clauses = [_object(one, match) for one, match in found if match and not match["keeping"]]
    return [clause for clause in clauses if clause]


def _object(sentence: Sentence, found: re.Match[str]) -> str:
    """What a request is about: what follows it, or where it points back, what stands before it."""
    seen = sentence.view
    start, end = _reach(sentence, found)
    own = sentence.start + found.start("request")
    begin = sentence.start + found.end()
    if start < own:
        begin, end = start, own
    begin = _LEAD.match(seen.folded, begin, end).end()  # type: ignore[union-attr]
    tail = _TAIL.search(seen.folded, begin, end)
    return seen.plain[begin : tail.start() if tail else end].strip()


def sensitive_unsaid(text: str) -> list[tuple[int, int]]:
    """What is sensitive in the stretches that are `unsaid`; what "que" joins to such words is read by itself, too."""
    spans = list[tuple[int, int]]()
    for start, end in unsaid(text):
        words = text[start:end]
        found = sensitive(words)
        spans += [(start + one.start, start + one.end) for one in found]
        joined = _JOINING.search(words)
        if not found and joined and sensitive(words[joined.end() :]):
            spans.append((start, end))
    return spans


def _reach(sentence: Sentence, found: re.Match[str]) -> tuple[int, int]:
    """From where to where a request reaches, in the view."""
    own, whole = sentence.start + found.start("request"), len(sentence.view.folded)
    pointing = _POINTING.match(sentence.folded, found.end())
    if pointing and pointing["colon"]:
        return own, whole
    if pointing and pointing.end() == len(sentence.folded):
        return 0, whole if found["keeping"] else sentence.end
    return own, sentence.end
