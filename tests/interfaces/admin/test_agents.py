"""An agent's page: its keys, grants and webhooks, and who may change them."""

import html
import re

import pytest

from memories.models import History
from operations.models import WebhookEndpoint
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.models import Agent, Allowlist, ApiKey, Exclusion, Grant, Workspace
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
AGENTS = "/admin/workspaces/agent/"
HOOK = "https://example.org/hook"


@pytest.fixture
def planner_row(home, in_home):
    with in_home():
        return Agent.objects.get(role="planner")


def page_of(client, agent):
    return client.get(f"{AGENTS}{agent.id}/change/")


def test_the_page_shows_keys_grants_categories_and_webhooks(owner, planner_row, in_home, now):
    with in_home():
        WebhookEndpoint.objects.create(agent=planner_row, url=HOOK, nonce="n", created_at=now)

    response = page_of(owner, planner_row)
    page = response.content.decode()

    assert [(row.kind, row.status) for row in response.context["keys"]] == [("valid", "Valid")]
    assert "Everyone" in page and "Shared namespace shared" in page and HOOK in page
    assert "up to “Internal (2 of 4)”" in page
    assert "As Planner it sees these categories: Goals" in page


def test_a_grant_is_revoked_from_the_page_and_leads_back_to_it(owner, planner_row, home, in_home, now):
    with in_home():
        grant = Grant.objects.get(agent=planner_row, namespace_path="")

    back = f"{AGENTS}{planner_row.id}/change/"
    response = owner.post(f"/admin/workspaces/grant/{grant.id}/revoke/", {"next": back})

    assert response.url == back
    assert [view.namespace_path for view in authenticate_key(home.api_keys["planner"], now=now).grants] == ["shared"]


def test_revoking_leads_nowhere_else(owner, planner_row, in_home):
    with in_home():
        grant = Grant.objects.filter(agent=planner_row).first()

    response = owner.post(f"/admin/workspaces/grant/{grant.id}/revoke/", {"next": "https://evil.example/"})

    assert response.url == "/admin/workspaces/grant/"


def test_a_grant_for_one_person_begins_on_their_page(owner, planner_row, home):
    query = {"agent": str(planner_row.id), "person": str(home.user_id)}
    page = owner.get("/admin/workspaces/grant/add/", query).content.decode()

    assert f'value="{home.user_id}" selected' in page and f'value="{planner_row.id}" selected' in page


def test_a_webhook_is_added_with_its_secret_shown_once(owner, planner_row, in_home):
    page = owner.post(f"{AGENTS}{planner_row.id}/webhook/", {"url": HOOK}).content.decode()

    assert re.search(r'value="whsec_[\w+/=]+"', page)
    assert "proposal.decided" in page and '#receive-webhooks"' in page and "Send a test message" in page
    assert "whsec_" not in page_of(owner, planner_row).content.decode()
    with in_home():
        [row] = WebhookEndpoint.objects.all()
        assert (row.agent_id, row.url) == (planner_row.id, HOOK)
        assert History.objects.filter(meta__what="webhookendpoint", meta__done="added").count() == 1


@pytest.mark.parametrize("url", ["http://example.org/", "https://127.0.0.1/", "nonsense", ""])
def test_a_webhook_goes_to_public_addresses_only(owner, planner_row, in_home, url):
    page = owner.post(f"{AGENTS}{planner_row.id}/webhook/", {"url": url}, follow=True).content.decode()

    assert "A webhook" in page and (f'type="url" value="{url}"' in page)
    with in_home():
        assert not WebhookEndpoint.objects.exists()


def test_a_webhook_is_removed(owner, planner_row, in_home, now):
    with in_home():
        row = WebhookEndpoint.objects.create(agent=planner_row, url=HOOK, nonce="n", created_at=now)

    owner.post(f"{AGENTS}webhook/{row.id}/remove/")

    with in_home():
        assert not WebhookEndpoint.objects.exists()
        assert History.objects.filter(meta__what="webhookendpoint", meta__done="deleted").count() == 1


@pytest.mark.parametrize("role", [Role.ADMIN, Role.REVIEWER, Role.VIEWER])
def test_each_role_is_offered_what_it_may_do(login, planner_row, role):
    client, may = login(role), role == Role.ADMIN
    page = page_of(client, planner_row).content.decode()

    assert [text in page for text in ("New key", "New grant", "Add webhook")] == [may] * 3
    assert client.post(f"{AGENTS}{planner_row.id}/webhook/", {"url": HOOK}).status_code == (200 if may else 403)


