from collections.abc import Mapping
from typing import Any

from rest_framework.parsers import BaseParser

from interfaces.rest import strict_json
from interfaces.rest.problems import BodyTooLarge, Malformed
from memories.limits import CHECKPOINT_BYTES, JSON_BODY_BYTES


class StrictJSONParser(BaseParser):
    """Reads a JSON body of at most 1 MB (R7).

    The only parser of most addresses, so that any other content type is answered with 415.
    """

    media_type = "application/json"
    max_bytes = JSON_BODY_BYTES

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > self.max_bytes:
            raise self._too_large()
        raw = stream.read(self.max_bytes + 1)
        if len(raw) > self.max_bytes:
            raise self._too_large()
        try:
            return strict_json.loads(raw)
        except strict_json.MalformedJSON as error:
            raise Malformed(str(error)) from error

    def _too_large(self) -> BodyTooLarge:
        return BodyTooLarge(f"A body of type {self.media_type} may have at most {self.max_bytes // 2**20} MB.")


class CheckpointParser(StrictJSONParser):
    """Reads a state of at most 25 MB, told by a content type of its own (R7)."""

    media_type = "application/vnd.checkpoint+json"
    max_bytes = CHECKPOINT_BYTES
