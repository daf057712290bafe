"""The history in the admin: each row in words."""

import re
from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
import yaml
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from consent.changes import ForgetMemory, LinkMemories, RestoreMemory, UnlinkMemories, WriteMemory
from consent.changes.category import ChangeCategory
from consent.models import Policy
from consent.proposals.decide import approve_proposal, reject_proposal
from interfaces.admin.activity.history_search import MOST_SENTENCES
from interfaces.admin.history.sentences import sentence_of
from interfaces.admin.history.subjects import Names
from interfaces.admin.texts.wording import category_label
from memories.drafts import MemoryDraft
from memories.maintenance.link_neighbours import link_neighbours
from memories.maintenance.person import record_erasure, record_export
from memories.maintenance.record_setup import record_row, record_setup
from memories.models import AuditSeal, History, Memory, SealEntry
from memories.models.choices import DetectedBy, Event
from workspaces.category_config import dump
from workspaces.models import Account, Agent, ApiKey, Grant, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
LIST = "/admin/memories/history/"


@pytest.fixture
def staff(home):
    membership = Membership.objects.get(workspace_id=home.workspace_id, account__username="owner")
    return membership.as_staff()


@pytest.fixture
def sentences(owner):
    """What the list says of each row, the latest first."""

    def _sentences():
        cells = re.findall(r"field-what[^>]*>(.*?)</td>", owner.get(LIST).content.decode(), re.DOTALL)
        return [" ".join(strip_tags(cell).split()) for cell in cells]

    return _sentences


def test_keys_logins_roles_and_webhooks_are_named(owner, staff, sentences, home, in_home, now):
    with in_home():
        key = ApiKey.objects.get(agent__role="planner")
        grant = Grant.objects.filter(agent=key.agent, person=None).first()
        rows = [(key, "revoked"), (grant, "changed"), (Account.objects.get(username="owner"), "added")]
        rows += [(Membership.objects.get(account__username="owner", workspace_id=home.workspace_id), "changed")]
        for row, done in rows:
            record_row(row=row, done=done, actor=staff, now=now)

    told = sentences()

    assert f"Key {key.beginning}… of planner revoked" in told
    assert {"Login owner added", "Role of owner changed", "Access of planner to everyone changed"} <= {*told}


def test_what_was_done_to_the_rules_is_told_rule_by_rule(owner, sentences):
    page = "/admin/policies/yaml/"
    owner.post(page, {"policies": "policies:\n- {fact_key: city, outcome: apply}\n", "save": "1"})
    assert "Rule added (Field “city”: Store at once)" in sentences()

    owner.post(page, {"policies": "policies: []", "save": "1"})
    assert "Rule removed (Field “city”: Store at once)" in sentences()


@pytest.mark.parametrize(("words", "is_found"), [("climbs", True), ("Ana", True), ("general", True), ("zebra", False)])
def test_it_is_searched_by_text_person_and_category(owner, note, words, is_found):
    note("She climbs.")

    page = owner.get(LIST, {"q": words}).content.decode()

    assert ("Memory added" in page) == is_found


def test_it_is_searched_by_the_text_that_was_replaced(owner, note):
    for text in ("Ana bakes a cake.", "Ana bakes a cake with orange zest.", "Ana bakes a cake."):
        note(text, key="cake")

    page = owner.get(LIST, {"q": "orange zest"}).content.decode()

    assert len(re.findall(r"field-what[^>]*>\s*(?:<[^>]*>\s*)*Memory changed", page)) == 2


def test_a_link_says_to_what(sentences, note, send):
    first, second = note("Ana climbs.", key="a"), note("Rita climbs.", key="b")
    relation_id = send(LinkMemories(memory_id=first, to_id=second)).relation_id
    assert "Linked to “Rita climbs.”" in sentences()

    send(UnlinkMemories(relation_id=relation_id))
    assert "Link to “Rita climbs.” removed" in sentences()


def test_a_link_says_what_the_other_memory_said_then(sentences, note, send, now):
    first, second = note("Ana climbs.", key="a"), note("Ana grows tomatoes.", key="b")
    send(LinkMemories(memory_id=first, to_id=second))
    note("Ana grows peppers.", key="b", at=now + timedelta(minutes=1))

    assert "Linked to “Ana grows tomatoes.”" in sentences()


