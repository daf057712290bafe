"""The second wall behind the gate (architecture, rule 1): triggers against mistakes, no defence against hostile SQL."""

import pgtrigger

_NO_CHANGE_ID = "NULLIF(current_setting('app.change_id', true), '') IS NULL"


def gate_only(name: str, operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """Refuse the operation unless the transaction carries the gate's change id."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=operation,
        func=(
            f"IF {_NO_CHANGE_ID} THEN "
            "RAISE EXCEPTION 'What is remembered changes only through consent.gate.submit' USING ERRCODE = 'MS001'; "
            "END IF; IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW;"
        ),
    )


def history_demanded(name: str, operation: pgtrigger.Operation) -> pgtrigger.Trigger:
    """Refuse to commit a change without its row in History (rule 4)."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.After,
        timing=pgtrigger.Deferred,
        operation=operation,
        func=(
            "IF NOT EXISTS (SELECT 1 FROM memories_history h WHERE h.workspace_id = NEW.workspace_id "
            "AND h.memory_id = NEW.id AND h.change_id = NEW.change_id) THEN "
            "RAISE EXCEPTION 'A change of a memory was committed without its history row' USING ERRCODE = 'MS002'; "
            "END IF; RETURN NULL;"
        ),
    )


def append_only(name: str) -> pgtrigger.Trigger:
    """Refuse every UPDATE and DELETE."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Update | pgtrigger.Delete,
        func="RAISE EXCEPTION 'History is append-only' USING ERRCODE = 'MS003';",
    )
