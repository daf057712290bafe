from collections.abc import Iterator

from memories.sources.payloads import TicketPayload
from memories.sources.sections import Section, body, comments, details, events


def render_ticket(payload: TicketPayload) -> Iterator[Section]:
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
