"""API keys and agents in the admin."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from memories.models import History
from memories.models.choices import Event
from workspaces.actions.authenticate_key import InvalidKey, authenticate_key
from workspaces.models import Agent, ApiKey, Grant, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
KEYS = "/admin/workspaces/apikey/"
LEFT = {"1h": "1 hour", "24h": "1 day", "7d": "1 week"}


@pytest.fixture
def planner_id(home, in_home):
    with in_home():
        return Agent.objects.get(role="planner").id


def issue(client, agent_id, **fields):
    response = client.post(KEYS + "add/", {"agent": str(agent_id), "label": "laptop", **fields})
    found = re.search(r'value="(mem_[0-9a-f]{32}_[0-9a-f]{64})"', response.content.decode())
    return response, found and found[1]


def test_a_new_key_is_shown_once_and_works(owner, planner_id, now):
    response, key = issue(owner, planner_id)

    assert authenticate_key(key, now=now).role == "planner"
    assert "no-store" in response.headers["Cache-Control"]
    assert key not in owner.get(KEYS).content.decode()
    assert ">Key for planner (laptop)</label>" in response.content.decode()


def test_a_key_that_has_ended_already_is_not_made(owner, planner_id, in_home):
    past = {"expires_at_0": "2020-01-01", "expires_at_1": "00:00:00"}
    response, _key = issue(owner, planner_id, **past)

    assert "This time is past." in response.content.decode()
    with in_home():
        assert not ApiKey.objects.filter(label="laptop").exists()


def test_one_issue_makes_one_key(owner, planner_id, in_home):
    issue(owner, planner_id)

    with in_home():
        assert ApiKey.objects.filter(agent_id=planner_id, label="laptop").count() == 1


def test_the_stored_hash_is_not_shown(owner, home, in_home):
    with in_home():
        row = ApiKey.objects.first()

    assert row.secret_sha256 not in owner.get(f"{KEYS}{row.id}/change/").content.decode()


def test_an_agent_of_another_workspace_cannot_be_given_a_key(outsider, planner_id, in_home):
    response, key = issue(outsider, planner_id)

    assert response.status_code == 200 and key is None
    with in_home():
        assert not ApiKey.objects.filter(label="laptop").exists()


def test_a_revoked_key_works_no_more(act, home, in_home, now):
    with in_home():
        row = ApiKey.objects.get(agent__role="planner")

    response = act("workspaces/apikey", "revoke", row.id)

    assert f"Revoked: planner ({row.beginning}…" in response.content.decode()
    with pytest.raises(InvalidKey):
        authenticate_key(home.api_keys["planner"], now=now)


def test_a_key_is_never_changed(owner, home, in_home):
    with in_home():
        row = ApiKey.objects.first()

    assert owner.post(f"{KEYS}{row.id}/change/", {"label": "other"}).status_code == 403


def test_a_new_agent_gets_the_grants_that_new_agents_get(owner, in_home):
    owner.post("/admin/workspaces/agent/add/", {"name": "gardener", "role": "planner", "is_active": "on"})

    with in_home():
        agent = Agent.objects.get(name="gardener")
        assert Grant.objects.filter(agent=agent).count() == 2


def test_a_second_agent_of_the_same_name_is_explained(owner):
    response = owner.post("/admin/workspaces/agent/add/", {"name": "planner", "role": "planner", "is_active": "on"})

    assert response.context["adminform"].form.errors == {"name": ["There is an agent of this name."]}


def test_an_agent_switched_off_is_out_at_once(owner, planner_id, home, now):
    owner.post(f"/admin/workspaces/agent/{planner_id}/change/", {"name": "planner", "role": "planner"})

    with pytest.raises(InvalidKey):
        authenticate_key(home.api_keys["planner"], now=now)


def test_a_revoked_grant_is_out_of_force(act, planner_id, in_home, home, now):
    with in_home():
        ids = list(Grant.objects.filter(agent_id=planner_id).values_list("id", flat=True))

    act("workspaces/grant", "revoke", *ids)

    assert authenticate_key(home.api_keys["planner"], now=now).grants == ()


@pytest.fixture
def old_key(home, in_home):
    with in_home():
        return ApiKey.objects.get(agent__role="planner")


def rotate(client, row, overlap="24h"):
    response = client.post(f"{KEYS}{row.id}/rotate/", {"overlap": overlap})
    found = re.search(r'value="(mem_[0-9a-f]{32}_[0-9a-f]{64})"', response.content.decode())
    return response, found and found[1]


@pytest.mark.parametrize(("overlap", "hours"), [("1h", 1), ("24h", 24), ("7d", 168)])
def test_rotating_shows_a_new_key_and_lets_the_old_one_work_for_a_while(owner, old_key, home, now, overlap, hours):
    response, key = rotate(owner, old_key, overlap)

    old = home.api_keys["planner"]
    assert authenticate_key(key, now=now).role == "planner" and key != old
    assert "no-store" in response.headers["Cache-Control"]
    assert f"stops working in {LEFT[overlap]}. " in response.content.decode().replace("\xa0", " ")
    assert authenticate_key(old, now=now + timedelta(hours=hours, minutes=-5)).role == "planner"
    with pytest.raises(InvalidKey):
        authenticate_key(old, now=now + timedelta(hours=hours, minutes=5))


def test_rotating_stands_in_the_history(owner, old_key, in_home):
    rotate(owner, old_key)

    with in_home():
        rows = History.objects.filter(event=Event.ACCESS, meta__what="apikey").order_by("created_at")
        assert [row.meta["done"] for row in rows] == ["added", "changed"]
        assert rows[1].meta["id"] == str(old_key.id) and rows[1].meta["changed"] == ["expires_at"]


def test_rotating_never_lengthens_a_key_s_life(owner, old_key, in_home, now):
    soon = now + timedelta(minutes=10)
    with in_home():
        ApiKey.objects.filter(id=old_key.id).update(expires_at=soon)

    rotate(owner, old_key, "7d")

    with in_home():
        assert ApiKey.objects.get(id=old_key.id).expires_at == soon


def test_a_key_that_has_ended_is_not_rotated(act, owner, old_key, in_home):
    act("workspaces/apikey", "revoke", old_key.id)

    assert rotate(owner, old_key)[1] is None
    page = owner.get(f"{KEYS}{old_key.id}/change/").content.decode()
    assert "Rotate this key" not in page
    with in_home():
        assert ApiKey.objects.filter(agent_id=old_key.agent_id).count() == 1


def test_without_a_time_nothing_is_rotated(owner, old_key, in_home):
    assert rotate(owner, old_key, "forever")[1] is None
    with in_home():
        assert ApiKey.objects.filter(agent_id=old_key.agent_id).count() == 1


@pytest.mark.parametrize("role", [Role.ADMIN, Role.REVIEWER, Role.VIEWER])
def test_who_may_rotate_and_revoke(login, old_key, role):
    client = login(role)
    page = client.get(f"{KEYS}{old_key.id}/change/").content.decode()

    assert ("Rotate this key" in page) == (role == Role.ADMIN)
    assert (rotate(client, old_key)[1] is not None) == (role == Role.ADMIN)
    assert client.post(f"{KEYS}{old_key.id}/revoke/").status_code == (302 if role == Role.ADMIN else 403)


def test_an_outsider_neither_rotates_nor_revokes_it(outsider, old_key, home, now):
    assert rotate(outsider, old_key)[0].status_code == 404
    outsider.post(f"{KEYS}{old_key.id}/revoke/")
    assert authenticate_key(home.api_keys["planner"], now=now).role == "planner"


def test_the_list_says_which_keys_work(owner, old_key, in_home, now):
    with in_home():
        ApiKey.objects.filter(id=old_key.id).update(expires_at=now + timedelta(days=3, hours=1))

    page = owner.get(KEYS).content.decode()

    assert "Expires in 3\N{NO-BREAK SPACE}days" in page and "Valid" in page


def test_a_new_key_comes_with_a_first_call(owner, planner_id, settings):
    page = owner.post(f"{KEYS}add/", {"agent": planner_id, "label": "laptop"}).content.decode()

    assert f"curl -s {settings.PUBLIC_URL}/api/v1/users -H" in page and 'href="/api/docs/"' in page


@pytest.mark.parametrize("part", [slice(None), slice(45), slice(37, 43)], ids=["whole", "beginning", "shown"])
def test_a_key_is_found_by_what_of_it_is_at_hand(owner, planner_id, part):
    _response, key = issue(owner, planner_id, label="of the laptop")

    found = owner.get(KEYS, {"q": key[part]}).content.decode()
    assert "of the laptop" in found
    assert "of the laptop" not in owner.get(KEYS, {"q": key[:37] + "zzz"}).content.decode()


def test_the_list_names_the_agent_as_people_know_it(owner, planner_id, in_home):
    with in_home():
        Agent.objects.filter(id=planner_id).update(display_name="Day planner")
    issue(owner, planner_id)

    assert "Day planner" in owner.get(KEYS).content.decode()


def test_an_unknown_role_is_saved_with_a_warning(owner):
    form = {"name": "New", "role": "plannner", "display_name": "", "icon": "chat", "colour": "blue", "is_active": "on"}

    page = owner.post("/admin/workspaces/agent/add/", form, follow=True).content.decode()

    assert "Did you mean planner?" in page
    assert 'name="role" value="planner"' in owner.get("/admin/workspaces/agent/add/").content.decode()


def test_a_key_that_would_have_ended_already_is_refused(owner, planner_id, in_home):
    response, key = issue(owner, planner_id, expires_at_0="2020-01-01", expires_at_1="12:00")

    assert "This time is past." in response.content.decode() and key is None
    with in_home():
        assert not ApiKey.objects.filter(label="laptop").exists()


def test_revoking_asks_once_more_and_says_when_the_key_was_used(owner, old_key, in_home):
    with in_home():
        ApiKey.objects.filter(id=old_key.id).update(last_used_at=timezone.now() - timedelta(days=3))
    page = owner.get(f"{KEYS}{old_key.id}/revoke/").content.decode()

    assert f"Revoke the key {old_key.beginning}…?" in page and "3\xa0days ago" in page
    with in_home():
        assert ApiKey.objects.get(id=old_key.id).revoked_at is None


def test_a_keys_page_shows_its_status_and_no_help_for_what_is_fixed(owner, old_key, in_home):
    page = owner.get(f"{KEYS}{old_key.id}/change/").content.decode()

    assert '<span class="chip valid">Valid</span>' in page
    assert "To tell keys apart" not in page


def test_one_time_is_told_one_way(owner, old_key, in_home):
    with in_home():
        ApiKey.objects.filter(id=old_key.id).update(expires_at=timezone.now() + timedelta(days=1, seconds=-5))

    assert "Expires in 1\xa0day" in owner.get(KEYS).content.decode()


def test_no_agent_is_chosen_at_first(owner):
    assert "Choose an agent" in owner.get(KEYS + "add/").content.decode()


def test_the_form_sent_twice_makes_one_key(owner, planner_id, in_home):
    page = owner.get(KEYS + "add/").content.decode()
    key_id = re.search(r'name="key_id" value="([0-9a-f-]{36})"', page)[1]
    assert issue(owner, planner_id, key_id=key_id)[1]

    response, key = issue(owner, planner_id, key_id=key_id)

    assert key is None and "cannot be shown again" in response.content.decode()
    assert f"{KEYS}{key_id}/change/" in response.content.decode()
    with in_home():
        assert ApiKey.objects.get(label="laptop").id == UUID(key_id)


def test_rotating_twice_makes_one_key(owner, old_key, in_home):
    _response, key = rotate(owner, old_key)
    response, again = rotate(owner, old_key)

    assert key and again is None and "cannot be shown again" in response.content.decode()
    with in_home():
        assert ApiKey.objects.filter(agent_id=old_key.agent_id).count() == 2


def test_a_rotated_key_names_its_successor(owner, old_key, in_home):
    rotate(owner, old_key)
    with in_home():
        new = ApiKey.objects.get(id=old_key.successor_id)

    page = owner.get(f"{KEYS}{old_key.id}/change/").content.decode()
    assert "Rotate this key" not in page and f"{KEYS}{old_key.id}/revoke/" in page
    assert f'<a href="{KEYS}{new.id}/change/">{new.beginning}…</a>' in page


def test_a_key_is_listed_by_what_its_holder_sees(owner, planner_id, home):
    _response, key = issue(owner, planner_id)
    shown = f"{key[:12]}…_{key[37:43]}"

    assert f"{shown}…" in owner.get(KEYS).content.decode()
    assert f"{shown}…" in owner.get(f"/admin/workspaces/agent/{planner_id}/change/").content.decode()
    assert "laptop" in owner.get(KEYS, {"q": f"{shown}…"}).content.decode()


def test_a_new_key_is_not_about_people_without_a_login(owner, planner_id, in_home):
    with in_home():
        Person.objects.create(name="Ben")
    assert "Ben" not in issue(owner, planner_id)[0].content.decode()


def test_a_key_of_an_agent_that_is_switched_off_says_so(owner, old_key, in_home):
    with in_home():
        Agent.objects.filter(keys=old_key).update(is_active=False)

    pages = (KEYS, f"{KEYS}{old_key.id}/change/", f"/admin/workspaces/agent/{old_key.agent_id}/change/")
    assert all("Agent switched off" in owner.get(page).content.decode() for page in pages)
    owner.post(f"{KEYS}{old_key.id}/revoke/")
    assert "Agent switched off" not in owner.get(pages[1]).content.decode()


def test_a_message_names_the_keys_that_were_revoked(act, in_home):
    with in_home():
        rows = {row.agent.name: row for row in ApiKey.objects.select_related("agent").order_by("agent__name")}
    planner = rows["planner"]

    one = act("workspaces/apikey", "revoke", planner.id).content.decode()
    several = act("workspaces/apikey", "revoke", *[row.id for row in rows.values()]).content.decode()
    none = act("workspaces/apikey", "revoke", planner.id).content.decode()

    assert f"Revoked: planner ({planner.beginning}…" in one
    assert f"and {len(rows) - 4} more." in several
    assert "Nothing was revoked: what you chose has ended already." in none


def test_the_filter_of_revoked_ones_says_what_it_shows(owner):
    for path in ("/admin/workspaces/apikey/", "/admin/workspaces/grant/"):
        page = owner.get(path).content.decode()

        assert "Not revoked" in page and "Not empty" not in page


def test_keys_are_filtered_by_the_names_of_their_agents(owner, home, in_home):
    with in_home():
        Agent.objects.filter(role="executor").update(display_name="Errand runner")
        runner = Agent.objects.get(role="executor")
    page = owner.get("/admin/workspaces/apikey/", {"agent_id": str(runner.id)})

    assert [row.agent_id for row in page.context["cl"].result_list] == [runner.id]
    assert "Errand runner" in page.content.decode() and ">executor<" not in page.content.decode()
