"""Cue words: is a special category stated of the person, or is it a topic that they work or read on?"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Final, NamedTuple

from providers.statements.text.evidence_words import FUNCTION_WORDS
from providers.statements.text.filtered_pattern import FilteredPattern
from providers.statements.text.words import ADVERBS, word_set

LISTS: Final = Path(__file__).parents[1] / "data" / "special_categories.toml"


# Illnesses that one can be free of: "Cancer-free!" on its own states one.
_ENDED: Final = r"(?:cancer|tumou?r|leuk(?:a)?emia|lymphoma|seizure|epilepsy|migraine|symptom|hiv|relapse)"
# Figurative and other unrelated uses of special-category words: "running is my therapy", "blind to typos", "an
# insulin-free menu", "podemos hablar" (but not "Ana is insulin-free", "cancer-free since May").
FIGURATIVE: Final = FilteredPattern(
    r"(?i)\b(?:is|are|was|'s) (?:my|her|his|their|our) (?:therapy|religion|church|temple|drug)"
    r"(?! (?:for|since|that|at|on)\b)|\b(?:(?:colou?r[- ]?)?blind|deaf) to\b"
    r"|\b(?:blind|deaf) without (?!(?:my|her|his|their|the|hearing|glasses|contact)\b)|\b[a-z]+-agnostic\b"
    r"|\bocd about\b"
    r"|\b[a-z]+-free (?!(?:for|since|again|now|and|or|but|after|at|on|in|to|of|until|today|this|these|last|with|as"
    r"|because|so|thanks|by|ever|once|all|from|status|who|man|woman|person"
    r"|years?|months?|anniversary|scans?|life)\b)(?=[a-z])"
    r"|\blibertarian (?=free will)|\blibertarian (?=(?:perspective|view|viewpoint|account)s?\b"
    r"[^.!?]*\b(?:choices?|free will|determinis\w*|compatibilis\w*)\b)|(?<=determinist and )libertarian"
    r"|(?<=compatibilist and )libertarian|\bbiometric (?:safes?|locks?|vaults?)\b|(?<=safe with )biometric access"
    r"|(?<=up the )biometric access"
    r"|\b(?:visual|teaching|training|study|memory|audio-?visual|learning) aids\b"
    r"|\b(?:digital|social media|screen|phone|dopamine|sugar|inbox) detox\b"
    r"|\b(?:team|company|staff|class|school|family|office|group|fun|next|summer|winter) outings?\b"
    r"|\b(?:gender|age|race|disability|income|education|religion),?(?: and| or)? ethnicity\b"
    r"|\bethnicity,?(?: and| or)? (?:age|gender|race|disability|income|education|religion)\b"
    r"|\b(?:is|was|are|'s) (?:like |pure |real )?therapy (?:for|to) (?:me|her|him|them)\b"
    r"|\b(?:check|monitor|improve|raise|build) (?:your |a )?credit score\b|\ba good credit score\b"
    r"|\bprobation(?:ary)? (?:period|time) (?:at|in|of) (?:work|the job|my|her|his|their|the new|the company)\b"
    r"|\bliberal with (?:the |his |her )?(?:salt|butter|garlic|sauce|comments)\b|\bmass in [a-h](?: |$|[.,])"
    r"|\b(?:is|are|am|'s|'m) out (?:on (?:\w+day|vacation|leave|holiday|site|a call)|until|till|of (?:office"
    r"|the office|town|coffee|milk))\b"
    r"|\bprays? that the\b|\brelapsed into using\b|\barrested by the (?:beauty|view|sight|sound)\b"
    r"|\bbankrupt in (?:monopoly|the game|a game)\b|\bdeaf ears\b|\bpays? (?:by|with) visa\b"
    r"|\bstraight (?:to (?:the point|work|business|voicemail|bed)|away|ahead|answers?|talk(?:er|ing)?|faced?|lines?"
    r"|edges?|after|from the|into|through|with (?:colleagues|people|clients|customers|everyone|me|us|you))\b"
    r"|\bpodemos (?=(?:\w+ )?\w{2,}[aei]r(?:[lmnst]\w{1,4})?\b)"
    rf"|^(?!{_ENDED})[a-z]+-free\W*$"
)


def compiled(by_key: Iterable[tuple[str, Iterable[str]]]) -> tuple[tuple[str, FilteredPattern], ...]:
    """Compile each key's patterns into one."""
    return tuple((key, FilteredPattern("|".join(f"(?:{one})" for one in some))) for key, some in by_key)


