from collections.abc import Iterator

from memories.sources.payloads import DocPagePayload
from memories.sources.sections import Section, body, details, pages
from memories.sources.values import flat


def render_doc_page(payload: DocPagePayload) -> Iterator[Section]:
    yield body(payload.body)
    yield from pages(payload.sections)
    yield details(
        [
            ("Path", " / ".join(payload.path)),
            ("Labels", ", ".join(payload.labels)),
            *flat(payload.properties),
        ]
    )
