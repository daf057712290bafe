"""Forgetting, restoring, rejecting and readmitting a memory."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal
from uuid import UUID

from django.utils.translation import gettext_noop

from consent.changes.families import ContentChange
from consent.changes.lines import Lines, lines_of, merged_into
from consent.chosen_fields import chosen_fields, fields_forgotten_with, lines_of_fields
from consent.detection.texts import texts_of_version
from consent.outcomes import Refusal, Refused
from consent.policies import rules as policies
from consent.policies.rules import is_person, subject_of
from consent.target import NO_MEMORY, Target, reachable_memory, target_of
from memories import cache, preparation
from memories.actions.lifecycle import forget_memory, readmit_memory, reject_memory, restore_memory
from memories.actions.writer import Written
from memories.authority import WriteAuthority
from memories.denials import last_rejection
from memories.models import Fact, Memory, MemoryVersion
from memories.models.choices import LifecycleState, MemoryType
from providers.statements import Statement
from workspaces.actors import ActorKind

if TYPE_CHECKING:
    from consent.prepared import Prepared
    from consent.snapshot import BatchSnapshot

NOT_THEIRS = Refused(
    Refusal.FORBIDDEN,
    gettext_noop(
        "Only the person whom a memory is about says whether it is right, on their own page, or reviewers where a "
        "policy lets them."
    ),
)
REJECTED_BY_PERSON = Refused(
    Refusal.FORBIDDEN, gettext_noop("The person said that it is wrong; only they take that back.")
)


class ForgetMemory(ContentChange):
    """Soft-delete a memory or a fact; `replaced_by` is the memory that replaces it, if any.

    A field whose value the person chose together with the text is forgotten with it, if the actor may know that field.
    `asked_in` is the message in which the person seems to request it: only their own yes confirms that.
    """

    type: Literal["forget_memory"] = "forget_memory"
    replaced_by: UUID | None = None
    asked_in: UUID | None = None

    @property
    def is_persons_only(self) -> bool:
        return self.asked_in is not None

    @property
    def evidence_turn_id(self) -> UUID | None:
        return self.asked_in

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        found = reachable_memory(self.memory_id, snapshot.actor, snapshot.now)
        return target_of(found) if found else NO_MEMORY

    def policy_fields(self, target: Target) -> Iterable[tuple[str, str]]:
        return _fields_of_fact(target)

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        return _statements(target, snapshot)

    def is_noop(self, target: Target, snapshot: "BatchSnapshot") -> bool:
        return target.existing.state == LifecycleState.SOFT_DELETED

    def replaces_content(self, target: Target) -> bool:
        return True

    def ends_existing(self, target: Target) -> bool:
        return True

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        fields = chosen_fields(target.existing) if target.is_in_force else []
        written = forget_memory(memory=target.existing, authority=authority, replaced_by=self.replaced_by)
        for field in _known_to(authority, fields):
            forget_memory(memory=field, authority=authority)
            cache.renew_on_commit(field)
        return written

    def before(self, target: Target) -> Lines:
        if target.existing.state == LifecycleState.SOFT_DELETED:
            return {}
        memory = target.existing
        return lines_of(memory) | merged_into(memory) | lines_of_fields(chosen_fields(memory))

    def after(self, target: Target) -> Lines:
        return {}


class RestoreMemory(ContentChange):
    """Restore a forgotten memory, or the content of an old version (`version` is its number; None: the last one)."""

    type: Literal["restore_memory"] = "restore_memory"
    version: int | None = None

    def version_numbers(self) -> set[tuple[UUID, int]]:
        return set() if self.version is None else {(self.memory_id, self.version)}

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        found = reachable_memory(self.memory_id, snapshot.actor, snapshot.now)
        if found is None:
            return NO_MEMORY
        number = self.version or found.version
        version = MemoryVersion.objects.filter(memory=found, number=number).first()
        if version is None:
            return Refused(Refusal.NOT_FOUND, f"This memory has no version {number}.")
        # Vectors are reused if the text is known, else a job embeds them.
        text = preparation.prepare_fact(version.content) if found.is_fact else preparation.split_version(version)
        return target_of(found, version=version, version_text=text)

    def content_after(self, target: Target) -> str | None:
        return target.version.content if target.version else None

    def shared_texts(self, target: Target) -> Iterable[str]:
        return texts_of_version(target.existing, target.version) if target.version else ()

    def policy_fields(self, target: Target) -> Iterable[tuple[str, str]]:
        return _fields_of_fact(target)

    def statements(self, target: Target, snapshot: "BatchSnapshot") -> Iterable[Statement]:
        return _statements(target, snapshot)

    def replaces_content(self, target: Target) -> bool:
        current = target.existing.current
        return target.version is not None and (current is None or current.content != target.version.content)

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        assert target.version is not None and target.version_text is not None
        fields = fields_forgotten_with(target.existing)
        written = restore_memory(
            memory=target.existing, version=target.version, prepared=target.version_text, authority=authority
        )
        for field in _known_to(authority, fields):
            if field.current is not None:
                text = preparation.prepare_fact(field.current.content)
                restore_memory(memory=field, version=field.current, prepared=text, authority=authority)
                cache.renew_on_commit(field)
        return written

    def after(self, target: Target) -> Lines:
        memory = target.existing
        along = {} if target.is_active else merged_into(memory) | lines_of_fields(fields_forgotten_with(memory))
        return lines_of(memory, target.version) | along


class RejectMemory(ContentChange):
    """Mark a memory as wrong (R17): by the person, or by staff to whom a policy delegates it."""

    type: Literal["reject_memory"] = "reject_memory"

    needs_no_policy = True

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        return _judged(self.memory_id, snapshot)

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        return reject_memory(memory=target.existing, authority=authority)

    def before(self, target: Target) -> Lines:
        return super().before(target) | (merged_into(target.existing) if target.is_in_force else {})

    def after(self, target: Target) -> Lines:
        return {}


class ReadmitMemory(ContentChange):
    """Withdraw the rejection of a memory; a rejection by the person only they withdraw.

    With `as_before` this does not confirm the memory: its trust is what it was.
    """

    type: Literal["readmit_memory"] = "readmit_memory"
    as_before: bool = False

    needs_no_policy = True

    def find(self, snapshot: "BatchSnapshot") -> Target | Refused:
        target = _judged(self.memory_id, snapshot)
        if isinstance(target, Refused) or snapshot.actor.kind is ActorKind.PERSON:
            return target
        rejection = last_rejection(target.existing)
        return REJECTED_BY_PERSON if rejection and rejection.actor_kind == ActorKind.PERSON else target

    def write(self, item: "Prepared", target: Target, authority: WriteAuthority) -> Written:
        return readmit_memory(memory=target.existing, authority=authority, as_before=self.as_before)

    def after(self, target: Target) -> Lines:
        return lines_of(target.existing) | ({} if target.is_in_force else merged_into(target.existing))


def _known_to(authority: WriteAuthority, fields: Iterable[Memory]) -> list[Memory]:
    """Return the fields that the actor may know of, locked until the transaction ends."""
    named = [field.id for field in fields]
    if not named:
        return []
    known = Memory.objects.authorized_for(authority.actor, now=authority.now).filter(id__in=named)
    return list(known.select_related("current").select_for_update(of=("self",)).order_by("id"))


def _statements(target: Target, snapshot: "BatchSnapshot") -> list[Statement]:
    """Return the statements that it would change. Mentions in source objects do not count: most concern nobody."""
    is_source = target.existing.memory_type == MemoryType.SOURCE_OBJECT
    return [one for one in snapshot.detected.among(_texts(target)) if not (is_source and one.is_mention)]


def _texts(target: Target) -> Iterator[str]:
    """Yield the texts of the versions that forgetting or restoring would change."""
    memory = target.existing
    for version in {memory.current, target.version}:
        if version is not None:
            yield from texts_of_version(memory, version)


def _fields_of_fact(target: Target) -> list[tuple[str, str]]:
    """Return (category, key) if a memory is a fact: the detector may not recognise its value alone."""
    memory = target.memory
    if memory is None or not memory.is_fact:
        return []
    return list(Fact.objects.filter(memory=memory).values_list("category", "key").distinct())


def _judged(memory_id: UUID, snapshot: "BatchSnapshot") -> Target | Refused:
    """Return the memory for the person it is about, or for staff to whom all applicable policies delegate decisions."""
    actor = snapshot.actor
    memory = reachable_memory(memory_id, actor, snapshot.now)
    if memory is None or memory.state != LifecycleState.ACTIVE:
        return NO_MEMORY
    target = target_of(memory)
    if is_person(actor, memory.person_id):
        return target
    is_staff = actor.kind is ActorKind.STAFF and actor.role in policies.REVIEWING_ROLES
    return target if is_staff and _is_delegated(target, snapshot) else NOT_THEIRS


def _is_delegated(target: Target, snapshot: "BatchSnapshot") -> bool:
    """Whether each policy that applies to the memory delegates to reviewers, as for questions; false without one."""
    found = _statements(target, snapshot) if not target.existing.is_fact else ()
    fields = {*_fields_of_fact(target), *((one.category, one.key) for one in found)}
    subjects = [subject_of(target, *field) for field in sorted(fields)] or [subject_of(target)]
    rulers = [policies.ruling(subject, actor=snapshot.actor, rules=snapshot.rules) for subject in subjects]
    return all(policy is not None and policy.delegates_to_reviewers for policy in rulers)