def test_an_outsider_changes_nothing_of_it(outsider, planner_row, in_home, now):
    with in_home():
        row = WebhookEndpoint.objects.create(agent=planner_row, url=HOOK, nonce="n", created_at=now)
        grant = Grant.objects.filter(agent=planner_row).first()

    assert outsider.post(f"{AGENTS}{planner_row.id}/webhook/", {"url": HOOK}).status_code == 404
    assert outsider.post(f"{AGENTS}webhook/{row.id}/remove/").status_code == 404
    outsider.post(f"/admin/workspaces/grant/{grant.id}/revoke/")
    with in_home():
        assert WebhookEndpoint.objects.count() == 1
        assert Grant.objects.get(id=grant.id).revoked_at is None


def test_the_list_counts_the_keys_that_work(owner, home, now):
    authenticate_key(home.api_keys["planner"], now=now)
    rows = {row.role: row for row in owner.get(AGENTS).context["cl"].result_list}

    assert rows["planner"].key_count == 1
    assert rows["planner"].last_used_at and rows["stylist"].last_used_at is None


def test_a_grant_is_for_a_person_or_a_namespace(owner, planner_row, home):
    form = {"agent": planner_row.id, "person": home.user_id, "namespace_path": "shared", "ceiling": "internal"}

    page = owner.post("/admin/workspaces/grant/add/", form).content.decode()

    assert "Choose a person or a namespace, not both." in page and "Constraint" not in page


def test_a_grant_ends_from_its_own_page_and_then_only_reads(owner, planner_row, in_home):
    with in_home():
        grant = Grant.objects.filter(agent=planner_row).first()
    page = f"/admin/workspaces/grant/{grant.id}/change/"
    assert f"/admin/workspaces/grant/{grant.id}/revoke/" in owner.get(page).content.decode()

    owner.post(f"/admin/workspaces/grant/{grant.id}/revoke/")

    shown = owner.get(page).content.decode()
    assert "Revoked" in shown and 'name="_save"' not in shown and "/revoke/" not in shown


def test_a_grant_says_what_it_gives(owner, planner_row, in_home):
    with in_home():
        grant = Grant.objects.get(agent=planner_row, namespace_path="")
    page = owner.get(f"/admin/workspaces/grant/{grant.id}/change/").content.decode()

    assert "Everyone" in page and "The agent loses this access at once." in page
    assert "read and write" not in page  # the form below says it


def test_a_grant_that_stands_already_is_refused(owner, planner_row, in_home):
    form = {"agent": planner_row.id, "namespace_path": "shared/team", "can_read": "on", "ceiling": "internal"}
    owner.post("/admin/workspaces/grant/add/", form)

    page = owner.post("/admin/workspaces/grant/add/", form).content.decode()

    assert "It has this access already." in page
    with in_home():
        assert Grant.objects.filter(namespace_path="shared/team").count() == 1


def test_the_keys_of_an_agent_that_is_switched_off_are_counted_too(owner, planner_row, in_home):
    with in_home():
        Agent.objects.filter(id=planner_row.id).update(is_active=False)

    rows = {row.id: row for row in owner.get(AGENTS).context["cl"].result_list}

    assert rows[planner_row.id].key_count == 1
    assert re.findall(r"field-keys[^>]*>\s*1\s*<", owner.get(AGENTS).content.decode())


def test_a_grant_that_gives_nothing_is_refused(owner, planner_row):
    page = owner.post("/admin/workspaces/grant/add/", {"agent": planner_row.id, "ceiling": "internal"})

    assert "Let it read, write, or both." in page.content.decode()


