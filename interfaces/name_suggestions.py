"""The known name that a caller probably meant by an unknown one ("Did you mean")."""

from collections.abc import Collection
from difflib import get_close_matches

from django.utils.translation import gettext as _

# Names in other interfaces, with the names here; the first known one counts.
OTHER_WORDS = {
    "external_user_id": ("external_id",),
    "id": ("user_id", "memory_id"),
    "k": ("top_k", "limit"),
    "kind": ("kinds", "memory_type"),
    "max_results": ("top_k", "limit"),
    "max_tokens": ("budget_tokens",),
    "memory": ("content",),
    "message": ("content",),
    "min_score": ("threshold",),
    "n": ("top_k", "limit"),
    "page": ("cursor",),
    "page_size": ("limit",),
    "per_page": ("limit",),
    "person": ("user_id",),
    "person_id": ("user_id",),
    "prompt": ("query",),
    "q": ("query",),
    "question": ("query",),
    "search": ("query",),
    "size": ("top_k", "limit"),
    "text": ("content", "query"),
    "tokens": ("budget_tokens",),
    "type": ("memory_type", "kinds"),
    "user": ("user_id",),
}
LEAST_SIMILARITY = 0.7  # 0..1: below it, names share letters by chance


def nearest(name: str, known: Collection[str]) -> str:
    """Return the known name with the same meaning or nearly the same spelling; empty where there is none."""
    same = next((one for one in OTHER_WORDS.get(name, ()) if one in known), "")
    return same or next(iter(get_close_matches(name, sorted(known), n=1, cutoff=LEAST_SIMILARITY)), "")


def did_you_mean(near: str) -> str:
    """Return the suggestion as a question; empty for no name."""
    return _("Did you mean %(name)s?") % {"name": near} if near else ""
