"""Waiting records of an imported file: the reason, and whether anyone can answer."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _

from consent.models import Proposal
from consent.policies.delegation import unanswerable, unanswerable_subjects
from consent.policies.rules import Subject
from interfaces.admin.texts.wording import fields_in_words, proposed
from interfaces.plain_words import labelled
from operations.importing.uploads import importer
from operations.models import ImportRun
from workspaces.scope import current_workspace_id


class Row(NamedTuple):
    """One record: its line, its text as far as it may be shown, why it waits, and its question. `is_stuck`: no one can
    answer that yet."""

    line: int | None
    text: str
    reason: str
    question: Proposal | None
    is_stuck: bool


def waiting_records(run: ImportRun) -> Sequence[Row]:
    """Return the first waiting records of a run. Runs in the entered scope."""
    ids = [UUID(one["question"]) for one in run.waiting if one["question"]]
    questions = Proposal.objects.select_related("person").in_bulk(ids)
    stuck = _stuck(run, questions) if ids else _stuck_in_trial(run)
    return [_row(one, questions, place in stuck) for place, one in enumerate(run.waiting)]


def _row(record: dict[str, Any], questions: Mapping[UUID, Proposal], is_stuck: bool) -> Row:
    question = questions.get(UUID(record["question"])) if record["question"] else None
    fields, text = fields_in_words(", ".join(record["fields"])), record["text"]
    if not record["is_asked"]:
        reason = _("Kept as evidence until a second sign says the same")
        text = labelled(fields, text) if fields and text else text or fields
    else:
        reason = _("It tells of: %(fields)s") % {"fields": fields} if fields else _("The person is asked about it")
    return Row(record["line"], proposed(question) if question else text, reason, question, is_stuck)


def _stuck(run: ImportRun, questions: Mapping[UUID, Proposal]) -> set[int]:
    """Return the places of records with an open question that no one can answer."""
    waiting = Proposal.objects.pending().filter(id__in=questions).values_list("id", flat=True)
    stuck = set(map(str, unanswerable(list(waiting))))
    return {place for place, one in enumerate(run.waiting) if one["question"] in stuck}


def _stuck_in_trial(run: ImportRun) -> set[int]:
    """Return the places of records about which no one could answer a question, while the file is only tried."""
    asked = {place: one.get("subjects", ()) for place, one in enumerate(run.waiting) if one["is_asked"]}
    about = [[Subject(**each | {"person_id": run.person_id}) for each in found] for found in asked.values()]
    asker = importer(run, current_workspace_id())
    found = unanswerable_subjects(about, person_id=run.person_id, asker=asker) if asked else []
    return {place for place, is_stuck in zip(asked, found, strict=True) if is_stuck}
