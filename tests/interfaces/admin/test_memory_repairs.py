"""On a memory's page: what is wrong is marked, merges and links are undone, by those who may."""

from datetime import timedelta

import pytest

from consent.changes import LinkMemories, MergeMemories, RejectMemory, WriteMemory
from consent.models import Policy
from memories.drafts import MemoryDraft
from memories.models import History, Memory, Merge, Relation
from memories.models.choices import Event, MergeBand
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
MEMORIES = "/admin/memories/memory/"


@pytest.fixture
def delegated(in_home):
    """All that is said of profiles is for reviewers to judge."""
    with in_home():
        Policy.objects.create(priority=1, outcome="apply", delegates_to_reviewers=True)


@pytest.fixture
def stored(in_home):
    def _stored(memory_id):
        with in_home():
            return Memory.objects.get(id=memory_id)

    return _stored


def page_of(client, memory_id):
    return client.get(f"{MEMORIES}{memory_id}/change/").content.decode()


def press(client, memory_id, verb):
    return client.post(f"{MEMORIES}{memory_id}/{verb}/", follow=True)


@pytest.mark.parametrize("role", [Role.ADMIN, Role.REVIEWER])
def test_a_reviewer_marks_a_memory_as_wrong_and_takes_it_back(login, note, delegated, stored, role):
    memory_id, client = note(), login(role)
    assert "Mark as wrong" in page_of(client, memory_id)

    page = press(client, memory_id, "reject").content.decode()
    assert f"the-{role} marked this as wrong. Agents do not find it." in page and "Mark as correct" in page
    assert stored(memory_id).validation_status == "rejected"

    page = press(client, memory_id, "readmit").content.decode()
    assert "Agents can find it again" in page
    assert stored(memory_id).validation_status != "rejected"


def test_a_version_that_a_reviewer_marked_as_wrong_says_who(login, note, delegated, send, person, now):
    memory_id = note("Ana climbs on Mondays.", key="a")
    press(login(Role.REVIEWER), memory_id, "reject")
    note("Ana swims.", key="a", at=now + timedelta(minutes=1))
    assert "It cannot be restored: the-reviewer marked this as wrong." in page_of(login(Role.ADMIN), memory_id)


def test_a_version_that_the_person_said_is_wrong_says_so(login, note, delegated, send, person, now):
    memory_id = note("Ana climbs on Mondays.", key="a")
    send(RejectMemory(memory_id=memory_id), actor=person)
    note("Ana swims.", key="a", at=now + timedelta(minutes=1))
    page = page_of(login(Role.ADMIN), memory_id)
    assert "It cannot be restored: the person said that this is wrong." in page


def test_the_person_is_told_that_staff_marked_it(owner, login, note, delegated):
    memory_id = note("Ana climbs on Mondays.", key="a")
    press(login(Role.REVIEWER), memory_id, "reject")
    page = owner.get(f"/memories/{memory_id}").content.decode()
    standing = page.partition('<p class="standing" role="status">Marked as wrong.')[2].partition("</p>")[0]
    assert standing.endswith("Your admin marked this as wrong.")


def test_an_agent_is_told_that_staff_marked_it(login, home, note, delegated, send):
    press(login(Role.REVIEWER), note("Ana climbs on Mondays.", key="a"), "reject")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="a", content="Ana climbs on Mondays.")
    assert send(WriteMemory(draft=draft)).detail == "Staff marked this as wrong."


def test_what_the_person_said_is_wrong_only_they_take_back(login, note, delegated, send, person, stored):
    memory_id, client = note(), login(Role.REVIEWER)
    send(RejectMemory(memory_id=memory_id), actor=person)

    page = page_of(client, memory_id)
    press(client, memory_id, "readmit")

    assert "only the person can change that" in page and ">Mark as correct<" not in page
    assert stored(memory_id).validation_status == "rejected"


def test_without_a_policy_no_reviewer_judges(login, note, stored):
    memory_id, client = note(), login(Role.REVIEWER)
    assert "Mark as wrong" not in page_of(client, memory_id)

    press(client, memory_id, "reject")

    assert stored(memory_id).validation_status != "rejected"


def test_a_policy_about_something_else_offers_nothing(login, note, in_home):
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)

    assert "Mark as wrong" not in page_of(login(Role.OWNER), note())


