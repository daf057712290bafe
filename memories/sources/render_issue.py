from collections.abc import Iterator

from memories.sources.payloads import IssuePayload
from memories.sources.sections import Section, body, comments, details, events


def render_issue(payload: IssuePayload) -> Iterator[Section]:
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