def test_an_agent_is_added_with_what_it_may_said_and_its_key_next(owner, in_home):
    add = "/admin/workspaces/agent/add/"
    told = [
        "may read and write everyone's memories at once, and the shared namespace “shared”",
        "narrows nothing until",
    ]
    page = html.unescape(owner.get(add).content.decode())
    assert told[1] in page and 'href="/admin/workspaces/grant/">Grants</a>' in page
    assert "Unless you choose people below, it may read and write everyone's memories at once." in page

    response = owner.post(add, {"name": "gardener", "role": "planner", "is_active": "on"})

    with in_home():
        gardener = Agent.objects.get(name="gardener")
    assert response.headers["Location"] == f"/admin/workspaces/apikey/add/?agent={gardener.id}"
    page = html.unescape(owner.get(response.headers["Location"]).content.decode())
    assert all(text in page for text in told)
    assert f'href="/admin/workspaces/agent/{gardener.id}/change/#grants">Its grants</a>' in page


def test_a_new_agent_of_a_workspace_that_grants_nothing_is_said_to_have_nothing(owner, home):
    Workspace.objects.filter(id=home.workspace_id).update(grants_new_agents=False)
    page = owner.get(f"{AGENTS}add/").content.decode()
    response = owner.post(f"{AGENTS}add/", {"name": "gardener", "role": "planner", "is_active": "on"}, follow=True)

    assert "may read and write nothing until you give it a grant" in page
    assert "Its grants" not in response.content.decode()


def test_icons_and_colours_are_drawn_and_saved(owner, planner_row, in_home):
    page = page_of(owner, planner_row).content.decode()
    assert "assistants.svg#pot" in page and 'class="face violet"' in page

    fields = {"name": planner_row.name, "role": "planner", "is_active": "on", "icon": "pot", "colour": ""}
    owner.post(f"{AGENTS}{planner_row.id}/change/", fields)

    with in_home():
        row = Agent.objects.get(id=planner_row.id)
    assert (row.icon, row.colour) == ("pot", "")


def test_lists_and_pages_show_the_badge(owner, planner_row):
    for address in ("/admin/workspaces/agent/", f"/admin/workspaces/agent/{planner_row.id}/change/"):
        assert "assistants.svg#calendar" in owner.get(address).content.decode()


def test_a_new_agent_is_given_one_of_the_roles_by_what_they_may_do(owner):
    page = html.unescape(owner.get(f"{AGENTS}add/").content.decode())

    assert 'type="radio" name="role" value="planner"' in page and "What each role reads, in full" in page
    assert "Plans what has to be done. Reads and writes Goals, Tasks, Projects, How-to (procedural)." in page


def test_or_another_role_by_its_name_of_which_staff_are_warned(owner, in_home):
    form = {"name": "gardener", "role": "", "role_other": " gardener ", "is_active": "on"}
    page = owner.post(f"{AGENTS}add/", form, follow=True).content.decode()

    warning = "No categories are listed for the role “gardener”, so it can neither read nor write."
    link = 'href="/admin/categories/">Choose its categories'
    assert page.index("was added. It needs a key") < page.index(warning) < page.index(link)
    assert "Did you mean" not in page
    with in_home():
        gardener = Agent.objects.get(name="gardener")
    assert gardener.role == "gardener"
    assert 'name="role_other" value="gardener"' in page_of(owner, gardener).content.decode()


def test_a_new_role_is_given_categories_with_its_first_agent(owner, in_home):
    page = owner.get(f"{AGENTS}add/").content.decode()
    assert re.search(r'name="categories" value="general"[^>]* checked', page)

    form = {"name": "gardener", "role": "", "role_other": "gardener", "categories": ["general", "tasks"]}
    told = html.unescape(owner.post(f"{AGENTS}add/", form | {"is_active": "on"}, follow=True).content.decode())

    assert "The new role “gardener” reads and writes: General, Tasks." in told
    with in_home():
        lists = dict(Allowlist.objects.values_list("role", "categories"))
    assert lists["gardener"] == ["general", "tasks"]
    assert "general" in lists["supervisor"], "what no list named was the supervisor's, and stays so"


def test_a_role_that_has_a_list_keeps_it(owner, in_home):
    form = {"name": "gardener", "role": "planner", "categories": ["general"], "is_active": "on"}
    owner.post(f"{AGENTS}add/", form)

    with in_home():
        assert "general" not in Allowlist.objects.get(role="planner").categories


def test_a_role_that_is_nearly_one_of_the_workspace_says_which(owner):
    form = {"name": "gardener", "display_name": "Garden helper", "role": "", "role_other": "planer"}
    form["categories"] = ["general"]
    page = owner.post(f"{AGENTS}add/", form | {"is_active": "on"}, follow=True).content.decode()

    assert "Did you mean planner?" in page and "The agent Garden helper was added." in page


