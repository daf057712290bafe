"""Any OpenAI-compatible endpoint as a language model. Network: never inside a transaction (R25)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from providers.llm.prompts import prompt
from providers.llm.protocol import A, AnswerInvalid, Completion, Task

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletionMessageParam

# Keywords that strict structured output does not support; the answer is validated against them nevertheless.
UNSUPPORTED = ("minLength", "maxLength", "pattern", "default", "title", "description")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The model called `name` at LLM_BASE_URL.

    `seconds` is the time for an answer, with one try, if a user waits; otherwise LLM_TIMEOUT_SECONDS and LLM_RETRIES
    apply.
    """

    name: str
    is_local: bool = False
    seconds: float | None = None

    def carry_out(self, task: Task[A]) -> Completion[A]:
        from providers.llm.transport import chat  # noqa: PLC0415 -- see `load`

        used = prompt(task.prompt)
        messages: list[ChatCompletionMessageParam] = [
            {"role": "system", "content": used.text},
            {"role": "user", "content": task.payload.model_dump_json()},
        ]
        shape = response_format(task.answer)
        answered = chat(messages, max_tokens=task.max_tokens, response_format=shape, seconds=self.seconds)
        answer = _validated(task.answer, answered.message.content or "")
        return Completion(answer, f"{self.name}, {used}", answered.tokens)


def response_format(shape: type[BaseModel]) -> dict[str, Any]:
    """Return the request parameter for structured output of one shape."""
    schema = _supported(shape.model_json_schema())
    return {"type": "json_schema", "json_schema": {"name": shape.__name__, "schema": schema, "strict": True}}


def _supported(schema: Any) -> Any:
    """Return a JSON schema without the keywords that strict output rejects. Names of properties are not keywords."""
    if isinstance(schema, list):
        return [_supported(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {name: part for name, part in schema.items() if name not in UNSUPPORTED or name == "properties"}
    return {
        name: {key: _supported(value) for key, value in part.items()}
        if name in ("properties", "$defs")
        else _supported(part)
        for name, part in kept.items()
    }


def _validated(shape: type[A], content: str) -> A:
    try:
        return shape.model_validate_json(_unfenced(content), strict=False)
    except ValidationError as error:
        raise AnswerInvalid(f"The answer has {error.error_count()} faults as {shape.__name__}.") from None


def _unfenced(content: str) -> str:
    """Some models put a code fence around their JSON nevertheless."""
    text = content.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text.removeprefix("```json").removeprefix("```").removesuffix("```")
    return text
