"""Assistants with access: what each may see, what each read, and taking it back."""

import pytest

from consent.models import Policy
from memories.maintenance.record_setup import record_setup
from retrieval.models import RetrievalEvent
from workspaces.actions.create_agent import create_agent
from workspaces.models import Agent, Allowlist, Grant, Membership, Workspace

pytestmark = pytest.mark.django_db


@pytest.fixture
def planner_id(in_home, home):
    with in_home():
        return Agent.objects.get(role="planner").id


@pytest.fixture
def staff(in_home):
    with in_home():
        return Membership.objects.get(account__username="owner").as_staff()


def row_of(client, role="planner"):
    return next(row for row in client.get("/my-data/access").context["rows"] if row.agent.role == role)


def test_each_assistant_says_what_it_may_see(owner):
    planner, supervisor = row_of(owner), row_of(owner, "supervisor")

    assert planner.can_read and planner.can_write
    assert str(planner.privacy) == "nothing that is marked as confidential"
    assert "tasks" in planner.categories
    assert supervisor.categories is None and supervisor.hidden


def test_what_it_read_is_counted_and_leads_there(owner, looked_up, planner_id, in_home):
    looked_up("When?")
    with in_home():
        RetrievalEvent.objects.update(agent_id=planner_id)

    assert row_of(owner).reads == 1
    page = owner.get("/my-data/access").content.decode()
    assert f'href="/activity?who=agent:planner&amp;agent={planner_id}"' in page


def test_that_of_another_assistant_of_its_role_is_not_among_it(owner, looked_up, planner_id, in_home):
    looked_up("When?")
    with in_home():
        second = create_agent(name="second planner", role="planner", workspace=Workspace.objects.get())
        RetrievalEvent.objects.update(agent_id=second.id)
    looked_up("Where?")
    with in_home():
        RetrievalEvent.objects.filter(query="Where?").update(agent_id=planner_id)

    [reading] = owner.get("/activity", {"who": "agent:planner", "agent": planner_id}).context["rows"]

    assert reading.event.query == "Where?"
    assert len(owner.get("/activity", {"agent": "x"}).context["rows"]) == 2


def test_taken_back_it_has_nothing_and_can_be_given_back(owner, planner_id):
    owner.post(f"/my-data/access/{planner_id}")
    assert row_of(owner).is_refused and not row_of(owner).has_any

    owner.post(f"/my-data/access/{planner_id}", {"give": "1"})
    assert row_of(owner).can_read


def test_only_my_own_access_is_taken_back(owner, colleague, planner_id):
    owner.post(f"/my-data/access/{planner_id}")

    assert row_of(colleague).can_read


def test_another_workspaces_agent_is_not_found(outsider, planner_id):
    assert outsider.post(f"/my-data/access/{planner_id}").status_code == 404


def test_what_is_stored_does_not_change_what_one_may_see(owner, note):
    before = [row.subjects for row in owner.get("/my-data/access").context["rows"]]
    note(category="goals")

    assert [row.subjects for row in owner.get("/my-data/access").context["rows"]] == before


def test_it_names_what_each_may_see_and_what_not(owner):
    supervisor, planner = row_of(owner, "supervisor"), row_of(owner)
    page = owner.get("/my-data/access").content.decode()

    assert page.count("It may see everything except these subjects") == 1
    assert page.index("May not see") < page.index("It may see everything except these subjects")
    assert "Goals" in supervisor.subjects and "Needs and limits" in supervisor.left_out
    assert "Goals" in planner.subjects and "Profile" in planner.left_out


def test_it_names_each_subject_that_a_memory_may_be_filed_under_once(owner):
    form = owner.get("/memories/new").context["form"]
    subjects = {str(label).partition(" (")[0] for _name, label in form.fields["category"].choices}

    for row in owner.get("/my-data/access").context["rows"]:
        assert {*row.subjects, *row.left_out} == subjects and not {*row.subjects} & {*row.left_out}


def test_closed_it_says_that_everything_may_be_seen_or_that_conversations_may_not(owner, in_home):
    with in_home():
        Allowlist.objects.exclude(role="supervisor").exclude(role="planner").delete()
        for role in ("supervisor", "planner"):
            Allowlist.objects.update_or_create(role=role, defaults={"categories": ["tasks"]})

    page = owner.get("/my-data/access").content.decode()

    assert "<span>Tasks</span>" in page
    assert page.count("<span>No conversations</span>") == page.count("panel unfold") - 2
    assert str(row_of(owner, "supervisor").privacy).startswith("everything but")


def test_removing_access_can_be_undone_at_once(owner, planner_id):
    page = owner.post(f"/my-data/access/{planner_id}", follow=True).content.decode()

    assert page.count("Your planner assistant no longer finds anything about you.") == 1 and ">Undo</button>" in page
    assert "no longer finds anything about you" not in owner.get("/my-data/access").content.decode()


