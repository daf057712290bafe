"""The names of apps, models and fields in the reader's language.

Django derives them from the code as plain English: here each becomes a lazily translated text. Migrations keep the
English, because they read the declarations of fields.
"""

from collections.abc import Iterator

from django.apps import AppConfig, apps
from django.contrib.auth.models import AbstractUser
from django.db.models import Field, Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

# Names for staff that differ from those in the code.
CALLED = {
    "consent.Proposal": ("question", "questions"),
    "memories.History": ("history entry", "history entries"),
    "conversations.Turn": ("message", "messages"),
    "conversations.Session": ("conversation", "conversations"),
    "retrieval.RetrievalEvent": ("query", "queries"),
    "memories.Provenance": ("source of a memory", "sources of memories"),
    "workspaces.ApiKey": ("key", "keys"),
    "operations.Outbox": ("message to send", "messages to send"),
    "operations.Tombstone": ("record of erasure", "records of erasure"),
}
# Timestamps have one wording everywhere, abbreviations their usual spelling, and ids the name of their target.
SHORTER = {
    "created at": "created",
    "expires at": "expires",
    "last used at": "last used",
    "updated at": "changed",
    "revoked at": "revoked",
    "accepted at": "accepted",
    "about person id": "about",
    "external id": "external ID",
    "is active": "active",
    "actor label": "who",
    "state": "status",
    "is lexical only": "found by words only",
    "url": "address",
    "rag length": "most items",
    "op": "operation",
    "sim": "similarity",
    "seq": "number of the seal",
    "count": "history entries sealed",
    "checkpoint ns": "checkpoint namespace",
    "actor id": "by",
    "key id": "key",
    "session id": "conversation",
    "thread id": "thread",
    "namespace path": "where it is kept",
    "sensitivity rank": "sensitivity, from 0",
    "rev": "number",
    "traceparent": "trace",
    "grants new agents": "new agents may read and write everyone's memories",
    "retention enabled": "forget what nobody uses any more",
}
APPS = ("workspaces", "conversations", "memories", "consent", "retrieval", "intelligence", "operations")


def translate_names() -> None:
    """Run once, when all models are loaded and before forms are created from them."""
    for label, names in CALLED.items():
        meta = apps.get_model(label)._meta
        meta.verbose_name, meta.verbose_name_plural = names
    for thing, attribute in _named():
        setattr(thing, attribute, _looked_up(getattr(thing, attribute)))


def names_in_english() -> list[str]:
    """Return the texts that `translate_names` gives to gettext, while English is the active language."""
    return sorted({str(getattr(thing, attribute)) for thing, attribute in _named()} - {""})


def _named() -> Iterator[tuple[object, str]]:
    """Yield everything with a name, and the attribute that has it."""
    for config in _configs():
        yield config, "verbose_name"
        for model in config.get_models():
            yield from ((model._meta, name) for name in ("verbose_name", "verbose_name_plural"))
            yield from ((field, name) for field in _fields(model) for name in ("verbose_name", "help_text"))


def _configs() -> list[AppConfig]:
    return [apps.get_app_config(label) for label in APPS]


def _fields(model: type[Model]) -> Iterator[Field]:  # type: ignore[type-arg]
    """Return the model's fields; Django translates those of its own user."""
    inherited = {field.name for field in AbstractUser._meta.get_fields()} if issubclass(model, AbstractUser) else set()
    return (field for field in model._meta.get_fields() if isinstance(field, Field) and field.name not in inherited)


def _looked_up(name: str | Promise) -> str | Promise:
    """Return the lazily translated name. Django derives the plural from the English name where a model declares none:
    it is translated as a whole."""
    return gettext_lazy(SHORTER.get(str(name), str(name))) if name else name
