"""Requests that compete about one field, and the values that they request."""

import re
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, F, JSONField, Q, QuerySet, When

from consent.detection.values import claim
from consent.models import Proposal
from consent.models.proposal import ProposalQuerySet
from consent.proposals.competing import OF_TEXTS
from consent.proposals.duplicates import REPEATABLE, sentence_of
from interfaces.implausible_values import is_no_value, is_sentence
from providers.statements import (
    MULTI_VALUED_KEYS,
    SPECIAL_KEYS,
    SPELLED_KEYS,
    Statement,
    amount_in,
    canonical_value,
    normalize_value,
    sensitive,
)
from providers.statements.text.dates import iso_date

Entry = Mapping[str, Any]  # one entry of a request's evidence
SET, JOIN, WRITE, FORGET = "set_fact", "join_statement", "write_memory", "forget_memory"
TEXTS = (JOIN, WRITE, "ingest_source")  # kinds of changes whose text may state a field without setting it
RIVALS = "memory:"  # prefix of the address of a memory that requests compete about
INCOME, BIRTHDAY = "identity.income", "identity.birthday"
SPOKEN_LANGUAGES = frozenset({"language"})  # several values are usual, although a field has one
MANY = MULTI_VALUED_KEYS | SPECIAL_KEYS | SPOKEN_LANGUAGES  # fields that may have several values
SENTENCE_ENDS = re.compile(r"[.!?]+\s+\S|[。！？]+\s*[^\s。！？]|\n")


class Claimed(NamedTuple):
    """The parts of a request that matter for competing: its place in the list, its claims and texts, the values of
    requests that it replaced, its new sentence, which others may request, too, its memory's address, and its person."""

    id: UUID
    created_at: datetime
    kind: str
    claims: Sequence[str]
    old: str
    new: str
    replaced: Sequence[str]
    sentence: Hashable = None
    address: tuple[str, ...] = ()
    person_id: UUID | None = None


class Questions(NamedTuple):
    """The open requests as a person counts them: competing ones, by field or memory (`RIVALS`), and those whose
    sentence an earlier request has. `behind` are all requests that another one represents."""

    choices: dict[str, list[UUID]]
    repeated: frozenset[UUID]

    @property
    def behind(self) -> list[UUID]:
        return [*self.repeated, *(member for members in self.choices.values() for member in members[1:])]


def competing(rows: Iterable[Claimed]) -> dict[str, list[UUID]]:
    """Return the competing requests, newest first, by field: two or more, or one that replaced another value."""
    groups: dict[tuple[str, str], list[Claimed]] = {}
    for row in sorted(rows, key=lambda row: (row.created_at, row.id), reverse=True):
        if (about := choice_about(row))[0]:
            groups.setdefault(about, []).append(row)
    found: dict[str, list[UUID]] = {}
    for (field, _named_amount), group in groups.items():
        if len({value for row in group for value in _values(field, row)}) > 1:
            found.setdefault(field, [row.id for row in group])
    return found


def competitors(rows: QuerySet[Proposal]) -> dict[UUID, list[UUID]]:
    """Return the other open requests about its person's field that each one competes with, newest first. One query."""
    by_person: dict[UUID | None, list[Claimed]] = {}
    for row in claimed(rows.exclude(claims=[])):
        by_person.setdefault(row.person_id, []).append(row)
    groups = [group for own in by_person.values() for group in competing(own).values() if len(group) > 1]
    return {row_id: [one for one in group if one != row_id] for group in groups for row_id in group}


def choice_about(row: Claimed) -> tuple[str, str]:
    """Return the field about which it competes with others, and the amount that it names; the field is empty where
    there is none, or where its sentence is no value: that is a request of its own."""
    field = _field(row)
    return (field, _amount(row)) if field and (row.kind == SET or not _is_whole(row)) else ("", "")


def _is_whole(row: Claimed) -> bool:
    """Whether a sentence is about a field as a whole, or about something else, so that none of its words is the
    value."""
    text, stated = head(row.new), claim_of(row.claims)
    field, _separator, value = stated.partition("=")
    spelled = normalize_value(text)
    found = [one for one in sensitive(text) if key_of(_field_of(one), one.value) == stated]
    if is_no_value(field, text, found[0].value if found else value):
        return True
    if value != spelled:
        return bool(spelled) and spelled in value  # read from the name of its key
    return any(one.is_sentence_level for one in found) if found else is_sentence(text)


def open_questions(proposals: ProposalQuerySet, *, first: Collection[UUID] = ()) -> Questions:
    """Group the open requests that compete, or request the same sentence; one of `first`, or else the earliest
    represents the others. One query."""
    return _questions(claimed(proposals.pending().filter(~Q(claims=[]) | Q(change__type__in=OF_TEXTS))), first)


def _questions(rows: Sequence[Claimed], first: Collection[UUID] = ()) -> Questions:
    first_of_sentence: dict[Hashable, Claimed] = {}
    for row in sorted(rows, key=lambda row: (row.id not in first, row.created_at, row.id)):
        earlier = first_of_sentence.setdefault(row.sentence or row.id, row)
        if earlier is not row:  # earlier values of the others are asked with it
            first_of_sentence[row.sentence or row.id] = earlier._replace(replaced=[*earlier.replaced, *row.replaced])
    repeated = {row.id for row in rows} - {row.id for row in first_of_sentence.values()}
    choices = competing(first_of_sentence.values())
    chosen = {member for members in choices.values() for member in members}
    rivals = _rivals(row for row in first_of_sentence.values() if row.id not in chosen)
    return Questions(choices | rivals, frozenset(repeated))


