"""A source object as the text that is chunked, embedded and searched."""

from collections.abc import Callable, Iterator
from typing import Any

from memories.sources.payloads import (
    CustomPayload,
    DocPagePayload,
    IssuePayload,
    MessagePayload,
    PullRequestPayload,
    SourcePayload,
    TicketPayload,
)
from memories.sources.render_custom import render_custom
from memories.sources.render_doc_page import render_doc_page
from memories.sources.render_issue import render_issue
from memories.sources.render_message import render_message
from memories.sources.render_pull_request import render_pull_request
from memories.sources.render_ticket import render_ticket
from memories.sources.sections import Section, join

RENDERERS: dict[type, Callable[[Any], Iterator[Section]]] = {
    PullRequestPayload: render_pull_request,
    IssuePayload: render_issue,
    MessagePayload: render_message,
    DocPagePayload: render_doc_page,
    TicketPayload: render_ticket,
    CustomPayload: render_custom,
}


def render(title: str, payload: SourcePayload) -> str:
    """The object's text: its title, then a section per part under its heading (004)."""
    return join(title, RENDERERS[type(payload)](payload))


def first_label(payload: SourcePayload) -> str:
    """The label of what stands before the first heading: the first section that has a text."""
    return next((s.label for s in RENDERERS[type(payload)](payload) if s.text.strip()), "Title")
