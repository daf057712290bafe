"""History of the configuration: people, grants, agents, keys, logins, rules. No row contains a name or text."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Model

from memories.actions.record_history import record_about_person
from memories.models.choices import Event
from workspaces.actors import Actor

Done = Literal["added", "changed", "revoked", "deleted"]
# The columns recorded of each table. History cannot be erased, so none of them contains free text.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "account": ("is_active", "is_staff"),
    "agent": ("role", "icon", "colour", "is_active", "may_audit"),
    "allowlist": ("role", "categories"),
    "apikey": ("agent_id", "expires_at"),
    "category": ("name", "context", "rag_length"),
    "exclusion": ("agent_id",),
    "grant": ("agent_id", "can_read", "can_write", "relays_consent", "ceiling", "expires_at"),
    "invitation": ("expires_at", "role"),
    "membership": ("account_id", "role"),
    "person": (),
    "policy": (
        *("agent_id", "fact_category", "fact_key", "category", "memory_type", "sensitivity", "trust", "outcome"),
        *("about_person_id", "signals_needed", "insight_confidence", "allows_chat", "delegates_to_reviewers"),
    ),
    "quota": ("memories", "storage_bytes", "requests_per_minute", "tokens_per_day"),
    "schedule": ("job", "is_paused"),
    "webhookendpoint": ("agent_id",),
    "workspace": ("grants_new_agents", "retention_enabled", "closed_at", "erase_at"),
}
EVENTS: Final[Mapping[str, Event]] = {
    "person": Event.PERSON,
    **dict.fromkeys(
        ("allowlist", "category", "policies", "policy", "categories", "quota", "schedule", "workspace"), Event.RULE
    ),
}


def described(row: Model) -> dict[str, Any]:
    """Return the recorded columns of a configuration row, without empty ones."""
    columns = COLUMNS[str(row._meta.model_name)]
    return {name: _plain(value) for name in columns if (value := getattr(row, name)) not in (None, "")}


def record_row(
    *,
    row: Model,
    done: Done,
    actor: Actor,
    now: datetime,
    changed: Iterable[str] = (),
    before: Mapping[str, Any] | None = None,
) -> None:
    """Record that a configuration row was added, changed, revoked or deleted. In the entered scope.

    A change records the columns and their values `before`; of columns with free text only the names.
    """
    what = str(row._meta.model_name)
    details = {name: _plain(getattr(row, name)) for name in COLUMNS[what]}
    fields: dict[str, Any] = {"changed": sorted(changed)} if changed else {}
    columns = {name.removesuffix("_id"): name for name in COLUMNS[what]}
    if held := {columns[name]: _plain(value) for name, value in (before or {}).items() if name in columns}:
        fields["before"] = held
    if unkept := sorted((before or {}).keys() - columns.keys()):
        fields["unkept"] = unkept
    record_setup(
        what=what,
        done=done,
        details={"id": str(row.pk), **details, **fields},
        person_id=row.pk if what == "person" else getattr(row, "person_id", None),
        namespace_path=getattr(row, "namespace_path", ""),
        actor=actor,
        now=now,
    )


def record_setup(
    *,
    what: str,
    done: Done,
    details: Mapping[str, Any],
    actor: Actor,
    now: datetime,
    person_id: UUID | None = None,
    namespace_path: str = "",
) -> None:
    """Record a change of the configuration; `person_id` is the person concerned, None for all. In the entered scope."""
    record_about_person(
        person_id=person_id,
        namespace_path=namespace_path,
        event=EVENTS.get(what, Event.ACCESS),
        meta={"what": what, "done": done, **details},
        actor=actor,
        now=now,
    )


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
