from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.utils import timezone, translation

from interfaces.admin.texts.wording import ago, ahead
from interfaces.templatetags.formats import relative

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("distance", "told"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(minutes=-5), "5 minutes ago"),
        (timedelta(hours=-30), "1 day ago"),
        (timedelta(seconds=30), "in less than a minute"),
        (timedelta(minutes=5), "in 5 minutes"),
        (timedelta(days=2, hours=23), "in 3 days"),
        (timedelta(days=7, seconds=-1), "in 1 week"),
    ],
)
def test_a_distance_is_told_in_its_largest_unit(distance, told):
    assert relative(NOW + distance, NOW).replace("\xa0", " ") == told


@pytest.mark.parametrize(
    ("language", "past", "future"),
    [("de", "vor 3 Tagen", "in 3 Tagen"), ("es", "hace 3 días", "en 3 días"), ("fr", "il y a 3 jours", "dans 3 jours")],
)
def test_a_distance_is_declined(language, past, future):
    with translation.override(language):
        told = [relative(NOW + timedelta(days=days), NOW).replace("\xa0", " ") for days in (-3, 3)]

    assert told == [past, future]


def test_staff_read_declined_distances_too():
    with translation.override("de"):
        told = [text.replace("\xa0", " ") for text in (ago(timezone.now() - timedelta(days=4)), ahead(in_days(4)))]

    assert told == ["vor 4 Tagen", "in 4 Tagen"]


def in_days(days):
    return timezone.now() + timedelta(days=days)


def test_the_exact_time_is_that_of_the_persons_zone():
    template = Template("{% load formats %}{% timestamp at %}")

    with timezone.override(ZoneInfo("Asia/Tokyo")):
        shown = template.render(Context({"at": NOW, "now": NOW}))

    assert shown == '<time datetime="2026-03-01T21:00:00+09:00" title="1 March 2026, 21:00 JST">just now</time>'


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
@pytest.mark.parametrize("at", [datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)])
def test_the_first_and_last_moments_can_be_shown(at, zone):
    with timezone.override(ZoneInfo(zone)):
        assert "<time" in Template("{% load formats %}{% timestamp at %}").render(Context({"at": at, "now": NOW}))
