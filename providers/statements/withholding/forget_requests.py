"""Requests in a message to forget or not to remember something. Such words state nothing."""

import re
from typing import Final

from providers.statements.gate.detector import sensitive
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence, sentences

# Most messages contain none of these and are skipped.
_HINT: Final = re.compile(
    r"forg[eo]t|remember|memor|sav|stor|record|keep|hold|note|know|merk|verg|wiss|erinner|speicher|olv[i\u00ed]d|recuerd|acuerd|"
    r"guard|anot|oubli|reti?en|enregistr|souv|delet|eras|remov|clear|wip|drop|l\u00f6sch|losch|streich|borr|elimin|quit|"
    r"supprim|effac|esque|apag|lembr|decor|dimentic|scord|ricord|cancell|verwijder|\bwis\b|onthou|bewaar",
    re.IGNORECASE,
)
_COURTESY = (
    r"please|pls|kindly|just|now|then|also|ok|okay|oh|hey|hi|well|sorry|actually|no(?=,)|thanks|and|but|so|"
    r"(?:can|could|would|will) you(?: possibly| maybe| perhaps)?|(?:can|could) we|you (?:can|may|could|should|must|"
    r"have to|need to)|(?:would|do) you mind|why don't you|(?:can|could|may) i (?:ask|get) you to|"
    r"(?:is it|would it be) possible(?: for you)? to|(?:is there|would there be) (?:a|any) way(?: for you)? to|"
    r"(?:are you|would you be) (?:able to|willing to|so (?:kind|good) as to|kind enough to)|"
    r"i(?:'d| would)? (?:like|love|want|need|ask) you to|try to|let's|"
    r"bitte|aber|und|also|nein|kannst du|konntest du|wurdest du|konnen sie|konnten sie|du kannst|du sollst|du darfst|"
    r"ich (?:mochte|will|hatte gern), dass du|"
    r"por favor|pero|(?:puedes?|podrias?)(?: usted)?|(?:te|le) import(?:a|aria)|(?:es|seria) posible|"
    r"(?:serias?|eres) tan amable de|(?:quiero|quisiera|me gustaria|necesito|te pido) que|"
    r"s'il te plait|s'il vous plait|mais|(?:peux|pourrais|veux|voudrais)-tu(?: bien)?|"
    r"(?:pouvez|pourriez|voulez|voudriez)-vous(?: bien)?|"
    r"(?:est-ce que )?(?:tu (?:peux|pourrais)|vous (?:pouvez|pourriez))|"
    r"(?:est-ce que )?(?:ca|cela) (?:te|vous) (?:derangerait|ennuierait)(?:-il)?(?: de)?|"
    r"(?:est-il|serait-il|est-ce|est-ce que c'est) possible(?: de)?|"
    r"(?:je veux|je voudrais|j'aimerais) que (?:tu|vous)|"
    r"mas|podes?|poderias?|podias?|import(?:as-te|a-se|avas-te|ava-se) de|"
    r"(?:e|seria) possivel|(?:quero|queria|gostava|gostaria|preciso) que(?: tu| voce)?|"
    r"alsjeblieft|alstublieft|maar|(?:(?:kun|kan|wil|zou) je|(?:kunt|wilt|zou) u)(?: kunnen| willen)?|"
    r"je (?:mag|kunt|moet)|"
    r"ik wil(?: graag)? dat je|"
    r"per favore|per piacere|ma|puoi|puo|potresti|potrebbe|(?:ti|le) dispiac(?:e|erebbe)|"
    r"(?:e|sarebbe) possibile|(?:voglio|vorrei) che(?: tu)?"
)
_OPENING = rf"(?:(?:^|[,:;\u2013\u2014(\u00bf] ?| - ?)(?:(?:{_COURTESY}),? ){{0,4}}(?:d')?|\b(?:and|but|so) please,? )"
_WHERE_TO = r"\b(?! .{0,80}\b(?:files?|folders?|documents?|code|tables?|pages?|drafts?|e-?mails?|inbox)\b)"
_OBJECT = (
    r"(?= (?:that|what|how|where) (?:i|my|we|our)\b| (?:anything |everything |things )?about (?:me|my|our|the)\b|"
    r"(?<=remember) my\b|(?<=remembering) my\b)"
)
_FORGETTING = (
    r"forget(?!-| not\b| to\b)\b|(?<=you mind )forgetting\b|"
    r"i(?:'d| would) (?:rather|prefer(?: it)?(?: if| that)?|like it if) you (?:forgot|forget)\b|"
    r"(?:stop|quit) (?:remembering|keeping|storing|saving|holding on to|knowing)\b"
    rf"{_OBJECT}|"
    r"i (?:do not|don't|no longer) want you to (?:keep|remember|know|hold on to|go on (?:remembering|keeping)|have)\b"
    rf"{_OBJECT}|"
    r"(?:vergisst?\b|vergesst\b|vergessen(?= sie\b|,? (?:dass|was|wo|wie)\b))(?!(?: \w+){0,2} (?:nicht|nie)\b)|"
    r"merke? dir (?:bitte )?nicht (?:mehr|langer)\b|"
    r"du (?:musst|brauchst|sollst) (?:dir )?nicht (?:mehr|langer) (?:(?:zu )?(?:wissen|merken)|daran (?:zu )?denken)\b|"
    r"olvid(?:ar|a|e|es|ate|ese|arte|alo|arlo)\b(?! (?:siempre|todo el tiempo)\b)|"
    r"(?:deja|deje|dejar|dejes) de (?:recordar|guardar|acordarte de)\b|"
    r"no (?:recuerdes|guardes) mas\b|ya no (?:recuerdes|guardes|te acuerdes de)\b|"
    r"no quiero que (?:recuerdes|guardes|sepas|te acuerdes de)\b|"
    r"oubli(?:er|ez|es|e)\b(?! (?:pas|jamais|toujours|de)\b)|"
    r"(?:arrete|arretez|arreter|cesse|cessez) de (?:retenir|te souvenir|te rappeler|garder)\b|"
    r"ne (?:retiens|retenez|garde|gardez) plus\b|"
    r"je ne veux (?:pas|plus) que (?:tu|vous) (?:retien\w+|gard\w+|sach\w+|te souviennes)\b|"
    r"esque(?:ce|ca|cas|cam|cer)(?:-te|-se)?\b(?! (?:sempre|tudo o tempo)\b)|"
    r"(?:deixa|deixe|deixar|deixes) de (?:(?:te|se) )?(?:lembrar|recordar|guardar)\b|"
    r"nao quero que (?:(?:te|se) )?(?:lembr\w+|guard\w+|saib\w+|record\w+)\b|"
    r"(?:dimentic|scord)(?:a|are|arti|hi|ati|atevi|assi|ate)\b(?! sempre\b)|scordi\b|"
    r"(?:smetti|smettere|smetta) di (?:ricordare|ricordarti|tenere a mente|conservare)\b|"
    r"non (?:ricordare|ricordarti|conservare) piu\b|"
    r"non voglio che (?:tu )?(?:(?:ti )?ricordi|conservi|sappia|tenga a mente)\b|"
    r"verge(?:et|ten)\b(?=(?: (?:alsjeblieft|maar|even|gewoon))* (?:dat|wat|mijn|alles|over|hoe|waar|het feit)\b)|"
    r"(?:verwijder(?:en)?|wis)\b(?= (?:alles )?wat (?:je|u|ik)\b| alles over\b| dat ik\b)|"
    r"(?:delete|erase|remove|clear|wipe|drop|get rid of|(?<=you mind )(?:deleting|erasing|removing|clearing|wiping|"
    rf"dropping|getting rid of)){_WHERE_TO}"
    r"(?= (?:that|what) i\b| the memory\b| all (?:of )?my data\b|[^.]{1,80} from (?:your|the) memory\b|"
    r" (?:everything|anything|all|whatever|what)(?: that)? you(?:'ve| have)? "
    r"(?:know|remember|stored?|saved?|kept|noted|learned|have)\b|"
    r" (?:everything|anything|all|whatever|the (?:notes?|memory|memories|facts?|entry|entries)) about\b|"
    r" (?:(?:all|any|my|your|the|of) ){1,3}(?:notes|memory|memories|facts|entries) (?:about|on)\b)|"
    r"(?:losch(?:e|en sie|en)?|streiche?)\b(?=(?: bitte)?(?:,? dass ich\b|(?: alles)?,? was (?:du|sie|ich)\b|"
    r" alles (?:uber|(?:zu|von) mein\w*)\b|[^.]{1,80} aus (?:deinem|ihrem) gedachtnis\b))|"
    r"(?:borr|elimin|quit)(?:a|ar|e|es)\b(?= que\b|(?: todo)? lo que (?:sabes?|recuerdas?|te|dije|he dicho)\b|"
    r" todo (?:sobre|de mis?)\b|[^.]{0,80} de (?:tu|su) memoria\b)|"
    r"(?:supprim|effac)(?:er|ez|es|e)\b(?= que\b|(?: tout)? ce que (?:tu sais|vous savez|je\b|j')|"
    r" tout (?:sur|de (?:ma|mon|mes))\b|"
    r"[^.]{0,80} de (?:ta|votre) memoire\b)|"
    r"(?:apag|elimin)(?:a|ar|ue|ues|e|es)\b(?= que\b|(?: tudo)? o que (?:(?:tu |voce )?sabes?|te|eu)\b| tudo sobre\b|"
    r"[^.]{0,80} da (?:tua |sua )?memoria\b)|"
    r"(?:cancell|elimin)(?:a|are|i)\b(?= che\b|(?: tutto)? (?:quello|cio) che (?:sai|ti)\b|"
    r" tutto su(?:l|lla|i|lle|lo)?\b|[^.]{0,80} dalla (?:tua )?memoria\b)"
)
_MENTIONED = (
    r"(?:alles,? was (?:du|sie|ich)|alles (?:uber|zu|von) mein\w*|(?:das,? )?was (?:ich|du|sie)|alles wat (?:je|u|ik)|"
    r"alles over mijn|wat (?:ik|je|u))\b"
)
# German and Dutch put the verb of a question after its object.
_VERB_FINAL = (
    r"(?:(?:(?:kannst|konntest|wurdest|willst|magst) du|(?:konnen|konnten|wurden|wollen) sie)|"
    r"(?:ist|ware) es moglich,?|(?:wurde|macht) es (?:dir|ihnen) (?:et)?was aus(?:machen)?,?|"
    r"(?:warst du|waren sie) so (?:nett|lieb|freundlich),?|"
    r"(?:zou|vind) (?:je|u) het (?:erg|vervelend)(?: vinden)? om|"
    r"(?:kun|kan|wil|zou) je|(?:kunt|wilt|zou) u|(?:is|zou) het mogelijk(?: zijn)? om)"
    r"(?: (?:bitte|mal|auch|alsjeblieft|alstublieft|ook|even)\b,?)* "
    r"(?P<object>(?=(?:mein|mijn|das\b|es\b|dies|dit\b|dat\b|het\b|alles\b)[^.;!?]*\bverge(?:ssen|ten)\b|"
    rf"{_MENTIONED})(?:(?!\b(?:nicht|nie|niet|nooit)\b)[^.;!?]){{1,80}}?),? "
    r"(?:(?:bitte|wieder|einfach|alsjeblieft|alstublieft|zu|te|willen|kunnen) )*"
    r"(?:vergessen|vergeten|loschen|streichen|verwijderen)(?: willen| kunnen)?\b(?=\W*$)"
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
    r"souviens|souvenez) (?:pas|rien)\b|"
    r"onthoud (?:(?:dit|dat|het|maar|alsjeblieft) ){0,3}niet\b|(?:sla|bewaar) (?:dit|dat|het) niet(?: op)?\b|"
    r"nao (?:te |se |o |a )?(?:lembres|memorizes?|guardes?|anotes?|registes?|registres?|graves?) "
    r"(?:isto|isso|disto|disso|que|o que|nada)\b|"
    r"non (?:ricordare|ricordarti|memorizzare|salvare|annotare|conservare|registrare) "
    r"(?:questo|quello|che|cio|niente|nulla)\b"
)
_REQUEST: Final = re.compile(rf"{_OPENING}(?P<request>(?:{_FORGETTING})|(?:{_VERB_FINAL})|(?P<keeping>{_KEEPING}))")
# A request without its own object refers to other sentences.
_DEMONSTRATIVE: Final = re.compile(
    r"(?:[^\w:]|\b(?:this|that|it|anything|any|of|these|the|following|what|i|we|just|said|told|wrote|you|message|chat|"
    r"conversation|in|to|from|your|memory|anywhere|about|me|please|thanks|though|das|dies|es|davon|bitte|diese|"
    r"nachricht|was|ich|gesagt|habe|esto|eso|este|mensaje|lo|que|he|dicho|por|favor|ceci|cela|ca|ce|j'ai|dit|s'il|te|"
    r"vous|plait|would|will|could|ok|okay|o|eu|isto|isso|disse|esta|essa|mensagem|acabei|di|dizer|questo|quello|"
    r"cio|che|ho|detto|appena|messaggio|per|favore|dit|dat|het|bericht|ik|zei|net|alsjeblieft|maar|niet|op)\b)*+(?P<colon>:)?"
)
# Between a request and its object, and polite endings.
_PLEASE = r"please|bitte|por favor|s'il te plait|s'il vous plait|per favore|per piacere|alsjeblieft|alstublieft"
_LEAD = re.compile(
    rf"[\W_]*(?:(?:{_PLEASE})\b[\W_]*)?(?:(?:da (?:tua |sua )?memoria|de (?:tu|su) memoria|de (?:ta|votre) memoire|"
    r"dalla (?:tua )?memoria) )?(?:(?:about the fact that|the fact that|about|that|das mit|daran, dass|dass|"
    r"de que|que|qu|lo de|de|di che|che|di|het feit dat|dat|over|maar)\b[\s']*|[\w ]{2,20}: )?"
)
_TAIL = re.compile(
    rf"[\W_]*(?:\b(?:{_PLEASE}|thanks|danke|gracias|merci|obrigad[oa]|grazie|bedankt)\b|"
    r"\b(?:(?:would|will|could|can) you|okay|ok|any ?more|any longer)\b|"
    r"\b(?:from|out of) (?:your|the) memory\b|\baus (?:deinem|ihrem) gedachtnis\b|\bde (?:tu|su) memoria\b|"
    r"\bde (?:ta|votre) memoire\b|\bda (?:tua |sua )?memoria\b|\bdalla (?:tua )?memoria\b|[\W_]+)*$"
)
_CONJUNCTION: Final = re.compile(r"\b(?:que\s|che\s|qu['’])", re.IGNORECASE)


