"""The files that questions would make evidence of a memory, for the person to open before they answer."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from django.urls import reverse

from consent.models import Proposal
from memories.models import Artifact


class FileLink(NamedTuple):
    name: str
    url: str


def files_of(questions: Iterable[Proposal]) -> Mapping[UUID, Sequence[FileLink]]:
    """By question, the files that are stored here. One query if there are any; in the scope."""
    named = {one.id: ids for one in questions if (ids := _named(one))}
    wanted = {each for ids in named.values() for each in ids}
    stored = [one for one in Artifact.objects.filter(id__in=wanted) if one.is_stored] if wanted else []
    links = {str(one.id): FileLink(one.name, reverse("rest:artifact_content", args=[one.id])) for one in stored}
    return {question: [links[each] for each in ids if each in links] for question, ids in named.items()}


def _named(question: Proposal) -> list[str]:
    change = question.change
    return [change["artifact_id"]] if "artifact_id" in change else change.get("draft", {}).get("artifact_refs", [])
