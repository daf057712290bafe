"""What became of a write, in words that a model does not take for more than it is."""

from typing import Any

from django.conf import settings

WAITS = (
    "Not remembered yet: the person has to agree first. Tell them that they can decide at {url}. "
    "Until then nobody finds it. Do not send it again."
)


def told(result: dict[str, Any]) -> dict[str, Any]:
    """A write's answer; one that waits says so, with the page where the person decides. It is no error."""
    if result.get("status") == "pending_consent":
        url = result.get("review_url") or review_url(result["proposal_id"])
        return result | {"review_url": url, "message": WAITS.format(url=url)}
    return result


def review_url(proposal_id: str) -> str:
    """The page on which the person decides."""
    return f"{settings.PUBLIC_URL}/proposals/{proposal_id}"
