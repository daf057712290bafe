"""Names in lists stand in the order of the reader's alphabet."""

from django.utils.translation import override

from interfaces.pages.access.access import _titles


def test_a_letter_with_an_accent_stands_beside_the_one_without():
    with override("de"):
        titles = _titles(["profile", "preferences", "projects"])

    assert titles == ["Präferenzen", "Profil", "Projekte"]
