"""Whether what stands in one category stands for the same words in another (ADR 0038)."""

from typing import TYPE_CHECKING

from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.target import Target
from memories.models import Memory
from workspaces.reach import reaches_as_far

if TYPE_CHECKING:
    from consent.snapshot import BatchSnapshot


def stands_for(memory: Memory, target: Target, snapshot: "BatchSnapshot") -> bool:
    """Whether a memory that the writer reads is all that one at the target would be, where they say the same.

    The writer may write where it is filed, no policy asks for more at the target, and nobody misses it there.
    """
    if memory.category == target.category:
        return True
    if not snapshot.actor.may_write(memory.category):
        return False
    ruling = policies.verdict([policies.subject_of(target)], actor=snapshot.actor, rules=snapshot.rules)
    return ruling.outcome is Outcome.APPLY and reaches_as_far(memory.category, target.category)
