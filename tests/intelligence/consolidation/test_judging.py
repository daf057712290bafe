"""Asking a model about pairs: 5 to 10 in a prompt, and nothing is believed that it was not asked."""

import json

import pytest

from intelligence.consolidation.judging import BATCH, judge
from tests.intelligence.consolidation.test_pairs import pair

pytestmark = pytest.mark.django_db


def test_a_prompt_asks_about_five_to_ten_pairs(home, now, model_server):
    model_server.replies["Verdicts"] = {"verdicts": []}
    pairs = [pair(f"Ana has {n} cats.", f"Ana has {n + 1} cats.") for n in range(23)]
    judge(pairs, workspace_id=home.workspace_id, now=now)
    asked = [json.loads(request["messages"][-1]["content"])["pairs"] for request in model_server.asked]
    assert sum(map(len, asked)) == len(pairs)
    assert all(5 <= len(one) <= 10 for one in asked)


def test_the_rules_judge_without_a_model(home, now):
    pairs = [pair("Ana drinks tea.", "Tea is what Ana drinks."), pair("Ana ran 2 miles.", "Ana ran 3 miles.")]
    found = judge(pairs, workspace_id=home.workspace_id, now=now)
    assert [one.is_same for one in found] == [True, False]


def test_a_count_brought_up_to_date_is_the_same_fact_and_the_newer_text_stands(home, now):
    [found] = judge([pair("Ana has 2 large cats.", "Ana has 3 large cats.")], workspace_id=home.workspace_id, now=now)
    assert (found.is_same, found.text) == (True, "Ana has 3 large cats.")


def test_there_is_one_judgement_a_pair_however_many(home, now):
    pairs = [pair(f"Ana has {n} cats.", f"Ana has {n + 1} cats.") for n in range(BATCH * 2 + 1)]
    assert len(judge(pairs, workspace_id=home.workspace_id, now=now)) == len(pairs)


def test_no_pairs_need_no_judge(home, now):
    assert judge([], workspace_id=home.workspace_id, now=now) == []