def test_links_that_the_server_found_are_counted(in_home):
    with in_home():
        row = History(event=Event.LINK, meta={"by": DetectedBy.SIMILARITY, "count": 3})
        assert sentence_of(row, Names.of([row])) == "Links found by the server: 3 (Similar meaning)"


def test_links_that_the_server_found_are_named(sentences, note, home, now):
    note("Ana drinks green tea in the morning.", key="a")
    note("In the morning Ana drinks a cup of green tea.", key="b")
    link_neighbours(workspace_id=home.workspace_id, now=now)

    [told] = [text for text in sentences() if text.startswith("Links found")]
    assert re.fullmatch(r"Links found by the server: 1 \(Similar meaning\): “.*green tea.*”", told)


def test_erasures_and_exports_say_of_whom(staff, sentences, home, in_home, now):
    with in_home():
        record_erasure(person_id=uuid4(), meta={"tombstone": "t"}, actor=staff, now=now)
        record_export(person_id=home.user_id, rows=3, actor=staff, now=now)
        record_export(person_id=None, rows=3, actor=staff, now=now)

    assert {"Everything of a person erased", "Data of a person exported", "Workspace exported"} <= {*sentences()}


def test_what_is_gone_is_told_as_gone(staff, sentences, in_home, now):
    details = {"id": str(uuid4()), "agent_id": str(uuid4())}
    with in_home():
        record_setup(what="apikey", done="revoked", details=details, actor=staff, now=now)
        record_setup(what="account", done="deleted", details={"id": str(uuid4())}, actor=staff, now=now)

    assert {"A key that is gone, of an agent that is gone, revoked", "A login that is gone removed"} <= {*sentences()}


def test_a_rotation_is_told_as_one(owner, sentences, in_home):
    with in_home():
        key = ApiKey.objects.get(agent__role="planner")
    owner.post(f"/admin/workspaces/apikey/{key.id}/rotate/", {"overlap": "1h"})

    assert f"Key {key.beginning}… of planner rotated" in sentences()


def test_an_entry_begins_with_its_sentence_and_folds_its_fields(owner, staff, in_home, now):
    with in_home():
        record_row(row=Agent.objects.get(role="planner"), done="added", actor=staff, now=now)
        row = History.objects.get(meta__what="agent", meta__done="added")
    page = owner.get(f"{LIST}{row.id}/change/").content.decode()

    assert '<h2 id="entry">Agent planner added</h2>' in page and "All fields" in page


def test_the_timeline_of_a_person_uses_the_same_words(owner, staff, home, in_home, now):
    with in_home():
        record_row(row=Person.objects.get(id=home.user_id), done="added", actor=staff, now=now)
    response = owner.get(f"/admin/workspaces/person/{home.user_id}/")

    assert "Person Ana added" in [row.what for row in response.context["happenings"]]


@pytest.mark.parametrize("path", ["memories/memory", "workspaces/agent", "workspaces/apikey"])
def test_a_row_that_is_gone_is_not_found(owner, path):
    assert owner.get(f"/admin/{path}/{uuid4()}/change/").status_code == 404


def test_saving_a_form_as_it_is_records_nothing(owner, in_home):
    with in_home():
        agent, before = Agent.objects.get(role="planner"), History.objects.count()
    form = {"name": agent.name, "role": agent.role, "is_active": "on", "icon": agent.icon, "colour": agent.colour}

    page = owner.post(f"/admin/workspaces/agent/{agent.id}/change/", form, follow=True).content.decode()

    assert "Nothing was changed." in page
    with in_home():
        assert History.objects.count() == before


def found(client, words):
    return client.get(LIST, {"q": words}).context["cl"].result_list


def test_what_was_done_is_found_by_its_words(owner, staff, in_home, now):
    with in_home():
        key = ApiKey.objects.get(agent__role="planner")
        record_row(row=key, done="revoked", actor=staff, now=now)
        record_row(row=Person.objects.get(), done="changed", actor=staff, now=now)

    for words in ("revoked", "keys", "planner revoked", "owner key"):
        assert [row.meta["what"] for row in found(owner, words)] == ["apikey"], words
    assert [row.meta["what"] for row in found(owner, "Ana changed")] == ["person"]
    assert not found(owner, "planner changed")


@pytest.mark.parametrize("word", ["policy", "policies", "rule"])
def test_rules_are_found_by_either_name(owner, in_home, staff, now, word):
    with in_home():
        row = Policy.objects.create(fact_category="identity", fact_key="city", outcome="consent")
        record_row(row=row, done="added", actor=staff, now=now)

    assert [row.meta["what"] for row in found(owner, word)] == ["policy"]


