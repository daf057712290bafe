"""Addresses that are almost right lead to the page that is meant; others say that there is none."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "meant"),
    [("/inbox/", "/inbox"), ("/setup/people/", "/setup/people"), ("/timeline/?page=2", "/timeline?page=2")],
)
def test_a_slash_too_many_leads_to_the_page(owner, path, meant):
    answer = owner.get(path)

    assert (answer.status_code, answer["Location"]) == (301, meant)


@pytest.mark.parametrize("path", ["/nonsense", "/nonsense/", "/inbox/nonsense/", "/%2Fexample.org/"])
def test_what_is_no_page_says_so(owner, path):
    answer = owner.get(path)

    assert answer.status_code == 404 and "Page not found" in answer.content.decode()


def test_a_form_is_not_sent_elsewhere(owner):
    assert owner.post("/inbox/").status_code == 404


@pytest.mark.parametrize("path", ["/docs", "/docs/", "/api", "/api/docs"])
def test_short_addresses_lead_to_the_documentation(client, path):
    assert client.get(path, follow=True).redirect_chain[-1][0] == "/api/docs/"
