"""Language models behind one small protocol: `rules`, the default that needs none, or an OpenAI-compatible endpoint.

`language_model()` is the one that the settings choose. Tasks stand in `providers.llm.tasks`, prompts in files.
"""

from django.conf import settings

from providers.llm.endpoint import Endpoint
from providers.llm.protocol import AnswerInvalid, Completion, LanguageModel, ModelRefused, ModelUnavailable, Task, Usage
from providers.llm.rules import Rules

__all__ = [
    "AnswerInvalid",
    "Completion",
    "Endpoint",
    "LanguageModel",
    "ModelRefused",
    "ModelUnavailable",
    "Rules",
    "Task",
    "Usage",
    "language_model",
]


def language_model() -> LanguageModel:
    """The endpoint where LLM_BASE_URL names one, else the rules."""
    return Endpoint(settings.LLM_MODEL) if settings.LLM_BASE_URL else Rules()
