"""001 §10: merges that touch a field of the person need to be nearer, sensitive ones are never automatic."""

import pytest
from django.conf import settings

from consent.detection.merge_thresholds import MergeThresholds, merge_thresholds


def test_ordinary_texts_have_the_usual_bands():
    usual = MergeThresholds(settings.CONSOLIDATION_LOW, settings.CONSOLIDATION_HIGH, may_be_automatic=True)
    assert merge_thresholds(["Tea is served at five.", "Tea is served at five o'clock."]) == usual


@pytest.mark.parametrize("text", ["The user is allergic to peanuts.", "The user works as a nurse.", "I have a dog."])
def test_a_field_makes_them_stricter(text):
    strict = merge_thresholds(["Noted on Monday.", text])
    assert strict == MergeThresholds(settings.FACT_MERGE_LOW, settings.FACT_MERGE_HIGH, may_be_automatic=True)
    assert strict.low > settings.CONSOLIDATION_LOW and strict.high > settings.CONSOLIDATION_HIGH


@pytest.mark.parametrize("text", ["The user lives in Lisbon.", "Me llamo Ana.", "VXNlciBsaXZlcyBpbiBMaXNib24u"])
def test_a_sensitive_field_is_never_merged_without_a_judge(text):
    assert not merge_thresholds([text, "Tea is served at five."]).may_be_automatic
