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
    beside,
    foods_left_out,
    is_multi_valued,
    is_of_a_kind,
    names_illness,
    resolve_address,
    says_also,
    says_no_more,
    sensitive_keys,
    sorted_out,
    with_relative,
    without,
    words_of,
)

REASON = gettext_noop("From what you said.")
STILL_LEFT_OUT = gettext_noop("It stood in your diet, which you have changed.")
TURN_EVENT = "turn:"
# Who says one of a thing, takes the other back.
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
    return [fact for fact in by_address.values() if not fact.found.denied or _is_left(fact, stated.get(fact.address))]


def _with_earlier(fact: GroundedFact, earlier: GroundedFact | None) -> GroundedFact:
    """Whether both of two diets count: unless they are of one kind ("vegetarian", "vegan") and the later one is not
    stated together with the earlier, or as an addition."""
    if fact.key != DIET or fact.found.denied or earlier is None:
        return fact
    is_also = fact.found.quote == earlier.found.quote or says_also(fact.found.quote)
    return replace(fact, value=beside(earlier.value, fact.value, is_also=is_also))


def _is_left(denied: GroundedFact, stated: GroundedFact | None) -> bool:
    return stated is None or (stated.key == DIET and not is_of_a_kind(stated.value, denied.value))


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
    _key, value = sorted_out(address.key, with_relative(one.key, one.value))
    item = item_of(value) if is_multi_valued(address.key) else ""
    return GroundedFact(address.category, address.key, item, value, one)


def is_quoted(quote: str, text: str) -> bool:
    """Whether the turn contains the quote verbatim except spaces and case: a model may invent one."""
    return bool(quote.strip()) and _squash(quote) in _squash(text)


def is_open(fact: GroundedFact, text: str, left: str) -> bool:
    """Whether a fact is stated outside withheld words: in `left`, the text with blanks for those.

    Of a quote that is withheld in part, the rest has to have the words of the value. What harms the person if nobody
    knows it is told in any case.
    """
    if fact.key in DIET_KEYS or is_quoted(fact.found.quote, left):
        return True
    words = words_of(fact.value)
    quoted = re.finditer(r"\s+".join(re.escape(word) for word in fact.found.quote.split()), text, re.IGNORECASE)
    return bool(words) and any(words <= words_of(left[one.start() : one.end()]) for one in quoted)


def changes_for(facts: Sequence[GroundedFact], turn: Turn, thread_id: str) -> list[Change]:
    """The facts to set, and the facts to forget that no longer hold. Runs in the entered scope.

    Skips fields that were set after the turn, or that already have a proposal from it.
    """
    changes: list[Change] = []
    proposed = set(
        Proposal.objects.filter(person_id=turn.person_id, evidence_turn_id=turn.id).values_list("field", flat=True)
    )
    for fact in _beside_standing(unique_facts(facts), turn.person_id):
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
    return [fact for fact in facts if not any(_says_less(fact, other) for other in facts if other is not fact)]


def _beside_standing(facts: Sequence[GroundedFact], person_id: UUID) -> list[GroundedFact]:
    """Return the facts, a diet combined with the rest of the stored one: "vegetarian, halal" for "halal" after
    "vegetarian", and "halal" for "no longer vegetarian" after that. In the same order."""
    diets = [fact for fact in facts if fact.key == DIET]
    if not diets:
        return [*facts]
    denied = [fact.value for fact in diets if fact.found.denied]
    first = min(diets, key=lambda fact: fact.found.denied)  # what is stated, if anything
    standing = next((row.value for row in _active_facts(first, person_id)), "")
    left = without(standing, denied)
    if not first.found.denied:
        first = replace(first, value=beside(left, first.value, is_also=says_also(first.found.quote)))
    elif left and left != standing:
        first = replace(first, value=left, found=first.found.model_copy(update={"denied": False}))
    elif not left and standing:
        first = replace(first, value=standing)
    return [first if fact is diets[0] else fact for fact in facts if fact is diets[0] or fact.key != DIET]


def _says_less(fact: GroundedFact, other: GroundedFact) -> bool:
    is_of_one = fact.key == other.key and fact.item and fact.found.denied == other.found.denied
    return bool(is_of_one) and says_no_more(fact.value, other.value) and not says_no_more(other.value, fact.value)


