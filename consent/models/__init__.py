from consent.models.decision import Decision
from consent.models.policy import Policy
from consent.models.proposal import Proposal

__all__ = ["Decision", "Policy", "Proposal"]
