"""What the server composed itself is shown in the reader's language; what somebody said stays as it is."""

import pytest
from django.utils import translation

from interfaces.server_sentences import in_readers_language, reason_in_readers_language

pytestmark = pytest.mark.django_db
SUMMARY = 'The user said: "Ich bin Veganerin." Tom said: "The user said: no."'


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", SUMMARY),
        ("de", 'Die Person sagte: "Ich bin Veganerin." Tom sagte: "The user said: no."'),
        ("es", 'La persona dijo: "Ich bin Veganerin." Tom dijo: "The user said: no."'),
        ("fr", 'La personne a dit\xa0: "Ich bin Veganerin." Tom a dit\xa0: "The user said: no."'),
    ],
)
def test_a_summary_is_told_in_the_reader_s_language(owner, note, language, shown):
    memory_id = note(SUMMARY, memory_type="episodic", category="event")
    page = owner.get("/memories", {"view": "latest"}, HTTP_ACCEPT_LANGUAGE=language).content.decode()
    assert shown.replace('"', "&quot;") in page and str(memory_id) in page


@pytest.mark.parametrize(
    "text", ["She said: hello", 'I wrote that the user said: "no"', "They exchanged a few messages."]
)
def test_another_text_stays_as_it_is(text):
    with translation.override("de"):
        assert in_readers_language(text) == text


def test_who_exchanged_short_messages_and_why_it_was_written():
    with translation.override("de"):
        told = in_readers_language("The user and Tom exchanged 10 short messages.")
        assert told == "Die Person und Tom haben 10 kurze Nachrichten ausgetauscht."
        assert reason_in_readers_language("A summary of turns 1 to 10.", str) == (
            "Eine Zusammenfassung der Nachrichten 1 bis 10."
        )
        assert reason_in_readers_language("Other.", str.upper) == "OTHER."