def test_it_tells_what_needs_approval_and_the_workspace_s_own_rules(owner, in_home):
    before = owner.get("/my-data/access").context["approval"]
    with in_home():
        Policy.objects.create(fact_key="diet", outcome="consent")
        Policy.objects.create(fact_key="divorce_of_bruno", outcome="consent")
    after = owner.get("/my-data/access").context["approval"]

    assert "city" in before.must_ask and "diet" in before.may_save and not before.rules
    assert "diet" in after.must_ask and "diet" not in after.may_save
    assert [(what, str(happens)) for what, happens in after.rules] == [("Field “diet”", "assistants ask you first")]
    assert after.others == 1


def test_ones_own_rules_stand_there_and_can_be_removed(owner, colleague, ask):
    proposal_id = ask("Lisbon")
    shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash
    owner.post(f"/proposals/{proposal_id}/approve", {"shown_hash": shown, "next_time": "1"})

    (own,) = owner.get("/my-data/access").context["rules"]
    assert own.text == "Your supervisor assistant can always remember: City"
    assert colleague.get("/my-data/access").context["rules"] == []
    assert 'href="/my-data/access#rules"' in owner.get("/decisions").content.decode()

    page = owner.post(f"/decisions/rules/{own.rule.id}", follow=True)
    assert page.redirect_chain == [("/my-data/access#rules", 302)] and page.context["rules"] == []
    assert "Rule removed." in page.content.decode()


def test_each_assistant_opens_by_its_name_and_says_its_access_before(owner, planner_id):
    page = owner.get("/my-data/access").content.decode()
    assert page.count('<details class="panel unfold">') == 1 + len(owner.get("/my-data/access").context["rows"])
    planner = row_of(owner)
    told = f"{', '.join(planner.subjects[:3])} and {len(planner.subjects) - 3} more"
    assert f"<span>Read and write</span> <span>{told}</span>" in page and "Everything but" not in page

    owner.post(f"/my-data/access/{planner_id}")
    assert '<details class="panel unfold" open>' in owner.get("/my-data/access").content.decode()


def test_one_that_may_see_no_subject_says_so(owner, planner_id, in_home):
    with in_home():
        Allowlist.objects.filter(role="planner").update(categories=[])
    assert "<span>Read and write</span> <span>No subject</span>" in owner.get("/my-data/access").content.decode()


def test_the_latest_changes_tell_of_ones_own_rules(owner, planner_id):
    owner.post("/my-data/rules", {"outcome": "never", "field": "city", "agent": ""})
    (latest, *_others) = owner.get("/my-data/access").context["changes"]
    assert latest.text == "No assistant can ever remember: City"


def test_it_takes_fourteen_queries(owner, table_reads):
    # Session, account, memberships; grants, reads, allowlists, subjects, exclusions, agents, the names of all, rules,
    # the latest changes, the count.
    assert table_reads(lambda: owner.get("/my-data/access")) == 14


@pytest.mark.parametrize(("what", "is_told"), [("apikey", True), ("agent", True), ("webhookendpoint", False)])
def test_the_latest_changes_tell_what_was_done_to_which_assistant(
    owner, planner_id, person, now, in_home, what, is_told
):
    with in_home():
        record_setup(
            what=what, done="added", details={"id": str(planner_id), "agent_id": str(planner_id)}, actor=person, now=now
        )

    changes = owner.get("/my-data/access").context["changes"]

    told = [(entry.sentence, entry.text) for entry in changes]
    sentences = {"apikey": "You issued a key for an assistant.", "agent": "You added an assistant."}
    assert ((sentences.get(what), "Your planner assistant") in told) == is_told
    assert not [sentence for sentence, _ in told if "did this" in sentence]


@pytest.mark.parametrize(("what", "role"), [("membership", "reviewer"), ("invitation", "owner")])
def test_logins_of_staff_are_no_change_of_who_reads_about_a_person(owner, staff, now, in_home, what, role):
    with in_home():
        record_setup(what=what, done="added", details={"role": role}, actor=staff, now=now)

    assert not owner.get("/my-data/access").context["changes"]


def test_one_without_access_says_so(owner, planner_id, in_home):
    with in_home():
        Grant.objects.filter(agent_id=planner_id).delete()

    assert str(row_of(owner).access) == "no access"


def test_access_to_everybody_is_told_by_the_timeline_too_where_it_is_asked_for(owner, planner_id, staff, now, in_home):
    with in_home():
        record_setup(what="grant", done="added", details={"agent_id": str(planner_id)}, actor=staff, now=now)
        record_setup(what="membership", done="added", details={"role": "owner"}, actor=staff, now=now)

    page = owner.get("/timeline", {"event": "ACCESS"})
    told = [entry.sentence for entry in page.context["entries"]]

    assert told == ["Your admin gave an assistant access to your memories."]
    assert told == [entry.sentence for entry in owner.get("/my-data/access").context["changes"]]
