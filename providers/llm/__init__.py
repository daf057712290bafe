"""Language models behind one small protocol: `rules`, the default that needs none, or an OpenAI-compatible endpoint.

`language_model()` is the one that the settings choose. Tasks stand in `providers.llm.tasks`, prompts in files.
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
    """The endpoint where LLM_BASE_URL names one, else the rules."""
    return Endpoint(settings.LLM_MODEL) if settings.LLM_BASE_URL else Rules()


def load() -> None:
    """Import what an endpoint is asked with, if the settings name one: half a second, and memory, at the first call."""
    if settings.LLM_BASE_URL:
        import_module("providers.llm.transport")
