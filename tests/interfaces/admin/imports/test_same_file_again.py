"""The same file again: what is there is told, what was answered is not asked anew; problems stand in order."""

import pytest

from consent.models import Policy, Proposal
from tests.interfaces.admin.imports.files import counts
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
FIGS = {"id": "m1", "content": "Grows figs."}
TURN = {"type": "turn", "session": "chat-1", "role": "user", "content": "I grow figs."}
CITY = {"id": "m2", "content": "Ana lives in Porto."}


@pytest.fixture
def imported(upload, work, told):
    def _imported(*lines):
        upload(*lines)
        work()
        told(**{"import": "1"})
        work()
        return told()

    return _imported


def test_each_record_is_counted(imported, upload, work, told):
    imported(FIGS, TURN)
    upload(FIGS, TURN)
    work()

    assert counts(told()) == {"Are there already": 1, "Messages that are there already": 1}


def test_what_a_reviewer_amended_is_not_asked_again(imported, login, in_home, upload, work, told):
    with in_home():
        Policy.objects.create(fact_key="city", outcome="consent", delegates_to_reviewers=True)
    imported(CITY)
    with in_home():
        asked = Proposal.objects.get()
    form = {"answer": "amend", "shown_hash": asked.shown_hash, "value": "Ana lives in Braga."}
    login(Role.REVIEWER).post(f"/admin/consent/proposal/{asked.id}/answer/", form)
    with in_home():
        assert Proposal.objects.get().state == "amended"
    upload(CITY)
    work()

    assert counts(told()) == {"Are there already": 1}


def test_problems_stand_in_the_order_of_the_file(imported):
    broken = {"id": "m9", "content": "Sells jam.", "importance": 7}
    page = imported({"type": "link", "from": "a", "to": "b", "relation_type": "mentions"}, broken, FIGS, broken)

    lines = [line for line, _record, _reason in page.context["problems"]]
    assert lines == sorted(lines) and len(lines) == 3


def test_what_has_no_category_is_told_with_who_can_read_it(imported, upload, work, told):
    filed = {"id": "m3", "content": "Likes walks.", "category": "preferences"}
    upload(FIGS, filed)
    work()
    says = "1 memory has no category and is filed under General, which these roles can read: "
    assert says in told().content.decode()

    told(**{"import": "1"})
    work()
    assert says in told().content.decode()


@pytest.mark.parametrize(("key", "value"), [("coding_style", "black"), ("marital_status", "divorced")])
def test_a_fact_under_another_name_or_spelling_is_there_already(imported, upload, work, told, in_home, key, value):
    with in_home():
        Policy.objects.create(fact_key="relationship_status", outcome="apply")
    line = {"type": "fact", "category": "identity", "key": key, "value": value}
    imported(line)
    upload(line)
    work()
    assert counts(told()) == {"Are there already": 1}
    told(**{"import": "1"})
    work()
    assert counts(told()) == {"Were there already": 1}


def test_of_two_values_in_one_file_the_one_that_replaces_the_other_is_told(imported, upload, work, told):
    facts = [{"category": "preference", "key": "coding_style", "value": value} for value in ("black", "pep8")]
    upload(*facts)
    work()
    for page in (told(), imported(*facts)):
        assert page.context["replaced"] == [
            (2, "coding_style", "It replaces the value of preference.coding_style in line 1.")
        ]
        assert "Values that replace another" in page.content.decode()


def test_several_values_of_a_field_that_keeps_them_replace_nothing(imported):
    page = imported(*({"category": "preference", "key": "hobbies", "value": value} for value in ("chess", "sailing")))

    assert page.context["replaced"] == [] and counts(page) == {"Stored": 2}


def test_a_trial_says_what_records_were_compared_with(upload, work, told):
    upload(FIGS)
    work()

    says = "Each record was compared with what is stored and with the records before it"
    assert says in told().content.decode()


def test_of_a_line_that_is_no_json_one_number_is_told(upload, work, told):
    upload(text='{"content": "Grows figs."}\n{"content": "Sells jam."')
    work()

    [(line, _record, reason)] = told().context["problems"]
    assert (line, reason) == (2, "Line 2 is not JSON: something is missing or too much at column 25.")


def test_a_line_that_ends_too_early_is_wrong_where_it_ends(upload, work, told):
    upload(text='{"content": "Grows figs."}\n{"content": \n')
    work()

    [(_line, _record, reason)] = told().context["problems"]
    assert reason == "Line 2 is not JSON: something is missing or too much at column 13."
