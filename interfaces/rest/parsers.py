from collections.abc import Mapping
from typing import Any

from rest_framework.parsers import BaseParser

from interfaces.rest import strict_json
from interfaces.rest.problems import BodyTooLarge, Malformed
from memories.limits import JSON_BODY_BYTES


class StrictJSONParser(BaseParser):
    """Reads a JSON body of at most 1 MB (R7).

    The only parser, so that any other content type is answered with 415.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        length = int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        if length > JSON_BODY_BYTES:
            raise BodyTooLarge
        raw = stream.read(JSON_BODY_BYTES + 1)
        if len(raw) > JSON_BODY_BYTES:
            raise BodyTooLarge
        try:
            return strict_json.loads(raw)
        except strict_json.MalformedJSON as error:
            raise Malformed(str(error)) from error
