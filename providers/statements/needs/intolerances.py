"""Plain statements of intolerance to a food, a medicine or something in the environment: the reaction that it causes,
or that the person must not have it. English, German, Spanish and French, in lower case without accents.

Only widely taken medicines count, because the names of others disclose an illness.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from providers.statements.text.filtered_pattern import FilteredPattern

_FOODS: Final = (
    r"(?:(?:pea|wal|hazel|cashew |brazil |tree |pine )?nuts?|peanut butter|almonds?|cashews?|pistachios?|gluten|wheat"
    r"|dairy|(?:cow'?s )?milk|cheese|lactose|eggs?|(?:shell)?fish|seafood|shrimps?|prawns?|lobster|crabs?|mussels?"
    r"|oysters?|soya?|sesame|mustard|celery|strawberr(?:y|ies)|kiwis?|tomato(?:es)?|mango(?:es)?|bananas?|apples?"
    r"|avocados?|peach(?:es)?|yeast|histamine|fructose|sulphites|sulfites"
    r"|(?:erd|wal|hasel)?nuss\w*|milch|weizen|fisch|eier|ei|sellerie|senf|erdbeeren|meeresfruchte|soja"
    r"|frutos secos|cacahuetes?|nueces|nuez|leche|trigo|huevos?|pescado|marisco|gambas|fresas|mostaza|apio"
    r"|(?:fruits a coque|arachides?|cacahuetes|noix|noisettes|lait|ble|oeufs?|poisson|crevettes|fruits de mer|fraises"
    r"|moutarde))"
)
_AROUND: Final = (
    r"(?:latex|pollen|dust(?: mites?)?|mould|mold|nickel|cats?|dogs?|horses|(?:bee|wasp|hornet|insect) stings?|bees?"
    r"|wasps?|bienen(?:stiche?|gift)?|wespen(?:stiche?)?|katzen|hausstaub|abejas|avispas|picaduras? de \w+|polen"
    r"|abeilles|guepes|piqures? d\W?\w+)"
)
_MEDICINES: Final = (
    r"(?:(?:\w*penic[iy]l+in\w*|\w{2,}c[iy]l+in[ae]?|\w{2,}mycine?|\w{3,}micina|cef\w{4,}|ibuprof\w+|aspirin\w*"
    r"|paracetamol\w*|acetaminophen|naproxen\w*|diclofena[ck]\w*|nsaids?|code?ine?a?|codeina|kodein|morphine?|morfina"
    r"|morphium|antibioti[ck]\w*|sulfa(?: drugs)?|sulfonamid\w*|sulphonamides?|iodine|jod|yodo|contrast (?:dye|agents?"
    r"|medium)|kontrastmittel|anaesthetics?|anesthetics?|lidocaine?|novocaine?|tetanus (?:shots?|jabs?)|plasters?"
    r"|metamizol\w*|novalgin|dipyrone))"
)
_EATEN: Final = rf"(?:{_MEDICINES}|{_FOODS})"
_THING: Final = rf"(?:{_MEDICINES}|{_FOODS}|{_AROUND})"
_ARTICLE: Final = r"(?:(?:the|any|all|some|more|d[eiao][rs]?|du|el|la|los|las|les?|l'|d'|kein\w*|a|to) ?){0,3}"
_AND: Final = r"(?:, (?:and |or )?| (?:and|or|und|oder|y|o|ni|et|ou) )"
_LIST: Final = rf"{_ARTICLE}{_THING}(?:{_AND}{_ARTICLE}{_THING}){{0,4}}\b"
_TAKEN: Final = rf"{_ARTICLE}{_EATEN}(?:{_AND}{_ARTICLE}{_EATEN}){{0,4}}\b"
_IT: Final = r"(?:it|they|that|this|which|es|das|sie|(?:eso )?|ca|cela)"
_SIGN: Final = (
    r"(?:(?:[\w'-]+ )?(?:rash(?:es)?|hives|eczema)|swell(?:s|ing)?|swollen|swell up|itch\w*|tingl\w+|wheez\w+|sneez\w*"
    r"|anaphyla\w*(?: shock)?|throw up|vomit\w*|nause\w+|(?:stomach|tummy) (?:ache|cramps?|pains?)|cramps|diarrh\w+"
    r"|bloat\w*|breathless|short of breath|(?:clos|tighten)(?:e|es|ing)?(?: up)?|in shock|into shock|burn|break out"
    r"|come out in \w+|red spots|blotch\w*|sick|ill"
    r"|ausschlag|nessel\w+|quaddeln|an?schwellen|zuschwellen|juckreiz|jucken|durchfall|bauchweh|bauchschmerzen|ubelkeit"
    r"|atemnot|erbrechen|einen? (?:allergischen |anaphylaktischen )?schock"
    r"|urticaria|ronchas|sarpullido|picor(?:es)?|hinchazon|vomitos|nauseas|diarrea|dolor de (?:estomago|barriga)"
    r"|urticaire|boutons|demangeaisons|gonfler|vomir|nausees|diarrhee|mal au ventre|plaques|un choc anaphylactique"
    r"|una reaccion|une reaction|an? (?:bad |severe |strong )?reaction)"
)
_NOT: Final = (
    r"(?:can't|cannot|can not|can never|mustn't|must not|must never|may not|shouldn't|should not|should never"
    r"|(?:is|am|are|'s) not allowed(?: to)?|isn't allowed(?: to)?)"
)
_WHO: Final = r"(?:[\w-]+(?:'s)?(?: [\w'-]+){0,2} )"
_TAKE: Final = r"(?:have|take|eat|drink|tolerate|be given|be prescribed)"
_NEAR: Final = r"(?:touch|be near|be around|go near|wear|tolerate)"
_AGAIN: Final = (
    r"(?: (?:again|ever|at all|anymore|any more|badly|up|immediately|every time|mehr|nunca|nunca mas|plus))*"
)
_CAUSES: Final = (
    r"(?:(?:always|also|often|once|can|could|will|would) )*"
    r"(?:gives?|gave|makes?|made|causes?|caused|brings?|brought|sends?|sent|triggers?|puts?|leaves?)"
)
_PATTERNS: Final = (
    rf"(?:(?:eating|taking|having|drinking) )?(?:{_LIST}|{_IT}) {_CAUSES} (?:[\w'-]+ ){{0,5}}?{_SIGN}{_AGAIN}",
    rf"(?:{_LIST}|{_IT}) upsets? (?:[\w']+ )+stomach{_AGAIN}",
    rf"(?:{_LIST}) (?:could|can|might|would|will|nearly|almost) kill(?:ed)? \w+",
    rf"{_WHO}{_NOT} (?:ever )?(?:{_TAKE} {_TAKEN}|{_NEAR} {_LIST}){_AGAIN}",
    rf"{_WHO}(?:(?:must|should|has to|have to|needs to|is to) avoid|can't bear|doesn't tolerate|does not tolerate)"
    rf" {_LIST}{_AGAIN}",
    rf"(?:please )?(?:never|do not|don't) (?:ever )?(?:give|prescribe|serve|feed) (?:\w+ )?{_LIST}{_AGAIN}",
    rf"no (?:more )?{_LIST} for \w+(?: please)?",
    rf"{_WHO}(?:gets?|got|develops?|developed|had|has|(?:breaks?|broke|comes?|came) out in|(?:goes?|went) into"
    rf"|swell(?:s|ed)?(?: up)?) (?:[\w'-]+ ){{0,2}}?(?:{_SIGN} )?"
    r"(?:from|after|to|(?:when|if) \w+ (?:eats?|takes?|has|drinks?|touches))(?: (?:eating|taking|drinking|having))?"
    rf" {_LIST}",
    rf"{_WHO}reacts? (?:very )?(?:badly|severely|strongly|poorly|allergically) to {_LIST}",
    r"(?:[\w-]+ ){1,3}(?:carries|carry|has|needs|keeps) (?:an?|her|his|their|my|two) epi-?pens?(?: [\w']+){0,4}",
    rf"(?:von|auf|nach) {_LIST} (?:bekommt|kriegt|bekomme|reagiert|hat)(?: [\w-]+){{1,3}}? ?{_SIGN}?",
    rf"(?:[\w-]+ ){{1,2}}(?:bekommt|kriegt|bekomme) (?:von|auf|nach|durch) {_LIST} (?:[\w-]+ ){{0,2}}?{_SIGN}",
    rf"{_LIST} (?:lasst|lassen|macht|machen|verursacht|lost)(?: [\w'-]+){{1,4}}? {_SIGN}(?: aus)?",
    rf"(?:[\w-]+ ){{1,2}}(?:darf|soll|sollte|kann|vertragt|vertrage) (?:auf keinen fall |nie |niemals )?{_LIST}"
    r"(?: nicht)?(?: (?:bekommen|nehmen|haben|kriegen|essen|trinken|vertragen|gegeben werden))?",
    rf"kein\w* {_LIST} fur \w+",
    rf"{_LIST} (?:(?:le|me|lo|la) )?(?:da|dan|dio|produce|producen|provoca|provocan|causa|causan|hacen?|hincha|hinchan)"
    rf" (?:[\w'-]+ ){{0,3}}?(?:{_SIGN}|la garganta|la cara|los labios|la lengua)(?: a \w+)?",
    rf"(?:a )?(?:[\w-]+ ){{1,2}}?no (?:(?:se|le|se le) )*(?:(?:puede|debe|pueden|deben) )?(?:dar|tomar|comer|beber"
    rf"|recibir|administrar|tolera|tener) {_LIST}",
    rf"{_LIST} (?:(?:lui|me) )?(?:donne|donnent|provoque|provoquent|cause|causent|fait|font)"
    rf" (?:[\w'-]+ ){{0,2}}?(?:de l'|des |de la |du |d')?{_SIGN}(?: (?:sa|la|les?|ses) \w+)?(?: de \w+)?",
    rf"(?:[\w-]+ ){{1,2}}ne (?:doit|peut|supporte|tolere|dois|peux) (?:pas|jamais|plus) "
    rf"(?:(?:prendre|recevoir|avoir|manger|boire) )?{_LIST}",
)  # fmt: skip
_PLAIN: Final = re.compile("|".join(f"(?:{one})" for one in _PATTERNS))
_HINT: Final = FilteredPattern(rf"\b{_THING}\b|\bepi-?pens?\b")
_ENDS: Final = re.compile(r"[.;:!?\n]+(?:\s|$)")
_PARTS: Final = re.compile(
    r",\s|\s(?:and|but|und|aber|y|pero|et|mais) (?=(?:she|he|they|it|i|sie|er|es|ella|el|elle|il)\b)"
)
# "Please remember that nuts could kill Tess."
_PREFACE: Final = re.compile(
    r"(?:please )?(?:remember|note|mind|keep in mind|be aware|do not forget|don't forget|make sure you know)(?: that)? "
)
_MAX_LENGTH: Final = 120  # characters of such a clause


def is_plain_intolerance(clause: str) -> bool:
    """Whether a clause states an intolerance and nothing else."""
    statement = _PREFACE.sub("", clause.strip(" .!"), count=1)
    return len(statement) <= _MAX_LENGTH and _PLAIN.fullmatch(statement) is not None


def intolerances_in(folded: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each sentence or clause that states only an intolerance."""
    if _HINT.search(folded) is None:
        return
    for start, end in _between(_ENDS, folded, 0, len(folded)):
        for part in ((start, end), *_between(_PARTS, folded, start, end)):
            if is_plain_intolerance(folded[slice(*part)]):
                yield part


def _between(marks: re.Pattern[str], folded: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    cuts = [(start, start), *(found.span() for found in marks.finditer(folded, start, end)), (end, end)]
    return ((one[1], two[0]) for one, two in pairwise(cuts))
