"""The readable export: values that were saved instead of the requested ones."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from consent.models.decision import Verdict
from interfaces.competing_requests import SET
from interfaces.pages.cards.amendments import Saved, known_by, saved_value
from interfaces.pages.my_data.export_history import Row


def change_type(row: Row) -> str:
    """The type of change that was asked for; empty where that is not exported."""
    return str((row.get("change") or {}).get("type", ""))


def saved_in(proposals: Sequence[Row]) -> dict[str, Saved]:
    """By the ids of the decisions that amended a request: one that was asked anew may end with another value."""
    together = defaultdict(list)
    for row in proposals:
        for decision in row.get("decisions", []):
            if decision["verdict"] != Verdict.WITHDRAW:
                together[decision["created_at"]].append(row)
    found = {
        decision["id"]: _saved(row, decision, together[decision["created_at"]])
        for row in proposals
        for decision in row.get("decisions", [])
        if decision["verdict"] == Verdict.AMEND
    }
    return {key: saved for key, saved in found.items() if saved}


def last_answer(row: Row) -> str:
    """The id of the request's last answer, be it undone since; empty without one."""
    given = [one for one in row.get("decisions", []) if one["verdict"] != Verdict.WITHDRAW]
    return str(max(given, key=lambda one: one["created_at"])["id"]) if given else ""


def kept_by(row: Row, decision: Row) -> str:
    """What the person saved or refused then, as the receipt says it: the request itself has only what came last."""
    return str(_disclosed(row, decision).get("new_value") or "")


def stood_before(row: Row, decision: Row) -> str:
    return str((_disclosed(row, decision).get("shown") or {}).get("old_value") or "")


def undone_by(row: Row, withdrawal: Row) -> Row | None:
    """The decision that another one undid; a withdrawal repeats the request's value, not the one that was saved."""
    at = withdrawal["created_at"]
    return next((one for one in row.get("decisions", []) if one.get("withdrawn_at") == at), None)


def _disclosed(row: Row, decision: Row) -> Row:
    receipts = {one.get("decision_id"): one.get("disclosure") or {} for one in row.get("receipts", [])}
    return receipts.get(decision["id"], {})


def _saved(row: Row, decision: Row, together: Sequence[Row]) -> Saved | None:
    fields = [row, *(one for one in together if change_type(one) == SET)]
    at = datetime.fromisoformat(decision["created_at"])
    evidence = [entry for one in fields for entry in known_by(one.get("evidence") or [], at)]
    return saved_value(
        kind=change_type(row),
        kept=kept_by(row, decision),
        claims=row.get("claims") or [],
        earlier=[str(entry.get("value") or "") for entry in evidence],
        beside=[one.get("claims") or [] for one in together],
    )
