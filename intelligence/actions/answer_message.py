"""The model's part of an exchange (000's callModel): outside any transaction, within the workspace's budget."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from intelligence.memory_tools import Toolbox
from intelligence.model_access import count_usage, may_call
from providers.llm import AnswerInvalid, ModelRefused, ModelUnavailable, Usage, language_model
from providers.llm.conversation import converse
from providers.llm.prompts import prompt

log = logging.getLogger(__name__)
Status = Literal["answered", "no_model", "unavailable", "refused", "invalid", "over_budget"]
_STATUS: dict[type[Exception], Status] = {
    ModelUnavailable: "unavailable",
    ModelRefused: "refused",
    AnswerInvalid: "invalid",
}


@dataclass(frozen=True, slots=True)
class Answered:
    """`text` is empty unless the status is "answered"."""

    status: Status
    text: str = ""


def answer_message(
    *, context: str, lines: Sequence[tuple[str, str]], toolbox: Toolbox, workspace_id: UUID, now: datetime
) -> Answered:
    """Let the configured model answer the last of `lines`, with the context in its system prompt.

    Raises nothing if the model fails: the status says why there is no answer.
    """
    if language_model().is_local:
        return Answered("no_model")
    if not may_call(workspace_id=workspace_id, now=now):
        return Answered("over_budget")
    system = f"{prompt('answer').text}\n\n---\n{context}"
    try:
        reply = converse(system, lines, toolbox.tools())
    except (ModelUnavailable, ModelRefused, AnswerInvalid) as error:
        log.warning("No answer in an exchange: %s", type(error).__name__)
        count_usage(Usage(), workspace_id=workspace_id, now=now)
        return Answered(_STATUS[type(error)])
    count_usage(reply.usage, workspace_id=workspace_id, now=now)
    return Answered("answered", reply.text)
