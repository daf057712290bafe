import pytest

from providers.language import is_foreign


@pytest.mark.parametrize(
    "text",
    [
        "The user said that they live by the sea.",
        "What did she tell you about the trip?",
        "The caterer found a mistake in the film archive and postponed the delivery.",
    ],
)
def test_english_is_not_foreign(text: str) -> None:
    assert not is_foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        "Ana darf keine Erdbeeren essen, sonst bekommt sie Ausschlag.",
        "Ana no puede comer mariscos desde hace años.",
        "Она переехала в Варшаву прошлым летом.",
        # English words beside it change nothing.
        "Она переехала в Варшаву прошлым летом, and this is what they said.",
        "Sie nimmt seit drei Jahren jeden Morgen Tabletten gegen ihre Epilepsie and the",
    ],
)
def test_another_language_is_foreign(text: str) -> None:
    assert is_foreign(text)
