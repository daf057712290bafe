from uuid import UUID

from django.db.models import Q
from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import LinkMemories, UnlinkMemories
from consent.outcomes import Applied
from interfaces.rest.documentation import documented
from interfaces.rest.endpoints.memories import visible_memory
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.pagination import NEWEST
from interfaces.rest.problems import NotFound
from interfaces.rest.shapes.memories import ForgetQuery
from interfaces.rest.shapes.relations import (
    GraphOut,
    GraphQuery,
    MemoryRelationQuery,
    NewRelation,
    RelationOut,
    RelationPage,
    RelationQuery,
    graph_out,
    relation_out,
)
from interfaces.rest.views import RestView, answer
from memories.graph import neighbourhood
from memories.models import Relation
from memories.models.choices import RelationType

TAG = "relations"
DIRECTIONS = {"outbound": "from_memory_id", "inbound": "to_memory_id"}


class Relations(RestView):
    @documented(
        "Link two memories",
        operation="link_memories",
        tag=TAG,
        body=NewRelation,
        answers={200: RelationOut, 201: RelationOut, 202: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        body = self.body(NewRelation)
        change = LinkMemories(
            memory_id=body.from_id,
            to_id=body.to_id,
            relation_type=RelationType(body.relation_type),
            strength=body.strength,
            **body.told(),
        )
        outcome = gate.submit(change, actor=self.actor, now=self.now)
        if not isinstance(outcome, Applied):
            return respond(request, outcome)
        with self.scope():
            row = Relation.objects.get(Q(id=outcome.relation_id))
        return answer(relation_out(row), status=201 if outcome.event else 200)

    @documented(
        "List edges between memories, newest first",
        operation="list_relations",
        tag=TAG,
        query=RelationQuery,
        answers={200: RelationPage},
    )
    def get(self, request: Request) -> Response:
        query = self.query(RelationQuery)
        wanted = {
            "from_memory_id": query.from_id,
            "to_memory_id": query.to_id,
            "relation_type": query.relation_type,
            "detected_by": query.detected_by,
        }
        with self.scope():
            rows = Relation.objects.visible_to(self.actor, now=self.now)
            rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
            if query.memory_id:
                rows = rows.touching(query.memory_id)
            found, following = NEWEST.slice(rows, query)
        return answer(RelationPage(results=[relation_out(row) for row in found], next_cursor=following))


class OneRelation(RestView):
    @documented(
        "Remove an edge",
        operation="unlink_memories",
        tag=TAG,
        query=ForgetQuery,
        answers={200: WriteResult, 202: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def delete(self, request: Request, relation_id: UUID) -> Response:
        query = self.query(ForgetQuery)
        change = UnlinkMemories(relation_id=relation_id, **query.told())
        return respond(request, gate.submit(change, actor=self.actor, now=self.now))


class MemoryRelations(RestView):
    @documented(
        "List a memory's edges, newest first",
        operation="memory_relations",
        tag=TAG,
        query=MemoryRelationQuery,
        answers={200: RelationPage},
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(MemoryRelationQuery)
        wanted: dict[str, object] = {"relation_type": query.relation_type, "detected_by": query.detected_by}
        if query.direction in DIRECTIONS:
            wanted[DIRECTIONS[query.direction]] = memory_id
        with self.scope():
            visible_memory(self, memory_id)
            rows = Relation.objects.visible_to(self.actor, now=self.now).touching(memory_id)
            rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
            found, following = NEWEST.slice(rows, query)
        return answer(RelationPage(results=[relation_out(row) for row in found], next_cursor=following))


class MemoryGraph(RestView):
    @documented(
        "The memories around a memory", operation="memory_graph", tag=TAG, query=GraphQuery, answers={200: GraphOut}
    )
    def get(self, request: Request, memory_id: UUID) -> Response:
        query = self.query(GraphQuery)
        types = [RelationType(name) for name in query.relation_types] or list(RelationType)
        with self.scope():
            found = neighbourhood(
                memory_id=memory_id,
                actor=self.actor,
                now=self.now,
                depth=query.depth,
                limit=query.limit,
                relation_types=types,
            )
        if found is None:
            raise NotFound
        return answer(graph_out(found))
