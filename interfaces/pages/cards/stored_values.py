"""What is stored about a field: its values, and the sentences that state it."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext

from consent.changes.proposable import field_at
from consent.detection.ruled_fields import PLAIN, READ, plain_statements
from consent.models import Proposal
from consent.models.proposal import GIVEN
from interfaces.competing_requests import INCOME, MANY, TEXTS, claim_of
from interfaces.pages.texts.wording import memory_text
from memories.models import Memory
from memories.models.choices import Trust
from memories.models.memory import MemoryQuerySet
from providers.statements import groups_in, is_income, is_multi_valued, sensitive_of_each
from workspaces.actors import Actor

ILLNESS: Final = "health_conditions"
ILLNESSES: Final = f"constraint.{ILLNESS}"
MOST_READ: Final = 40  # notes; detecting statements in one takes a millisecond or two
MOST_READ_OF_ALL: Final = 100
MOST_VALUES: Final = 10
MOST_OLDER: Final = 50
# Older notes are read, too, where they match; the database ignores only the case.
HINTS: Final[Mapping[str, str]] = {
    "allergies": r"all?[eé]rg|intoler|unverträg",
    "avoided_foods": r"gluten|la[ck]tos|avoid|\m(eats?|isst|esse|come|como|mange)\M",
    "diet": r"vegan|veg[eé]tari|\mdi[eäè]t|ern[äa]hr|gluten|kosher|halal",
    "phone": r"\d[\d ()/.-]{5,}\d",
    "pets": (
        r"\m(dog|cat|rabbit|hamster|horse|parrot|tortoise|hund|katze|kater"
        r"|perr[oa]|gat[oa]|chien|chat|cane|gatt[oa])s?\M"
    ),
}
LONGEST: Final = 140


def memories_of_fields(fields: Collection[str], *, actor: Actor, now: datetime) -> Mapping[str, list[Memory]]:
    """Return, by field ("identity.income"), the memories that are its values, and the notes by any author that state
    one: the newest notes, and older ones that match a hint. Two queries at most; runs in the entered scope."""
    mine = _memories(actor, now)
    found: dict[str, list[Memory]] = {field: [] for field in fields}
    wanted = reduce(or_, (Q(key=f"fact:{one}") | Q(key__startswith=f"fact:{one}:") for one in fields), Q())
    for memory in mine.filter(wanted).order_by("-updated_at", "-id")[:MOST_VALUES] if fields else ():
        found[".".join(field_at(memory.key))].append(memory)
    notes = list(_notes_for(fields, mine.exclude(key__startswith="fact:"))) if fields else []
    for field, stating in _stating(fields, notes).items():
        found[field] += stating
    return found


def sentences_of(fields: Collection[str], *, actor: Actor, now: datetime) -> Mapping[str, list[Memory]]:
    """Return only the sentences, of those that the person approved or wrote; two queries where there are fields. Runs
    in the entered scope."""
    return _stating(fields, _own_notes(fields, actor, now) if fields else [])


def already_stored(questions: Sequence[Proposal], *, actor: Actor, now: datetime) -> Mapping[UUID, Sequence[Memory]]:
    """Return, by open question about a sentence, the memories that state the same single-valued field already; two
    queries where there may be any. Runs in the entered scope."""
    texts = {one.id: claim_of(one.claims).partition("=")[0] for one in questions if one.change["type"] in TEXTS}
    fields = {field for field in texts.values() if field and not is_multi_valued(field.partition(".")[2])}
    found = sentences_of(fields, actor=actor, now=now)
    by_id = {one.id: one for one in questions}
    same_field: dict[UUID, Sequence[Memory]] = {
        name: [memory for memory in found.get(field, ()) if _states_the_same(memory, by_id[name], field)]
        for name, field in texts.items()
    }
    return {**same_field, **_same_illnesses(questions, actor, now)}


def _states_the_same(memory: Memory, question: Proposal, field: str) -> bool:
    """Leave out the memory that would change; for money, leave out earnings for a payment or debt and the reverse."""
    if memory.id == question.memory_id:
        return False
    return field != INCOME or is_income(memory_text(memory)) == is_income(question.new_value)


def _same_illnesses(questions: Sequence[Proposal], actor: Actor, now: datetime) -> Mapping[UUID, Sequence[Memory]]:
    """Return, by question about a sentence that names an illness, the memories about the same one, fields included."""
    illnesses = {
        one.id: groups_in(ILLNESS, one.new_value)
        for one in questions
        if one.change["type"] in TEXTS and is_of_illness(one)
    }
    illnesses = {name: groups for name, groups in illnesses.items() if groups}
    stored = memories_of_fields([ILLNESSES], actor=actor, now=now)[ILLNESSES] if illnesses else []
    found = [(memory, groups_in(ILLNESS, memory_text(memory))) for memory in stored]
    changed = {one.id: one.memory_id for one in questions}
    return {
        name: [memory for memory, groups_of_memory in found if groups_of_memory & groups and memory.id != changed[name]]
        for name, groups in illnesses.items()
    }


def is_of_illness(question: Proposal) -> bool:
    return any(claim.startswith(f"{ILLNESSES}=") for claim in question.claims)


def _notes_for(fields: Collection[str], notes: MemoryQuerySet) -> MemoryQuerySet:
    """Return the newest notes, and older ones that may be about the fields."""
    newest_first = notes.order_by("-updated_at", "-id")
    read = Q(id__in=newest_first.values("id")[:MOST_READ_OF_ALL])
    hints = "|".join(hint for field in fields if (hint := HINTS.get(field.partition(".")[2])))
    if hints:
        older = newest_first.filter(current__content__iregex=hints).values("id")
        read |= Q(id__in=older[:MOST_OLDER])
    return newest_first.filter(read)


def _stating(fields: Collection[str], notes: Sequence[Memory]) -> dict[str, list[Memory]]:
    found: dict[str, list[Memory]] = {field: [] for field in fields}
    texts = [note.current.content if note.current else "" for note in notes]
    plain = PLAIN & {field.partition(".")[2] for field in fields}
    for note, text, stated in zip(notes, texts, sensitive_of_each(texts, keys=READ), strict=True):
        # A reader's guess about a whole sentence states no single value.
        certain = (one for one in stated if one.key in MANY or not one.is_sentence_level)
        own = [one for one in (*certain, *plain_statements(text, plain)) if one.about != "third_party"]
        for field in {f"{one.category}.{one.key}" for one in own} & found.keys():
            found[field].append(note)
    return found


def links_to(memories: Sequence[Memory]) -> SafeString:
    """Return a link to each memory's page."""
    quoted = (
        (
            reverse("pages:memory", args=[memory.id]),
            gettext("“%(text)s”") % {"text": Truncator(memory_text(memory).removesuffix(".")).chars(LONGEST)},
        )
        for memory in memories
    )
    return format_html_join(", ", '<a href="{}">{}</a>', quoted)


def with_links(text: str, memories: Sequence[Memory]) -> SafeString:
    """Return the text with the links in the place of `{memories}`."""
    return format_html(text, memories=links_to(memories))


def _own_notes(fields: Collection[str], actor: Actor, now: datetime) -> list[Memory]:
    """Return the notes that were approved about these fields, and the newest that the person wrote."""
    claimed = reduce(or_, (Q(claims__icontains=f"{field}=") for field in fields))
    own = Q(person_id=actor.person_id)
    approved = Proposal.objects.filter(claimed, own, state__in=GIVEN, memory_id__isnull=False)
    approved_ids = set(approved.order_by("-decided_at").values_list("memory_id", flat=True)[:MOST_READ])
    notes = (
        _memories(actor, now).exclude(key__startswith="fact:").filter(Q(id__in=approved_ids) | Q(trust=Trust.PERSON))
    )
    return list(notes.order_by("-updated_at", "-id")[:MOST_READ])


def _memories(actor: Actor, now: datetime) -> MemoryQuerySet:
    mine = Memory.objects.visible_to(actor, now=now).filter(Q(person_id=actor.person_id))
    return mine.select_related("current")
