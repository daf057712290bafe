"""The readable export: values that were saved instead of the requested ones."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from consent.models.decision import Verdict
from interfaces.competing_requests import SET
from interfaces.pages.cards.amendments import Saved, evidence_until, saved_value
from interfaces.pages.my_data.export_history import Row


def change_type(row: Row) -> str:
    """Return the type of the requested change; empty where it is not exported."""
    return str((row.get("change") or {}).get("type", ""))


def saved_in(proposals: Sequence[Row]) -> dict[str, Saved]:
    """Return the amended values by the ids of decisions; a repeated request may end with another value."""
    same_answer = defaultdict(list)
    for row in proposals:
        for decision in row.get("decisions", []):
            if decision["verdict"] != Verdict.WITHDRAW:
                same_answer[decision["created_at"]].append(row)
    found = {
        decision["id"]: _saved(row, decision, same_answer[decision["created_at"]])
        for row in proposals
        for decision in row.get("decisions", [])
        if decision["verdict"] == Verdict.AMEND
    }
    return {key: saved for key, saved in found.items() if saved}


def last_answer(row: Row) -> str:
    """Return the id of the request's last answer, also an undone one; empty without one."""
    answers = [one for one in row.get("decisions", []) if one["verdict"] != Verdict.WITHDRAW]
    return str(max(answers, key=lambda one: one["created_at"])["id"]) if answers else ""


def saved_value_at(row: Row, decision: Row) -> str:
    """Return the value that the person saved or refused in a decision, from its receipt; the request has only the last
    value."""
    return str(_disclosed(row, decision).get("new_value") or "")


def value_before(row: Row, decision: Row) -> str:
    return str((_disclosed(row, decision).get("shown") or {}).get("old_value") or "")


def undone_by(row: Row, withdrawal: Row) -> Row | None:
    """Return the decision that a withdrawal undid; the withdrawal repeats the requested value, not the saved one."""
    at = withdrawal["created_at"]
    return next((one for one in row.get("decisions", []) if one.get("withdrawn_at") == at), None)


def _disclosed(row: Row, decision: Row) -> Row:
    receipts = {one.get("decision_id"): one.get("disclosure") or {} for one in row.get("receipts", [])}
    return receipts.get(decision["id"], {})


def _saved(row: Row, decision: Row, same_answer: Sequence[Row]) -> Saved | None:
    fields = [row, *(one for one in same_answer if change_type(one) == SET)]
    at = datetime.fromisoformat(decision["created_at"])
    evidence = [entry for one in fields for entry in evidence_until(one.get("evidence") or [], at)]
    return saved_value(
        kind=change_type(row),
        stored=saved_value_at(row, decision),
        claims=row.get("claims") or [],
        earlier=[str(entry.get("value") or "") for entry in evidence],
        beside=[one.get("claims") or [] for one in same_answer],
    )
