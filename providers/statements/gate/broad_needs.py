"""Finds allergies and diets in wording that no rule lists. Used only where a policy names the field.

The net is broad: a person who rules that a field is never stored is hurt more by a missed sentence than by one that is
withheld needlessly. Patterns match words without accents.
"""

import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import Final

from providers.statements.fields.statement import Mention
from providers.statements.needs.diet_names import DIETS_AND_FREE
from providers.statements.needs.excluded_foods import AVOIDED, DIET
from providers.statements.needs.intolerances import intolerances_in
from providers.statements.subjects.ownership import RELATED, Ownership
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.sentences import Sentence
from providers.statements.text.slots import Span
from providers.statements.text.words import word_set

_ALLERGENS: Final = (
    r"(?:(?:pea|wal|hazel|cashew |tree )?nuts?|almonds?|gluten|wheat|dairy|milk|cheese|lactose|eggs?|(?:shell)?fish"
    r"|seafood|shrimps?|prawns?|soya?|sesame|mustard|celery|strawberr(?:y|ies)|kiwis?|tomato(?:es)?|yeast|histamine"
    r"|fructose|penicillin|aspirin|ibuprofen|latex|pollen|dust|cats?|dogs?|bees?|wasps?)\b"
)
_FOOD: Final = rf"(?:{_ALLERGENS}|(?:red |any )?meat|pork|beef|alcohol|wine|sugar|caffeine|animal products)\b"
_SIGNS: Final = (
    r"(?:rash(?:es)?\b(?! (?:decision|move|choice|act|judge?ment))|hives|swell(?:s|ing)?|swollen|itch\w*|eczema"
    r"|anaphyla\w*|wheez\w*|sneez\w*)"
)
_CANNOT: Final = r"(?:can't|cannot|can not|couldn't|mustn't|must not|may not|should not|shouldn't|is not allowed to)"
_DISEASE: Final = r"\bc(?:oe|œ|e)lia(?:[ck]\w*|que)\b|\bzoliakie\b"
_NO_SUBSTANCE: Final = (
    r"(?!(?:the |a |any |all )?(?:critici\w+|stress|news|change|feedback|surprises?|pressure|noise|jokes?|people"
    r"|comments?|questions?|it|this|that|him|her|them|being|losing|delays?)\b)"
)
_ALLERGY_STATED: Final = (
    # Matches include a possessive, so that its owner is sought to the left of it.
    r"\b(?:(?:her|his|their|my|[\w-]+'s?) )?(?:[\w-]+ ){0,2}?all?erg(?:ic|y|ies)\b",
    r"\bhay ?fever\b|\bheuschnupfen\b|\bfiebre del heno\b|\brhume des foins\b|\bfebbre da fieno\b|\bfebre dos fenos\b",
    _DISEASE,
    rf"\b{_ALLERGENS}[ -]intoleran\w+|\bintoleran(?:t|ce) (?:to|of|for) (?:\w+ )?{_ALLERGENS}|\bfood intoleran\w+",
    r"\banaphyla\w+|\bepi-?pens?\b|\bantihistamin\w*",
    rf"\breact(?:s|ed)? (?:very )?(?:badly|severely|strongly|poorly|allergically|violently) to {_NO_SUBSTANCE}",
    r"\breagier\w* (?:\w+ )?(?:allergisch|schlecht|heftig|stark) auf\b|\breacciona mal a\b|\breagit mal a\b",
    rf"\b{_SIGNS}(?: \w+){{0,3}}? (?:from|after|when|whenever|if|around|near|because of)\b",
    rf"\b(?:breaks?|broke|comes?|came) out in (?:a |an )?(?:\w+ )?{_SIGNS}",
    rf"\b(?:gives?|gave|makes?|made|causes?|caused|triggers?)\b[^.,;:!?]{{1,40}}?\b{_SIGNS}",
    r"\bupsets? (?:[\w']+ ){1,2}stomach\b",
    rf"\b(?:{_CANNOT}|does not|doesn't|do not|don't) (?:tolerate|digest) (?:\w+ )?{_ALLERGENS}",
    rf"\b{_CANNOT} (?:have|touch|be (?:near|around|given)) (?:any |the )?{_ALLERGENS}",
    r"\bausschlag\b",
)
_DIET_STATED: Final = (
    rf"\b(?:eats?|eating|keeps?|follows?|lives?|is on|needs?|wants?|prefers?|has|goes|going)"
    rf" (?:\w+ ){{0,3}}?{DIETS_AND_FREE}(?! (?:restaurant|place|bakery|cafe|butcher|shop|market|recipe))",
    rf"\b{DIETS_AND_FREE} (?:diet|meals?|food|only)\b(?! blog)",
)
_FOOD_EXCLUDED: Final = (
    rf"\b(?:g[ai]ven? up|giving up|quit|(?:stopped|sworn off|cut out)(?: eating| drinking)?) {_FOOD}",
    rf"\bno (?:more )?{_FOOD} for (?!sale)",
    rf"\b{_CANNOT} (?:eat|drink|have) (?:any )?{_FOOD}",
    rf"\b(?:never|not|n't) (?:ever )?(?:eats?|drinks?|touch(?:es)?|has|have) (?:any )?{_FOOD}",
    rf"\b(?:lives?|eats?|goes) without {_FOOD}",
    _DISEASE,
)
# Wherever a pattern matches, one of these or a diet occurs; most sentences have none and are skipped.
_PARTS: Final = (
    "alerg", "allerg", "fever", "heuschnupfen", "fiebre", "rhume", "febbre", "febre", "lia", "intoleran", "anaphyla",
    "epi", "antihistamin", "react", "reagier", "reacciona", "reagit", "rash", "hives", "swell", "swollen", "itch",
    "eczema", "wheez", "sneez", "stomach", "not", "n't", "ausschlag",
    "-free", "gave up", "given up", "giving up", "quit", "stopped",
    "sworn off", "cut out", "no ", "never", "without",
)  # fmt: skip
_HINT: Final = FilteredPattern(rf"{'|'.join(map(re.escape, _PARTS))}|\b{DIETS_AND_FREE}")
_PATTERNS: Final = {"allergies": _ALLERGY_STATED, AVOIDED: _FOOD_EXCLUDED, DIET: _DIET_STATED}
_BY_KEY: Final = {key: re.compile("|".join(f"(?:{one})" for one in patterns)) for key, patterns in _PATTERNS.items()}
_TOPIC_AFTER: Final = re.compile(
    r" (?:clinic|research\w*|conference|book|department|app|awareness|season|forecast|stud(?:y|ies)|ward|journal)\b"
)
_TOPIC_BEFORE: Final = re.compile(
    r"\b(?:books?|articles?|talks?|papers?|stud(?:y|ies)|lectures?|courses?|podcasts?|research|essays?|films?|thesis)\b"
    r"[^.,;:]{0,30}? (?:about|on|into|of)\b[^.,;:]*$"
)
_REACH: Final = 200  # characters to the left in which a subject or a topic is sought
_MAX_MATCHES: Final = 20  # per sentence
_MAX_NOTE_WORDS: Final = 4  # words of a note without a subject
ANIMALS: Final = word_set("""
    dog puppy cat kitten horse pony rabbit hamster parrot budgie pet tortoise goldfish hund katze pferd perro perra gato
    gata chien chienne chat chatte cane gatto gatta cachorro cadela cavalo cheval caballo mascota
""")
_OTHERS: Final = RELATED | ANIMALS
# The start of another clause, which has a subject of its own.
_CLAUSE: Final = re.compile(
    r"[;:]|,? ?\b(?:because|since|so|but|while|weil|porque|parce que|perche)\b"
    r"|(?:,| and| und| y| et| e) (?=(?:she|he|they|i|sie|er|ella|el|elle|il|lei|lui)\b)"
)
_DETERMINER: Final = (
    r"(?:the|an?|her|his|their|my|our|your|[\w-]+'s?|d(?:er|ie|as)|ihre?|seine?|meine?|el|la|su|mi|le|son|sa|mon|ma"
    r"|il|lo|suo|sua|mio|mia|o|seu|meu|minha)"
)
_SUBJECT: Final = re.compile(rf"\W*{_DETERMINER} (?P<words>[\w-]+(?: [\w-]+)?)")
_APPOSITION: Final = re.compile(
    r"\W*[\w-]+, (?:(?:her|his|their|[\w-]+'s?) (?P<own>[\w-]+(?: [\w-]+)?)|the (?P<of>[\w-]+(?: [\w-]+)?) of\b)"
)
_POSSESSIVE: Final = re.compile(r"\b(?P<owner>[\w-]+)(?:'s|s') (?:[\w-]+ ){0,3}$")
_CAUSES: Final = re.compile(
    r" (?:hair |fur |also |always )?(?:gives?|gave|makes?|made|causes?|triggers?|upsets?|all?erg(?:y|ies)\b)"
)


