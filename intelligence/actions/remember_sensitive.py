"""Submits a person's own statements of special categories (health, faith, money ...) beyond the fields found."""

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from consent.changes import WriteMemory
from consent.detection.statements import OPENS_DOORS, Detected
from consent.gate import submit
from consent.outcomes import Outcome, Refusal, Refused, Waiting
from conversations.models import Turn
from intelligence.actions.remember_statements import statement_draft
from intelligence.fact_changes import GroundedFact, is_quoted
from memories.drafts import MemoryDraft
from providers.statements import AVOIDED, DIET_KEYS, SPECIAL_KEYS, Statement, contains_any_value, normalize_value
from workspaces.actors import system_actor

# Cities and names are frequent in talk; only the rules of their fields recognise the person's own.
KEYS: Final = SPECIAL_KEYS | {"home_address", "gender", "pronouns"}
# The statistical readers are made for notes: in a chat, nine of ten findings are wrong. Only sure findings of the
# multilingual reader count (`mention.sure.reader`).
READER: Final = "mention.reader"
QUOTE_CHARACTERS: Final = 240
_SPEAKER: Final = re.compile(
    r"\b(?:i|im|ive|my|mine|me|myself|we|our|ours|us|ich|mich|mir|mein\w*|wir|uns\w*|je|j|moi|mon|ma|mes|nous|nos|"
    r"yo|mi|mis|soy|estoy|tengo|fui|somos|eu|sou|meu|minha|io|sono|mio|mia|ho|guadagno|prendo|soffro|abito|"
    r"gano|cobro|padezco|sufro|tomo|llevo|tenemos|tenho|ganho|recebo|estou|moro|sofro|temos|vivo|mi[oae]i?|abbiamo|"
    r"siamo|ik|mij|mijn|wij|ons|"
    # First-person verbs in Spanish, Portuguese and Italian, which need no pronoun.
    r"(?<!\bel )(?<!\bo )(?<!\bil )(?<!\bsu )(?<!\bun )(?<!\bum )voto|voté|votei|votai|voy|vou|vado|rezo|rezei|"
    r"creo en|credo in|acredito|apoyo a|apoio|milito|pertenezco|pertenço|appartengo|asisto|frequento|debo|devo|"
    r"fumo|bebo|peso|"
    r"я|меня|мне|мной|мой|моя|моё|мои|мы|нас|ja|mnie|mój|moja|ben|benim)\b|[我咱私僕俺]|\b(?:저|제|나|내|우리)|أنا",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:he|she|they|his|her|their|er|sie|elle|él|ella|(?!(?:it|that|there|here|what|let)['’])\w+['’]s)\b",
    re.IGNORECASE,
)
# In French "he", in Italian "the": "Ho il cancro."
_IL: Final = re.compile(r"\bil\b", re.IGNORECASE)
_ITALIAN: Final = re.compile(r"\b(?:ho|io|sono|mi(?!-)|mi[oae]|miei|abbiamo|siamo)\b", re.IGNORECASE)
# "Where I live? 9 Elm Street."
_QUESTION: Final = re.compile(r"[^.!?\n]+\?\s*$")
# "I'm in recovery; 14 months sober."
_CLAUSE_BEFORE: Final = re.compile(r"[^.!?\n]+[;:\u2013\u2014]\s*$")
# The subject of a clause, and not a person's pronouns: "Marta told me that she is late."
_SUBJECT: Final = re.compile(r"that (?:he|she|they)", re.IGNORECASE)
# Where a clause with a subject of its own begins.
_CLAUSE: Final = re.compile(
    r"(?:[,;]\s*|\s)(?:and|but|und|aber|y|pero|et|mais)\s+"
    r"(?=(?:i|i'm|my|ich|mein\w*|yo|mi|soy|tengo|no|je|j'ai|mon|ma)\b)",
    re.IGNORECASE,
)


def remember_sensitive(
    turn: Turn, text: str, *, known: Collection[GroundedFact], workspace_id: UUID, now: datetime
) -> dict[str, str]:
    """Submit the person's statements about themselves; return the words, with the field, that are neither stored nor
    asked about.

    `known`: the facts found in the message, which have questions of their own. No allowance limits it, because a
    statement without a question would not be withheld.
    """
    found = {draft.key: (draft, words, field) for draft, words, field in _drafts(turn, text, known)}
    actor = system_actor(workspace_id, "remember_sensitive")
    outcomes = [submit(WriteMemory(draft=draft), actor=actor, now=now) for draft, *_ in found.values()]
    stated = zip(found.values(), outcomes, strict=True)
    return {words: field for (_draft, words, field), one in stated if is_unanswered(one)}


def is_unanswered(outcome: Outcome) -> bool:
    """Whether a submitted statement is neither stored nor asked about, now or before: a policy forbids it, or it needs
    corroboration."""
    is_refused = isinstance(outcome, Refused) and outcome.reason is not Refusal.REFUSED_BEFORE
    return is_refused or isinstance(outcome, Waiting)


def is_forbidden(outcome: Outcome) -> bool:
    """Whether a rule forbids to store a submitted statement."""
    return isinstance(outcome, Refused) and outcome.reason is Refusal.NEVER


