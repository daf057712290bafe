"""How many signals a change that waits for corroboration has, and how many it needs by the current rules."""

from dataclasses import dataclass

from consent.models import Policy, Signal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.corroboration import independent
from consent.policies.dry_run import uncorroborated
from consent.policies.rules import Ruling, Subject


@dataclass(frozen=True, slots=True)
class Confirmation:
    """`signals` is the number of independent ones so far; the ruling has the number needed. `policy` is the rule that
    applies, None for the default."""

    signals: int
    ruling: Ruling
    subject: Subject
    policy: Policy | None

    @property
    def missing(self) -> int:
        """How many more signals are needed; 0 if the rules no longer need any."""
        needed = self.ruling.signals_needed if self.ruling.outcome is Outcome.CORROBORATION else 0
        return max(0, needed - self.signals)


def confirmation_of(signal: Signal) -> Confirmation:
    """Return the confirmation of an unused signal. In the entered scope."""
    write, rules = uncorroborated(signal), policies.in_force()
    subject = next((one for one in write.subjects if one.fact_key), write.subjects[-1])
    return Confirmation(
        independent(list(Signal.objects.waiting(signal.digest))),
        policies.ruling_for(subject, actor=write.actor, rules=rules),
        subject,
        policies.ruling(subject, actor=write.actor, rules=rules),
    )
