"""The one door: every change of what is remembered about a person walks through `submit` (architecture, rule 1)."""

from collections.abc import Sequence
from datetime import datetime

from consent import application, readings, wakeups
from consent.changes import (
    Change,
    DraftChange,
    ForgetMemory,
    JoinStatement,
    MergeMemories,
    ReadmitMemory,
    RejectMemory,
    RestoreMemory,
    SetFact,
    UndoMerge,
    WriteMemory,
)
from consent.detection import bidi
from consent.detection import texts as detection
from consent.detection.excision import excise
from consent.detection.known import is_within_reach
from consent.foresight import foresee
from consent.models import Policy
from consent.models.policy import Outcome as PolicyOutcome
from consent.outcomes import Outcome, Refusal, Refused, Waiting
from consent.policies import rules as policies
from consent.policies.aliases import file_facts
from consent.policies.corroboration import corroborate, mark_used
from consent.policies.rules import TRUST, Ruling, Subject, subject_of
from consent.preparation import PreparedChange, clean_changes, embed_changes
from consent.proposals.caps import too_many
from consent.proposals.queue import queue_proposal
from consent.recognition import answered_before, recognise
from consent.rejection import barred
from consent.standing import Standing
from consent.target import Target
from consent.targets import addresses_of, locate
from consent.tracking import track_decision
from memories.authority import WriteAuthority, authorize, lock_addresses
from memories.drafts import MemoryDraft
from memories.models import Fact, Memory
from providers.statements import Statement
from workspaces import scope
from workspaces.actors import Actor

SHARED = Refused(Refusal.INVALID, "A person's name, pronouns, city or language is kept in their own namespace only.")


def submit(change: Change, *, actor: Actor, now: datetime) -> Outcome:
    """Apply, queue or refuse one change, in a transaction of its own. Call it outside any scope: it embeds first."""
    return submit_many([change], actor=actor, now=now)[0]


def submit_many(changes: Sequence[Change], *, actor: Actor, now: datetime) -> list[Outcome]:
    """Decide a batch in one transaction, in order.

    Each change has its own outcome, and a refused one stops no other.
    """
    with readings.read_once():
        filed = file_facts(changes, workspace_id=actor.workspace_id)
        items = excise(clean_changes(filed), actor=actor, now=now)
        known = recognise(foresee(items, workspace_id=actor.workspace_id), workspace_id=actor.workspace_id)
        prepared = embed_changes(known)
        outcomes = _decide_all(prepared, actor=actor, now=now)
    wakeups.tell(prepared, outcomes, workspace_id=actor.workspace_id)
    return outcomes


def _decide_all(prepared: Sequence[PreparedChange], *, actor: Actor, now: datetime) -> list[Outcome]:
    with scope.enter(actor.workspace_id):
        lock_addresses(addresses_of([item.change for item in prepared]))
        rules = policies.in_force()
        standing = Standing.of([item.change for item in prepared])
        with authorize(actor=actor, now=now, trust=TRUST[actor.kind]) as authority:
            return [_decide_in_batch(item, authority, rules, standing) for item in prepared]


def _decide_in_batch(
    item: PreparedChange, authority: WriteAuthority, rules: Sequence[Policy], standing: Standing
) -> Outcome:
    """One change of a batch.

    What touches nothing that an earlier one touched may be written together with it; all else finds it written.
    """
    if _stands_alone(item.change, standing):
        with authority.inserts.gathering():
            return _decide(item, authority, rules, standing)
    authority.inserts.flush()
    standing.forget_memories()
    return _decide(item, authority, rules, standing)


def _stands_alone(change: Change, standing: Standing) -> bool:
    if not isinstance(change, WriteMemory):
        return False
    draft = change.draft
    rests_on_others = draft.derived_from or draft.depends_on or draft.artifact_refs
    return not rests_on_others and standing.is_untouched(draft.namespace_path, draft.key)


def _decide(item: PreparedChange, authority: WriteAuthority, rules: Sequence[Policy], standing: Standing) -> Outcome:
    """One change, under its lock."""
    if problem := item.problem or bidi.validate(item.change):
        return Refused(Refusal.INVALID, problem)
    target = locate(item.change, actor=authority.actor, now=authority.now, standing=standing)
    if isinstance(target, Refused):
        outcome: Outcome = target
    else:
        outcome = answered_before(item.change, target) or _ruled(item, target, authority, rules)
    track_decision(item.change, outcome, target, authority)
    return outcome


def _ruled(item: PreparedChange, target: Target, authority: WriteAuthority, rules: Sequence[Policy]) -> Outcome:
    """What the policies say of a change that may be made at all."""
    if _is_stale(item.change, target):
        return Refused(Refusal.STALE, "The memory was changed meanwhile.")
    if isinstance(item.change, RejectMemory | ReadmitMemory):
        # Whose word it is was settled when its target was found; it needs nobody else's.
        return application.apply(item, target, authority)
    wrong = barred(item.change, target, authority.actor)
    if wrong is not None and _may_read(target, authority):
        return wrong
    return SHARED if _tells_of_somebody(item.change, target) else _by_policy(item, target, authority, rules, wrong)


def _tells_of_somebody(change: Change, target: Target) -> bool:
    return target.person_id is None and detection.tells_of_somebody(change, target)


def _by_policy(
    item: PreparedChange, target: Target, authority: WriteAuthority, rules: Sequence[Policy], wrong: Refused | None
) -> Outcome:
    """`wrong`: the person said so of it, which the actor may not know; where a question is asked, it is muted."""
    ruling = policies.verdict(_subjects(item, target, authority), actor=authority.actor, rules=rules)
    if ruling.outcome is PolicyOutcome.NEVER:
        return Refused(Refusal.NEVER, "A policy says that this is never to be remembered.")
    if wrong is not None and ruling.outcome is not PolicyOutcome.CONSENT:
        return wrong
    return _asked_or_applied(item, target, authority, ruling, was_denied=wrong is not None)


