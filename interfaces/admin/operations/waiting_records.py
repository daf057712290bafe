"""Records of an imported file that wait: for what, and whether anybody can answer."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.policies.delegation import unanswerable, unanswerable_subjects
from consent.policies.rules import Subject
from interfaces.admin.texts.wording import fields_in_words, proposed
from operations.importing.uploads import importer
from operations.models import ImportRun
from workspaces.scope import current_workspace_id


class Row(NamedTuple):
    """One record: where it stands, what it says as far as that may be told, why it waits, and its question. `is_stuck`:
    nobody can answer that yet."""

    line: int | None
    text: str
    reason: str
    question: Proposal | None
    is_stuck: bool


def waiting_records(run: ImportRun) -> Sequence[Row]:
    """The first of a run. In the entered scope."""
    ids = [UUID(one["question"]) for one in run.waiting if one["question"]]
    questions = Proposal.objects.select_related("person").in_bulk(ids)
    stuck = _stuck(run, questions) if ids else _stuck_if_asked(run)
    return [_row(one, questions, place in stuck) for place, one in enumerate(run.waiting)]


def _row(told: dict[str, Any], questions: Mapping[UUID, Proposal], is_stuck: bool) -> Row:
    question = questions.get(UUID(told["question"])) if told["question"] else None
    fields = ", ".join(told["fields"])
    if fields:
        reason = _("It tells of: %(fields)s") % {"fields": fields_in_words(fields)}
    elif told["is_asked"]:
        reason = _("The person is asked about it")
    else:
        reason = _("Kept as evidence until a second sign says the same")
    return Row(told["line"], proposed(question) if question else told["text"], reason, question, is_stuck)


def _stuck(run: ImportRun, questions: Mapping[UUID, Proposal]) -> set[int]:
    """The places of those whose question waits and nobody can answer."""
    waiting = Proposal.objects.pending().filter(id__in=questions).values_list("id", flat=True)
    stuck = set(map(str, unanswerable(list(waiting))))
    return {place for place, one in enumerate(run.waiting) if one["question"] in stuck}


def _stuck_if_asked(run: ImportRun) -> set[int]:
    """The places of those about which nobody could answer a question now, while the file is only tried."""
    asked = {place: one.get("subjects", ()) for place, one in enumerate(run.waiting) if one["is_asked"]}
    about = [[Subject(**each | {"person_id": run.person_id}) for each in found] for found in asked.values()]
    asker = importer(run, current_workspace_id())
    found = unanswerable_subjects(about, person_id=run.person_id, asker=asker) if asked else []
    return {place for place, is_stuck in zip(asked, found, strict=True) if is_stuck}
