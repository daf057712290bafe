"""What the stored vectors find alone: the turns nearest to a question by cosine, nothing else."""

from uuid import UUID

import project  # noqa: F401 -- sets Django up
from django.db import connection

from memories.embedding_models import active_model, embed_query
from workspaces import scope
from workspaces.models import Workspace

MOST = 20
NEAREST = """
SELECT t.external_id FROM conversations_turn t
JOIN memories_chunk c ON c.workspace_id = t.workspace_id AND c.turn_id = t.id
JOIN memories_embedding e ON e.workspace_id = t.workspace_id AND e.chunk_id = c.id AND e.model_id = {model}
WHERE t.person_id = %s
GROUP BY t.id, t.external_id
ORDER BY min(e.vector::halfvec({dimensions}) <=> %s::halfvec({dimensions})), t.id LIMIT {most}
"""


def nearest(person_id: str, question: str) -> list[str]:
    """The turns' `external_id`s, each turn by its nearest chunk."""
    model = active_model()
    vector = str(embed_query(question, model=model).tolist())
    statement = NEAREST.format(model=model.pk, dimensions=model.dimensions, most=MOST)
    [workspace] = Workspace.objects.all()
    with scope.enter(workspace.pk), connection.cursor() as cursor:
        cursor.execute(statement, [UUID(person_id), vector])
        return [external_id for (external_id,) in cursor.fetchall()]