def _is_stored_already(row: Fact, fact: GroundedFact) -> bool:
    """Whether a need is stored already in another form: "nuts" as "nut"."""
    return fact.key in DIET_KEYS and row.item != fact.item and says_no_more(fact.value, row.value)


def _excluded_foods(fact: GroundedFact, active: Sequence[Fact], turn: Turn, thread_id: str) -> Iterator[SetFact]:
    """Yield the foods that a diet excluded, before another diet replaces it."""
    for value in (food for row in active if fact.key == DIET for food in foods_left_out(row.value)):
        excluded = replace(fact, key=AVOIDED, item=item_of(value), value=value)
        draft = _draft(excluded, turn, thread_id).model_copy(update={"evidence_turn_id": None, "source_event_id": ""})
        yield SetFact(draft=draft.model_copy(update={"reason": STILL_LEFT_OUT}))


def sensitive_of(changes: Iterable[Change], restricted: Collection[str]) -> list[SetFact]:
    """Return the changes of fields that need the person's consent, by default or by a rule (`restricted`)."""
    keys = sensitive_keys().union(restricted)
    facts = [one for one in changes if isinstance(one, SetFact)]
    return [one for one in facts if one.draft.key in keys or (ILLNESS in restricted and _names_illness(one.draft))]


def _names_illness(draft: FactDraft) -> bool:
    return draft.key == AVOIDED and names_illness(draft.value)


def needs_first(changes: Sequence[Change]) -> tuple[list[Change], int]:
    """The changes, those that set a need before the others, and how many these are."""
    needs = [one for one in changes if isinstance(one, SetFact) and one.draft.key in DIET_KEYS]
    return [*needs, *(one for one in changes if one not in needs)], len(needs)


def _draft(fact: GroundedFact, turn: Turn, thread_id: str, active: Sequence[Fact] = ()) -> FactDraft:
    """What the person says of their needs replaces the stored value, whoever wrote it, with any confidence (R15)."""
    standing = [row.confidence for row in active if fact.key in DIET_KEYS]
    return FactDraft(
        person_id=turn.person_id,
        category=fact.category,  # type: ignore[arg-type]
        key=fact.key,
        item=fact.item,
        value=fact.value,
        confidence=max([fact.found.confidence, *standing]),
        importance=fact.found.importance,
        reason=REASON,
        evidence_turn_id=turn.id,
        source_event_id=f"{TURN_EVENT}{turn.id}",
        thread_id=thread_id,
        session_id=turn.session_id,
    )


def _denials(fact: GroundedFact, active: Sequence[Fact], turn: Turn, thread_id: str) -> list[Change]:
    """Forget the denied value, if it is stored; a denial of another value says nothing about it."""
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
    return _plain(row.value) == denied or (fact.key in DIET_KEYS and says_no_more(fact.value, row.value))


def _active_facts(fact: GroundedFact, person_id: UUID) -> list[Fact]:
    """Return the fact stored at the address; for a need also the same thing in another form."""
    rows = Fact.objects.active().address(person_id, fact.category, fact.key).select_related("memory_version")
    if not fact.item or fact.key not in DIET_KEYS:
        return list(rows.filter(item=fact.item))
    return [row for row in rows if row.item == fact.item or says_no_more(fact.value, row.value)]


def _is_later(row: Fact, turn: Turn) -> bool:
    return is_later(row.memory_version, row.valid_from, turn)


def is_later(version: MemoryVersion, since: datetime, turn: Turn) -> bool:
    """Whether what holds `since` then comes from a later turn, or was set after the turn. Runs in the entered scope."""
    event = version.source_event_id
    if not event.startswith(TURN_EVENT):
        return since > turn.created_at
    source = Turn.objects.filter(id=event.removeprefix(TURN_EVENT)).values_list("created_at", "position").first()
    return source is not None and source > (turn.created_at, turn.position)


def _squash(text: str) -> str:
    return " ".join(text.split()).casefold()


def _plain(value: str) -> str:
    return _squash(value).strip(" .,;!?\"'")
