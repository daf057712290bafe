"""One call of an OpenAI-compatible `/chat/completions`, bounded in time and size, with a validated response."""

import os
import time
from collections.abc import Iterable, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import httpx2
import openai
from django.conf import settings
from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolParam
from pydantic import BaseModel, Field, ValidationError

from providers.llm.protocol import AnswerInvalid, ModelRefused, ModelUnavailable, Usage

# Far above the longest answer; an endpoint that sends more is broken or hostile.
ANSWER_BYTES = 512 * 1024
TRANSIENT = {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS}


class Function(BaseModel):
    name: str = Field(max_length=128)
    arguments: str


class ToolCall(BaseModel):
    id: str = Field(max_length=256)
    function: Function


class Message(BaseModel):
    content: str | None = None
    refusal: str | None = None
    tool_calls: list[ToolCall] | None = None


class Choice(BaseModel):
    message: Message
    finish_reason: str | None = None


class TokenCounts(BaseModel):
    prompt_tokens: int = Field(default=0, ge=0, le=10**9)
    completion_tokens: int = Field(default=0, ge=0, le=10**9)


class ChatAnswer(BaseModel):
    """The validated parts of a response; everything else in it is ignored."""

    choices: list[Choice] = Field(min_length=1)
    usage: TokenCounts | None = None

    @property
    def message(self) -> Message:
        return self.choices[0].message

    @property
    def tokens(self) -> Usage:
        """Usage as counted by the endpoint; zero without a count."""
        counts = self.usage or TokenCounts()
        return Usage(counts.prompt_tokens, counts.completion_tokens, _cost(counts))


def chat(
    messages: Sequence[ChatCompletionMessageParam],
    *,
    max_tokens: int,
    response_format: Any = openai.omit,
    tools: Iterable[ChatCompletionToolParam] = (),
    seconds: float | None = None,
) -> ChatAnswer:
    """Call the configured endpoint. The SDK retries with back-off when it is unreachable or overloaded.

    Raises ModelUnavailable, ModelRefused, AnswerInvalid. Errors contain a status or a class, never text: an endpoint's
    message may repeat its payload, and errors end up in logs.
    """
    patience = (settings.LLM_TIMEOUT_SECONDS, settings.LLM_RETRIES) if seconds is None else (seconds, 0)
    client = _client(os.getpid(), settings.LLM_BASE_URL, settings.LLM_API_KEY, *patience)
    try:
        with client.chat.completions.with_streaming_response.create(
            model=settings.LLM_MODEL,
            messages=list(messages),
            temperature=0.0,
            max_tokens=max_tokens,
            response_format=response_format,
            tools=tools or openai.omit,
        ) as response:
            body = _bounded(response.iter_bytes(), patience[0])
    except (openai.APIConnectionError, httpx2.HTTPError) as error:
        raise ModelUnavailable(f"The language model cannot be reached: {type(error).__name__}.") from error
    except openai.APIStatusError as error:
        raise _for_status(error.status_code) from error
    except (openai.OpenAIError, ValueError) as error:
        raise AnswerInvalid(f"The language model's answer cannot be read: {type(error).__name__}.") from error
    return _checked(body)


def _bounded(pieces: Iterable[bytes], seconds: float) -> bytes:
    """Return the body if it is neither too long nor too slow: every single read may be in time, yet there may be very
    many."""
    deadline = time.monotonic() + seconds
    body = bytearray()
    for piece in pieces:
        body += piece
        if len(body) > ANSWER_BYTES:
            raise AnswerInvalid("The language model's answer is too long.")
        if time.monotonic() > deadline:
            raise ModelUnavailable("The language model is too slow.")
    return bytes(body)


def _checked(body: bytes) -> ChatAnswer:
    try:
        answer = ChatAnswer.model_validate_json(body)
    except ValidationError as error:
        # Without its cause: a validation error quotes its input.
        raise AnswerInvalid(f"The language model's answer has {error.error_count()} faults in its shape.") from None
    if answer.message.refusal or answer.choices[0].finish_reason == "content_filter":
        raise ModelRefused("The language model declined.")
    if answer.choices[0].finish_reason == "length":
        raise AnswerInvalid("The language model's answer was cut off.")
    return answer


def _for_status(status: int) -> ModelUnavailable | ModelRefused:
    if status in TRANSIENT or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return ModelUnavailable(f"The language model is not available: HTTP {status}.")
    return ModelRefused(f"The language model refused the request: HTTP {status}.")


def _cost(counts: TokenCounts) -> int:
    """Prices are per million tokens, so tokens times price are millionths of the currency."""
    cost: float = counts.prompt_tokens * settings.LLM_INPUT_PRICE + counts.completion_tokens * settings.LLM_OUTPUT_PRICE
    return round(cost)


@lru_cache(maxsize=8)
def _client(_process: int, base_url: str, api_key: str, timeout: float, retries: int) -> openai.OpenAI:
    """One per process: two that share a connection after a fork would read each other's responses."""
    return openai.OpenAI(base_url=base_url, api_key=api_key or "none", timeout=timeout, max_retries=retries)