def grants_of(name):
    rows = Grant.objects.filter(agent__name=name).order_by("namespace_path")
    return [(row.person_id, row.namespace_path) for row in rows]


def test_a_new_agent_may_be_given_some_people_s_memories_alone(owner, home, in_home):
    form = {"name": "gardener", "role": "planner", "is_active": "on", "reach": "people", "people": [home.user_id]}
    page = owner.post(f"{AGENTS}add/", form, follow=True).content.decode()

    assert (
        "the memories of the people that you chose, and the shared namespace" in page
        and "everyone's memories at once" not in page
    )
    with in_home():
        assert grants_of("gardener") == [(home.user_id, ""), (None, "shared")]
        assert History.objects.filter(meta__what="grant", meta__done="added").count() == 2


def test_whoever_chooses_people_names_one(owner, in_home):
    form = {"name": "gardener", "role": "planner", "is_active": "on", "reach": "people"}

    assert "Choose at least one person." in owner.post(f"{AGENTS}add/", form).content.decode()
    with in_home():
        assert not Agent.objects.filter(name="gardener").exists()


def test_by_itself_a_new_agent_gets_everyone(owner, in_home):
    owner.post(f"{AGENTS}add/", {"name": "gardener", "role": "planner", "is_active": "on"})
    with in_home():
        assert grants_of("gardener") == [(None, ""), (None, "shared")]


def test_a_name_left_in_the_box_of_other_roles_counts_only_where_that_is_chosen(owner, in_home):
    owner.post(f"{AGENTS}add/", {"name": "gardener", "role": "planner", "role_other": "weeder", "is_active": "on"})

    with in_home():
        assert Agent.objects.get(name="gardener").role == "planner"


def test_the_grants_explain_namespaces_and_the_scale(owner):
    page = html.unescape(owner.get("/admin/workspaces/grant/").content.decode())

    assert "Public < Internal < Confidential < Restricted" in page
    assert "A shared namespace holds what agents share" in page and "Internal (2 of 4)" in page


def test_an_agent_is_named_once_above_its_grants(owner, in_home):
    page = owner.get("/admin/workspaces/grant/").content.decode()

    with in_home():
        agents, grants = Agent.objects.count(), Grant.objects.count()
    assert page.count('<span class="again">') == grants - agents > 0


def test_keys_and_grants_stand_before_the_looks_are_unfolded(owner, planner_row):
    response = page_of(owner, planner_row)

    assert [len(one.fields) for one in response.context["adminform"]] == [5, 2]
    assert "collapse" in [*response.context["adminform"]][1].classes


def test_an_agent_without_a_role_is_refused(owner):
    page = owner.post(f"{AGENTS}add/", {"name": "gardener", "role": "", "is_active": "on"}).content.decode()
    assert "This field is required." in page


def test_the_form_of_a_webhook_sent_twice_adds_one(owner, planner_row, in_home):
    owner.post(f"{AGENTS}{planner_row.id}/webhook/", {"url": HOOK})
    page = owner.post(f"{AGENTS}{planner_row.id}/webhook/", {"url": HOOK}, follow=True).content.decode()

    assert "There is a webhook for this address already." in page
    with in_home():
        assert WebhookEndpoint.objects.count() == 1


def test_revoking_one_of_several_grants_says_what_access_is_left(owner, planner_row, home, in_home):
    with in_home():
        Grant.objects.filter(agent=planner_row).delete()
        wide = Grant.objects.create(agent=planner_row, can_read=True, can_write=False)
        own = Grant.objects.create(agent=planner_row, person_id=home.user_id)
    page = f"/admin/workspaces/grant/{own.id}/revoke/"
    pages = (page, f"/admin/workspaces/grant/{own.id}/change/")
    told = "After that it would still have access through: Everyone (read)."
    assert all(told in owner.get(one).content.decode() for one in pages)

    with in_home():
        Exclusion.objects.create(agent=planner_row, person_id=home.user_id)
    assert "The agent loses this access at once." in owner.get(page).content.decode()
    owner.post(page)
    wider = owner.get(f"/admin/workspaces/grant/{wide.id}/revoke/").content.decode()
    assert "The agent loses this access at once." in wider


