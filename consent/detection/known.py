"""What of a person's memory counts as known to whoever writes: only what they may read.

Else a guess would tell: the value that stands there would be applied, any other one asked for.
"""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from consent.detection.contradiction import is_turned
from consent.detection.values import plain, said
from memories.models import Fact, Memory
from providers import statements
from providers.statements import Statement
from workspaces.actors import Actor


def known_values(person_id: UUID, *, actor: Actor, now: datetime) -> set[tuple[str, str]]:
    """The person's approved values of sensitive fields that the actor may read: (key, value without regard to case and
    blanks)."""
    readable = Memory.objects.visible_to(actor, now=now).values("id")
    facts = Fact.objects.active().filter(person_id=person_id, key__in=statements.SENSITIVE_KEYS)
    rows: Iterable[tuple[str, str]] = facts.filter(memory_id__in=readable).values_list("key", "value")
    return {(key, plain(value)) for key, value in rows}


def is_known(statement: Statement, known: set[tuple[str, str]], text: str) -> bool:
    """Whether a statement of a text repeats one of the person's approved values; denying or correcting one is new."""
    return not statement.negated and said(statement) in known and not is_turned(statement, text)


def is_within_reach(memory: Memory, *, actor: Actor, now: datetime) -> bool:
    """Whether the actor may read what stands there, alive or not."""
    return not actor.is_agent or Memory.objects.authorized_for(actor, now=now).filter(id=memory.id).exists()