def test_words_of_a_memory_and_its_agent_find_its_entries(owner, note):
    note("The release is on Friday.", key="release")
    note("Ana sings.", key="song")

    assert len(found(owner, "release Friday")) == 1
    assert len(found(owner, "supervisor added")) == 2


def test_a_search_without_a_result_says_what_to_do(owner):
    page = owner.get(LIST, {"q": "zzz"}).content.decode()

    assert "Search finds what was done" in page and "No entry has this word." in page
    assert "No entry has all these words." in owner.get(LIST, {"q": "zzz yyy"}).content.decode()


def test_a_seal_and_its_entries_tell_themselves_in_words(owner, one_of_each, in_home):
    with in_home():
        seal, entry = AuditSeal.objects.get(), SealEntry.objects.filter(history__memory_id=None).first()
    page = owner.get(f"/admin/memories/auditseal/{seal.id}/change/").content.decode()
    row = owner.get(f"/admin/memories/sealentry/{entry.id}/change/").content.decode()

    assert "Seal 1" in page and "entries of the history" in page
    for shown in (row, owner.get("/admin/memories/sealentry/").content.decode()):
        assert "Question refused" in shown and " None" not in strip_tags(shown.partition("<main")[2])


def texts_of(client):
    """What the list says of the memory of each row, the latest first."""
    cells = re.findall(r"field-text[^>]*>(.*?)</td>", client.get(LIST).content.decode(), re.DOTALL)
    return [" ".join(strip_tags(cell).split()) for cell in cells]


def test_each_row_shows_the_text_of_its_time(owner, note, ask, person, now):
    note("Ana sings in a choir.", key="choir")
    note("Ana plays the piano.", key="choir")
    refused = ask("Lisbon")
    reject_proposal(proposal_id=refused, actor=person, now=now)

    texts = texts_of(owner)
    both = "Ana sings in a choir. → Ana plays the piano."
    assert texts[:3] == ["City", both, "Ana sings in a choir."]


def entry_page(client, in_home, **which):
    with in_home():
        row = History.objects.filter(**which).latest("created_at")
    page = client.get(f"{LIST}{row.id}/change/").content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_an_entrys_page_says_what_the_memory_said(owner, note, in_home):
    note("Ana sings in a choir.")

    assert "Ana sings in a choir." in entry_page(owner, in_home, event=Event.ADD)


def test_an_entrys_page_says_what_was_changed(owner, home, in_home):
    account = Account.objects.create_user("carla")
    Membership.objects.create(account=account, workspace_id=home.workspace_id)
    page = f"/admin/workspaces/account/{account.id}/change/"
    owner.post(page, {"username": "carla", "time_zone": "UTC", "is_active": "on", "email": "c@example.org"})

    assert "What was changed Email address" in entry_page(owner, in_home, meta__what="account")


def test_of_the_categories_it_names_those_that_were_changed(owner, in_home):
    with in_home():
        before = dump()
    after = before.replace("name: goals\n    context: rag", "name: goals\n    context: all", 1)
    after = yaml.safe_load(after)
    after["allowlists"]["planner"].append("tone")
    owner.post("/admin/categories/yaml/", {"config": yaml.safe_dump(after), "save": "1"})

    told = entry_page(owner, in_home, meta__what="categories")
    assert "Category Goals changed, when agents get it: If it fits the question → Always; Category Tone" in told
    assert "Category Tone changed, read and written by: Stylist → Planner, Stylist" in told
    assert "Roles that read and write Tone Stylist Planner, Stylist" in told


def test_an_entry_that_came_from_a_question_leads_to_it(owner, ask, note, person, now, in_home):
    question = ask("Lisbon")
    approve_proposal(proposal_id=question, actor=person, now=now)
    note()
    with in_home():
        entries = {row.decision_id is not None: row.id for row in History.objects.filter(event="ADD")}
    link = f'href="/admin/consent/proposal/{question}/change/">Open the question</a>'

    assert link in owner.get(f"{LIST}{entries[True]}/change/").content.decode()
    assert "Open the question" not in owner.get(f"{LIST}{entries[False]}/change/").content.decode()


