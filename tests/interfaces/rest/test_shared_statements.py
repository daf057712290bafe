"""A shared namespace belongs to nobody who could be asked, so what is sensitive of somebody is refused there."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.fixture
def share(api):
    return lambda text, **fields: api.post("/memories", {"namespace": ["shared", "team"], "content": text, **fields})


@pytest.mark.parametrize(
    "text",
    ["Ana is gay.", "Ana Silva has HIV.", "Ana is gay and has HIV.", "Ana has been HIV positive since 2019.",
     "The user takes sertraline.", "The user is a Muslim.", "I voted for the Greens.", "Ana está embarazada.",
     "Ana lives in Lisbon.", "Robin wohnt in der Lindengasse 12.", "Robin woont op de Prinsengracht 231.",
     "Robin vive en la calle Mayor 12, 3º B.", "Robin is at 14 Larkspur Lane, second door, top bell.",
     "Send parcels for Robin to 14 Larkspur Lane."],
)  # fmt: skip
def test_a_sentence_about_somebody(share, text):
    refused = share(text)
    assert refused.status_code == 422, refused.json()
    told = "What is sensitive about a person is kept in their own namespace only."
    assert refused.json()["errors"] == [{"field": "content", "code": "refused", "detail": told}]


def test_nor_in_what_stands_beside_it(share):
    assert share("The plan.", title="Ana is pregnant").status_code == 422


@pytest.mark.parametrize(
    "text",
    ["Diabetes guidelines are on the wiki.", "The church choir meets on Friday.", "Our office is at 14 Larkspur Lane.",
     "Meet at 14 Larkspur Lane.", "Das Büro ist in der Lindengasse 12."],
)  # fmt: skip
def test_what_is_about_nobody_is_kept(share, text):
    assert share(text).status_code == 201
