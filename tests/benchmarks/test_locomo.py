"""What LoCoMo's figures rest on: which turns are evidence, and that all is approved where it says so."""

import json

import pytest

from benchmarks.approving import approve_all
from benchmarks.locomo import Conversation, corrections
from consent.changes import SetFact
from consent.gate import submit
from consent.models import Proposal
from memories.drafts import FactDraft
from workspaces import scope

ASKED = {"question": "When did Ana paint the boat?", "evidence": ["D1:1"], "category": 2}
SAMPLE = {
    "sample_id": "one",
    "conversation": {
        "session_1": [{"dia_id": f"D1:{n}", "speaker": "Ana", "text": "..."} for n in (1, 2)],
        "session_1_date_time": "1:56 pm on 8 May, 2023",
    },
    "qa": [ASKED, ASKED | {"question": "What did Ana paint?"}],
}


def test_a_correction_replaces_the_evidence_of_its_question_alone(tmp_path):
    file = tmp_path / "errors.json"
    file.write_text(json.dumps([{"question": ASKED["question"], "correct_evidence": ["D1:2"], "reasoning": "..."}]))
    corrected = Conversation(SAMPLE, corrected=corrections([file])).questions()
    assert [question.evidence for question in corrected] == [{"D1:2"}, {"D1:1"}]
    assert [question.evidence for question in Conversation(SAMPLE).questions()] == [{"D1:1"}, {"D1:1"}]


@pytest.mark.django_db
def test_whatever_was_asked_is_approved(home, supervisor, now):
    for key, value in (("city", "Faro"), ("pronouns", "she/her")):
        draft = FactDraft(person_id=home.user_id, category="identity", key=key, value=value)
        submit(SetFact(draft=draft), actor=supervisor, now=now)
    assert approve_all(str(home.user_id)) == 2
    with scope.enter(home.workspace_id):
        assert set(Proposal.objects.values_list("state", flat=True)) == {"approved"}
    assert approve_all(str(home.user_id)) == 0
