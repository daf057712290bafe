"""The verdict on the admin's first page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import SetFact
from consent.models import Policy, Proposal
from conversations.models import Turn
from memories.drafts import FactDraft
from operations.models import JobRun, Schedule, WebhookEndpoint, Worker
from operations.models.job import JobState
from workspaces.actions.issue_key import rotate_key
from workspaces.models import Agent, Allowlist, ApiKey, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def running_server(settings, now):
    """A worker is there, mail is sent, and no backup is due."""
    Worker.see("host:1", now=now)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.BACKUP_DIR = ""
    settings.WORKER_GRACE_SECONDS = 0


def texts(client):
    return [finding.text for finding in client.get("/admin/").context["findings"]]


def test_all_is_well(owner):
    page = owner.get("/admin/").content.decode()

    assert texts(owner) == []
    assert "All is well" in page and "Needs attention" not in page


def test_a_worker_that_is_gone_needs_attention(owner):
    Worker.objects.all().delete()

    assert texts(owner) == ["No worker is running, so no job runs."]
    page = owner.get("/admin/").content.decode()
    assert "Needs attention" in page
    assert re.search(
        r'<pre[^>]*id="command-1">python manage.py qcluster</pre>\s*<button[^>]*data-copy="command-1"', page
    )


def test_what_only_waits_for_the_missing_worker_is_no_finding_of_its_own(owner, ask, say, in_home, now):
    ask("Lisbon")
    say("I live in Lisbon.")
    with in_home():
        Proposal.objects.update(created_at=now - timedelta(days=2), expires_at=now - timedelta(days=1))
        Turn.objects.update(due_at=now - timedelta(days=1))
    both = {"1 expired question is still open.", "1 message is not indexed after five minutes."}
    assert both <= set(texts(owner)) and "closed within minutes" in owner.get("/admin/").content.decode()

    Worker.objects.all().delete()
    assert not both & set(texts(owner))
    page = owner.get("/admin/").content.decode()
    assert "closed once a worker runs" in page and "within minutes" not in page


def test_without_a_worker_no_job_is_said_to_run(owner, superuser, home):
    superuser.post("/admin/workspace/", {"workspace": str(home.workspace_id)})
    Schedule.objects.update(next_run_at=timezone.now())
    Schedule.objects.filter(job="back_up").update(next_run_at=timezone.now() + timedelta(hours=3, minutes=5))
    running = superuser.get("/admin/jobs/").content.decode()
    Worker.objects.all().delete()
    page = superuser.get("/admin/jobs/").content.decode()

    assert "as soon as a worker runs" in page and "as soon as a worker runs" not in running
    assert "due in 3\xa0hours" in page
    assert "Jobs run by themselves" in running and "Jobs run by themselves" not in page
    assert ">Run now<" in running and ">Run now<" not in page
    for client in (owner, superuser):
        assert "python manage.py qcluster" in client.get("/admin/jobs/").content.decode()


def test_a_job_that_is_queued_without_a_worker_is_said_to_wait(act, superuser):
    schedule = Schedule.objects.get(job="expire_proposals").id
    Worker.objects.all().delete()

    assert (
        "Queued until a worker runs: Expire questions."
        in act("operations/schedule", "run_now", schedule, client=superuser).content.decode()
    )
    page = superuser.get(f"/admin/operations/schedule/{schedule}/change/").content.decode()
    assert "No worker is running, so no job runs." in page and ">Run now<" not in page


def test_charts_without_anything_say_so(owner, note):
    assert "No memory was added or changed in the last two weeks." in owner.get("/admin/").content.decode()
    note("Ana sings.")

    page = owner.get("/admin/").content.decode()
    assert "No memory was added" not in page and "Nobody searched in the last two weeks." in page


def test_a_worker_that_has_not_come_up_yet_is_starting(owner, settings):
    settings.WORKER_GRACE_SECONDS = 24 * 3600
    Worker.objects.all().delete()

    page = owner.get("/admin/").content.decode()
    assert texts(owner) == ["The server was just started, and its worker is starting."]
    assert "Nothing is broken" in page and "Needs attention" not in page
    assert "its worker is starting" in (jobs := owner.get("/admin/jobs/").content.decode())
    assert "No worker is running" not in jobs


def test_a_failed_job_needs_the_attention_of_its_workspace(owner, outsider, home):
    JobRun.objects.create(job="purge_chunks", workspace_id=home.workspace_id, state=JobState.DEAD)

    assert texts(owner) == ["1 job failed three times."]
    assert texts(outsider) == []


@pytest.fixture
def ask_bob(home, in_home, send):
    """A question about somebody without a login."""
    with in_home():
        bob = Person.objects.create(name="Bob")
    draft = FactDraft(person_id=bob.id, category="identity", key="city", value="Faro")

    return lambda at=None: send(SetFact(draft=draft), at=at)


def test_questions_that_nobody_can_answer_need_attention(owner, outsider, ask, ask_bob):
    ask("Lisbon")
    assert texts(owner) == []

    ask_bob()

    [text] = texts(owner)
    assert text.startswith("1 question waits for somebody who cannot sign in.")
    assert texts(outsider) == []


@pytest.fixture
def delegated(in_home):
    """A rule lets reviewers answer what is asked about a city."""
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)


def test_what_reviewers_can_answer_breaks_nothing_and_is_told_to_them(owner, login, ask_bob, delegated):
    ask_bob()
    page = owner.get("/admin/").content.decode()

    assert texts(owner) == texts(login(Role.REVIEWER)) == ["1 question waits for reviewers."]
    assert texts(login(Role.VIEWER)) == []
    assert "Nothing is broken" in page and 'href="/admin/consent/proposal/?answer=you"' in page


def test_questions_to_people_with_a_login_wait_for_reviewers_too(owner, login, ask, ask_bob, delegated):
    ask("Lisbon")
    ask_bob()
    ask("they/them", key="pronouns")

    reviewer = login(Role.REVIEWER)
    assert texts(reviewer) == ["2 questions wait for reviewers."]
    assert texts(owner) == ["1 question waits for reviewers."]  # the other is about herself
    assert [listed(client, answer="you") for client in (reviewer, owner)] == [2, 1]
    assert listed(owner, answer="reviewers") == 2 and listed(owner) == 3


def listed(client, **query):
    return client.get("/admin/consent/proposal/", query).context["cl"].result_count


def test_what_no_rule_lets_reviewers_answer_does_not_wait_for_them(login, ask):
    ask("Lisbon")

    assert texts(login(Role.REVIEWER)) == []


def test_questions_that_should_have_been_closed_need_attention(owner, ask, now):
    ask("Lisbon", at=now - timedelta(days=8))

    assert texts(owner) == ["1 expired question is still open."]


def test_a_webhook_that_was_switched_off_needs_attention(owner, in_home, now):
    with in_home():
        agent = Agent.objects.get(role="planner")
        WebhookEndpoint.objects.create(
            agent=agent, url="https://x.test", nonce="n", created_at=now, disabled_at=now, disabled_because="410"
        )

    assert texts(owner) == ["A webhook of planner was switched off: 410."]


def test_what_is_only_worth_a_look_breaks_nothing(owner, settings, in_home, now):
    Schedule.objects.get_or_create(job="measure", defaults={"every_seconds": 60, "next_run_at": now})
    Schedule.objects.filter(job="measure").update(is_paused=True)
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    with in_home():
        key, other = ApiKey.objects.order_by("created_at")[:2]
        ApiKey.objects.filter(id=key.id).update(expires_at=now + timedelta(days=2), last_used_at=now)
        ApiKey.objects.filter(id=other.id).update(last_used_at=now - timedelta(days=100))

    page = owner.get("/admin/").content.decode()
    assert len(texts(owner)) == 4 and "This server sends no email." in texts(owner)
    assert "EMAIL_URL=smtp" in page
    assert "Nothing is broken" in page and "All is well" not in page and "Needs attention" not in page


def test_a_rotated_key_is_told_until_the_new_one_is_used(owner, in_home, now):
    with in_home():
        old = ApiKey.objects.order_by("created_at")[0]
        ApiKey.objects.filter(id=old.id).update(last_used_at=now)
        row, _key = rotate_key(key=old, overlap=timedelta(hours=24), now=now)
        # Rows of a test are written in one transaction, at one time.
        ApiKey.objects.filter(id=row.id).update(created_at=now + timedelta(seconds=1))

    assert texts(owner) == ["1 rotated key is still in use: its agent has not used the new one yet."]
    with in_home():
        ApiKey.objects.filter(id=row.id).update(last_used_at=now)
    assert texts(owner) == []


def test_what_a_supervisor_files_where_no_role_reads_is_as_a_workspace_is_set_up(owner, note):
    note("The release is on Friday.")

    assert texts(owner) == []


def test_what_lies_where_no_role_reads_is_told_until_one_may(owner, in_home, note):
    note("The release is on Friday.", category="general", actor=Membership.objects.get(role=Role.OWNER).as_staff())
    with in_home():
        Allowlist.objects.filter(categories__contains=["general"]).delete()

    assert texts(owner) == ["1 memory lies in General, which agents of other roles than supervisor cannot read."]
    page = owner.get("/admin/categories/").content.decode()
    assert "agents of other roles than supervisor cannot read what is filed here" in page
    with in_home():
        Allowlist.objects.update_or_create(role="planner", defaults={"categories": ["general"]})
    assert texts(owner) == []


def test_it_counts_what_no_role_reads_as_the_page_of_categories_does(owner, in_home, note):
    note("The release is on Friday.", category="general")
    note("Ana grows figs.", key="figs", category="general", actor=Membership.objects.get(role=Role.OWNER).as_staff())
    with in_home():
        Allowlist.objects.filter(categories__contains=["general"]).delete()

    assert texts(owner) == ["2 memories lie in General, which agents of other roles than supervisor cannot read."]


@pytest.mark.parametrize("role", [Role.ADMIN, Role.REVIEWER, Role.VIEWER])
def test_every_role_sees_the_verdict(login, role):
    assert "All is well" in login(role).get("/admin/").content.decode()


def test_a_message_is_late_from_when_it_became_due(owner, in_home, say, now):
    say("I live in Lisbon.")
    with in_home():
        Turn.objects.update(created_at=now - timedelta(days=1), due_at=now - timedelta(minutes=1))
    assert texts(owner) == []

    with in_home():
        Turn.objects.update(due_at=None)
    assert texts(owner) == ["1 message is not indexed after five minutes."]


def test_a_workspace_without_anybody_is_told_to_add_a_person(owner, home, in_home):
    Membership.objects.filter(workspace_id=home.workspace_id).update(person_id=None)
    assert texts(owner) == []
    with in_home():
        Person.objects.all().delete()

    page = owner.get("/admin/").content.decode()
    assert texts(owner) == ["Nobody is remembered in this workspace yet."]
    assert "Nothing is broken" in page and 'href="/admin/workspaces/person/add/"' in page
    assert "Every memory is about a person." in owner.get("/admin/workspaces/person/").content.decode()