def _may_read(target: Target, authority: WriteAuthority) -> bool:
    memory = target.memory
    return memory is None or is_within_reach(memory, actor=authority.actor, now=authority.now)


def _asked_or_applied(
    item: PreparedChange, target: Target, authority: WriteAuthority, ruling: Ruling, *, was_denied: bool
) -> Outcome:
    actor, now = authority.actor, authority.now
    asks = ruling.outcome is PolicyOutcome.CONSENT or _is_theirs_to_say(item.change, target, actor)
    asks = asks and not _is_known_so(item.change, target, authority)
    full = too_many(target, actor, more=asks or sum(cut.is_queued for cut in item.cuts))
    if full is not None:
        return full
    if asks:
        return queue_proposal(item=item, target=target, actor=actor, now=now, was_denied=was_denied)
    if ruling.outcome is PolicyOutcome.CORROBORATION and not _is_known_so(item.change, target, authority):
        return _corroborated(item, target, authority, ruling)
    return application.apply(item, target, authority)


def _corroborated(item: PreparedChange, target: Target, authority: WriteAuthority, ruling: Ruling) -> Outcome:
    """What is told is applied on the strength of several signals; forgetting and restoring tell nothing new."""
    if not isinstance(item.change, DraftChange):
        return application.apply(item, target, authority)
    signals = corroborate(item.change, target=target, authority=authority, ruling=ruling)
    if isinstance(signals, Waiting):
        return signals
    evidence = [(signal.actor_label, signal.evidence) for signal in signals]
    applied = application.apply(item, target, authority, evidence=evidence)
    mark_used(signals, memory_id=applied.memory_id, authority=authority)
    return applied


def _is_theirs_to_say(change: Change, target: Target, actor: Actor) -> bool:
    """What was cut out awaits the person, whatever is said in its place."""
    return isinstance(change, JoinStatement) and (actor.person_id is None or actor.person_id != target.person_id)


def _is_stale(change: Change, target: Target) -> bool:
    expected = change.expected_change_id
    return expected is not None and (target.memory is None or target.memory.change_id != expected)


def _subjects(item: PreparedChange, target: Target, authority: WriteAuthority) -> list[Subject]:
    """What policies are asked about: the change itself, and each sensitive statement that it would make or unmake."""
    found = [subject_of(target, s.category, s.key) for s in _statements(item, target, authority)]
    if isinstance(item.change, SetFact):
        return [subject_of(target, item.change.draft.category, item.change.draft.key), *found]
    if isinstance(item.change, ForgetMemory | RestoreMemory) and target.memory:
        found += [subject_of(target, *field) for field in _fields_of(target.memory)]
    return [subject_of(target), *found]


def _statements(item: PreparedChange, target: Target, authority: WriteAuthority) -> Sequence[Statement]:
    if item.residual is not None:
        return item.residual
    actor, now = authority.actor, authority.now
    match item.change:
        case WriteMemory(draft=draft):
            lost = _lost(draft, target.memory, actor, now) if target.memory else []
            return [*detection.statements_in(draft, target, actor=actor, now=now), *lost]
        case SetFact(draft=fact):
            return detection.statements_in_fact(fact, actor=actor, now=now)
        case ForgetMemory() | RestoreMemory():
            return _touched(item.change, target)
        case MergeMemories() | UndoMerge():
            return _merged(item.change, target)
        case _:
            return ()


def _lost(draft: MemoryDraft, memory: Memory, actor: Actor, now: datetime) -> list[Statement]:
    """What stands there and would no longer; with an earlier end to it, all of it, as if it were forgotten then."""
    ends_earlier = draft.expires_at and (memory.expires_at is None or draft.expires_at < memory.expires_at)
    if not ends_earlier or memory.current is None:
        return detection.statements_lost(draft, memory, actor=actor, now=now)
    return [s for text in detection.texts_of_version(memory, memory.current) for s in readings.sensitive(text)]


def _fields_of(memory: Memory) -> list[tuple[str, str]]:
    """Category and key where a memory is a fact: its value alone need not look like one."""
    return list(Fact.objects.filter(memory=memory).values_list("category", "key").distinct()) if memory.is_fact else []


def _touched(change: ForgetMemory | RestoreMemory, target: Target) -> list[Statement]:
    """The sensitive statements that forgetting or restoring would change, in all that the versions say."""
    if target.memory is None:
        return []
    versions = {target.memory.current, target.version} if isinstance(change, RestoreMemory) else {target.memory.current}
    texts = {text for version in versions if version for text in detection.texts_of_version(target.memory, version)}
    return [statement for text in texts for statement in readings.sensitive(text)]


def _merged(change: MergeMemories | UndoMerge, target: Target) -> list[Statement]:
    """Every sensitive statement of two memories and of the text for both: none is touched without the person."""
    both = [memory for memory in (target.memory, target.other) if memory is not None]
    texts = {text for one in both if one.current for text in detection.texts_of_version(one, one.current)}
    if isinstance(change, MergeMemories):
        texts.add(change.content)
    elif target.version:
        texts.add(target.version.content)
    return [statement for text in texts for statement in readings.sensitive(text)]


def _is_known_so(change: Change, target: Target, authority: WriteAuthority) -> bool:
    """A fact that holds already, as the actor may know, needs nobody's yes: nothing would change."""
    if not isinstance(change, SetFact):
        return False
    draft = change.draft
    standing = Fact.objects.active().address(draft.person_id, draft.category, draft.key).filter(item=draft.item).first()
    return standing is not None and standing.value == draft.value and _may_read(target, authority)
