"""What becomes of a write: it is done, or it waits for the person."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from memory_server.models import WriteResult


@dataclass(frozen=True, slots=True)
class Written:
    """Done. `status` is "created", "updated", "unchanged", "forgotten", "restored" ...

    Sentences that need the person's consent were cut out: `held_back` are their proposals, and `review_url` is where
    the person decides about them; None where nothing was. `redacted` are the kinds of secrets that were cut out,
    `warnings` what may not be meant, such as a category that the workspace does not list, and `warning_codes` the same
    for programs; `message` ends with what to do. `category` is where something new was filed.
    """

    memory_id: UUID
    status: str
    message: str
    version: int | None = None
    held_back: tuple[UUID, ...] = ()
    review_url: str | None = None
    redacted: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    warning_codes: tuple[str, ...] = ()
    category: str | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """Not remembered yet. Do not repeat the write: show the person `review_url`, where they decide.

    `status` is "pending_consent", or "pending_corroboration" while independent signals are counted; then there is no
    page, and `signals` of `signals_needed` have been seen. `redacted` are the kinds of secrets that were cut out,
    `warnings` what to know besides, such as that nobody can answer yet, and `warning_codes` the same for programs;
    `message` ends with what to do.
    """

    status: str
    message: str
    review_url: str | None = None
    proposal_id: UUID | None = None
    proposal_url: str | None = None
    memory_id: UUID | None = None
    signals: int | None = None
    signals_needed: int | None = None
    redacted: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    warning_codes: tuple[str, ...] = ()

    def __str__(self) -> str:
        page = [f"The person decides at {self.review_url}"] if self.review_url else []
        return " ".join([*self.warnings, self.message, *page])


WriteOutcome: TypeAlias = Written | Waiting
OnWaiting: TypeAlias = Callable[[Waiting], None]


class WaitsForPerson(UserWarning):
    """A framework's write waits for the person, and the framework has no way to say so."""


def tell_waiting(outcome: WriteOutcome, on_waiting: OnWaiting | None) -> None:
    """Hand a write that waits to `on_waiting`; without one, issue a Python warning with the page's address."""
    if isinstance(outcome, Waiting):
        if on_waiting is None:
            warnings.warn(str(outcome), WaitsForPerson, stacklevel=2)
        else:
            on_waiting(outcome)


def outcome_of(answer: WriteResult) -> WriteOutcome:
    redacted = tuple(answer.redacted or ())
    told, codes = tuple(answer.warnings or ()), tuple(answer.warning_codes or ())
    if answer.status.startswith("pending_") or answer.memory_id is None:
        return Waiting(
            answer.status,
            answer.message,
            review_url=answer.review_url,
            proposal_id=answer.proposal_id,
            proposal_url=answer.proposal_url,
            memory_id=answer.memory_id,
            signals=answer.signals,
            signals_needed=answer.signals_needed,
            redacted=redacted,
            warnings=told,
            warning_codes=codes,
        )
    held_back, page = tuple(answer.held_back or ()), answer.review_url
    done = answer.memory_id, answer.status, answer.message, answer.version
    return Written(*done, held_back, page, redacted, told, codes, answer.category)
