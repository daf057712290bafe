"""Language models behind one small protocol: `rules`, the default without a model, or an OpenAI-compatible endpoint.

`language_model()` returns the configured one. Tasks are in `providers.llm.tasks`, prompts in files.
"""

from importlib import import_module

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
    "load",
]


def language_model() -> LanguageModel:
    """Return the endpoint if LLM_BASE_URL is set, otherwise the rules."""
    return Endpoint(settings.LLM_MODEL) if settings.LLM_BASE_URL else Rules()


def load() -> None:
    """Import the endpoint's client if one is configured: otherwise the first call would take half a second more."""
    if settings.LLM_BASE_URL:
        import_module("providers.llm.transport")