def test_what_the_person_calls_still_true_is_told_and_found(owner, sentences, note):
    ground = note("Ana swims on Mondays.", key="a")
    resting = note("Ana likes water.", key="b", derived_from=(ground,))
    note("Ana swims on Fridays.", key="a")
    owner.post(f"/memories/{resting}/keep")

    assert sentences()[0] == "Memory said to be still true"
    assert "Memory said to be still true" in owner.get(LIST, {"q": "still true"}).content.decode()


def test_a_changed_rule_is_told_with_what_it_said_before(owner, sentences, in_home):
    page = "/admin/policies/yaml/"
    for outcome in ("apply", "consent, delegates_to_reviewers: true"):
        owner.post(page, {"policies": f"policies:\n- {{fact_key: city, outcome: {outcome}}}\n", "save": "1"})

    before, after = "Field “city”: Store at once", "Field “city”: Ask the person, reviewers may answer"
    assert f"Rule changed ({before} → {after})" in sentences()
    assert f"Rule {before} {after}" in entry_page(owner, in_home, meta__what="policies")


def test_other_names_of_fields_are_told_one_by_one(owner, sentences, in_home):
    page, texts = "/admin/policies/yaml/", ("{kommune: identity.city}", "{kommune: identity.hometown}", "{}")
    for aliases in texts:
        owner.post(page, {"policies": f"aliases: {aliases}\n", "save": "1"})

    removed, changed, added = sentences()[:3]
    assert added == "Other name “kommune” → city added"
    assert changed.startswith("Other name “kommune” changed (city → ")
    assert removed.startswith("Other name “kommune” → ") and removed.endswith(" removed")
    assert "Other name “kommune” " in entry_page(owner, in_home, meta__what="policies")
    for word in ("kommune", "alias"):
        assert [row.meta["what"] for row in found(owner, word)] == ["policies"] * 3


def test_the_column_of_an_entry_about_the_rules_names_them(owner):
    owner.post("/admin/policies/yaml/", {"policies": "policies:\n- {fact_key: city, outcome: apply}\n", "save": "1"})

    assert texts_of(owner)[0] == "Rules"


def test_undoing_a_merge_is_told_of_both(owner, sentences, note, in_home):
    kept, other = note("Ana climbs on Mondays.", key="a"), note("Ana goes climbing every Monday.", key="b")
    with in_home():
        changes = dict(Memory.objects.values_list("id", "change_id"))
    seen = {"change_id": changes[kept], "other_change_id": changes[other], "says": "this"}
    owner.post(f"/admin/memories/memory/{kept}/merge/?other={other}", seen)
    assert {*sentences()[:2]} == {
        "Merged with “Ana goes climbing every Monday.”",
        "Merged into “Ana climbs on Mondays.”",
    }
    owner.post(f"/admin/memories/memory/{kept}/unmerge/")

    assert {*sentences()[:2]} == {
        "Merge with “Ana goes climbing every Monday.” undone",
        "Merge with “Ana climbs on Mondays.” undone",
    }
    assert "Memory restored" not in sentences()
    assert len(found(owner, "merge undone")) == 2


def test_what_goes_along_with_what_it_was_merged_into_says_so(owner, sentences, note, send, person, in_home):
    kept, other = note("Ana climbs on Mondays.", key="a"), note("Ana goes climbing every Monday.", key="b")
    with in_home():
        changes = dict(Memory.objects.values_list("id", "change_id"))
    seen = {"change_id": changes[kept], "other_change_id": changes[other], "says": "this"}
    owner.post(f"/admin/memories/memory/{kept}/merge/?other={other}", seen)
    for change, done in ((ForgetMemory, "forgotten"), (RestoreMemory, "restored")):
        send(change(memory_id=kept), actor=person)
        along = f"Memory {done} along with the one that it was merged into"
        assert {f"Memory {done}", along} <= {*sentences()}


def test_that_reviewers_may_answer_now_is_a_change_of_the_rule(owner, sentences):
    page = "/admin/policies/yaml/"
    for more in ("", ", delegates_to_reviewers: true"):
        owner.post(page, {"policies": f"policies:\n- {{fact_key: city, outcome: consent{more}}}\n", "save": "1"})

    assert any(text.startswith("Rule changed (Field “city”: Ask the person → ") for text in sentences())


def test_a_changed_role_is_told_with_the_one_before(owner, login, sentences, in_home):
    login(Role.REVIEWER, username="carla")
    row = Membership.objects.get(account__username="carla")
    owner.post(f"/admin/workspaces/membership/{row.id}/change/", {"role": "admin"})

    assert "Role of carla changed: Reviewer → Admin" in sentences()
    assert "Role Reviewer Admin" in entry_page(owner, in_home, meta__what="membership")


