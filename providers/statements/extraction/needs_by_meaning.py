"""Needs that no rule finds, by the meaning of a sentence: "Peanuts and I don't get along."

Classifies sentences that name a food or a diet. Questions, sentences about others or the past, and those that deny a
problem are left out. The value is what the sentence names (`needs.named_needs`).
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

from providers.statements.extraction.mood import asserted_sentences
from providers.statements.extraction.regained_foods import ends_need
from providers.statements.fields.importance import address_of, importance_of
from providers.statements.fields.statement import Statement
from providers.statements.gate.need_reader import classify_needs
from providers.statements.needs.adverse_reactions import REACTIONS
from providers.statements.needs.excluded_foods import AVOIDED, DIET, excluded_food
from providers.statements.needs.named_needs import diet_named, foods_named, is_idiom, may_name_need
from providers.statements.subjects.ownership import RELATED
from providers.statements.text.normalise import view
from providers.statements.text.sentences import Sentence
from providers.statements.text.words import word_set

MIN_ODDS: Final = 0.5  # log-odds from which a question is justified
CONFIDENCE: Final = 0.5
PATTERN: Final = "meaning.need"
_ALLERGIES: Final = "allergies"
_MAX_LENGTH: Final = 240  # characters of a sentence; longer ones are mostly about something else
_MIN_WORDS: Final = 3
_NOT_THEIRS: Final = word_set("doctor dentist therapist son ex file mate coach ami chef persona personne")
_OTHERS: Final = (RELATED - _NOT_THEIRS) | word_set("""
    everyone everybody guest guests patients customers clients users pupils dog cat puppy
    gast gaste patienten kunden kinder katze mitbewohner mitbewohnerin freunde eltern ehemann ehefrau enkelkinder
    invitado invitada invitados pacientes clientes gata perra bebe ninos hijos novio novia amigos padres companero
    invites invitee patients clients chatte bebe enfants copain copine amis amies colocataire
