"""What became of a write, in words that a model does not take for more than it is."""

from typing import Any

from consent.outcomes import told_redacted

WAITS = (
    "Not remembered yet: the person has to agree first. Tell them that they can decide at {url}. "
    "Until then nobody finds it. Do not send it again."
)


def explained(result: dict[str, Any]) -> dict[str, Any]:
    """A write's answer; one that waits says so, with the page where the person decides. It is no error."""
    if result["status"] != "pending_consent":
        return result
    message = f"{WAITS.format(url=result['review_url'])} {told_cut(result)}"
    return result | {"message": message.rstrip()}


def told_cut(result: dict[str, Any]) -> str:
    """A sentence about secrets that were cut out; an answer that was kept by an earlier version lacks the field."""
    return told_redacted(result.get("redacted", ()))
