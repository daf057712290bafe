import pytest

from providers.statements import sensitive


@pytest.mark.parametrize(
    "text",
    ['Likes the line "Call me Ishmael".', 'Uses the placeholder "I live in Springfield" in tests.'],
)
def test_names_and_places_in_a_citation_are_nobody_s(text: str) -> None:
    assert sensitive(text) == []


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('Note the line "Ana is HIV positive".', "health_conditions"),
        ('The user likes the line "I am a lesbian".', "sexual_orientation"),
        ('The line "My passport number is X1234567" stays.', "government_ids"),
    ],
)
def test_a_special_category_counts_in_a_citation_too(text: str, key: str) -> None:
    assert key in {one.key for one in sensitive(text)}
