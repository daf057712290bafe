"""Compresses the parts of a receipt that are only displayed and not searched (ADR 0029).

PostgreSQL does not compress rows of less than 2 kB, and compresses each value of a longer one separately.
"""

import json
import zlib
from collections.abc import Mapping
from typing import Any

PARTS = ("policy", "results", "timings", "embedding_model")
# Strings that receipts share, the most frequent last. It belongs to the format: if a byte of it changes, earlier
# receipts are unreadable. Migration 0003 has it too.
DICTIONARY = (
    b'"profile","goals","event","activity","relationships","relationship_dynamic","tasks","projects","preferences",'
    b'"tone","style","procedural","constraints","history","interests","knowledge","recent_activity","public",'
    b'"confidential","restricted"],"unverified":"second look":"contested":-0.7,"other_speaker":-0.05,"field":0.5,'
    b'"instruction":0.1,"preference":0.08,"number":0.05,"time":0.03,"question":-0.02,"acknowledgement":-0.03,'
    b'"other_side":-0.2,"insight":-0.06,"stale":-0.1,"related":0.1,"speaker":0.1,"score":null},{"kind":"fact",'
    b'{"kind":"episode","id":"01a{"kind":"turn","id":"01a{"policy":{"allowlist":["hidden_categories":[],'
    b'"allowlist":null,"hidden_categories":[],"categories":null,"sensitivities":["internal"]},"results":[],'
    b'"timings":{"lookup":0.,"known":1.,"words":2.,"embedding":3.,"search":4.,"ranking":0.,"loading":1.},'
    b'"embedding_model":"sentence-transformers/all-MiniLM-L6-v2 (35770f78cbf9-int8.2)"}'
    b'{"kind":"memory","id":"01a","version":1,"score":0.7,"signals":{"meaning":0.1,"words":0.2,"substance":0.04,'
    b'"recency":0.02,"importance":0.015,"confidence":0.005,"trust":0.005}},{"kind":"memory","id":"01a'
)

WINDOW_BITS = 12  # 4 kB: as small as with the usual 32 kB, whose buffers take three times as long to prepare


def pack(parts: Mapping[str, Any]) -> bytes:
    """Compress JSON by DEFLATE (RFC 1950). `parts` has PARTS as its keys."""
    packer = zlib.compressobj(wbits=WINDOW_BITS, zdict=DICTIONARY)
    return packer.compress(json.dumps(parts, separators=(",", ":")).encode()) + packer.flush()


def unpack(packed: bytes) -> dict[str, Any]:
    unpacker = zlib.decompressobj(zdict=DICTIONARY)
    parts: dict[str, Any] = json.loads(unpacker.decompress(packed) + unpacker.flush())
    return parts