def forget_spans(text: str) -> list[tuple[int, int]]:
    """Return the spans of a message that the person asks to forget, or not to remember.

    "Forget that I like tea" covers itself, "Don't remember this." the whole message, "Don't save this: ..." all that
    follows, "Forget that." all that precedes it.
    """
    if not _HINT.search(text):
        return []
    seen, spans = view(text), list[tuple[int, int]]()
    for sentence in sentences(seen):
        if found := _REQUEST.search(sentence.folded):
            start, end = seen.original_span(*_covered_span(sentence, found))
            spans.append((start, end))
    return spans


def without_forget_requests(text: str) -> str:
    """Return a message with blanks for its `forget_spans`; all other characters keep their positions."""
    for start, end in forget_spans(text):
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def forget_requests(text: str) -> list[str]:
    """Return what a message asks to forget, as clauses: "I like tea", "my city", "everything you know about my diet".

    Not what it asks not to remember.
    """
    if not _HINT.search(text):
        return []
    seen = view(text)
    found = [(one, _REQUEST.search(one.folded)) for one in sentences(seen)]
    clauses = [_object(one, match) for one, match in found if match and not match["keeping"]]
    return [clause for clause in clauses if clause]


def _object(sentence: Sentence, found: re.Match[str]) -> str:
    """Return the object of a request: the text after it, or the text before it if it refers back."""
    seen = sentence.view
    start, end = _covered_span(sentence, found)
    own = sentence.start + found.start("request")
    begin = sentence.start + found.end()
    if start < own:
        begin, end = start, own
    elif found["object"]:
        begin, end = (sentence.start + at for at in found.span("object"))
    begin = _LEAD.match(seen.folded, begin, end).end()  # type: ignore[union-attr]
    tail = _TAIL.search(seen.folded, begin, end)
    return seen.plain[begin : tail.start() if tail else end].strip()


def sensitive_forget_spans(text: str) -> list[tuple[int, int]]:
    """Return the sensitive spans within `forget_spans`; a clause that "que" joins to the request is also read on its
    own."""
    spans = list[tuple[int, int]]()
    for start, end in forget_spans(text):
        # Unlike other questions, "Could you forget my epilepsy?" states it.
        words = text[start:end].rstrip("?\uff1f ")
        found = sensitive(words)
        spans += [(start + one.start, start + one.end) for one in found]
        joined = _CONJUNCTION.search(words)
        if not found and joined and sensitive(words[joined.end() :]):
            spans.append((start, end))
    return spans


def _covered_span(sentence: Sentence, found: re.Match[str]) -> tuple[int, int]:
    """The span of the view that a request covers."""
    own, whole = sentence.start + found.start("request"), len(sentence.view.folded)
    begin, end = found.span("object") if found["object"] else (found.end(), len(sentence.folded))
    demonstrative = _DEMONSTRATIVE.match(sentence.folded, begin, end)
    if demonstrative and demonstrative["colon"]:
        return own, whole
    if demonstrative and demonstrative.end() == end:
        return 0, whole if found["keeping"] else sentence.end
    return own, sentence.end
