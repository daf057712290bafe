"""The interface of every language model here: it performs one typed task at a time."""

from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

A = TypeVar("A", bound=BaseModel)


class ModelUnavailable(Exception):
    """The model cannot be reached, is overloaded or too slow: a later attempt may succeed."""


class ModelRefused(Exception):
    """The model, or its endpoint, will not perform this task, now or later."""


class AnswerInvalid(Exception):
    """The answer is not of the requested form: cut off, no JSON, another shape, out of bounds."""


@dataclass(frozen=True, slots=True)
class Task(Generic[A]):
    """One task: the prompt's name, its payload, and the shape of the answer.

    `payload` may contain untrusted text, so no model may treat it as instructions. `max_tokens` bounds the answer.
    """

    prompt: str
    payload: BaseModel
    answer: type[A]
    max_tokens: int


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as counted by the endpoint, and their cost in millionths of the currency of the prices."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Completion(Generic[A]):
    """An answer of the right shape. Its text is as untrusted as the payload.

    `made_by` names model and prompt version, for provenance: "rules, summarise 1".
    """

    answer: A
    made_by: str
    usage: Usage


class LanguageModel(Protocol):
    """`rules`, or an OpenAI-compatible endpoint.

    `is_local` means that it needs no network, is free and cannot fail.
    """

    @property
    def name(self) -> str: ...

    @property
    def is_local(self) -> bool: ...

    def carry_out(self, task: Task[A]) -> Completion[A]:
        """Perform one task. Network unless local: never inside a transaction (R25).

        Raises ModelUnavailable, ModelRefused, AnswerInvalid.
        """
        ...
