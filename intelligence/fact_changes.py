"""From the facts that a model found in a turn to changes for the gate (002 flow 2)."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.conf import settings
from django.utils.translation import gettext_noop

from consent.changes import Change, ForgetMemory, SetFact
from consent.models import Proposal
from conversations.models import Turn
from conversations.turn_events import event_of, turn_id_of
from memories.drafts import FactDraft, item_of
from memories.models import Fact, MemoryVersion
from providers.llm.tasks import FoundFact
from providers.statements import (
    AVOIDED,
    DIET,
    DIET_KEYS,
    ILLNESS,
    InvalidCategory,
    InvalidKey,
    are_same_kind_of_diet,
    canonical_need,
    combined_diets,
    excluded_foods,
    is_multi_valued,
    is_need_included,
    names_illness,
    resolve_address,
    sensitive_keys,
    states_addition,
    with_relative,
    without_diets,
    words_of,
)

REASON = gettext_noop("From what you said.")
STILL_EXCLUDED = gettext_noop("It stood in your diet, which you have changed.")
# Stating one of these withdraws the other.
OPPOSITE = {"likes": "dislikes", "dislikes": "likes"}


@dataclass(frozen=True, slots=True)
class GroundedFact:
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
        """The field's name in proposals."""
        return f"{self.category}.{self.key}" + (f":{self.item}" if self.item else "")


def grounded_facts(found: Iterable[FoundFact], text: str) -> list[GroundedFact]:
    """Return the facts that quote the turn, are certain and important enough, and have a valid field.

    Of several for one field the last counts, because people correct themselves; a denial only counts where no value is
    stated for the field.
    """
    by_address: dict[tuple[str, ...], GroundedFact] = {}
    for one in found:
        if (fact := _ground(one, text)) is not None:
            place = (*fact.address, f"!{fact.value}" if one.denied else "")
            by_address[place] = _with_earlier(fact, by_address.get(place))
    stated = {fact.address: fact for fact in by_address.values() if not fact.found.denied}
    return [fact for fact in by_address.values() if not fact.found.denied or _remains(fact, stated.get(fact.address))]


def _with_earlier(fact: GroundedFact, earlier: GroundedFact | None) -> GroundedFact:
    """Return the fact, a diet combined with the earlier one of the turn. Of two rules or regimes, both count only if
    they are stated together, or the later one as an addition; of "vegetarian" and "vegan", the later."""
    if fact.key != DIET or fact.found.denied or earlier is None:
        return fact
    is_addition = fact.found.quote == earlier.found.quote or states_addition(fact.found.quote)
    return replace(fact, value=combined_diets(earlier.value, fact.value, is_addition=is_addition))


def _remains(denied: GroundedFact, stated: GroundedFact | None) -> bool:
    return stated is None or (stated.key == DIET and not are_same_kind_of_diet(stated.value, denied.value))


def _ground(one: FoundFact, text: str) -> GroundedFact | None:
    if one.confidence < settings.FACT_MIN_CONFIDENCE or one.importance < settings.FACT_MIN_IMPORTANCE:
        return None
    if not is_quoted(one.quote, text):
        return None
    try:
        address = resolve_address(one.category, one.key, one.value)
    except (InvalidKey, InvalidCategory):
        return None
    # A model may say "no soy" where the rules say "soy".
    _key, value = canonical_need(address.key, with_relative(one.key, one.value))
    item = item_of(value) if is_multi_valued(address.key) else ""
    return GroundedFact(address.category, address.key, item, value, one)


def is_quoted(quote: str, text: str) -> bool:
    """Whether the turn contains the quote verbatim except spaces and case: a model may invent one."""
    return bool(quote.strip()) and _normalized(quote) in _normalized(text)


def is_outside_withheld(fact: GroundedFact, text: str, disclosed: str) -> bool:
    """Whether a fact is stated outside withheld words: in `disclosed`, the text with blanks for those.

    If a quote is withheld in part, the rest must contain the words of the value. Needs are never hidden, because
    overlooking one harms the person.
    """
    if fact.key in DIET_KEYS or is_quoted(fact.found.quote, disclosed):
        return True
    words = words_of(fact.value)
    quoted = re.finditer(r"\s+".join(re.escape(word) for word in fact.found.quote.split()), text, re.IGNORECASE)
    return bool(words) and any(words <= words_of(disclosed[one.start() : one.end()]) for one in quoted)


def changes_for(facts: Sequence[GroundedFact], turn: Turn, thread_id: str) -> list[Change]:
    """Return changes that set the stated facts, and forget those that no longer hold. Runs in the entered scope.

    Fields that were set after the turn, or that already have a proposal from it, are skipped.
    """
    changes: list[Change] = []
    proposed = set(
        Proposal.objects.filter(person_id=turn.person_id, evidence_turn_id=turn.id).values_list("field", flat=True)
    )
    for fact in _with_stored_diet(unique_facts(facts), turn.person_id):
        active = _active_facts(fact, turn.person_id)
        if fact.key in OPPOSITE and not fact.found.denied:
            opposed = replace(fact, key=OPPOSITE[fact.key])
            changes += _denials(opposed, _active_facts(opposed, turn.person_id), turn, thread_id)
        if fact.found.denied:
            changes += _denials(fact, active, turn, thread_id)
        elif fact.field not in proposed and not any(
            _is_later(row, turn) or _is_stored_already(row, fact) for row in active
        ):
            changes += _excluded_foods(fact, active, turn, thread_id)
            changes.append(SetFact(draft=_draft(fact, turn, thread_id, active)))
    return changes


def unique_facts(facts: Sequence[GroundedFact]) -> list[GroundedFact]:
    """Return the facts without those that another one includes: "gluten" with "gluten (coeliac)"."""
    return [fact for fact in facts if not any(_is_included(fact, other) for other in facts if other is not fact)]


