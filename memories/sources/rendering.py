"""Renders a source object as the text that is chunked, embedded and searched, by kind of object (004)."""

from collections.abc import Callable, Iterator
from typing import Any

from memories.sources.payloads import (
    CodeContext,
    CustomPayload,
    DocPagePayload,
    IssuePayload,
    MessagePayload,
    PullRequestPayload,
    Review,
    SourcePayload,
    TicketPayload,
)
from memories.sources.sections import Section, body, comments, details, events, join, pages


def render(title: str, payload: SourcePayload) -> str:
    """Return the object's text: its title, then a section for each part under its heading (004)."""
    return join(title, RENDERERS[type(payload)](payload))


def first_label(payload: SourcePayload) -> str:
    """Return the label of the text before the first heading: that of the first section with a text."""
    return next((s.label for s in RENDERERS[type(payload)](payload) if s.text.strip()), "Title")


def _pull_request(payload: PullRequestPayload) -> Iterator[Section]:
    """Yield body, reviews, latest comments, code context, as 004 lists them."""
    yield body(payload.body)
    yield _reviews(payload)
    yield comments(payload.timeline)
    yield events(payload.timeline)
    yield from (_code(context) for context in payload.code_context)
    yield _pull_request_details(payload)


def _reviews(payload: PullRequestPayload) -> Section:
    found = sorted((i for i in payload.timeline if isinstance(i, Review)), key=lambda review: review.submitted_at)
    lines = [f"{r.author.display_name} ({r.state.replace('_', ' ')}): {r.body.strip()}".rstrip(": ") for r in found]
    return Section("Reviews", "\n\n".join(lines))


def _code(context: CodeContext) -> Section:
    return Section(context.path, f"```{context.language}\n{context.text.rstrip()}\n```")


def _pull_request_details(payload: PullRequestPayload) -> Section:
    stats = payload.stats
    return details(
        [
            ("Pull request", f"{payload.repository}#{payload.number}"),
            ("Branch", f"{payload.branch.head} into {payload.branch.base}"),
            ("Changes", f"{stats.changed_files} files, +{stats.additions} -{stats.deletions}, {stats.commits} commits"),
            ("Labels", ", ".join(payload.labels)),
            ("Reviewers", ", ".join(reviewer.display_name for reviewer in payload.reviewers)),
        ]
    )


def _issue(payload: IssuePayload) -> Iterator[Section]:
    yield body(payload.body)
    yield comments(payload.timeline)
    yield events(payload.timeline)
    yield details(
        [
            ("Issue", f"{payload.repository}#{payload.number}"),
            ("Labels", ", ".join(payload.labels)),
            ("Assignees", ", ".join(assignee.display_name for assignee in payload.assignees)),
            ("Milestone", payload.milestone),
        ]
    )


def _message(payload: MessagePayload) -> Iterator[Section]:
    yield body(payload.body, "Message")
    yield comments(payload.replies, "Replies")
    yield Section("Attachments", "\n\n".join(f"{a.title}\n{a.text}".strip() for a in payload.attachments))
    yield details(
        [
            ("Channel", payload.channel),
            ("Mentions", ", ".join(mention.display_name for mention in payload.mentions)),
            ("Labels", ", ".join(payload.labels)),
        ]
    )


def _doc_page(payload: DocPagePayload) -> Iterator[Section]:
    yield body(payload.body)
    yield from pages(payload.sections)
    yield details(
        [
            ("Path", " / ".join(payload.path)),
            ("Labels", ", ".join(payload.labels)),
            *_flat(payload.properties),
        ]
    )


def _ticket(payload: TicketPayload) -> Iterator[Section]:
    yield body(payload.body)
    yield comments(payload.timeline)
    yield events(payload.timeline)
    yield details(
        [
            ("Ticket", payload.identifier),
            ("Team", payload.team),
            ("Project", payload.project),
            ("Cycle", payload.cycle),
            ("Priority", payload.priority),
            ("Estimate", "" if payload.estimate is None else f"{payload.estimate:g}"),
            ("Assignee", payload.assignee.display_name if payload.assignee else ""),
            ("Labels", ", ".join(payload.labels)),
        ]
    )


def _custom(payload: CustomPayload) -> Iterator[Section]:
    yield body(payload.body)
    yield from pages(payload.sections)
    yield details([("Labels", ", ".join(payload.labels)), *_flat(payload.fields)])


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Yield the leaves of a JSON object with their dotted names; nulls are left out."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{name}.{key}" if name else str(key))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _flat(inner, name)
    elif value is not None:
        yield name, str(value)


RENDERERS: dict[type, Callable[[Any], Iterator[Section]]] = {
    PullRequestPayload: _pull_request,
    IssuePayload: _issue,
    MessagePayload: _message,
    DocPagePayload: _doc_page,
    TicketPayload: _ticket,
    CustomPayload: _custom,
}