@pytest.mark.parametrize("verb", ["reject", "readmit", "unmerge", "forget"])
def test_a_viewer_changes_nothing(login, note, delegated, verb):
    assert press(login(Role.VIEWER), note(), verb).status_code == 403


def test_a_reviewer_marks_several_in_the_list(login, act, note, delegated, stored):
    memory_id = note()

    act("memories/memory", "reject", memory_id, client=login(Role.REVIEWER))

    assert stored(memory_id).validation_status == "rejected"


@pytest.fixture
def merged(note, send, stored):
    """Two notes that say the same, of which the first stands for both."""
    first, second = note("Ana climbs on Mondays.", key="a"), note("Ana climbs on Mondays.", key="b")
    change_id = stored(second).change_id
    finding = {"band": MergeBand.AUTO, "cosine": 1.0}
    send(MergeMemories(memory_id=first, absorbed_id=second, absorbed_change_id=change_id, **finding))
    return first, second


def test_the_history_of_both_names_the_other_and_leads_there(owner, merged):
    kept, absorbed = merged
    link = '<span>Merged {how} <a href="/admin/memories/memory/{other}/change/">“Ana climbs on Mondays.”</a></span>'
    assert link.format(how="with", other=absorbed) in page_of(owner, kept)
    assert link.format(how="into", other=kept) in page_of(owner, absorbed)


def test_the_entry_of_a_merge_leads_to_the_other_memory(owner, merged, in_home):
    kept, absorbed = merged
    with in_home():
        entry = History.objects.get(memory_id=kept, event=Event.MERGE).id
    page = owner.get(f"/admin/memories/history/{entry}/change/").content.decode()
    assert (
        f'<p>Merged with <a href="/admin/memories/memory/{absorbed}/change/">“Ana climbs on Mondays.”</a></p>' in page
    )


def test_an_owner_undoes_a_merge(owner, merged, in_home):
    kept, absorbed = merged
    assert "It also replaces these" in page_of(owner, kept)
    assert "Merged into another memory" in page_of(owner, absorbed)

    page = press(owner, kept, "unmerge").content.decode()

    assert "The merge was undone" in page
    with in_home():
        assert not Merge.objects.active().exists()


def test_an_owner_removes_a_link_and_comes_back_to_the_memory(owner, note, send, in_home):
    first, second = note("Ana climbs.", key="a"), note("Rita climbs.", key="b")
    send(LinkMemories(memory_id=first, to_id=second))
    with in_home():
        link = Relation.objects.get()
    assert "Remove the link to Rita climbs." in page_of(owner, first)

    answer = owner.post(f"{MEMORIES}link/{link.id}/remove/", {"memory": str(second)}, follow=True)

    assert answer.redirect_chain[-1][0] == f"{MEMORIES}{second}/change/"
    assert "The link was removed." in answer.content.decode()
    with in_home():
        assert not Relation.objects.exists()


def test_a_link_says_who_set_it_as_the_history_does(owner, note, send):
    first, second = note("Ana climbs.", key="a"), note("Rita climbs.", key="b")
    send(LinkMemories(memory_id=first, to_id=second))

    for memory_id in (first, second):
        page = page_of(owner, memory_id)
        assert "Set by supervisor" in page and "Set by its writer" not in page


def test_nobody_removes_a_link_of_another_workspace(outsider, note, send, in_home):
    first, second = note("Ana climbs.", key="a"), note("Rita climbs.", key="b")
    send(LinkMemories(memory_id=first, to_id=second))
    with in_home():
        link = Relation.objects.get()

    outsider.post(f"{MEMORIES}link/{link.id}/remove/")

    with in_home():
        assert Relation.objects.filter(id=link.id).exists()


def test_whoever_it_is_about_judges_it_there_as_the_person(owner, login, note, stored, in_home):
    memory_id = note()
    assert "This is about you" in page_of(owner, memory_id)
    assert "This is about you" not in page_of(login(Role.ADMIN), memory_id)

    owner.post(f"{MEMORIES}{memory_id}/reject/")
    assert stored(memory_id).validation_status == "rejected"
    with in_home():
        assert History.objects.filter(memory_id=memory_id).latest("created_at").actor_kind == "person"
    assert "You marked this as wrong." in page_of(owner, memory_id)

    owner.post(f"{MEMORIES}{memory_id}/readmit/")
    assert stored(memory_id).validation_status != "rejected"
