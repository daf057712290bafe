"""A session that ended while a page was open: where its buttons lead."""

import pytest

pytestmark = pytest.mark.django_db
LOGIN = "/accounts/login/?next="


@pytest.mark.parametrize(
    "path", ["/proposals/{id}/approve", "/proposals/answers", "/reviews/{id}", "/memories/{id}/wrong"]
)
def test_what_only_a_form_sends_leads_to_the_inbox_after_signing_in(client, ask, path):
    response = client.post(path.format(id=ask("Lisbon")))

    assert (response.status_code, response.url) == (302, f"{LOGIN}/inbox")


@pytest.mark.parametrize("path", ["/memories", "/proposals/{id}", "/memories/{id}/forget"])
def test_a_page_leads_back_to_itself(client, ask, path):
    path = path.format(id=ask("Lisbon"))

    assert client.get(path).url == f"{LOGIN}{path}"


def test_htmx_goes_to_the_login_instead_of_putting_it_into_the_card(client, ask):
    response = client.post(f"/proposals/{ask('Lisbon')}/approve", headers={"hx_request": "true"})

    assert (response.headers["HX-Redirect"], response.content) == (f"{LOGIN}/inbox", b"")
