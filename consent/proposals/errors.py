"""Why an answer to a proposal does not count."""

from consent.models.proposal import ProposalState


class NotYours(Exception):
    """Only the person a proposal is about decides it, or whom a policy lets; API keys never do (001 §10)."""


class UnknownProposal(Exception):
    """No such proposal within the actor's sight."""


class NotAmendable(Exception):
    """The change has no value that the person could put into their own words, or the value cannot be stored."""


class NotPending(Exception):
    """Somebody or something was first. `state` is what the proposal is now."""

    def __init__(self, state: str) -> None:
        super().__init__(f"This proposal is no longer pending: it is {state}.")
        self.state = state


class NotDecided(NotPending):
    """There is no answer to take back: it waits still."""

    def __init__(self) -> None:
        super().__init__(ProposalState.PENDING)
        self.args = ("It has not been answered yet.",)


class NotShown(NotPending):
    """It waits still, but what would happen now is not what was shown: look again. `shown_hash` is that of now."""

    def __init__(self, shown_hash: str) -> None:
        super().__init__(ProposalState.PENDING)
        self.args = ("What would change is not what you were shown. Please look at it again.",)
        self.shown_hash = shown_hash


class NoSuchRule(Exception):
    """No "always" or "never" can be made of this question."""


class NoRelay(Exception):
    """The person has not let this agent relay their answers, or no policy permits an answer in a chat."""


class TooManyCodes(Exception):
    """So many codes were issued for one proposal lately that no further one is."""


class NotSaid(Exception):
    """The turn is not the person's clear answer with a code that still counts."""
