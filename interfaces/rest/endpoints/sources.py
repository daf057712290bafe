from rest_framework.request import Request
from rest_framework.response import Response

from consent import gate
from consent.changes import IngestSource
from interfaces.rest.documentation import documented
from interfaces.rest.idempotency import HEADER, idempotent
from interfaces.rest.outcomes import WriteResult, respond
from interfaces.rest.parsing import parse
from interfaces.rest.shapes.sources import NewSourceObject
from interfaces.rest.views import RestView
from memories.sources.drafts import SourceDraft


class SourceObjects(RestView):
    @documented(
        "Keep an object of a source as it now stands",
        operation="ingest_source_object",
        tag="sources",
        body=NewSourceObject,
        answers={200: WriteResult, 201: WriteResult},
        takes=(HEADER,),
    )
    @idempotent
    def post(self, request: Request, source: str) -> Response:
        body = self.body(NewSourceObject)
        values = body.model_dump(exclude={"user_id", "agent"})
        draft = parse(SourceDraft, values | {"namespace": body.full_namespace, "source": source})
        outcome = gate.submit(IngestSource(draft=draft), actor=self.actor, now=self.now)
        return respond(request, outcome, field="source_id", creates=201)