def test_a_changed_agent_shows_each_setting_before_and_after(owner, in_home):
    with in_home():
        agent = Agent.objects.get(role="planner")
    form = {"name": agent.name, "role": "executor", "is_active": "on", "icon": agent.icon, "colour": agent.colour}
    owner.post(f"/admin/workspaces/agent/{agent.id}/change/", form)

    assert "Role Planner Executor" in entry_page(owner, in_home, meta__what="agent")


@pytest.fixture
def doings(owner, login, in_home, home, staff, now):
    """Something of each kind, done to the setup; by its `what`."""
    for text in ("policies:\n- {fact_key: city, outcome: apply}\n", "policies: []"):
        owner.post("/admin/policies/yaml/", {"policies": text, "save": "1"})
    login(Role.REVIEWER, username="carla")
    row = Membership.objects.get(account__username="carla")
    with in_home():
        record_row(row=row, done="added", actor=staff, now=now)
        record_row(row=row, done="deleted", actor=staff, now=now)
        record_row(row=Grant.objects.first(), done="added", actor=staff, now=now)
        record_setup(what="categories", done="changed", details={}, actor=staff, now=now)


@pytest.mark.parametrize(
    ("word", "whats"),
    [
        ("policy", {"policies"}),
        ("city", {"policies"}),
        ("grant", {"grant"}),
        ("access", {"grant"}),
        ("removed", {"policies", "membership"}),
        ("category", {"categories"}),
        ("categories", {"categories"}),
        ("login", {"membership"}),
    ],
)
def test_the_words_that_staff_think_of_find_it(owner, doings, word, whats):
    assert {row.meta["what"] for row in found(owner, word)} == whats


def test_every_word_of_a_sentence_finds_its_entry(owner, doings, note, send):
    note("Ana climbs.")
    rows = list(owner.get(LIST).context["cl"].result_list)
    said = [(row.id, word.strip("“”():,")) for row in rows for word in row.sentence_of_row.split()]
    words = [(row_id, word) for row_id, word in said if len(word) > 3]

    missed = [word for row_id, word in words if row_id not in {row.id for row in found(owner, word)}]
    assert missed == []


def test_an_answer_leads_to_its_question(owner, ask, person, now, in_home):
    question = ask("Lisbon")
    reject_proposal(proposal_id=question, actor=person, now=now)
    with in_home():
        row = History.objects.get(event=Event.CONSENT)

    page = owner.get(f"{LIST}{row.id}/change/").content.decode()
    assert f'href="/admin/consent/proposal/{question}/change/">Open the question</a>' in page


@pytest.mark.parametrize(
    "words", ["reviewer", "reviewers", "never store", "relgion", "rule relgion", "“relgion”: Never store"]
)
def test_a_rule_is_found_by_what_its_entry_says(owner, words):
    page, form = "/admin/policies/yaml/", {"uses_this_name": "on", "save": "1"}
    for rule in (
        "fact_key: relgion, outcome: never",
        "fact_key: religion, outcome: consent, delegates_to_reviewers: true",
    ):
        owner.post(page, form | {"policies": f"policies:\n- {{{rule}}}\n"})
    owner.post(page, form | {"policies": "policies: []"})

    assert any("relgion" in row.sentence_of_row for row in found(owner, words)) or words.startswith("reviewer")
    assert found(owner, words) and {row.meta["what"] for row in found(owner, words)} == {"policies"}


def test_an_entry_is_found_in_the_language_of_whoever_searches(owner, ask, person, now):
    approve_proposal(proposal_id=ask("Ana B.", key="preferred_name"), actor=person, now=now)
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    rule = "policies:\n- {fact_key: city, outcome: consent, delegates_to_reviewers: true}\n"
    owner.post("/admin/policies/yaml/", {"policies": rule, "save": "1"})

    assert "approve" in {row.meta.get("verdict") for row in found(owner, "preferred name")}
    german = {"headers": {"accept-language": "de"}}
    for word, count in (("Stadt", 3), ("Prüfer", 1)):
        rows = owner.get(LIST, {"q": word}, **german).context["cl"].result_list
        assert len(rows) == count, word


