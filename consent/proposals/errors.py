"""Errors: why an answer to a proposal does not count."""

from consent.models.proposal import ProposalState


class NotYours(Exception):
    """The actor may not decide it: only the person concerned may, or a reviewer by a policy, never an API key (001
    §10)."""


class UnknownProposal(Exception):
    """No such proposal is visible to the actor."""


class NotAmendable(Exception):
    """The change has no value that could be amended, or the new value cannot be stored."""


class NotPending(Exception):
    """The proposal has already been decided or closed. `state` is its present state."""

    def __init__(self, state: str) -> None:
        super().__init__(f"This proposal is no longer pending: it is {state}.")
        self.state = state


class NotDecided(NotPending):
    """There is no answer to withdraw: the proposal is still pending."""

    def __init__(self) -> None:
        super().__init__(ProposalState.PENDING)
        self.args = ("It has not been answered yet.",)


class NotShown(NotPending):
    """It is still pending, but its effect is no longer what was shown. `shown_hash` is the present one."""

    def __init__(self, shown_hash: str) -> None:
        super().__init__(ProposalState.PENDING)
        self.args = ("What would change is not what you were shown. Please look at it again.",)
        self.shown_hash = shown_hash


class NoSuchRule(Exception):
    """No "always" or "never" rule can be made from this question."""


class NoRelay(Exception):
    """The person has not let this agent relay their answers, or no policy permits an answer in a chat."""


class TooManyCodes(Exception):
    """Too many codes were issued for one proposal recently."""


class NoValidAnswer(Exception):
    """The turn is not the person's clear answer with a valid code."""
