"""Answers that refused every value requested for a field: each history row names the other values, too."""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from uuid import UUID

from consent.models import Proposal
from consent.models.decision import Verdict
from interfaces.joint_answers import Act, act_of
from interfaces.pages.cards.amendments import with_evidence_until
from interfaces.pages.cards.request_lookups import not_saved
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.change_kinds import also_asked
from memories.models import History


def also_refused_sentences(
    rows: Iterable[History], requests: Mapping[UUID, Proposal], unchosen: Container[UUID], faces: Faces
) -> dict[UUID, str]:
    """Return a sentence, by the ids of rows that refused a request about a field, about what else the same answer
    refused. `requests` are those that the rows decided, `unchosen` the rows of answers that chose another value."""
    acts: dict[Act, dict[UUID, Proposal]] = defaultdict(dict)
    for row in rows:
        if row.id in requests and row.id not in unchosen and row.meta.get("verdict") == Verdict.REJECT:
            acts[act_of(requests[row.id], row.created_at)][row.id] = with_evidence_until(
                requests[row.id], row.created_at
            )
    sentences = {row_id: _sentence(row_id, own, faces) for act, own in acts.items() if act.field for row_id in own}
    return {row_id: text for row_id, text in sentences.items() if text}


def _sentence(row_id: UUID, requests: Mapping[UUID, Proposal], faces: Faces) -> str:
    request = requests[row_id]
    others = [other for one, other in requests.items() if one != row_id]
    return also_asked(not_saved(request, others, faces), faces.name(request.actor_label, request.agent_id))