@pytest.fixture
def herbs(owner):
    """Add a category that the planner reads, and remove it."""
    config = yaml.safe_load(owner.get("/admin/categories/yaml/").context["form"].initial["config"])
    herbs = {"name": "herb_garden", "context": "rag", "rag_length": 5}
    lists = config["allowlists"] | {"planner": [*config["allowlists"]["planner"], "herb_garden"]}
    for one in ({"categories": {**config["categories"], "custom": [herbs]}, "allowlists": lists}, config):
        owner.post("/admin/categories/yaml/", {"config": yaml.safe_dump(one), "save": "1"})


def test_an_entry_names_the_category_that_was_added_or_removed_and_who_read_it(owner, herbs, sentences, in_home):
    assert sentences()[:2] == [
        "Category Herb garden removed, read and written by: Planner → no role",
        "Category Herb garden added, when agents get it: If it fits the question, items at most: 5, "
        "read and written by: no role → Planner",
    ]
    assert "Roles that read and write Herb garden Planner no role" in entry_page(
        owner, in_home, meta__what="categories"
    )


def test_an_entry_tells_the_settings_of_a_category_before_and_after(owner, sentences, in_home):
    config = yaml.safe_load(owner.get("/admin/categories/yaml/").context["form"].initial["config"])
    [activity] = [one for one in config["categories"]["system"] if one["name"] == "activity"]
    activity |= {"context": "all", "rag_length": 40}
    owner.post("/admin/categories/yaml/", {"config": yaml.safe_dump(config), "save": "1"})

    assert sentences()[0] == (
        "Category Daily life (activity) changed, when agents get it: If it fits the question → Always, "
        "items at most: 50 → 40"
    )
    told = entry_page(owner, in_home, meta__what="categories")
    assert "Daily life (activity): items at most 50 40" in told and "when agents get it If it fits" in told


def test_the_heading_of_a_long_entry_is_short_and_its_page_tells_all(owner, herbs, in_home):
    with in_home():
        row = History.objects.filter(meta__what="categories").earliest("id")
    page = owner.get(f"{LIST}{row.id}/change/").content.decode()
    title, heading, whole = (
        " ".join(strip_tags(page.partition(start)[2].partition(end)[0]).split())
        for start, end in (
            ('<h1 class="place">', "</h1>"),
            ('<h2 id="entry">', "</h2>"),
            ('</h2><p class="hint">', "</p>"),
        )
    )
    assert title == f"History › {heading}" and heading == "Category Herb garden added"
    assert whole.endswith("read and written by: no role → Planner")
    assert whole not in page.partition("<title>")[2].partition("</title>")[0]


def test_a_change_of_many_categories_is_counted_and_its_page_tells_all_in_their_order(owner, sentences, in_home):
    config = yaml.safe_load(owner.get("/admin/categories/yaml/").context["form"].initial["config"])
    groups = config["categories"]
    for one in groups["system"]:
        one["rag_length"] = 77
    names = sorted(one["name"] for one in groups["system"])
    config["allowlists"]["planner"] = [*{*config["allowlists"]["planner"]} ^ {"tone", "goals"}]
    owner.post("/admin/categories/yaml/", {"config": yaml.safe_dump(config), "save": "1"})

    assert sentences()[0].endswith(f"; and {len(names) - 5} more")
    told = entry_page(owner, in_home, meta__what="categories")
    places = [told.index(f"{category_label(name)}: items at most") for name in names]
    assert places == sorted(places)
    assert told.index("Roles that read and write Goals") < told.index(f"{category_label('history')}: items at most")