class Term(NamedTuple):
    """A listed term. `words` are in order, separated by blanks or hyphens; `is_sure` if they have no other meaning."""

    words: tuple[str, ...]
    key: str
    is_sure: bool


@cache
def _lists() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(LISTS.read_text())


@cache
def terms() -> Mapping[str, tuple[Term, ...]]:
    """The listed terms by their first word, longest first."""
    found: dict[str, list[Term]] = {}
    for key, lists in _lists().items():
        for name, entries in lists.items():
            for entry in entries.split(","):
                words = tuple(entry.replace("-", " ").replace("'s", " 's").replace("s'", "s '").split())
                found.setdefault(words[0], []).append(Term(words, key, name != "said"))
    return {first: tuple(sorted(some, key=lambda term: -len(term.words))) for first, some in found.items()}


# Illnesses on no list are recognised by their endings, if a verb attributes them to a person.
_ILLNESS: Final = re.compile(
    r"(?!(?:sym|em|anti|tele|a|homeo|osteo)path|nostalgi)\w{3,}"
    r"(?:itis|pathy|algia|plegia|aemia|rrhoea|rrhea|oedema|sclerosis|stenosis|arthrosis|megaly|cytosis|penia)"
)


def terms_of(word: str) -> tuple[Term, ...]:
    """The terms that begin with a word or its singular."""
    listed = (*terms().get(word, ()), *terms().get(word.removesuffix("s"), ()))
    return listed if listed or not _ILLNESS.fullmatch(word) else (Term((word,), "health_conditions", False),)


@cache
def _entries(name: str) -> frozenset[str]:
    return frozenset(" ".join(entry.split()) for entry in _lists()["health_conditions"][name].split(","))


def is_medicine(folded: str) -> bool:
    """Whether a folded text is a listed medicine."""
    return not {folded, folded.removesuffix("s")}.isdisjoint(_entries("medicines"))


def is_treatment(folded: str) -> bool:
    """Whether a folded text is a listed medicine or another treatment that implies an illness."""
    return is_medicine(folded) or folded in _entries("treatments")


def following(texts: Sequence[str]) -> list[str]:
    """The first two words after a term, with no mark between except the "+" of "LGBTQ+"."""
    behind = texts[1:] if texts[:1] == ["+"] else texts
    return list(takewhile(lambda text: text[0].isalnum(), behind[:2]))


def holds_term(text: str, key: str) -> bool:
    """Whether a folded text contains a listed term of a key."""
    words = text.replace("-", " ").replace("'s", " 's").split()
    return any(
        term.key == key and tuple(words[at : at + len(term.words)]) == term.words
        for at, word in enumerate(words)
        for term in terms().get(word, ())
    )


