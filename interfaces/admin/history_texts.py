"""What rows of the history are about, as it was then: the text that a row made or left, or what was asked."""

from collections.abc import Sequence
from uuid import UUID

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.models.decision import Verdict
from interfaces.admin.wording import asked_about, question_title, version_text
from memories.models import History, MemoryVersion
from memories.models.choices import Event
from workspaces.actors import ActorKind


def texts_of(rows: Sequence[History]) -> dict[UUID, str]:
    """By row: the text that it made, or else left; of an answer what was asked. Two queries."""
    version_ids = {row.id: row.new_version_id or row.old_version_id for row in rows}
    versions = MemoryVersion.objects.select_related("memory").in_bulk([one for one in version_ids.values() if one])
    asked = {row.id: UUID(row.meta["proposal_id"]) for row in rows if row.event == Event.CONSENT}
    questions = Proposal.objects.in_bulk(list(asked.values()))
    return {row_id: _text_of(versions[one]) for row_id, one in version_ids.items() if one in versions} | {
        row.id: _asked(questions[asked[row.id]], row) for row in rows if asked.get(row.id) in questions
    }


def _asked(question: Proposal, row: History) -> str:
    """What it was about, the value unless that was refused, and whether staff decided about their own request."""
    is_refusal = row.meta["verdict"] == Verdict.REJECT
    text = capfirst(asked_about(question)) if is_refusal else question_title(question)
    is_own = row.actor_kind == ActorKind.STAFF and row.actor_id is not None and row.actor_id == question.account_id
    return _("%(text)s (their own request)") % {"text": text} if is_own else text


def _text_of(version: MemoryVersion) -> str:
    return version_text(version.content, is_fact=version.memory.is_fact)
