from collections.abc import Iterator

from memories.sources.payloads import CustomPayload
from memories.sources.sections import Section, body, details, pages
from memories.sources.values import flat


def render_custom(payload: CustomPayload) -> Iterator[Section]:
    yield body(payload.body)
    yield from pages(payload.sections)
    yield details([("Labels", ", ".join(payload.labels)), *flat(payload.fields)])