""")
# Not a need of the person: someone else's, a former one, or none.
_NONE: Final = re.compile(
    r"\b(?:used to|my son|previously|no longer (?:\w+ )?(?:have to|need to|avoid|allergic|intolerant|vegan|vegetarian)"
    r"|(?:as|when i was) a (?:child|kid|boy|girl)|when i was (?:little|young|small)|finally"
    r"|(?:can|could|may|allowed to) (?:eat|have|drink) (?:[\w-]+ ){1,4}again"
    r"|(?:no|never (?:been )?an?) (?:problem|issue)|not allergic|(?:eat|have|drink) (?:anything|everything)|grew out of"
    r"|fruher|als kind|ehemals|(?:darf|kann) (?:ich )?wieder|endlich|kein problem|nicht allergisch|gegen nichts"
    r"|esse alles|nicht mehr auf"
    r"|(?<!desde )de (?:nin[oa]|pequen[oa])|antes|ya no tengo que|por fin|de nuevo|ningun problema|alergic[oa] a nada"
    r"|como de todo|ya puedo"
    r"|quand j'etais|(?:^|, )(?:enfant|petite?),|autrefois|avant j|enfin|de nouveau|aucun probleme|allergique a rien"
    r"|mange de tout|plus besoin|a nouveau"
    # A temporary state, or a mere dislike.
    r"|this week|today|tonight|for lent|challenge|(?:run|ran) out|diese woche|heute|fastenzeit|esta semana|hoy|cuaresma"
    r"|no quedan|cette semaine|aujourd'hui|careme|n'y en a plus|disgusting|gross|yuck|eklig|widerlich|ekel[nt]?|asco"
    r"|asqueros[oa]s?|degout\w*)\b"
)
_SPEAKER: Final = re.compile(
    r"\b(?:i|me|my|mine|myself|ich|mir|mich|mein\w*|yo|mi|mis|conmigo|tengo|soy|como|puedo|debo|evito|tomo|dejo|deje"
    r"|je|j|moi|mon|ma|mes|m)\b"
)
_THIRD: Final = re.compile(
    r"\b(?:he|she|they|his|her|their|people|er|sie|leute|menschen|ella|ellos|gente|il|elle|ils|elles|lui|gens)\b"
)
# Phrases that state a need of any food.
_CERTAIN: Final = re.compile(
    r"\A(?:vegan|vegetarian|pescatarian|coeliac|celiac) here\b|(?:\A|, )(?:\w+ )?allergic to\b"
    r"|\A(?:(?:been|bin) )?(?:\w+ )?(?:veggie|vegan|vegetari[\w-]+|allergique (?:a|aux?)|alergic[oa] al?"
    r"|allergisch gegen)\b"
    r".* (?:since|for|seit|desde|depuis)\b"
    # A diagnosis.
    r"|\b(?:i(?:'ve| have| was| got)?(?: just)?(?: been| got)? diagnosed|me (?:han|acaban|ha|detectaron)"
    r"|on m'a|ils m'ont)\b.*\b(?:allerg|alerg|intoler|unvertrag|zoliaki|coelia|celia|c.liaqu)"
    r"|(?:allergie|unvertraglichkeit|intoleranz|zoliakie)\b.*\b(?:festgestellt|diagnostiziert|nachgewiesen)\b"
    r"|\b(?:is|are) (?:off the table|off limits|(?:a )?(?:no-go|taboo)|poison) (?:for|to) me\b"
    r"|\b(?:sind|ist) (?:fur mich (?:tabu|gift)|gift fur mich)\b|\bni (?:acercarme|probarl[oa]s?|olerl[oa]s?)\b"
    r"|\b(?:son|es) (?:veneno|tabu) para mi\b|\best (?:un )?(?:poison|tabou) pour moi\b"
    r"|\b(?:kannst|konnt|kann) (?:du|ihr|man) mich jagen\b|\btres peu pour moi\b|\bni (?:de broma|loc[oa]|en pintura)\b"
    r"|\b(?:immer|grundsatzlich) weg(?:lassen)?\b"
    r"|\balways (?:leave|keep) (?:it|them|that|those) (?:out|off|away)\b|\bleave (?:it|them) out every time\b"
    r"|\bsiempre quita\w*\b|\b(?:enlever|retirer) (?:a chaque fois|toujours)\b"
    r"|\Ani \w.*\bni\b.*\b(?:para mi|pour moi|fur mich|soporto|aguanto|supporte|tolero|pruebo)\b"
    r"|\A(?:weder|neither) .*\b(?:noch|nor)\b.*\b(?:fur mich|for me|vertrage|esse)\b"
)
# Phrases that do so together with a reaction: "Last time I had oysters I couldn't breathe."
_ONCE: Final = re.compile(
    r"\blast time i (?:had|ate|tried|drank)\b|\b(?:das )?letzte mal\b|\bnach \w+ (?:musste|landete|war) ich\b"
    r"|\bultima vez\b|\bderniere fois\b|\bfinger davon\b|\bnever again\b|\bnunca mas\b|\bplus jamais\b"
)
_ALLERGIC: Final = re.compile(r"all?erg(?!ol|en)")
_REACTION: Final = re.compile(
    r"\b(?:hospital|er|ambulance|throat|breath\w*|krampfe\w*|notarzt|notaufnahme|atemnot|keine luft|urgencias"
    r"|ambulancia|garganta|aire|urgences|samu|gorge|souffle|respirer|crampes)\b|epi-?pen|adrenalin|\bkill"
)


def needs_by_meaning(text: str, *, known: Collection[str] = ()) -> list[Statement]:
    """Return the probable needs in a person's message in wording that no rule reads, in order of position. Each
    justifies a question only. `known` is the text that rules have read."""
    seen = view(text)
    if not may_name_need(seen.folded):
        return []
    readable = [one for one in asserted_sentences(seen) if _is_readable(one) and not _is_known(one, known)]
    read = classify_needs([one.view.plain[one.start : one.end] for one in readable])
    return [
        statement
        for sentence, (field, odds) in zip(readable, read, strict=True)
        if odds >= MIN_ODDS or _is_certain(sentence.folded)
        for statement in _statements(sentence, field if odds >= MIN_ODDS else AVOIDED)
    ]


def _is_certain(folded: str) -> bool:
    is_past_reaction = _ONCE.search(folded) is not None and _states_reaction(folded)
    return is_past_reaction or _CERTAIN.search(folded) is not None


def _is_readable(sentence: Sentence) -> bool:
    folded = sentence.folded
    return len(sentence.words) > _MIN_WORDS and may_name_need(folded) and may_be_own_need(sentence)


def may_be_own_need(sentence: Sentence) -> bool:
    """Whether the sentence may be about a current need of the speaker."""
    folded = sentence.folded
    is_none = "?" in folded or _NONE.search(folded) or ends_need(folded) or is_idiom(folded)
    if len(folded) > _MAX_LENGTH or is_none or not _OTHERS.isdisjoint(sentence.vocabulary):
        return False
    return _SPEAKER.search(folded) is not None or _THIRD.search(folded) is None


def _is_known(sentence: Sentence, known: Collection[str]) -> bool:
    original = sentence.original
    return any(one in original or original in one for one in known)


def _statements(sentence: Sentence, field: str) -> Iterator[Statement]:
    """Yield a diet, and foods too if the sentence states an allergy or names no diet."""
    diet, is_allergic = diet_named(sentence), _ALLERGIC.search(sentence.folded) is not None
    if diet:
        yield probable_need(sentence, DIET, diet)
    if not diet or is_allergic:
        is_reaction = is_allergic or field == _ALLERGIES or _states_reaction(sentence.folded)
        for food in foods_named(sentence):
            illness = excluded_food(food)  # "gluten (coeliac)"
            key = _ALLERGIES if is_reaction and not illness else AVOIDED
            yield probable_need(sentence, key, illness or food)


def _states_reaction(folded: str) -> bool:
    return _REACTION.search(folded) is not None or any(re.search(one, folded) for one in REACTIONS)


def probable_need(sentence: Sentence, key: str, value: str, *, pattern: str = PATTERN) -> Statement:
    """Return a probable need of the sentence's speaker; `pattern` names the reader that found it."""
    start, end = sentence.original_span
    return Statement(
        *address_of(key),
        value=value,
        confidence=CONFIDENCE,
        importance=importance_of(key),
        start=start,
        end=end,
        negated=False,
        about="user",
        pattern=pattern,
    )