def test_roles_have_their_titles_in_the_list_and_in_the_table_of_categories(owner):
    listed = owner.get("/admin/workspaces/agent/", {"role": "planner"}).content.decode()
    table = owner.get("/admin/categories/").content.decode()

    assert "Planner</td>" in listed and "Supervisor</td>" not in listed
    assert '<th scope="col"><span>Planner</span></th>' in table


def test_a_narrower_grant_inside_a_wider_one_is_warned_about(owner, planner_row, home, in_home):
    with in_home():
        Grant.objects.filter(agent=planner_row).delete()
    page = "/admin/workspaces/grant/add/"
    narrow = {"agent": planner_row.id, "person": home.user_id, "can_read": "on", "ceiling": "internal"}
    wide = {"agent": planner_row.id, "can_read": "on", "can_write": "on", "ceiling": "confidential"}
    assert "changes nothing" not in owner.post(page, wide, follow=True).content.decode()

    told = owner.post(page, narrow, follow=True).content.decode()
    assert "This grant changes nothing: the agent has wider access through Everyone (" in told
    wider = narrow | {"ceiling": "restricted"}
    assert "changes nothing" not in owner.post(page, wider, follow=True).content.decode()


def test_the_page_leads_to_its_queries_and_questions_and_says_what_waits(owner, ask, note, looked_up, supervisor):
    proposal_id = ask("Lisbon")
    looked_up("When?", note())
    page = html.unescape(owner.get(f"{AGENTS}{supervisor.id}/change/").content.decode())

    questions = f"/admin/consent/proposal/?agent_id={supervisor.id}&due=open"
    assert f'href="{questions}">1 of its questions awaits an answer' in page
    assert f'href="/admin/retrieval/retrievalevent/?agent_id={supervisor.id}"' in page
    assert str(proposal_id) in owner.get(questions).content.decode()


def test_questions_are_filtered_by_who_asked(owner, ask, planner_row):
    proposal_id = ask("Lisbon")

    page = owner.get("/admin/consent/proposal/", {"agent_id": planner_row.id}).content.decode()

    assert str(proposal_id) not in page and "Agent: " in page


def test_removing_a_webhook_says_first_what_is_lost(owner, planner_row, in_home, now):
    with in_home():
        WebhookEndpoint.objects.create(agent=planner_row, url=HOOK, nonce="n", created_at=now)

    page = page_of(owner, planner_row).content.decode()

    assert "Its secret and what was not delivered are lost." in page
    assert page.index("Its secret and what") < page.index("Remove webhook")


def test_a_webhook_is_added_with_what_was_changed_in_the_form(owner, planner_row, in_home):
    page = owner.get(f"{AGENTS}{planner_row.id}/change/").content.decode()
    assert '<button class="button" form="agent_form">Add webhook</button>' in page

    form = {"name": "planner", "role": "planner", "display_name": "Plans", "icon": planner_row.icon}
    form |= {"colour": planner_row.colour, "is_active": "on", "url": HOOK}
    page = owner.post(f"{AGENTS}{planner_row.id}/change/", form, follow=True).content.decode()

    assert "New webhook" in page
    with in_home():
        assert Agent.objects.get(id=planner_row.id).display_name == "Plans"
        assert WebhookEndpoint.objects.get().url == HOOK


def test_an_address_that_no_webhook_can_have_is_told_and_the_form_saved(owner, planner_row, in_home):
    form = {"name": "planner", "role": "planner", "display_name": "Plans", "icon": planner_row.icon}
    form |= {"colour": planner_row.colour, "url": "http://localhost/hook"}
    page = owner.post(f"{AGENTS}{planner_row.id}/change/", form, follow=True).content.decode()

    assert 'id="webhook-problem"' in page and 'value="http://localhost/hook"' in page
    with in_home():
        assert not Agent.objects.get(id=planner_row.id).is_active


def test_the_page_of_an_agent_has_one_button_to_save_it(owner, planner_row):
    page = page_of(owner, planner_row).content.decode()

    assert 'name="_save"' in page and 'name="_continue"' not in page and 'name="_addanother"' not in page


