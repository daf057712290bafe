"""The one door: every change of what is remembered about a person walks through `submit` (architecture, rule 1)."""

from collections.abc import Sequence
from datetime import datetime

from consent import application, detection, policies
from consent.actions.queue_proposal import queue_proposal
from consent.changes import Change, ForgetMemory, RestoreMemory, SetFact, WriteMemory
from consent.models import Policy
from consent.models.policy import Outcome as PolicyOutcome
from consent.outcomes import Outcome, Refusal, Refused
from consent.policies import Subject
from consent.preparation import PreparedChange, prepare_changes
from consent.targets import Target, addresses_of, locate
from memories.actions.lock_addresses import lock_addresses
from memories.change import Change as Authority
from memories.change import authorise
from memories.models import Fact
from memories.models.choices import MemoryType, Trust
from providers import statements
from providers.statements import Statement
from workspaces import scope
from workspaces.actors import Actor, ActorKind

TRUST = {
    ActorKind.PERSON: Trust.PERSON,
    ActorKind.AGENT: Trust.AGENT,
    ActorKind.STAFF: Trust.AGENT,
    ActorKind.SYSTEM: Trust.DERIVED,
}


def submit(change: Change, *, actor: Actor, now: datetime) -> Outcome:
    """Apply, queue or refuse one change, in a transaction of its own. Call it outside any scope: it embeds first."""
    return submit_many([change], actor=actor, now=now)[0]


def submit_many(changes: Sequence[Change], *, actor: Actor, now: datetime) -> list[Outcome]:
    """Decide a batch in one transaction, in order.

    Each change has its own outcome, and a refused one stops no other.
    """
    prepared = prepare_changes(changes)
    with scope.enter(actor.workspace_id):
        lock_addresses(addresses_of(changes))
        rules = policies.in_force()
        with authorise(actor=actor, now=now, trust=TRUST[actor.kind]) as authority:
            return [_decide(item, authority, rules) for item in prepared]


def _decide(item: PreparedChange, authority: Authority, rules: Sequence[Policy]) -> Outcome:
    """One change of a batch, under its lock."""
    if item.problem:
        return Refused(Refusal.INVALID, item.problem)
    actor, now = authority.actor, authority.now
    target = locate(item.change, actor=actor, now=now)
    if isinstance(target, Refused):
        return target
    if _is_stale(item.change, target):
        return Refused(Refusal.STALE, "The memory was changed meanwhile.")
    verdict = policies.verdict(_subjects(item.change, target), actor=actor, rules=rules)
    if verdict is PolicyOutcome.NEVER:
        return Refused(Refusal.NEVER, "A policy says that this is never to be remembered.")
    if verdict is PolicyOutcome.CONSENT and not _already_so(item.change, target):
        return queue_proposal(item=item, target=target, actor=actor, now=now)
    return application.apply(item, target, authority)


def _is_stale(change: Change, target: Target) -> bool:
    expected = change.expected_change_id
    return expected is not None and (target.memory is None or target.memory.change_id != expected)


def _subjects(change: Change, target: Target) -> list[Subject]:
    """What policies are asked about: the change itself, and each sensitive statement that it would make or unmake."""
    if isinstance(change, SetFact):
        return [_subject(target, change.draft.category, change.draft.key)]
    if isinstance(change, WriteMemory):
        found = detection.statements_in(change.draft, person_id=target.person_id)
    else:
        found = _touched(change, target)
    return [_subject(target, "", ""), *(_subject(target, s.category, s.key) for s in found)]


def _touched(change: ForgetMemory | RestoreMemory, target: Target) -> list[Statement]:
    """The sensitive statements that forgetting or restoring would change."""
    contents = {target.memory.current.content} if target.memory and target.memory.current else set()
    if isinstance(change, RestoreMemory) and target.version:
        contents.add(target.version.content)
    return [statement for content in contents for statement in statements.sensitive(content)]


def _subject(target: Target, fact_category: str, fact_key: str) -> Subject:
    return Subject(
        category=target.category,
        memory_type=target.memory.memory_type if target.memory else MemoryType.SEMANTIC,
        sensitivity=target.sensitivity,
        fact_category=fact_category,
        fact_key=fact_key,
        person_id=target.person_id,
    )


def _already_so(change: Change, target: Target) -> bool:
    """A fact that holds already needs nobody's yes: nothing would change."""
    if not isinstance(change, SetFact):
        return False
    draft = change.draft
    standing = Fact.objects.active().address(draft.person_id, draft.category, draft.key).filter(item=draft.item).first()
    return standing is not None and standing.value == draft.value
