"""What became of a write, in words that a model does not take for more than it is."""

from typing import Any

from consent.outcomes import WAITS, redaction_notice

NOT_YET = "Not remembered yet: the person has to agree first. {decide}Until then nobody finds it. Do not send it again."
DECIDE = "Tell them that they can decide at {url}. "


def explained(result: dict[str, Any]) -> dict[str, Any]:
    """A write's answer; one that waits says so, with the page where the person decides, or with what comes before that
    where nobody can answer yet. It is no error.
    """
    if result["status"] != "pending_consent":
        return result
    is_stuck = "nobody-can-answer" in result.get("warning_codes", ())
    waits = NOT_YET.format(decide="" if is_stuck else DECIDE.format(url=result["review_url"]))
    more = result["message"].removeprefix(WAITS).strip()
    return result | {"message": f"{waits} {more}".rstrip()}


def cut_notice(result: dict[str, Any]) -> str:
    """A sentence about secrets that were cut out; an answer that was kept by an earlier version lacks the field."""
    return redaction_notice(result.get("redacted", ()))
