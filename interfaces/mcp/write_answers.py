"""What became of a write, in words that a model does not take for more than it is."""

from typing import Any

from consent.outcomes import NOBODY_YET, told_redacted

WAITS = "Not remembered yet: the person has to agree first. {decide} Until then nobody finds it. Do not send it again."
DECIDE = "Tell them that they can decide at {url}."


def explained(result: dict[str, Any]) -> dict[str, Any]:
    """A write's answer; one that waits says so, with the page where the person decides. It is no error."""
    if result["status"] != "pending_consent":
        return result
    warnings = result.get("warnings", [])
    stuck = any(warning.startswith(NOBODY_YET) for warning in warnings)
    decide = "Nobody can do that yet." if stuck else DECIDE.format(url=result["review_url"])
    parts = [WAITS.format(decide=decide), told_cut(result), *warnings]
    return result | {"message": " ".join(filter(None, parts))}


def told_cut(result: dict[str, Any]) -> str:
    """A sentence about secrets that were cut out; an answer that was kept by an earlier version lacks the field."""
    return told_redacted(result.get("redacted", ()))
