from consent.models.decision import Decision
from consent.models.field_alias import FieldAlias
from consent.models.policy import Policy
from consent.models.proposal import Proposal
from consent.models.signal import Signal

__all__ = ["Decision", "FieldAlias", "Policy", "Proposal", "Signal"]
