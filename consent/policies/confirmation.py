"""How far what waits for corroboration has come, by today's rules."""

from dataclasses import dataclass

from consent.models import Policy, Signal
from consent.models.policy import Outcome
from consent.policies import rules as policies
from consent.policies.corroboration import independent
from consent.policies.dry_run import uncorroborated
from consent.policies.rules import Ruling, Subject


@dataclass(frozen=True, slots=True)
class Confirmation:
    """`signals` independent ones say so of those that the ruling needs; `policy` is the rule that says so, None where
    the default does."""

    signals: int
    ruling: Ruling
    subject: Subject
    policy: Policy | None

    @property
    def missing(self) -> int:
        """So many more are needed; none where the rules ask for no signals any more."""
        needed = self.ruling.signals_needed if self.ruling.outcome is Outcome.CORROBORATION else 0
        return max(0, needed - self.signals)


def confirmation_of(signal: Signal) -> Confirmation:
    """Of one that was not used yet. In the entered scope."""
    write, rules = uncorroborated(signal), policies.in_force()
    subject = next((one for one in write.subjects if one.fact_key), write.subjects[-1])
    return Confirmation(
        independent(list(Signal.objects.waiting(signal.digest))),
        policies.ruling_for(subject, actor=write.actor, rules=rules),
        subject,
        policies.ruling(subject, actor=write.actor, rules=rules),
    )