def _with_stored_diet(facts: Sequence[GroundedFact], person_id: UUID) -> list[GroundedFact]:
    """Return the facts, a diet combined with the rest of the stored one: "vegetarian, halal" for "halal" after
    "vegetarian", and "halal" for "no longer vegetarian" after that. In the same order."""
    diets = [fact for fact in facts if fact.key == DIET]
    if not diets:
        return [*facts]
    denied = [fact.value for fact in diets if fact.found.denied]
    first = min(diets, key=lambda fact: fact.found.denied)  # what is stated, if anything
    stored = next((row.value for row in _active_facts(first, person_id)), "")
    left = without_diets(stored, denied)
    if not first.found.denied:
        first = replace(first, value=combined_diets(left, first.value, is_addition=states_addition(first.found.quote)))
    elif left and left != stored:
        first = replace(first, value=left, found=first.found.model_copy(update={"denied": False}))
    elif not left and stored:
        first = replace(first, value=stored)
    return [first if fact is diets[0] else fact for fact in facts if fact is diets[0] or fact.key != DIET]


def _is_included(fact: GroundedFact, other: GroundedFact) -> bool:
    """Whether the other fact of the same field states more."""
    if fact.key != other.key or not fact.item or fact.found.denied != other.found.denied:
        return False
    return is_need_included(fact.value, other.value) and not is_need_included(other.value, fact.value)


def _is_stored_already(row: Fact, fact: GroundedFact) -> bool:
    """Whether a need is stored already in another form: "nuts" as "nut"."""
    return fact.key in DIET_KEYS and row.item != fact.item and is_need_included(fact.value, row.value)


def _excluded_foods(fact: GroundedFact, active: Sequence[Fact], turn: Turn, thread_id: str) -> Iterator[SetFact]:
    """Yield the foods that a diet excluded, before another diet replaces it."""
    for value in (food for row in active if fact.key == DIET for food in excluded_foods(row.value)):
        excluded = replace(fact, key=AVOIDED, item=item_of(value), value=value)
        draft = _draft(excluded, turn, thread_id).model_copy(update={"evidence_turn_id": None, "source_event_id": ""})
        yield SetFact(draft=draft.model_copy(update={"reason": STILL_EXCLUDED}))


def sensitive_of(changes: Iterable[Change], restricted: Collection[str]) -> list[SetFact]:
    """Return the changes of fields that need the person's consent, by default or by a rule (`restricted`)."""
    keys = sensitive_keys().union(restricted)
    facts = [one for one in changes if isinstance(one, SetFact)]
    return [
        one
        for one in facts
        if one.draft.key in keys or (ILLNESS in restricted and names_illness(one.draft.key, one.draft.value))
    ]


def needs_first(changes: Sequence[Change]) -> tuple[list[Change], int]:
    """Return the changes, those that set a need first, and the number of these."""
    needs = [one for one in changes if isinstance(one, SetFact) and one.draft.key in DIET_KEYS]
    return [*needs, *(one for one in changes if one not in needs)], len(needs)


def _draft(fact: GroundedFact, turn: Turn, thread_id: str, active: Sequence[Fact] = ()) -> FactDraft:
    """A person's statement about their needs replaces the stored value, whoever wrote it, at any confidence (R15)."""
    stored = [row.confidence for row in active if fact.key in DIET_KEYS]
    return FactDraft(
        person_id=turn.person_id,
        category=fact.category,  # type: ignore[arg-type]
        key=fact.key,
        item=fact.item,
        value=fact.value,
        confidence=max([fact.found.confidence, *stored]),
        importance=fact.found.importance,
        reason=REASON,
        evidence_turn_id=turn.id,
        source_event_id=event_of(turn.id),
        thread_id=thread_id,
        session_id=turn.session_id,
    )


def _denials(fact: GroundedFact, active: Sequence[Fact], turn: Turn, thread_id: str) -> list[Change]:
    """Return changes that forget the denied value if it is stored; a denial of another value does not affect it."""
    denied = _plain(fact.value)
    return [
        ForgetMemory(
            memory_id=row.memory_id,
            reason=gettext_noop("The person said that this no longer holds."),
            thread_id=thread_id,
            session_id=turn.session_id,
        )
        for row in active
        if _is_denied(fact, row, denied) and not _is_later(row, turn)
    ]


def _is_denied(fact: GroundedFact, row: Fact, denied: str) -> bool:
    return _plain(row.value) == denied or (fact.key in DIET_KEYS and is_need_included(fact.value, row.value))


def _active_facts(fact: GroundedFact, person_id: UUID) -> list[Fact]:
    """Return the fact stored at the address; for a need also the same thing in another form."""
    rows = Fact.objects.active().address(person_id, fact.category, fact.key).select_related("memory_version")
    if not fact.item or fact.key not in DIET_KEYS:
        return list(rows.filter(item=fact.item))
    return [row for row in rows if row.item == fact.item or is_need_included(fact.value, row.value)]


def _is_later(row: Fact, turn: Turn) -> bool:
    return is_later(row.memory_version, row.valid_from, turn)


def is_later(version: MemoryVersion, since: datetime, turn: Turn) -> bool:
    """Whether a version that holds since `since` comes from a later turn, or was set after the turn. Runs in the
    entered scope."""
    turn_id = turn_id_of(version.source_event_id)
    if turn_id is None:
        return since > turn.created_at
    source = Turn.objects.filter(id=turn_id).values_list("created_at", "position").first()
    return source is not None and source > (turn.created_at, turn.position)


def _normalized(text: str) -> str:
    return " ".join(text.split()).casefold()


def _plain(value: str) -> str:
    return _normalized(value).strip(" .,;!?\"'")
