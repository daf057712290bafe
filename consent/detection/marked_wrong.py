"""What memories state that were marked as wrong: messages that say it are withheld like a refused value (R17, R19)."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from consent.detection.values import Pair, normalized_pair
from conversations.models import Turn
from conversations.models.turn import TurnRole
from memories.models import Fact, Memory, Provenance
from memories.models.choices import ValidationStatus
from providers import statements
from providers.statements import normalize_value

TURN = "turn:"
# A longer text is searched for only by the values it states.
TEXT_CHARACTERS = 300
# So many of the person's messages are read for a text that was marked as wrong.
NEWEST = 500


@dataclass(frozen=True, slots=True)
class MarkedWrong:
    """A memory that was marked as wrong, what it states, and the messages that it came from."""

    memory: Memory
    pairs: frozenset[Pair]
    turn_ids: Collection[UUID]


def marked_wrong(memory_ids: Collection[UUID]) -> list[MarkedWrong]:
    """Return those of the memories that are marked as wrong; four queries a memory. In the entered scope."""
    memories = Memory.objects.filter(id__in=memory_ids, validation_status=ValidationStatus.REJECTED)
    return [_marked(one) for one in memories.select_related("current", "person") if one.current]


def _marked(memory: Memory) -> MarkedWrong:
    assert memory.current is not None
    fact = Fact.objects.filter(memory=memory).order_by("-valid_from").first()
    pairs = {(fact.key, normalize_value(fact.value))} if fact else _stated(memory.current.content)
    pairs -= _stored_elsewhere(memory, pairs)
    events = Provenance.objects.filter(memory=memory, source_event__startswith=TURN)
    ids = {UUID(one.removeprefix(TURN)) for one in events.values_list("source_event", flat=True)}
    words: set[Pair] = set()
    for turn in _messages(memory, ids, pairs):
        words |= in_other_words(turn.content, pairs)
        if not fact:
            words |= _reworded(turn, memory, derived=turn.id in ids)
    return MarkedWrong(memory, frozenset(pairs | words), ids)


def _messages(memory: Memory, ids: Collection[UUID], pairs: Collection[Pair]) -> QuerySet[Turn]:
    """Return the messages that a memory came from and, of a text without fields, the person's newest that may say it in
    other words."""
    own = Turn.objects.not_deleted().filter(Q(person_id=memory.person_id)).defer("search")
    if any(key for key, _value in pairs):
        return own.filter(id__in=ids)
    newest = own.filter(role=TurnRole.USER).order_by("-created_at").values("id")[:NEWEST]
    return own.filter(Q(id__in=ids) | Q(id__in=newest))


def _reworded(turn: Turn, memory: Memory, *, derived: bool) -> set[Pair]:
    content = memory.current.content if memory.current else ""
    name = memory.person.name if memory.person else ""
    like = statements.sentences_like(turn.content, content, name=name, derived=derived)
    return {pair for one in like for pair in text_pairs(one)}


def _stated(text: str) -> set[Pair]:
    return {normalized_pair(one) for one in statements.sensitive(text)} or text_pairs(text)


def _stored_elsewhere(memory: Memory, pairs: Collection[Pair]) -> set[Pair]:
    facts = Fact.objects.active().filter(Q(person_id=memory.person_id), key__in={key for key, _ in pairs})
    return {(key, normalize_value(value)) for key, value in facts.values_list("key", "value")} & set(pairs)


def text_pairs(text: str) -> set[Pair]:
    """Return the value that a whole text is searched for by, without a field; none if it is too long."""
    normalized = normalize_value(text)
    return {("", normalized)} if 0 < len(normalized) <= TEXT_CHARACTERS else set()


def in_other_words(text: str, pairs: Collection[Pair]) -> set[Pair]:
    """Return the sentences of a message, as values without a field, that state values which do not occur in it as
    such: "dog: Rex" in "My dog is called Rex."."""
    matched = {one.value for one in statements.known_value_matches(text, pairs)}
    left = {pair for pair in pairs if pair not in matched}
    if not left:
        return set()
    found = statements.find(text)
    texts = [text[one.start : one.end] for one in found if normalized_pair(one) in left]
    return {pair for one in texts for pair in text_pairs(one)}
