"""Detects what texts state about a person's sensitive fields, and which of these statements are new to memory."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from consent.detection.contradiction import is_contradicted
from consent.detection.ruled_fields import READ, RULED, plain_statements, restricted_fields_of_scope
from consent.detection.values import Pair, normalized_pair, pair_of
from consent.models import Proposal
from conversations.models import WithheldValue
from memories.models import Fact, Memory
from providers import statements
from providers.statement_reader import sensitive_of
from providers.statements import SPECIAL_KEYS, Statement, normalize_value
from workspaces.actors import Actor
from workspaces.models import Person

OPENS_DOORS, ADDRESS = "home_access", "home_address"
NEVER_SHARED_KEYS = SPECIAL_KEYS | {ADDRESS}  # may be shared of nobody, in whatever words it is mentioned
ECHO = "mention.echo"  # the pattern of a repetition of a pending or refused value


class Detected(dict[str, Sequence[Statement]]):
    """The sensitive statements of each text, and those of the fields that rules restrict (`restricted`).

    Reading takes a millisecond or two a sentence, so it is done before any lock is taken, once per submission. A text
    that was not read ahead, because another writer was faster, is read on first access.
    """

    def __init__(self, texts: Iterable[str] = (), *, restricted: frozenset[str] = frozenset()) -> None:
        self.keys_read = READ | restricted
        self._unrestricted = READ - statements.sensitive_keys() - restricted
        self._with_illnesses = statements.ILLNESS in restricted
        unread = list(dict.fromkeys(texts))
        super().__init__(zip(unread, self._read(unread), strict=True))

    def __getitem__(self, text: str) -> Sequence[Statement]:
        return [one for one in super().__getitem__(text) if one.key not in self._unrestricted or self._is_illness(one)]

    def _is_illness(self, one: Statement) -> bool:
        """Whether an excluded food names an illness, and a rule restricts these."""
        return self._with_illnesses and statements.names_illness(one.key, one.value)

    def __missing__(self, text: str) -> Sequence[Statement]:
        (found,) = self._read([text])
        self[text] = found
        return found

    def _read(self, texts: Sequence[str]) -> list[list[Statement]]:
        """Read unrestricted fields too, which costs nothing, but plain fields only if a rule restricts one."""
        found = sensitive_of(texts, keys=READ)
        if self.keys_read == READ:
            return found
        return [[*of_text, *plain_statements(text, self.keys_read)] for text, of_text in zip(texts, found, strict=True)]

    def states_ruled(self) -> bool:
        """Whether a text states a field that needs consent only by a rule."""
        return any(one.key in RULED for found in self.values() for one in found)

    def is_cut_off(self, text: str) -> bool:
        """Whether a text was not read to its end."""
        return len(super().__getitem__(text)) > statements.MAX_STATEMENTS

    def among(self, texts: Iterable[str]) -> list[Statement]:
        return [statement for text in dict.fromkeys(texts) for statement in self[text]]

    def is_any(self, texts: Iterable[str]) -> bool:
        return any(self[text] for text in texts)


def known_values(person_id: UUID, *, actor: Actor, now: datetime, keys: frozenset[str] = READ) -> set[Pair]:
    """Return the person's approved values of detected fields that the actor may read.

    Only these count as known to a writer. Else guessing would disclose the stored value: it would be applied, and any
    other one would need consent.
    """
    readable = Memory.objects.visible_to(actor, now=now).values("id")
    facts = Fact.objects.active().filter(person_id=person_id, key__in=keys)
    rows: Iterable[Pair] = facts.filter(memory_id__in=readable).values_list("key", "value")
    return {(key, normalize_value(value)) for key, value in rows}


def is_known(statement: Statement, known: set[Pair], text: str) -> bool:
    """Whether a statement repeats one of the person's approved values; denying or correcting one is new."""
    return not statement.negated and normalized_pair(statement) in known and not is_contradicted(statement, text)