def test_another_role_is_named_as_under_categories(owner, in_home):
    form = {"name": "helper", "role": "", "categories": ["general"], "is_active": "on"}
    owner.post(f"{AGENTS}add/", form | {"role_other": "Garden helper"})
    refused = owner.post(f"{AGENTS}add/", form | {"name": "other", "role_other": "ga!den"})

    with in_home():
        assert list(Agent.objects.filter(name__in=["helper", "other"]).values_list("role", flat=True)) == [
            "garden_helper"
        ]
    assert "cannot be a role" in refused.content.decode()


def test_a_second_grant_for_the_same_memories_leads_to_the_first(owner, planner_row, home, in_home):
    page = "/admin/workspaces/grant/add/"
    given = {"agent": planner_row.id, "person": home.user_id, "can_read": "on", "ceiling": "internal"}
    owner.post(page, given)
    with in_home():
        first = Grant.objects.get(agent=planner_row, person=home.user_id)

    told = owner.post(page, given | {"ceiling": "confidential"}).content.decode()
    assert "With two, the wider one counts." in told
    assert f'href="/admin/workspaces/grant/{first.id}/change/">Change that one</a>' in told

    apart = {"agent": planner_row.id, "person": home.user_id, "can_write": "on", "ceiling": "public"}
    assert owner.post(page, apart).status_code == 302
    ends = {"expires_at_0": "2099-01-01", "expires_at_1": "00:00", "ceiling": "confidential"}
    assert owner.post(page, given | ends).status_code == 302


def test_revoking_a_grant_says_that_access_can_be_given_anew(owner, planner_row, in_home):
    with in_home():
        grant = Grant.objects.filter(agent=planner_row).first()
    page = owner.get(f"/admin/workspaces/grant/{grant.id}/revoke/").content.decode()

    assert "To give this access anew, add another grant." in page and "It cannot be undone." not in page


def test_the_list_names_agents_as_people_do_and_marks_those_without_a_key(owner, planner_row, in_home):
    with in_home():
        Agent.objects.filter(id=planner_row.id).update(display_name="Day planner")
        ApiKey.objects.filter(agent=planner_row).update(revoked_at=planner_row.created_at)
    rows = owner.get(AGENTS).context["cl"]
    admin = rows.model_admin
    told = {row.called: (admin.badged(row), admin.internal_name(row), admin.status(row)[1]) for row in rows.result_list}

    badge, internal, status = told["Day planner"]
    assert badge.endswith(" Day planner") and internal == "planner" and status == "Has no valid key"
    assert told["supervisor"][1:] == ("–", "Active")


def test_a_new_agent_is_drawn_as_no_other_until_it_has_a_role(owner, planner_row):
    page = owner.get(f"{AGENTS}add/").content.decode()
    assert page.count('class="face slate"') > 10
    pictures = owner.get(f"{AGENTS}{planner_row.id}/change/").context["adminform"].form.fields["icon"].widget.pictures
    assert (pictures[0].label, pictures[0].icon) == ("As its role", "calendar")


@pytest.mark.parametrize("page", ["/admin/workspaces/grant/", "/admin/workspaces/apikey/"])
def test_lists_of_what_agents_have_are_sorted_by_the_names_that_are_shown(owner, in_home, page):
    with in_home():
        Agent.objects.filter(name="planner").update(display_name="Zoe")
        Agent.objects.filter(name="supervisor").update(display_name="Adam")
    order = {"o": "1"} if "grant" in page else {"o": str(1 + [*keys_columns(owner, page)].index("used_by"))}

    names = [row.agent.called for row in owner.get(page, order).context["cl"].result_list]
    assert names == sorted(names, key=str.lower) and names[0] == "Adam" and names[-1] == "Zoe"


def keys_columns(client, page):
    return [one for one in client.get(page).context["cl"].list_display if one != "action_checkbox"]


def test_an_agent_called_as_another_one_is_warned_about_and_saved(owner, planner_row, in_home):
    form = {"role": "planner", "is_active": "on", "display_name": "Kitchen helper"}
    owner.post(f"{AGENTS}add/", form | {"name": "cook"})
    page = owner.post(f"{AGENTS}add/", form | {"name": "baker"}, follow=True).content.decode()
    warning = "Another agent is called “Kitchen helper” too: cook."
    assert warning in page

    with in_home():
        baker = Agent.objects.get(name="baker")
    assert warning in html.unescape(page_of(owner, baker).content.decode())
    assert "Another agent is called" not in page_of(owner, planner_row).content.decode()
