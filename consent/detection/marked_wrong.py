"""What memories state that were marked as wrong: messages that say it are withheld like a refused value (R17, R19)."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q, QuerySet

from consent.detection.values import Pair, normalized_pair
from conversations.models import Turn
from conversations.models.turn import TurnRole
from conversations.turn_events import turn_id_of
from memories.models import Fact, Memory, Provenance
from memories.models.choices import Trust, ValidationStatus
from providers import statements
from providers.statements import known_value_matches, normalize_value

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
    """Return those of the memories that are marked as wrong; five queries a memory. In the entered scope."""
    memories = Memory.objects.filter(id__in=memory_ids, validation_status=ValidationStatus.REJECTED)
    return [_marked(one) for one in memories.select_related("current", "person") if one.current]


def _marked(memory: Memory) -> MarkedWrong:
    assert memory.current is not None
    fact = Fact.objects.filter(memory=memory).order_by("-valid_from").first()
    pairs = {(fact.key, normalize_value(fact.value))} if fact else _stated(memory)
    pairs -= _stored_elsewhere(memory, pairs)
    events = Provenance.objects.filter(memory=memory).values_list("source_event", flat=True)
    ids = {turn_id for one in events if (turn_id := turn_id_of(one))}
    texts = {value for _key, value in pairs} if fact else {memory.current.content}
    words = {pair for turn in _messages(memory, ids, pairs) for pair in _said_in(turn, memory, pairs, texts, ids)}
    return MarkedWrong(memory, frozenset(pairs | words), ids)


def _said_in(
    turn: Turn, memory: Memory, pairs: Collection[Pair], texts: Collection[str], ids: Collection[UUID]
) -> set[Pair]:
    """Return the sentences of a message that state the values, or say the texts, of a memory in other words."""
    fields = {(key, value) for key, value in pairs if key}
    if fields and (known_value_matches(turn.content, fields) or in_other_words(turn.content, fields)):
        return in_other_words(turn.content, fields)
    name = memory.person.name if memory.person else ""
    like = [
        one
        for text in texts
        for one in statements.sentences_like(turn.content, text, name=name, derived=turn.id in ids)
    ]
    return {pair for one in like for pair in text_pairs(one)}


def _messages(memory: Memory, ids: Collection[UUID], pairs: Collection[Pair]) -> QuerySet[Turn]:
    """Return the messages that a memory came from and, of a text without fields, the person's newest that may say it in
    other words."""
    own = Turn.objects.not_deleted().filter(Q(person_id=memory.person_id)).defer("search")
    if not pairs or any(key for key, _value in pairs):
        return own.filter(id__in=ids if pairs else ())
    newest = own.filter(role=TurnRole.USER).order_by("-created_at").values("id")[:NEWEST]
    return own.filter(Q(id__in=ids) | Q(id__in=newest))


def _stated(memory: Memory) -> set[Pair]:
    """Return what a text states: sensitive values, or else the text, unless the person's facts say the same."""
    assert memory.current is not None
    text, name = memory.current.content, memory.person.name if memory.person else ""
    if found := {normalized_pair(one) for one in statements.sensitive(text)}:
        return found
    plain = {normalized_pair(one) for one in statements.find(text, speaker=name, role="agent")}
    return set() if _stored_elsewhere(memory, plain) else text_pairs(text)


def _stored_elsewhere(memory: Memory, pairs: Collection[Pair]) -> set[Pair]:
    """Return the values that facts state which the person gave or confirmed."""
    keys = {key for key, _value in pairs}
    facts = Fact.objects.active().filter(Q(person_id=memory.person_id), key__in=keys, memory__trust=Trust.PERSON)
    return {(key, normalize_value(value)) for key, value in facts.values_list("key", "value")} & set(pairs)


def text_pairs(text: str) -> set[Pair]:
    """Return the value that a whole text is searched for by, without a field; none if it is too long."""
    normalized = normalize_value(text)
    return {("", normalized)} if 0 < len(normalized) <= TEXT_CHARACTERS else set()


def in_other_words(text: str, pairs: Collection[Pair]) -> set[Pair]:
    """Return the sentences of a message, as values without a field, that state values which do not occur in it as
    such: "dog: Rex" in "My dog is called Rex."."""
    matched = {one.value for one in known_value_matches(text, pairs)}
    left = {pair for pair in pairs if pair not in matched}
    if not left:
        return set()
    found = statements.find(text)
    texts = [text[one.start : one.end] for one in found if normalized_pair(one) in left]
    return {pair for one in texts for pair in text_pairs(one)}
