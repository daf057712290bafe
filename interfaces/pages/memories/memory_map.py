"""A map of all memories: subjects, people and places, and the memories that mention them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.text import capfirst

from interfaces.pages.memories.connections import PHRASES, beginning
from interfaces.pages.memories.mentions import mentions
from interfaces.pages.person_view import PersonView
from interfaces.pages.texts import wording
from memories.models import Memory, Relation
from workspaces.models import Person

# Only the latest memories are read for names; with more, the map would be neither fast nor clear.
MOST_READ = 1_000
MOST_OF_KIND = {"subject": 24, "person": 16, "place": 16}
LISTED_OF_NODE = 4
DRAWN_OF_NODE = 24
MOST_EDGES = 200
LABEL_CHARACTERS, SHORT_CHARACTERS = 60, 48


@dataclass(frozen=True, slots=True)
class MapNode:
    """A subject, a person or a place, with its latest memories.

    `shared` has the number of shared memories by the id of each other node.
    """

    id: str
    kind: str
    name: str
    memory_ids: Sequence[UUID]
    memories: Sequence[Memory]
    shared: Mapping[str, int]
    address: str

    @property
    def count(self) -> int:
        return len(self.memory_ids)

    @property
    def links(self) -> str:
        """For the script: `person:Rita=2 place:Lisbon=1`, names escaped as in a query string."""
        return urlencode(self.shared)


@dataclass(frozen=True, slots=True)
class MemoryMap:
    nodes: Sequence[MapNode]
    memories: Mapping[UUID, Memory]
    is_cut: bool

    def of_kind(self, kind: str) -> list[MapNode]:
        return [node for node in self.nodes if node.kind == kind]


class MapPage(PersonView):
    def memory_map(self) -> MemoryMap:
        """Build the map. Two queries: the memories and the person's name."""
        alive = self.authorized_memories.alive(now=self.now).surfacing()
        columns = ("id", "category", "key", "current__content", "updated_at")
        found = list(alive.only(*columns).order_by("-updated_at", "-id")[: MOST_READ + 1])
        name = Person.objects.name_of(self.actor.person_id)
        return map_of(found[:MOST_READ], person_name=name, is_cut=len(found) > MOST_READ)


class MapView(MapPage):
    def get(self, request: HttpRequest) -> HttpResponse:
        drawn = self.memory_map()
        context = {
            "subjects": drawn.of_kind("subject"),
            "people": drawn.of_kind("person"),
            "places": drawn.of_kind("place"),
            "total": len(drawn.memories),
            "is_cut": drawn.is_cut,
            "most_read": MOST_READ,
        }
        return self.page("memories/map.html", context)


class MapAroundView(MapPage):
    """The memories of one node as JSON, and the other nodes that they belong to.

    `memories` have id, label, short (the label for a narrow map), address and nodes (ids of the map's nodes), `edges`
    have from, to, label and is_directed; `count` is the number of the node's memories.
    """

    def get(self, request: HttpRequest) -> HttpResponse:
        drawn = self.memory_map()
        node = next((one for one in drawn.nodes if one.id == request.GET.get("node")), None)
        if node is None:
            raise Http404
        shown = [drawn.memories[memory_id] for memory_id in node.memory_ids[:DRAWN_OF_NODE]]
        return JsonResponse(
            {
                "count": node.count,
                "memories": [_drawn(memory, drawn.nodes) for memory in shown],
                "edges": self.edges([memory.id for memory in shown]),
            }
        )

    def edges(self, ids: Sequence[UUID]) -> list[dict[str, Any]]:
        rows = Relation.objects.filter(Q(from_memory_id__in=ids), Q(to_memory_id__in=ids)).order_by("-strength", "id")
        return [
            {
                "from": str(row.from_memory_id),
                "to": str(row.to_memory_id),
                "label": str(PHRASES[row.relation_type][0]),
                "is_directed": PHRASES[row.relation_type][0] != PHRASES[row.relation_type][1],
            }
            for row in rows[:MOST_EDGES]
        ]


def map_of(memories: Sequence[Memory], *, person_name: str, is_cut: bool) -> MemoryMap:
    """Return the nodes of these memories, for each kind those with the most memories first."""
    by_id = {memory.id: memory for memory in memories}
    belonging: dict[tuple[str, str], list[UUID]] = {}
    for memory in memories:
        belonging.setdefault(("subject", memory.category), []).append(memory.id)
    belonging |= {(kind, name): ids for (kind, name), ids in mentions(memories, person_name=person_name).items()}
    kept: list[tuple[str, str]] = []
    for kind, most in MOST_OF_KIND.items():
        of_kind = [key for key in belonging if key[0] == kind]
        kept += sorted(of_kind, key=lambda key: (-len(belonging[key]), key[1]))[:most]
    chosen = {key: belonging[key] for key in kept}
    nodes = [_node(key, ids, by_id, _beside(key, chosen)) for key, ids in chosen.items()]
    return MemoryMap(nodes, by_id, is_cut)


def _node(
    key: tuple[str, str], ids: Sequence[UUID], by_id: Mapping[UUID, Memory], shared: Mapping[str, int]
) -> MapNode:
    kind, name = key
    is_subject = kind == "subject"
    query = urlencode({"category": name} if is_subject else {"q": name})
    shown = capfirst(wording.field_name(name)) if is_subject else name
    latest = [by_id[memory_id] for memory_id in ids[:LISTED_OF_NODE]]
    return MapNode(f"{kind}:{name}", kind, shown, ids, latest, shared, f"{reverse('pages:memories')}?{query}")


def _beside(key: tuple[str, str], belonging: Mapping[tuple[str, str], Sequence[UUID]]) -> Counter[str]:
    """Return how many memories each other node shares with this one; a memory has one subject, so subjects share
    none."""
    own = set(belonging[key])
    shared = {f"{kind}:{name}": len(own.intersection(ids)) for (kind, name), ids in belonging.items()}
    return Counter({node_id: count for node_id, count in shared.items() if count and node_id != ":".join(key)})


def _drawn(memory: Memory, nodes: Sequence[MapNode]) -> dict[str, Any]:
    text = wording.memory_text(memory)
    return {
        "id": str(memory.id),
        "label": beginning(text, LABEL_CHARACTERS),
        "short": beginning(text, SHORT_CHARACTERS),
        "address": reverse("pages:memory", args=[memory.id]),
        "nodes": [node.id for node in nodes if memory.id in node.memory_ids],
    }
