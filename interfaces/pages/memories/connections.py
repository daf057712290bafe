"""The links of a memory: a list, and a graph for browsers with scripts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from memories.graph import Graph, neighbourhood
from memories.models import Memory, Relation
from memories.models.choices import RelationType
from workspaces.actors import Actor

MOST = 30
MOST_NODES = 40
LABEL_CHARACTERS, SHORT_CHARACTERS = 40, 24
# The phrase of a link from this memory's side, and from the other end.
PHRASES: dict[str, tuple[Promise, Promise]] = {
    RelationType.RELATED_TO: (_("Related to"), _("Related to")),
    RelationType.MENTIONS: (_("Mentions"), _("Mentioned by")),
    RelationType.LINKS_TO: (_("Links to"), _("Linked from")),
    RelationType.BLOCKS: (_("Blocks"), _("Blocked by")),
    RelationType.DUPLICATES: (_("Duplicate of"), _("Duplicate of")),
    RelationType.CLOSES: (_("Closes"), _("Closed by")),
    RelationType.DEPENDS_ON: (_("Depends on"), _("Needed by")),
    RelationType.DERIVED_FROM: (_("Derived from"), _("Led to")),
    RelationType.SUPERSEDES: (_("Replaces"), _("Replaced by")),
}


@dataclass(frozen=True, slots=True)
class Connection:
    phrase: Promise | str
    other: Memory
    strength: float


def connections_of(memory: Memory, *, actor: Actor, now: datetime) -> list[Connection]:
    """Return the strongest links of a memory to others that the person may see; two queries. Runs in the entered
    scope."""
    edges = Relation.objects.touching(memory.id).order_by("-strength", "-created_at", "id")[:MOST]
    ends = [(edge, edge.to_memory_id if edge.from_memory_id == memory.id else edge.from_memory_id) for edge in edges]
    visible = Memory.objects.visible_to(actor, now=now).select_related("current")
    others = visible.in_bulk([other for _edge, other in ends]) if ends else {}
    return [_connection(edge, memory, others[other]) for edge, other in ends if other in others]


def dependents_of(memory: Memory, *, actor: Actor, now: datetime) -> Sequence[Memory]:
    """Return memories derived from this one, or depending on it. Runs in the entered scope."""
    edges = Relation.objects.dependency_edges_to(memory.id)
    visible = Memory.objects.visible_to(actor, now=now).select_related("current")
    return list(visible.filter(id__in=edges.values("from_memory_id")).order_by("-importance", "id")[:MOST])


class GraphView(PersonView):
    """The memories around one as JSON.

    `nodes` have id, label, short (the label for a narrow drawing), kind and depth; `edges` have id, from, to, label and
    is_directed.
    """

    def get(self, request: HttpRequest, memory_id: UUID) -> HttpResponse:
        graph = neighbourhood(memory_id=memory_id, actor=self.actor, now=self.now, depth=1, limit=MOST_NODES)
        if graph is None:
            raise Http404
        return JsonResponse(drawn(graph))


def drawn(graph: Graph) -> dict[str, object]:
    """Return the graph with the page's texts; one query for the texts."""
    rows = Memory.objects.filter(id__in=[node.id for node in graph.nodes]).select_related("current")
    texts = {row.id: wording.memory_text(row) for row in rows}
    return {
        "nodes": [
            {
                "id": str(node.id),
                "label": beginning(texts.get(node.id, ""), LABEL_CHARACTERS),
                "short": beginning(texts.get(node.id, ""), SHORT_CHARACTERS),
                "kind": node.memory_type,
                "depth": node.depth,
            }
            for node in graph.nodes
        ],
        "edges": [
            {
                "id": str(edge.id),
                "from": str(edge.from_id),
                "to": str(edge.to_id),
                "label": str(PHRASES[edge.relation_type][0]),
                "is_directed": PHRASES[edge.relation_type][0] != PHRASES[edge.relation_type][1],
            }
            for edge in graph.edges
        ],
        "is_cut": graph.is_cut,
    }


def _connection(edge: Relation, memory: Memory, other: Memory) -> Connection:
    outwards, inwards = PHRASES[edge.relation_type]
    return Connection(outwards if edge.from_memory_id == memory.id else inwards, other, edge.strength)


def beginning(text: str, most: int) -> str:
    """Return the text in one line, cut after a whole word, or within a word longer than the limit."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    words, _space, _cut = text[:most].rpartition(" ")
    return (words.rstrip(".,;:–-") or text[: most - 1]) + "…"