# After a term: the term names a topic, a product, a place or other people.
TOPICS: Final = word_set("""
    app apps dataset datasets data article articles research researcher researchers paper papers book books film films
    movie movies documentary documentaries series podcast podcasts course courses class classes lecture lectures talk
    talks seminar workshop conference study studies charity charities foundation fundraiser awareness campaign project
    projects startup company companies museum museums restaurant restaurants food cuisine cake bakery festival festivals
    music art arts history literature theology philosophy cathedral monastery cemetery quarter district style chant
    school schools ward nurse nurses specialist specialists model models detection prediction classification screening
    vaccine patients clients customers users children kids pupils students refugees people center centre organisation
    organization advocates marathon run ride walk bar bars parade magazine blog forum novel novels character characters
    lobby statistics rates policy policies law laws legislation regulation type types square station jack jacket
    pharmacy market stock stocks prices trial trials drug drugs industry sector field lab laboratory poem poems poetry
    song songs album band choir concert wedding tea coffee print paint wall wine pepper bread cheese coat shirt shoes
    bag car bike cat dog screen theme mode box board belt tie hat friday forest sea humor angle estimate approach
    answer answers line lines edge edges street hair campaigns prevention sequencing programme programmes funding ramp
    ramps
""")
# The same after a group of people, unless the person is said to belong to it: "LGBTQ rights", "the Sikh community".
GROUP_KEYS: Final = frozenset(["ethnicity", "gender", "political_views", "pronouns", "religion", "sexual_orientation"])
THEMES: Final = word_set("""
    activism activist activists advocacy allies artists communities community events folk folks rights stories youth
""")
BELONGING: Final = word_set("belong belongs belonging identifies identify member members part")
# Cues that the sentence is about a topic, unless it also makes a statement about the person.
TOPICAL: Final = word_set("""
    research researching researches researched researcher writes wrote writing written reading reads article articles
    book books novel novels film films documentary podcast podcasts course lecture study studies studying teaches taught
    teach history
    volunteer volunteers volunteering charity fundraiser donated donates donating campaign designing designs designed
    builds building built developing develops developed implementing app apps dataset model prototype presentation
    slides report essay thesis dissertation museum exhibition concert movie series game tour visit visits visited trip
    travel restaurant recipe recipes hotel client clients customer customers patients translates translating
    translation translating textbook cataloguing cataloging proofreading documenting manuscript manuscripts brochure
    leaflet nurse clinic lesson project projects interviewed interviewing interview photographed photographs
    curates review reviewing reviews summarise summarize summary asked question questions topic explain explained
    compare news law policy bill committee function class file files code query database table column tests
    artikel buch roman romane forschung forscht vortrag studie libro libros novela articulo investigacion ensayo livre
    livres romanzo articolo ricerca recherche memoire livro artigo pesquisa documental documentaire documentario fuhrt
    schema api endpoint server debug watched watches watching biography poem poems song songs listens listening
""")
# Cues of fiction and reports about other lives.
STORIES: Final = word_set("""
    novel novels film films movie movies book books character characters story stories episode episodes series song
    songs lyrics poem play plot documentary podcast article articles news protagonist screenplay thesis game games
""")
# Cues that the sentence is about a person although it also mentions a topic.
PERSONAL_CUES: Final = word_set("""
    diagnosed diagnosis prescribed prescription suffers suffered suffering identifies converted practising practicing
    raised survivor recovering treated symptoms disclosed
""")
# Before a term, with small words between: predicates that attribute it to the subject (COPULAS, HAVE_VERBS).
COPULAS: Final = word_set("""
    am is are was were be been being 's 'm 're became become becomes turned identifies identify identified identifying
    considers feels describes describe calls call labels sees
""")
HAVE_VERBS: Final = word_set("""
    has have had having 've suffers suffering suffered diagnosed takes taking took uses using wears wearing gets got
    undergoing underwent undergoes needs experiences experiencing living lives struggles struggling battles battling
    survived beat manages managing copes coping treats developed develops recovering recovered follows joined
    my her his their practises practices observes
""")
SMALL: Final = ADVERBS | word_set("""
    a an the as with from on for and or not no n't former formerly practising practicing devout lapsed openly proud
    severe mild chronic clinical newly recently early late stage type 1 2 3 i ii first second stage-2 stage-3 non strict
    committed registered lifelong staunch moderate ardent raised born in to himself herself themself themselves bad
    major minor new old serious some ongoing occasional recurring ethnically politically card-carrying paid-up
    trans cis being diagnosed having had under getting undergone treated recovering self-described self-identified
    out daily
""")
# After an adjective with other meanings: it describes a person.
PERSONS: Final = word_set("""
    woman man person guy girl lady mother mum mom dad father voter family background parents household faith heritage
    descent ancestry origin origins roots and but or who since by though although because like , . ; ) !
""")
# Possessions of the person in addition to those in `evidence_words`.
OWN: Final = word_set("""
    faith religion religious beliefs belief diagnosis condition conditions health medical history medication medicine
    treatment prescription prescriptions salary income wage pay earnings body blood heart back knee eyes hearing vision
    eyesight skin brain politics political views vote ancestry heritage ethnicity ethnic background descent race record
    convictions conviction sexuality orientation sexual union membership party passport card number id ssn iban tax
    licence license insurance symptoms chronic mental physical doctor therapist dentist lawyer accountant psychiatrist
    gp physician surgeon psychologist counsellor counselor specialist nurse results test tests pregnancy recovery
    struggle battle fight therapy disability parents' past time experience attacks national social security
    contract job offer role position promotion
    last most next current recent first second own annual monthly yearly net gross family doctors employer bank
""")
# After a noun with other meanings: the noun stands alone, and is not part of a compound.
AFTER_NOUN: Final = FUNCTION_WORDS | word_set("""
    medication diagnosis treatment symptoms last this next three two four every episode episodes relapse meetings member
    members service services group study beliefs camp counsellor patient survivor record sentence test results sample
""")