def _rivals(rows: Iterable[Claimed]) -> dict[str, list[UUID]]:
    """Return requests for different changes of one memory's text, newest first."""
    by_address: dict[str, list[UUID]] = {}
    for row in sorted(rows, key=lambda row: (row.created_at, row.id), reverse=True):
        if row.kind in OF_TEXTS:
            by_address.setdefault(RIVALS + "/".join(row.address), []).append(row.id)
    return {address: ids for address, ids in by_address.items() if len(ids) > 1}


def count_questions(rows: QuerySet[Proposal]) -> int:
    """Return the number of questions as a person counts: competing requests are one, and so are those for one sentence.
    One query."""
    found = claimed(rows)
    return len(found) - len(_questions(found).behind)


def claimed(rows: QuerySet[Proposal]) -> list[Claimed]:
    """Read only what is compared, because a person may have hundreds of requests; one query."""
    repeatable = Case(When(REPEATABLE, then=F("change")), output_field=JSONField())
    names = ("id", "created_at", "change__type", "claims", "old_value", "new_value", "evidence", "sensitivity_rank")
    columns = rows.values_list(*names, repeatable, "person_id", "namespace_path", "field", "apart")
    return [
        Claimed(
            row_id, created_at, kind, claims, old, new,
            [str(entry.get("value", "")) for entry in evidence],
            sentence_of(change or {}, claims, rank), tuple(address), person_id,
        )
        for row_id, created_at, kind, claims, old, new, evidence, rank, change, person_id, *address in columns
    ]  # fmt: skip


def one_field(proposals: Sequence[Proposal]) -> str:
    """Return the field that all of them compete about; empty where there is none."""
    fields = {choice_about(claimed_in(row))[0] for row in proposals}
    return fields.pop() if len(fields) == 1 else ""


def claimed_in(row: Proposal) -> Claimed:
    """Return the request without the values that it replaced."""
    return Claimed(row.id, row.created_at, row.change["type"], row.claims, row.old_value, row.new_value, ())


def replaced(proposals: Iterable[Proposal]) -> Mapping[str, list[Entry]]:
    """Return the values of requests that a later one replaced, latest first, with each time that one was requested."""
    found: dict[str, list[Entry]] = {}
    for proposal in proposals:
        if proposal.change["type"] == SET:
            for entry in reversed(proposal.evidence):
                found.setdefault(head(str(entry.get("value", ""))), []).append(entry)
    return {value: entries for value, entries in found.items() if value}


def requested_values(proposals: Iterable[Proposal]) -> list[str]:
    """Return all values of requests and those that they replaced, each once: values before sentences, and each in the
    order of the requests."""
    asked: list[tuple[bool, str, str]] = []
    for row in sorted(proposals, key=lambda one: (one.created_at, one.id)):
        is_text = row.change["type"] != SET
        entries = [] if is_text else row.evidence
        asked += [(is_text, str(one.get("asked_at", "")), head(str(one.get("value", "")))) for one in entries]
        asked.append((is_text, row.created_at.isoformat(), head(row.new_value)))
    in_order = sorted(asked, key=lambda one: one[:2])
    return list(dict.fromkeys(value for _is_text, _at, value in in_order if value))


def claim_of(claims: Sequence[str]) -> str:
    """Return the only claim of a request; empty where there are several.

    A sentence with the name of its field (`home`: "Ana lives in Viseu.") also states it as a whole.
    """
    shortest = min(claims, key=len, default="")
    field, _separator, value = shortest.partition("=")
    is_one = all(one.startswith(f"{field}=") and value in one for one in claims)
    is_spelled = field.partition(".")[2] in SPELLED_KEYS
    return (key_of(field, value) if is_spelled else shortest) if is_one else ""


def stated_value(text: str, stated: str) -> str:
    """Return the value that the claim `stated` was read from, as the text has it; empty where the text does not state
    it, or only the whole sentence is known."""
    if stated.startswith(f"{BIRTHDAY}="):
        return iso_date(text) if key_of(BIRTHDAY, text) == stated else ""
    values = (one for one in sensitive(text) if not one.is_sentence_level)
    return next((one.value for one in values if key_of(_field_of(one), one.value) == stated), "")


def _field_of(statement: Statement) -> str:
    return f"{statement.category}.{statement.key}"


def _field(row: Claimed) -> str:
    """Return the only field that a request is about, if it has one value; else empty."""
    if not (row.kind in (SET, JOIN) or _is_one_sentence(row)):
        return ""
    field = claim_of(row.claims).partition("=")[0]
    # A sentence of a special category is its own value: "goes to mass" does not change "is Catholic".
    many = MULTI_VALUED_KEYS if row.kind == SET or _amount(row) else MANY
    return "" if field.partition(".")[2] in many else field


def _amount(row: Claimed) -> str:
    """Return the amount in a sentence about an income: "earns 85,000" and "earns 85k a year" are the same, and "earns
    400 by renting" is additional. Empty for others."""
    field, _separator, value = claim_of(row.claims).partition("=")
    return amount_in(value) if field == INCOME and row.kind != SET else ""


def _is_one_sentence(row: Claimed) -> bool:
    """Whether a new memory has a single sentence: refusing it loses nothing else."""
    return row.kind == WRITE and not row.old and not SENTENCE_ENDS.search(head(row.new).strip())


def _values(field: str, row: Claimed) -> set[str]:
    return {claim_of(row.claims), *(key_of(field, head(value)) for value in row.replaced if row.kind == SET)}


def head(shown: str) -> str:
    """Return the value alone, without the lines that are shown below it."""
    return shown.partition("\n\n")[0]


def key_of(field: str, value: str) -> str:
    """Return the claim of a value; a city in one language ("Lisboa", "Lisbon"), a birthday as one day."""
    category, _, key = field.partition(".")
    return claim(category, key, canonical_value(key, value) if key in SPELLED_KEYS else value)
