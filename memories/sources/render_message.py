from collections.abc import Iterator

from memories.sources.payloads import MessagePayload
from memories.sources.sections import Section, body, comments, details


def render_message(payload: MessagePayload) -> Iterator[Section]:
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
