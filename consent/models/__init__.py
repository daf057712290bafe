from consent.models.acknowledgement import AcknowledgementCode
from consent.models.decision import Decision
from consent.models.field_alias import FieldAlias
from consent.models.notice import Notice
from consent.models.policy import Policy
from consent.models.proposal import Proposal
from consent.models.receipt import Receipt
from consent.models.signal import Signal

__all__ = ["AcknowledgementCode", "Decision", "FieldAlias", "Notice", "Policy", "Proposal", "Receipt", "Signal"]
