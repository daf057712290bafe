"""What chunks say in words: the sparse form of 004, read from the stored text index (R30)."""

from collections import defaultdict
from collections.abc import Sequence
from uuid import UUID

from django.db import connection

WEIGHTS = """
SELECT c.id, entry.lexeme, 1 + ln(greatest(cardinality(entry.positions), 1)) AS weight
FROM memories_chunk c CROSS JOIN LATERAL unnest(c.search) AS entry
WHERE c.id = ANY(%s) ORDER BY c.id, weight DESC, entry.lexeme
"""


def lexeme_weights(chunk_ids: Sequence[UUID]) -> dict[UUID, dict[str, float]]:
    """Each chunk's lexemes with their weight, 1 + ln(frequency), the heaviest first.

    Chunks without a lexeme, and those of other scopes, are left out.
    """
    weights: defaultdict[UUID, dict[str, float]] = defaultdict(dict)
    with connection.cursor() as cursor:
        cursor.execute(WEIGHTS, [list(chunk_ids)])
        for chunk_id, lexeme, weight in cursor.fetchall():
            weights[chunk_id][lexeme] = float(weight)
    return dict(weights)
