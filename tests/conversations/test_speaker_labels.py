"""A name at the head of a message is its speaker; other words before a colon are not."""

from datetime import UTC, datetime

import pytest

from conversations.speaker_labels import leading_speaker, search_label


@pytest.mark.parametrize(
    ("content", "speaker"),
    [
        ("Caroline: Hey there!", "Caroline"),
        ("Mary Ann Smith: hello", "Mary Ann Smith"),
        ("Jean-Luc: engage", "Jean-Luc"),
        ("Zoë: ciao", "Zoë"),
        ("Dr. House: no", "Dr. House"),
        ("Note: buy milk", ""),
        ("TODO: tests", ""),
        ("Remember: I have asthma.", ""),
        ("Merke: ich habe Asthma.", ""),
        ("Recuerda: tengo asma.", ""),
        ("PS: I love you", ""),
        ("Important Update: we moved", ""),
        ("caroline: hey", ""),
        ("What I want: peace", ""),
        ("The Plan: win", ""),
        ("http://example.org", ""),
        ("Caroline:", ""),
        ("At 10:30 we met", ""),
        ("One Two Three Four: five", ""),
    ],
)
def test_who_speaks(content, speaker):
    name, start = leading_speaker(content)
    assert name == speaker
    assert content[start:].startswith(content.split(": ", 1)[-1] if speaker else content)


def test_a_speaker_who_is_known_is_believed():
    assert leading_speaker("Note: buy milk", "Ana") == ("Ana", 0)
    assert leading_speaker("Ana: buy milk", "Ana") == ("Ana", 5)


def test_the_label_has_the_words_that_a_question_may_use():
    assert search_label("Ana", datetime(2023, 5, 8, 13, 56, tzinfo=UTC)) == "Ana 8 May 2023 Monday"
    assert search_label("", datetime(2023, 5, 8, tzinfo=UTC)) == "8 May 2023 Monday"
