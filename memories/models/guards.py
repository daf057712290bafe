"""Triggers behind the gate (architecture, rule 1): a protection against mistakes, not against hostile SQL."""

import pgtrigger

# What maintenance may do without the gate (R26): forget an unchanged memory, and destroy one that is due.
FORGETS_ONLY = (
    "OLD.state IN ('active', 'superseded') AND NEW.state = 'soft_deleted' "
    "AND to_jsonb(NEW) - {kept} = to_jsonb(OLD) - {kept}"
).format(kept="ARRAY['state', 'purge_at', 'updated_at', 'change_id', 'sensitivity_rank']")
PURGES_MEMORY = "TG_OP = 'DELETE' AND OLD.state = 'soft_deleted' AND OLD.purge_at <= clock_timestamp()"
PURGES_PART = (
    "TG_OP = 'DELETE' AND EXISTS (SELECT 1 FROM memories_memory m WHERE m.workspace_id = OLD.workspace_id "
    "AND m.id = OLD.memory_id AND m.state = 'soft_deleted' AND m.purge_at <= clock_timestamp())"
)
CLOSES_FACT = "TG_OP = 'UPDATE' AND OLD.valid_to IS NULL AND to_jsonb(NEW) - 'valid_to' = to_jsonb(OLD) - 'valid_to'"


def gate_only(name: str, operation: pgtrigger.Operation, *, upkeep: str = "false") -> pgtrigger.Trigger:
    """Refuse the operation unless the transaction carries the gate's change id.

    `upkeep` is the condition on OLD and NEW under which an upkeep id does as well.
    """
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=operation,
        func=(
            f"IF {_is_missing('app.change_id')} THEN "
            f"IF {_is_missing('app.upkeep_id')} OR ({upkeep}) IS NOT TRUE THEN "
            "RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; "
            "END IF; END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;"
        ),
    )


def history_demanded(name: str, operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """Refuse to commit a change without its row in History (rule 4)."""
    return _demanding(
        name,
        operation,
        "h.workspace_id = NEW.workspace_id AND h.memory_id = NEW.id AND h.change_id = NEW.change_id",
        "A change of a memory was committed without its history row",
    )


def purge_demanded(name: str) -> pgtrigger.Trigger:
    """Refuse to commit the destruction of a memory without the row in History that says so (rule 4)."""
    return _demanding(
        name,
        pgtrigger.Delete,
        "h.workspace_id = OLD.workspace_id AND h.memory_id = OLD.id AND h.event = 'PURGE'",
        "A memory was destroyed without its history row",
    )


def append_only(name: str) -> pgtrigger.Trigger:
    """Refuse every UPDATE and DELETE."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Update | pgtrigger.Delete,
        func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
    )


def _demanding(name: str, operation: pgtrigger.Operation, condition: str, complaint: str) -> pgtrigger.Trigger:
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.After,
        timing=pgtrigger.Deferred,
        operation=operation,
        func=(
            f"IF NOT EXISTS (SELECT 1 FROM memories_history h WHERE {condition}) THEN "  # noqa: S608 -- of constants
            f"RAISE EXCEPTION '{complaint}' USING ERRCODE = 'MS002'; END IF; RETURN NULL;"
        ),
    )


def _is_missing(setting: str) -> str:
    return f"NULLIF(current_setting('{setting}', true), '') IS NULL"