def broad_needs(ownership: Ownership) -> Iterator[Mention]:
    """Yield the person's allergies and diet from a sentence, each key once."""
    sentence = ownership.sentence
    folded = sentence.folded
    intolerances = [Span(sentence.start + start, sentence.start + end) for start, end in intolerances_in(folded)]
    if not intolerances and _HINT.search(folded) is None:
        return
    if sentence.is_only_question or not (ownership.refers_to_person() or len(sentence.texts) <= _MAX_NOTE_WORDS):
        return
    for key, pattern in _BY_KEY.items():
        first = islice(pattern.finditer(folded), _MAX_MATCHES)
        found = (match for match in first if not _is_topic(folded, match))
        matched = (Span(sentence.start + match.start(), sentence.start + match.end()) for match in found)
        spans = chain(matched, intolerances) if key == "allergies" else matched
        span = next((one for one in spans if not is_about_someone_else(sentence, one.start, one.end)), None)
        if span is not None:
            yield Mention(key, span)


def is_about_someone_else(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a span of the view is about someone's animal or a relation: "Bruno, the dog of Tess, is | allergic"."""
    start, end = start - sentence.start, end - sentence.start
    reach = max(0, start - _REACH)
    clause_start = max((match.end() for match in _CLAUSE.finditer(sentence.folded, reach, start)), default=reach)
    owner = _POSSESSIVE.search(sentence.folded[max(0, end - _REACH) : end].rpartition(" ")[0] + " ")
    if owner and owner["owner"] in _OTHERS:
        return True
    apposition = _APPOSITION.match(sentence.folded, clause_start, start)
    if apposition and not _OTHERS.isdisjoint((apposition["own"] or apposition["of"]).split()):
        return True
    return _has_another_subject(sentence.folded, clause_start, end)


def _has_another_subject(folded: str, clause_start: int, end: int) -> bool:
    subject = _SUBJECT.match(folded, clause_start, end)
    if subject is None:
        return False
    words = subject["words"].split()
    place = next((at for at, word in enumerate(words) if word in _OTHERS), None)
    if place is None:
        return False
    after = subject.start("words") + len(" ".join(words[: place + 1]))
    return _CAUSES.match(folded, after) is None


def _is_topic(folded: str, match: re.Match[str]) -> bool:
    before = folded[max(0, match.end() - _REACH) : match.end()].rpartition(" ")[0]
    return _TOPIC_AFTER.match(folded, match.end()) is not None or _TOPIC_BEFORE.search(before) is not None
