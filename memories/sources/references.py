"""References that a source object's texts make to others, and the names under which others refer to it (004).

Patterns run on google-re2, in time linear in the text.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

import re2

from memories.excisions import texts
from memories.models.choices import RelationType, Source
from memories.models.reference import NAME_CHARACTERS
from memories.sources.payloads import IssuePayload, PullRequestPayload, SourcePayload, TicketPayload

CERTAIN, LIKELY, POSSIBLE = 0.95, 0.9, 0.7
MOST_REFERENCES = 500
MOST_MATCHES = 5_000
_TARGET = (
    r"(?:(?P<url>https?://[^\s<>()\[\]\"'`]+)"
    r"|(?:(?P<repository>[\w.-]+/[\w.-]+)|\B)#(?P<number>\d{1,9})\b"
    r"|\b(?P<ticket>[A-Z][A-Z0-9]{1,9}-\d{1,7})\b)"
)
_VERB = (
    r"(?i:(?:^|\W)(?:(?P<closes>close[sd]?|fix(?:e[sd])?|resolve[sd]?)|(?P<blocked>blocked (?:by|on)|depends on)"
    r"|(?P<blocks>block(?:s|ing))|(?P<duplicated>duplicated by)|(?P<duplicates>duplicate of|duplicates)):?\s+)"
)
_REFERENCE: Any = re2.compile(f"(?:{_VERB})?{_TARGET}")
_VERBS = {
    "closes": (RelationType.CLOSES, False),
    "blocked": (RelationType.BLOCKS, True),
    "blocks": (RelationType.BLOCKS, False),
    "duplicated": (RelationType.DUPLICATES, True),
    "duplicates": (RelationType.DUPLICATES, False),
}


@dataclass(frozen=True, slots=True)
class Reference:
    """`is_reversed`: the relation goes from the named object to this one, as in "blocked by". `confidence` is 0..1."""

    name: str
    relation_type: RelationType
    is_reversed: bool
    confidence: float


def names_of(source: str, payload: SourcePayload) -> list[str]:
    """Return the names by which texts refer to an object."""
    names = [_url_name(payload.url)] if payload.url else []
    if isinstance(payload, PullRequestPayload | IssuePayload):
        names.append(_numbered(source, payload.repository, str(payload.number)))
        if source == Source.GITHUB:
            # GitHub redirects either address to the object, whichever kind it is.
            place = f"url:github.com/{payload.repository}".lower()
            names += [f"{place}/{kind}/{payload.number}" for kind in ("pull", "issues")]
    if isinstance(payload, TicketPayload):
        names.append(f"ticket:{payload.identifier}".lower())
    return list(dict.fromkeys(name[:NAME_CHARACTERS] for name in names))


def references_in(source: str, title: str, summary: str, payload: SourcePayload) -> list[Reference]:
    """Return each name that the object's texts refer to, once, with the most specific relation stated."""
    own = set(names_of(source, payload))
    repository = getattr(payload, "repository", "")
    written = [title, summary, *(text for _, text in texts(payload.model_dump(mode="json", exclude={"url"})))]
    best: dict[str, Reference] = {}
    for reference in islice(_found(written, source, repository), MOST_MATCHES):
        known = best.get(reference.name)
        if reference.name not in own and (known is None or reference.confidence > known.confidence):
            best[reference.name] = reference
    return list(best.values())[:MOST_REFERENCES]


def _found(written: Iterable[str], source: str, repository: str) -> Iterator[Reference]:
    for text in written:
        for match in _REFERENCE.finditer(text):
            name = _name(match, source, repository)
            if name:
                yield _reference(match, name[:NAME_CHARACTERS])


def _name(match: Any, source: str, repository: str) -> str:
    if match["url"]:
        return _url_name(match["url"])
    if match["ticket"]:
        return f"ticket:{match['ticket']}".lower()
    where = match["repository"] or repository
    return _numbered(source, where, match["number"]) if where else ""


def _reference(match: Any, name: str) -> Reference:
    for group, (relation_type, is_reversed) in _VERBS.items():
        if match[group]:
            return Reference(name, relation_type, is_reversed, CERTAIN)
    if match["url"]:
        return Reference(name, RelationType.LINKS_TO, False, LIKELY)
    return Reference(name, RelationType.MENTIONS, False, POSSIBLE)


def _numbered(source: str, repository: str, number: str) -> str:
    return f"{source}:{repository}#{int(number)}".lower()


def _url_name(url: str) -> str:
    """Return an address without scheme, query and fragment, which do not identify objects; empty for no address."""
    try:
        parts = urlsplit(url.rstrip(".,;:!?*_"))
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return ""
    return f"url:{host}{parts.path.rstrip('/')}".lower() if host else ""
