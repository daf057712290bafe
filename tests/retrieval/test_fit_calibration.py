"""`manage.py fit_calibration`: what an embedding model's relevances mean as scores (R10)."""

import csv
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from consent.changes import WriteMemory
from consent.gate import submit_many
from memories.drafts import MemoryDraft
from memories.embedding_models import active_model
from memories.models import EmbeddingModel
from retrieval.models import RetrievalEvent
from workspaces import scope
from workspaces.models import Person

pytestmark = pytest.mark.django_db

with (Path(__file__).parent / "data" / "languages.tsv").open() as file:
    TEXTS = [row["en"] for row in csv.DictReader(file, delimiter="\t")]


@pytest.fixture
def two_people(home, supervisor, now):
    with scope.enter(home.workspace_id):
        other = Person.objects.create(name="Kim").id
    people = (home.user_id, other)
    drafts = [
        MemoryDraft(namespace=("memories", str(people[n % 2])), key=str(n), content=text)
        for n, text in enumerate(TEXTS)
    ]
    submit_many([WriteMemory(draft=draft) for draft in drafts], actor=supervisor, now=now)


def fitted():
    out = StringIO()
    call_command("fit_calibration", stdout=out)
    return out.getvalue(), active_model().calibration


def test_it_separates_related_from_unrelated_texts(two_people):
    said, calibration = fitted()
    none, knee, top = calibration["relevances"]
    assert calibration["scores"] == [0.0, 0.7, 1.0] and 0.0 == none < knee < top
    assert "40 questions" in said and "100.0% of related" in said
    assert float(re.search(r"([\d.]+)% of unrelated", said)[1]) < 1


def test_scores_follow_the_fitted_map(two_people, ask):
    before = ask("Which bicycles were repaired?").items[0]
    EmbeddingModel.objects.update(calibration={"relevances": [0, before.relevance, 2], "scores": [0, 0.7, 1]})
    assert ask("Which bicycles were repaired?").items[0].score == pytest.approx(0.7)


def test_it_leaves_no_receipt(home, two_people):
    fitted()
    with scope.enter(home.workspace_id):
        assert not RetrievalEvent.objects.exists()


def test_too_few_texts_change_nothing(home, remember):
    remember("Ana collects stamps.")
    with pytest.raises(CommandError, match="1 texts"):
        call_command("fit_calibration")
    assert active_model().calibration is None
