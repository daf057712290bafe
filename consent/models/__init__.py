from consent.models.acknowledgement import AcknowledgementCode
from consent.models.decision import Decision, Receipt
from consent.models.notice import Notice
from consent.models.policy import FieldAlias, Policy
from consent.models.proposal import Proposal
from consent.models.signal import Signal

__all__ = ["AcknowledgementCode", "Decision", "FieldAlias", "Notice", "Policy", "Proposal", "Receipt", "Signal"]
