"""Problems of consent: forbidden by a rule, answered already by the person, or too many open questions."""

from interfaces.rest.problem import Problem


class NeverRemembered(Problem):
    status_code, slug, title = 403, "never-remembered", "A rule forbids remembering this"
    what_happened = (
        "A consent policy of the workspace, or a rule that the person made for you when they answered you, says that "
        "this is never stored; `detail` says which of both. Nothing was stored, and the person is not asked."
    )
    what_to_do = (
        "Do not send it again. Owners and admins see the policies in the admin under Policies; the person ends a "
        "rule of their own under My data."
    )


class AlreadyDecided(Problem):
    status_code, slug, title = 409, "proposal-not-pending", "The proposal is no longer pending"
    what_happened = "The proposal was decided, expired, withdrawn or replaced before; `state` says which."
    what_to_do = "Read the proposal at `GET /proposals/{id}`. A new proposal is made by a new write."
    example = {"detail": "This proposal is no longer pending: it is approved.", "state": "approved"}


class ProposalChanged(Problem):
    status_code, slug, title = 409, "proposal-changed", "The change is no longer the one you were shown"
    what_happened = (
        "What the proposal would do is no longer what was shown when the answer was given; nothing was decided."
    )
    what_to_do = "Show the proposal again, and send the answer with the `shown_hash` of what is shown now."


class RefusedByPerson(Problem):
    status_code, slug, title = 409, "refused-by-person", "The person has already answered this"
    what_happened = (
        "The person refused this value, took their yes to it back, said that it is wrong, chose another value, or put "
        "what you had asked for into their own words; `detail` says which. The same is not asked again for 30 days."
    )
    what_to_do = "Do not send it again. The person can let it be asked again on their pages."


class TooManyCodesIssued(Problem):
    status_code, slug, title = 429, "too-many-codes", "No further code is issued for this proposal today"
    what_happened = "A code for an answer in a chat was asked for three times today for this proposal."
    what_to_do = "Let the person decide at the `review_url` of the proposal, or wait as long as `Retry-After` says."


class TooManyProposals(Problem):
    status_code, slug, title = 429, "too-many-proposals", "Too many proposals of this agent wait for the person"
    what_happened = (
        "So many changes that this agent asked for already wait for the person that no further one is taken."
    )
    what_to_do = (
        "Tell the person that requests wait in their inbox. There is no `Retry-After`: there is room once they answer "
        "some, or some expire (`expires_at` at `GET /proposals?state=pending`). The operator sets the number with "
        "PENDING_PROPOSALS."
    )
