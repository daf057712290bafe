"""The sections that a payload is flattened into, and the text made of them (004, "renderer")."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from memories.sources.payloads import Comment, PageSection, TimelineEvent

LATEST_COMMENTS = 50
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Section:
    """One part of an object's text; chunks that begin in it have its label."""

    label: str
    text: str


def join(title: str, sections: Iterable[Section]) -> str:
    """Return the title, then each section with a text, under its heading."""
    parts = [title.strip()]
    parts += [f"## {section.label}\n\n{_closed(section.text)}" for section in sections if section.text.strip()]
    return "\n\n".join(parts)


def body(text: str, label: str = "Body") -> Section:
    return Section(label, text.strip())


def comments(items: Iterable[object], label: str = "Comments") -> Section:
    """Return the section of the latest comments, oldest first; earlier ones stay in the payload only."""
    found = sorted((item for item in items if isinstance(item, Comment)), key=lambda comment: comment.created_at)
    return Section(label, "\n\n".join(_comment(comment) for comment in found[-LATEST_COMMENTS:] if comment.body))


def events(items: Iterable[object]) -> Section:
    """Return the section of events, one line each, without the time, which is not part of an object's content."""
    found = [item for item in items if isinstance(item, TimelineEvent)]
    return Section("Events", "\n".join(f"{item.actor.display_name}: {item.name}" for item in found))


def pages(sections: Sequence[PageSection]) -> Iterator[Section]:
    for section in sections:
        yield Section(" ".join(section.heading.split()) or "Body", section.body.strip())


def details(pairs: Iterable[tuple[str, str]]) -> Section:
    """Return the section of named values, one line each; empty ones are left out."""
    return Section("Details", "\n".join(f"{name}: {value}" for name, value in pairs if value))


def _comment(comment: Comment) -> str:
    place = f" on {comment.path}" if comment.path else ""
    place += f":{comment.line}" if comment.path and comment.line is not None else ""
    return f"{comment.author.display_name}{place}: {comment.body.strip()}"


def _closed(text: str) -> str:
    """Close an open code fence, which would swallow the headings of later sections."""
    return f"{text}\n```" if len(_FENCE.findall(text)) % 2 else text
