"""A reply to a waiting user, by a model that may call tools (000's graph)."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

from pydantic import BaseModel, ValidationError

from providers.llm.protocol import AnswerInvalid, Usage

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam, ChatCompletionToolParam

    from providers.llm.transport import Message, ToolCall

ROUNDS = 4
CALLS_PER_ROUND = 8
MAX_TOKENS = 1_000
REPLY_CHARACTERS = 20_000
RESULT_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool for the model. `run` gets validated arguments and returns what the model reads."""

    name: str
    description: str
    arguments: type[BaseModel]
    run: Callable[[Any], object]


@dataclass(frozen=True, slots=True)
class Reply:
    """`calls` counts the tool calls that were executed."""

    text: str
    calls: int
    usage: Usage


def converse(system: str, lines: Sequence[tuple[str, str]], tools: Sequence[Tool]) -> Reply:
    """Let the configured model reply to `lines`, (role, text) with the oldest first.

    At most four rounds of tools, of eight calls each; in the last round no tools are offered. Network. Raises
    ModelUnavailable, ModelRefused, AnswerInvalid, and whatever a tool raises.
    """
    from providers.llm.transport import chat  # noqa: PLC0415 -- see `load`

    messages: list[ChatCompletionMessageParam] = [{"role": "system", "content": system}]
    messages += [cast("ChatCompletionMessageParam", {"role": role, "content": text}) for role, text in lines]
    known = {tool.name: tool for tool in tools}
    usage, calls = Usage(), 0
    for round_number in range(ROUNDS + 1):
        offered = [_offer(tool) for tool in tools] if round_number < ROUNDS else []
        answered = chat(messages, max_tokens=MAX_TOKENS, tools=offered)
        usage = _sum(usage, answered.tokens)
        wanted = (answered.message.tool_calls or [])[:CALLS_PER_ROUND]
        if not wanted or not offered:
            return Reply(_text(answered.message), calls, usage)
        messages.append(_assistant_message(answered.message, wanted))
        messages += [_result(call, known) for call in wanted]
        calls += len(wanted)
    raise AssertionError("The last round offers no tools.")


def _text(message: "Message") -> str:
    text = (message.content or "").strip()
    if not text:
        raise AnswerInvalid("The language model said nothing.")
    return text[:REPLY_CHARACTERS]


def _offer(tool: Tool) -> "ChatCompletionToolParam":
    schema = tool.arguments.model_json_schema()
    return {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": schema}}


def _assistant_message(message: "Message", calls: "Sequence[ToolCall]") -> "ChatCompletionMessageParam":
    return cast(
        "ChatCompletionMessageParam",
        {
            "role": "assistant",
            "content": message.content or "",
            "tool_calls": [
                {"id": call.id, "type": "function", "function": call.function.model_dump()} for call in calls
            ],
        },
    )


def _result(call: "ToolCall", known: dict[str, Tool]) -> "ChatCompletionMessageParam":
    """Return the result of a call. An invalid call gets an error, and is not executed."""
    tool = known.get(call.function.name)
    if tool is None:
        result: object = {"error": "There is no such tool."}
    else:
        try:
            arguments = tool.arguments.model_validate_json(call.function.arguments)
        except ValidationError as error:
            result = {"error": f"The arguments have {error.error_count()} faults."}
        else:
            result = tool.run(arguments)
    return {
        "role": "tool",
        "tool_call_id": call.id,
        "content": json.dumps(result, default=_as_text)[:RESULT_CHARACTERS],
    }


def _as_text(value: object) -> str:
    """A time in ISO 8601, an id as it is."""
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _sum(first: Usage, second: Usage) -> Usage:
    return Usage(
        first.input_tokens + second.input_tokens, first.output_tokens + second.output_tokens, first.cost + second.cost
    )
