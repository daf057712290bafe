"""Deterministic rules in place of a language model: limited but reliable. The default."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from providers.llm.protocol import A, Completion, Task, Usage
from providers.llm.rules.episodes import summarise
from providers.llm.rules.facts import find_facts, find_sensitive
from providers.llm.rules.insights import gain_insights
from providers.llm.rules.memories import find_memories
from providers.llm.rules.pairs import judge_pairs
from providers.llm.rules.procedures import write_procedure

VERSION = 1
_RULES: dict[str, Callable[[Any], BaseModel]] = {
    "summarise": summarise,
    "find_facts": find_facts,
    "find_memories": find_memories,
    "find_sensitive": find_sensitive,
    "gain_insights": gain_insights,
    "judge_pairs": judge_pairs,
    "write_procedure": write_procedure,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """Performs every task without a model, a network or a cost; the same payload has the same answer."""

    name: str = "rules"
    is_local: bool = True

    def carry_out(self, task: Task[A]) -> Completion[A]:
        answer = _RULES[task.prompt](task.payload)
        assert isinstance(answer, task.answer)
        return Completion(answer, f"{self.name}, {task.prompt} {VERSION}", Usage())