def test_one_login_has_one_name_for_whatever_it_did(owner, ask, person, staff, in_home, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    with in_home():
        record_row(row=ApiKey.objects.first(), done="revoked", actor=staff, now=now)
    page = owner.get(LIST).content.decode()
    names = [strip_tags(cell).strip() for cell in re.findall(r"field-actor_label[^>]*>(.*?)</td>", page, re.DOTALL)]
    assert set(names) == {"owner"} and len(names) > 1


def test_an_older_entry_about_categories_claims_no_more_than_it_knows(staff, sentences, in_home, now):
    with in_home():
        record_setup(what="categories", done="changed", details={"changed_categories": ["x"]}, actor=staff, now=now)

    assert sentences()[0] == "Categories changed"


@pytest.mark.parametrize(("words", "count"), [("herb_garden", 2), ("herb", 2), ("removed", 1), ("herb removed", 1)])
def test_a_category_that_was_removed_is_found(owner, herbs, words, count):
    assert len(found(owner, words)) == count


def test_a_changed_memory_shows_its_text_before_and_after(owner, in_home, note):
    note("Ana climbs.", key="sport", title="Sport")
    note("Ana swims.", key="sport", title="Sports")

    assert "Ana climbs. → Ana swims." in texts_of(owner)
    told = entry_page(owner, in_home, event=Event.UPDATE)
    assert "Text Ana climbs. Ana swims." in told and "Title Sport Sports" in told


def test_a_changed_field_shows_its_value_before_and_after(owner, in_home, fact):
    fact("units", "metric")
    fact("units", "imperial")

    assert "Text Units: metric Units: imperial" in entry_page(owner, in_home, event=Event.UPDATE)


def test_a_memory_filed_elsewhere_shows_both_categories(owner, in_home, note, send):
    send(ChangeCategory(memory_id=note("Ana climbs.", category="general"), category="goals"))

    assert "Category General Goals" in entry_page(owner, in_home, event=Event.UPDATE)


def test_a_changed_grant_shows_each_setting_before_and_after(owner, sentences, in_home):
    with in_home():
        grant = Grant.objects.filter(agent__role="planner", person=None).first()
    form = {"agent": grant.agent_id, "can_read": "on", "ceiling": "restricted"}
    owner.post(f"/admin/workspaces/grant/{grant.id}/change/", form)

    changes = "Highest sensitivity: Internal → Restricted; May write: Yes → No"
    assert f"Access of planner to everyone changed ({changes})" in sentences()
    assert "Highest sensitivity Internal Restricted May write Yes No" in entry_page(owner, in_home, meta__what="grant")


def test_a_changed_agent_shows_colour_and_icon_before_and_after(owner, sentences, in_home):
    with in_home():
        agent = Agent.objects.get(role="planner")
    form = {"name": agent.name, "role": "planner", "is_active": "on", "colour": "rose", "icon": "leaf"}
    owner.post(f"/admin/workspaces/agent/{agent.id}/change/", form | {"display_name": "Kitchen helper"})

    assert "Agent Kitchen helper changed (Icon: – → Leaf; Colour: – → Rose)" in sentences()
    told = entry_page(owner, in_home, meta__what="agent")
    assert "Colour – Rose" in told and "the history keeps no names Display name" in told
    with in_home():
        assert "Kitchen" not in str(History.objects.filter(meta__what="agent").latest("created_at").meta)


def test_a_rotated_key_shows_when_it_ends(owner, in_home):
    with in_home():
        key = ApiKey.objects.get(agent__role="planner")
    owner.post(f"/admin/workspaces/apikey/{key.id}/rotate/", {"overlap": "1h"})

    assert re.search(r"Ends – \d|Ends – [A-Z]", entry_page(owner, in_home, meta__what="apikey", meta__done="changed"))


def test_a_webhook_is_told_with_its_address_and_leads_to_its_agent(owner, sentences, in_home):
    with in_home():
        agent = Agent.objects.get(role="planner")
    owner.post(f"/admin/workspaces/agent/{agent.id}/webhook/", {"url": "https://8.8.8.8/hook"})

    assert "Webhook https://8.8.8.8/hook of planner added" in sentences()
    assert f"/admin/workspaces/agent/{agent.id}/change/" in owner.get(LIST).content.decode()


def test_an_invitation_of_staff_is_told_with_address_and_role(owner, sentences, in_home):
    form = {"email": "vera@example.org", "role": "reviewer"}
    owner.post("/admin/workspaces/invitation/add/", form)
    owner.post("/admin/workspaces/invitation/add/", form | {"role": "viewer"})

    told = sentences()
    assert "Invitation of vera@example.org (Reviewer) added" in told
    assert any(
        text.startswith("Invitation of vera@example.org (Viewer) changed (Role: Reviewer → Viewer") for text in told
    )
    assert "Role Reviewer" in entry_page(owner, in_home, meta__what="invitation", meta__done="added")


@pytest.mark.parametrize("words", ["Internal", "write", "may write yes", "Restricted"])
def test_an_entry_is_found_by_a_setting_before_or_after(owner, in_home, words):
    with in_home():
        grant = Grant.objects.filter(agent__role="planner", person=None).first()
    form = {"agent": grant.agent_id, "can_read": "on", "ceiling": "restricted"}
    owner.post(f"/admin/workspaces/grant/{grant.id}/change/", form)

    assert [row.meta["what"] for row in found(owner, words)] == ["grant"]


def test_a_day_that_is_typed_finds_its_entries(owner, note):
    note("She climbs.")
    today = timezone.localdate()

    for words in (f"{today}", f"{today.day} {today:%B}", f"{today:%B} {today.day}, {today.year}", f"added {today}"):
        assert len(found(owner, words)) == 1, words
    assert not found(owner, f"{today - timedelta(days=1)}") and not found(owner, f"erased {today}")
    assert "the filter by date" in owner.get(LIST, {"q": "zebra"}).content.decode()


@pytest.mark.parametrize(("typed", "meant"), [("gren", "green"), ("aded", "added")])
def test_a_misspelt_word_is_suggested(owner, note, typed, meant):
    note("Ana drinks green tea.")
    page = owner.get("/admin/memories/history/", {"q": typed}).content.decode()

    assert f'href="?q={meant}">{meant}</a>' in page


def test_suggesting_a_word_reads_no_entry_again(owner, note):
    note("Ana drinks green tea.")
    with CaptureQueriesContext(connection) as captured:
        page = owner.get(LIST, {"q": "gren"}).content.decode()

    read = [
        one
        for one in captured
        if f"LIMIT {MOST_SENTENCES}" in one["sql"] and '"memories_history"."actor_kind"' in one["sql"]
    ]
    assert "Did you mean:" in page and len(read) == 2


def test_a_word_is_suggested_of_the_entries_that_the_filters_let_through(owner, note):
    note("Ana drinks green tea.")

    assert "Did you mean:" in owner.get(LIST, {"q": "aded"}).content.decode()
    assert "Did you mean:" not in owner.get(LIST, {"q": "aded", "event__exact": "DELETE"}).content.decode()


@pytest.fixture
def suggestion(owner):
    """What a search that finds nothing says that somebody may have meant."""

    def _suggestion(words):
        page = owner.get(LIST, {"q": words})
        assert page.context["cl"].result_count == 0
        found = re.search(r'href="\?q=[^"]*">([^<]*)</a>', page.content.decode())
        return found[1] if found else ""

    return _suggestion


def test_names_of_agents_and_people_are_suggested(suggestion, in_home):
    with in_home():
        Agent.objects.create(name="kitchen", display_name="Kitchen helper", role="kitchen")
        Person.objects.create(name="Bruno")

    assert suggestion("kichen helper") == "Kitchen helper"
    assert suggestion("Brumo") == "Bruno"


def test_what_the_history_itself_says_is_exchanged_for_no_word_of_a_memory(suggestion, note):
    note("Ana bakes bread.")

    assert suggestion("access revoked") == ""
    assert suggestion("access braed") == "access bread"


@pytest.mark.parametrize(
    ("language", "today", "yesterday"), [("en", "today", "Yesterday"), ("de", "today", "yesterday")]
)
def test_today_and_yesterday_are_days(owner, note, now, language, today, yesterday):
    note("Ana climbs.", key="a", at=timezone.now())
    note("Ana bakes.", key="b", at=timezone.now() - timedelta(days=1))

    def found(words):
        page = owner.get(LIST, {"q": words}, headers={"accept-language": language}).content.decode()
        return [text for text in ("Ana climbs.", "Ana bakes.") if text in page]

    assert (found(today), found(yesterday)) == (["Ana climbs."], ["Ana bakes."])
    assert found(f"climbs {yesterday}") == []


def test_an_answer_is_found_by_the_field_that_its_text_states(owner, send, person, now, in_home):
    with in_home():
        bruno = Person.objects.create(name="Bruno")
    draft = MemoryDraft(namespace=("memories", str(bruno.id)), key="home", content="Bruno lives in Porto.")
    question = send(WriteMemory(draft=draft)).proposal_id
    reject_proposal(proposal_id=question, actor=replace(person, person_id=bruno.id), now=now)

    assert "Question refused" in owner.get(LIST, {"q": "bruno city"}).content.decode()


def test_a_new_login_is_told_in_one_line(owner, sentences):
    fields = {
        "username": "carla",
        "role": "viewer",
        "password1": "a long enough one",
        "password2": "a long enough one",
    } | {"usable_password": "true"}
    owner.post("/admin/workspaces/account/add/", fields)

    assert [told for told in sentences() if "carla" in told] == ["Login carla added"]
