"""From what a model found in a turn to what is asked of the gate (002 flow 2)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from consent.changes import Change, ForgetMemory, SetFact
from consent.models import Proposal
from conversations.models import Turn
from memories.drafts import FactDraft, item_of
from memories.models import Fact
from providers.llm.tasks import FoundFact
from providers.statements import InvalidCategory, InvalidKey, is_multi_valued, resolve_address

REASON = "Taken from what the person said."
TURN_EVENT = "turn:"


@dataclass(frozen=True, slots=True)
class Sound:
    """A found fact at its canonical address."""

    category: str
    key: str
    item: str
    value: str
    found: FoundFact

    @property
    def address(self) -> tuple[str, str, str]:
        return self.category, self.key, self.item

    @property
    def field(self) -> str:
        """As a proposal names it."""
        return f"{self.category}.{self.key}" + (f":{self.item}" if self.item else "")


def sound_facts(found: Iterable[FoundFact], text: str) -> list[Sound]:
    """Those that quote the turn, are sure and important enough, and name a possible field; of several for one field the
    last, for people correct themselves; a denial only where nothing takes the denied value's place.
    """
    kept: dict[tuple[str, str, str], Sound] = {}
    for one in found:
        if (sound := _sound(one, text)) is not None:
            kept[(*sound.address, "!" + sound.value) if one.denied else (*sound.address, "")] = sound  # type: ignore[index]
    stated = {sound.address for sound in kept.values() if not sound.found.denied}
    return [sound for sound in kept.values() if not sound.found.denied or sound.address not in stated]


def _sound(one: FoundFact, text: str) -> Sound | None:
    if one.confidence < settings.FACT_MIN_CONFIDENCE or one.importance < settings.FACT_MIN_IMPORTANCE:
        return None
    if not is_quoted(one.quote, text):
        return None
    try:
        address = resolve_address(one.category, one.key, one.value)
    except (InvalidKey, InvalidCategory):
        return None
    item = item_of(one.value) if is_multi_valued(address.key) else ""
    return Sound(address.category, address.key, item, one.value, one)


def is_quoted(quote: str, text: str) -> bool:
    """Whether the turn says it word for word, blanks aside: what a model made up is not believed."""
    return bool(quote.strip()) and _squeezed(quote) in _squeezed(text)


def changes_for(facts: Sequence[Sound], turn: Turn, thread_id: str) -> list[Change]:
    """What to ask of the gate, in the entered scope: facts to set, and facts to forget that hold no longer.

    Nothing for a field that somebody settled after the turn was said, or that its person was asked about already.
    """
    changes: list[Change] = []
    asked = set(
        Proposal.objects.filter(person_id=turn.person_id, evidence_turn_id=turn.id).values_list("field", flat=True)
    )
    for fact in facts:
        standing = _standing(fact, turn.person_id)
        if fact.found.denied:
            changes += _forgotten(fact, standing, turn, thread_id)
        elif fact.field not in asked and not any(_is_later(row, turn) for row in standing):
            changes.append(SetFact(draft=_draft(fact, turn, thread_id)))
    return changes


def _draft(fact: Sound, turn: Turn, thread_id: str) -> FactDraft:
    return FactDraft(
        person_id=turn.person_id,
        category=fact.category,  # type: ignore[arg-type]
        key=fact.key,
        item=fact.item,
        value=fact.value,
        confidence=fact.found.confidence,
        importance=fact.found.importance,
        reason=REASON,
        evidence_turn_id=turn.id,
        source_event_id=f"{TURN_EVENT}{turn.id}",
        thread_id=thread_id,
        session_id=turn.session_id,
    )


def _forgotten(fact: Sound, standing: Sequence[Fact], turn: Turn, thread_id: str) -> list[Change]:
    """Forget the value that was denied, if it stands; a denial of another value says nothing about this one."""
    denied = _plain(fact.value)
    return [
        ForgetMemory(
            memory_id=row.memory_id,
            reason="The person said that this no longer holds.",
            thread_id=thread_id,
            session_id=turn.session_id,
        )
        for row in standing
        if _plain(row.value) == denied and not _is_later(row, turn)
    ]


def _standing(fact: Sound, person_id: UUID) -> list[Fact]:
    rows = Fact.objects.active().address(person_id, fact.category, fact.key).filter(item=fact.item)
    return list(rows.select_related("memory_version"))


def _is_later(row: Fact, turn: Turn) -> bool:
    """Whether a value was learnt from a later turn, or set by somebody after the turn was said."""
    event = row.memory_version.source_event_id
    if not event.startswith(TURN_EVENT):
        return row.valid_from > turn.created_at
    source = Turn.objects.filter(id=event.removeprefix(TURN_EVENT)).values_list("created_at", "position").first()
    return source is not None and source > (turn.created_at, turn.position)


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()


def _plain(value: str) -> str:
    return _squeezed(value).strip(" .,;!?\"'")