def watched_in(people: Any, agent_id: UUID | None) -> QuerySet[WithheldValue]:
    """Return the field values that these people were asked about and have not agreed to, as far as an agent knows them.

    It knows those that it requested. Any other value would disclose through its writes what others proposed. None: for
    an actor that is no agent. The people are one parameter, so that the query text stays the same.
    """
    rows = WithheldValue.objects.filter(category="").exclude(key="")
    rows = rows.filter(agent_id=agent_id) if agent_id else rows
    return rows.extra(where=["conversations_withheldvalue.person_id = ANY(%s)"], params=[people])


def echoed(text: str, watched: set[Pair]) -> list[Statement]:
    """Return the statements of a text that repeat one of these values in any form of its words (R31)."""
    return [
        Statement.mention(key, value, start=start, end=end, finder="echo")
        for start, end, (key, value) in statements.known_value_matches(text, watched, plain=True)
    ]


def may_read(memory: Memory, *, actor: Actor, now: datetime) -> bool:
    """Whether the actor may read a memory, alive or not."""
    return not actor.is_agent or Memory.objects.authorized_for(actor, now=now).filter(id=memory.id).exists()


def is_contradicted_since(memory: Memory, stated: Sequence[Statement], *, actor: Actor, now: datetime) -> bool:
    """Whether a field that a memory states was given another value after the memory was written: as a fact, or by
    another sentence that the person agreed to. What the actor may not read does not count: that would disclose it."""
    assert memory.current is not None
    written, keys, theirs = memory.current.ingested_at, {one.key for one in stated}, Q(person_id=memory.person_id)
    readable = Memory.objects.visible_to(actor, now=now).filter(theirs).exclude(id=memory.id)
    facts = Fact.objects.active().filter(theirs, key__in=keys, valid_from__gt=written)
    later: set[Pair] = {
        (key, normalize_value(value))
        for key, value in facts.filter(memory_id__in=readable.values("id")).values_list("key", "value")
    }
    given = Proposal.objects.agreed().filter(theirs, decided_at__gt=written)
    for claims in given.filter(memory_id__in=readable.values("id")).values_list("claims", flat=True):
        later |= {pair_of(one) for one in claims}
    return any(key in keys for key, _value in later - {normalized_pair(one) for one in stated})


def discloses_personal_data(texts: Iterable[str], detected: Detected, *, is_source: bool = False) -> bool:
    """Whether shared texts disclose a sensitive field of a person, remembered here or not.

    A labelled value ("city: Lisbon") or a special category ("Ana is gay.") counts for a remembered person, the user or
    the speaker; an address counts for anyone named. In source objects, statements about others do not count, nor do
    mere mentions.
    """
    found = [
        (text, statement)
        for text in texts
        for statement in detected[text]
        if not statement.is_mention or (statement.key in NEVER_SHARED_KEYS and not is_source)
    ]
    if not found:
        return False
    names = _names()
    return any(_discloses_person(text, each, names, is_source=is_source) for text, each in found)


def discloses_to_all(texts: Sequence[str]) -> bool:
    """Whether shared texts disclose a sensitive or restricted field. In the entered scope."""
    detected = Detected(texts)
    if detected.states_ruled():
        detected = Detected(texts, restricted=restricted_fields_of_scope())
    return discloses_personal_data(texts, detected)


def _names() -> frozenset[str]:
    """Return each word of the names of the people in the scope, and their ids."""
    rows = list(Person.objects.values_list("id", "name"))
    words = {word for _, name in rows for word in statements.words_of(name) if len(word) > 1}
    return frozenset(words | {str(person_id) for person_id, _ in rows})


def _discloses_person(text: str, statement: Statement, names: frozenset[str], *, is_source: bool) -> bool:
    words = statements.words_of(text[statement.start : statement.end])
    if is_source:
        return bool(names & words)
    if statement.key == OPENS_DOORS:
        return True  # regardless of the person
    if not statement.pattern.startswith("label.") and not statement.is_mention:
        # A sentence's subject reads as a person. The answer must not disclose whether they are remembered here.
        return True
    if statement.key == ADDRESS and statement.is_mention and statements.names_person(statement, text):
        return True
    named = words if statement.is_mention else statements.words_of(text)
    return bool(statements.PERSON_WORDS & words) or bool(names & named)
