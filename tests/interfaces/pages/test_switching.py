"""One login in several workspaces."""

import pytest

pytestmark = pytest.mark.django_db


def test_the_first_page_is_that_of_the_workspace_one_is_remembered_in(owner, second_workspace, home):
    assert str(owner.get("/inbox").context["membership"].workspace_id) == str(home.workspace_id)


def test_switching_shows_the_other_one(owner, second_workspace, note):
    note("Ana's plan.")

    owner.post("/workspace", {"workspace": str(second_workspace.id)})

    assert owner.get("/memories").context["membership"].workspace_id == second_workspace.id
    assert "Ana's plan." not in owner.get("/memories").content.decode()


@pytest.mark.parametrize("wanted", ["stranger's", "", "nonsense"])
def test_a_workspace_one_is_no_member_of_cannot_be_switched_to(owner, home, elsewhere, wanted):
    wanted = str(elsewhere.workspace_id) if wanted == "stranger's" else wanted

    owner.post("/workspace", {"workspace": wanted})

    assert owner.get("/inbox").context["membership"].workspace_id == home.workspace_id
