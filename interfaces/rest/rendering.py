"""From what a handler answers to the bytes of the answer."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json
from rest_framework import renderers


class JSONRenderer(renderers.JSONRenderer):
    """By pydantic's serializer, in a tenth of the time of Python's; never indented."""

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else to_json(data, inf_nan_mode="null", fallback=self.encoder_class().default)