def _drafts(turn: Turn, text: str, known: Collection[GroundedFact]) -> Iterator[tuple[MemoryDraft, str, str]]:
    """Yield each statement with its words and its field."""
    detected = Detected([text])[text]
    needs = [text.lower().find(fact.value.lower()) for fact in known if fact.key in DIET_KEYS]
    for statement in detected:
        is_found = statement.key in KEYS and not statement.pattern.endswith(READER)
        is_covered = _is_known(statement, text, known) or _is_why(statement, text, known)
        if is_found and not is_covered and _is_own(statement, text):
            quote = _quote_of(statement, text, turn.person.name, stretch=_stretch(statement, text, detected, needs))
            draft = statement_draft(turn, quote, category="general", importance=statement.importance)
            draft = draft.model_copy(update={"occurred_at": None})  # the message has the time
            yield draft, text[statement.start : statement.end], statement.key


def _is_known(statement: Statement, text: str, known: Collection[GroundedFact]) -> bool:
    """Whether the same words, or others with the same value, state one of the facts."""
    words = text[statement.start : statement.end]
    alike = [fact for fact in known if fact.key == statement.key]
    values = {(fact.key, normalize_value(fact.value)) for fact in alike}
    return any(is_quoted(fact.found.quote, words) for fact in alike) or contains_any_value(words, values)


def _is_why(statement: Statement, text: str, known: Collection[GroundedFact]) -> bool:
    """Whether it is only the illness that a food is stored with ("gluten (coeliac)"), and the sentence states nothing
    else that is sensitive."""
    illness = normalize_value(statement.value)
    foods = (fact.value.removesuffix(")").partition(" (") for fact in known if fact.key == AVOIDED)
    food = next((food for food, _, why in foods if normalize_value(why) == illness), "")
    rest = text[statement.start : statement.end].replace(statement.value, food)
    others = (one for one in Detected([rest])[rest] if one.key in KEYS and not one.pattern.endswith(READER))
    return bool(food) and next(others, None) is None


def _is_own(statement: Statement, text: str) -> bool:
    """Whether the speaker is the person named last before the value: "I manage Ann's money" is about Ann."""
    if statement.key == "pronouns" and _SUBJECT.fullmatch(statement.value) and "pronoun" not in text.casefold():
        return False
    stated = text[statement.start : statement.end]
    before = text[statement.start : _place(statement, text)]
    if statement.key == OPENS_DOORS or _SPEAKER.search(_object_of(statement)):
        return True
    own = [found.end() for found in _SPEAKER.finditer(before)]
    if not own:
        ahead = text[: statement.start]
        is_theirs = bool(_SPEAKER.search(stated)) or _is_asked_of_speaker(ahead) or _goes_on(ahead)
        return is_theirs and not _others(before, stated)
    return not _others(before[own[-1] :], stated)


def _object_of(statement: Statement) -> str:
    """Return the value if it names no other person: "put me on insulin" is about the speaker."""
    return "" if _OTHERS.search(statement.value) else statement.value


def _others(words: str, sentence: str) -> bool:
    return bool(_OTHERS.search(words) or (_IL.search(words) and not _ITALIAN.search(sentence)))


def _is_asked_of_speaker(before: str) -> bool:
    """Whether it answers a question that the speaker has just put about themselves."""
    asked = _QUESTION.search(before)
    return asked is not None and bool(_SPEAKER.search(asked[0])) and not _OTHERS.search(asked[0])


def _goes_on(before: str) -> bool:
    """Whether it continues a sentence in which only the speaker is named."""
    begun = _CLAUSE_BEFORE.search(before)
    return begun is not None and bool(_SPEAKER.search(begun[0])) and not _OTHERS.search(begun[0])


def _quote_of(statement: Statement, text: str, name: str, *, stretch: tuple[int, int]) -> str:
    """Return the statement in the speaker's own words and language, as the person is asked about it."""
    start, end = stretch
    if end - start > QUOTE_CHARACTERS:
        start = max(start, min(_place(statement, text), end - QUOTE_CHARACTERS))
        end = start + QUOTE_CHARACTERS
    return f"{name}: {' '.join(text[start:end].split())}"


def _stretch(statement: Statement, text: str, beside: Sequence[Statement], needs: Sequence[int]) -> tuple[int, int]:
    """Return the sentence, or only the clause that states it if the other clauses state only needs, which are stored
    anyway; `needs` are their positions."""
    whole = statement.start, statement.end
    ends = [found.span() for found in _CLAUSE.finditer(text, *whole)]
    places = [_place(statement, text)]
    near = (one for one in beside if one.start < statement.end and statement.start < one.end)
    places += [_place(one, text) for one in near if not one.pattern.endswith(READER)]
    has_need = any(whole[0] <= place < whole[1] for place in needs)
    for start, end in zip(
        [whole[0], *(end for _, end in ends)], [*(start for start, _ in ends), whole[1]], strict=True
    ):
        is_alone = all(start <= place < end for place in places)
        if is_alone and has_need and not any(start <= place < end for place in needs):
            clause = text[start:end]
            return (start, end) if any(one.key == statement.key for one in Detected([clause])[clause]) else whole
    return whole


def _place(statement: Statement, text: str) -> int:
    """Return the start of the value, or else of the statement."""
    place = text.find(statement.value, statement.start, statement.end)
    return statement.start if place < 0 else place
