"""What rests on something that changed, in the inbox: looked at and settled there, without scripts too (003)."""

import re
from datetime import timedelta

import pytest

from consent.changes import ForgetMemory
from memories.models import DependencyReview, Memory
from operations import jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def shaken(note, owner):
    """A memory that Ana said is wrong, with two that rest on it; answers with their ids, its own first."""
    source = note("The party is in the garden.", key="source")
    first = note("Book the garden.", key="first", derived_from=(source,))
    second = note("Ask for chairs in the garden.", key="second", depends_on=(first,))
    owner.post(f"/memories/{source}/wrong")
    jobs.background.keep_dependents(None)
    return source, first, second


@pytest.fixture
def review_id(shaken, in_home):
    with in_home():
        return DependencyReview.objects.get().id


def shown(client):
    return client.get("/inbox").content.decode()


def state(in_home, memory_id):
    with in_home():
        return Memory.objects.values_list("state", "staleness").get(id=memory_id)


def test_the_inbox_shows_the_item_with_all_that_it_holds(owner, shaken):
    page = shown(owner)
    for text in ("Marked as wrong:", "The party is in the garden.", "2 memories depend on it."):
        assert text in page
    for text in ("Book the garden.", "Ask for chairs in the garden.", "Assistants don't use it until you confirm it."):
        assert text in page
    assert "You're all caught up" not in page


def test_what_was_only_changed_says_so(owner, note, now):
    before = [now - timedelta(hours=hours) for hours in (3, 2, 1)]
    source = note("The party is in the garden.", key="source", at=before[0])
    note("Book the garden.", key="first", derived_from=(source,), at=before[1])
    note("The party is in the cellar.", key="source", at=before[2])
    jobs.background.keep_dependents(None)
    page = shown(owner)
    assert "This changed. It now says:" in page and "The party is in the cellar." in page
    assert "Assistants give it less weight until you confirm it." in page and "1 memory depends on it." in page


def test_what_was_forgotten_too(owner, note, send):
    source = note("The party is in the garden.", key="source")
    note("Book the garden.", key="first", derived_from=(source,))
    send(ForgetMemory(memory_id=source))
    jobs.background.keep_dependents(None)
    assert "This was forgotten:" in shown(owner)


def test_each_is_kept_or_forgotten(owner, shaken, review_id, in_home):
    answers = {f"memory-{shaken[1].hex}": "keep", f"memory-{shaken[2].hex}": "forget"}
    page = owner.post(f"/reviews/{review_id}", answers, follow=True).content.decode()
    assert "Done. Your memories are up to date." in page and "Needs your review" not in page
    assert state(in_home, shaken[1]) == ("active", "")
    assert state(in_home, shaken[2])[0] == "soft_deleted"


def test_what_is_left_for_later_stays_unused_and_waits_on(owner, shaken, review_id, in_home):
    answers = {f"memory-{shaken[1].hex}": "keep", f"memory-{shaken[2].hex}": "later"}
    page = owner.post(f"/reviews/{review_id}", answers, follow=True).content.decode()
    assert "Saved. The rest stays here until you decide." in page and "1 memory depends on it." in page
    assert [state(in_home, one) for one in shaken[1:]] == [("active", ""), ("active", "gone")]
    assert f'name="memory-{shaken[2].hex}"' in page and f'name="memory-{shaken[1].hex}"' not in page


def test_a_memory_s_page_says_that_its_ground_is_gone_and_keeps_it(owner, shaken, in_home):
    page = owner.get(f"/memories/{shaken[1]}").content.decode()
    assert "The memory it depends on is gone. Assistants don't use it until you confirm it." in page
    page = owner.post(f"/memories/{shaken[1]}/keep", follow=True).content.decode()
    assert "Confirmed as still true." in page and "The memory it depends on" not in page
    assert state(in_home, shaken[1]) == ("active", "")


def test_once_each_is_kept_on_its_page_the_item_is_settled(owner, shaken, review_id, in_home):
    for one in shaken[1:]:
        owner.post(f"/memories/{one}/keep")
    assert "Needs your review" not in shown(owner)
    with in_home():
        assert DependencyReview.objects.get(id=review_id).settled_at


def test_nobody_else_keeps_it(colleague, outsider, shaken, in_home):
    for who in (colleague, outsider):
        assert who.post(f"/memories/{shaken[1]}/keep").status_code == 404
    assert state(in_home, shaken[1]) == ("active", "gone")


@pytest.mark.parametrize(("word", "after"), [("keep", ("active", "")), ("forget", ("soft_deleted", "gone"))])
def test_all_are_answered_by_one_button(owner, shaken, review_id, in_home, word, after):
    form = {f"memory-{one.hex}": "later" for one in shaken[1:]}
    owner.post(f"/reviews/{review_id}", form | {"all": word})
    assert [state(in_home, one) for one in shaken[1:]] == [after] * 2


def test_the_page_s_own_form_is_what_is_sent(owner, shaken, review_id, in_home):
    """No script: the names and values that the page holds are enough."""
    page = shown(owner)
    assert f'action="/reviews/{review_id}"' in page
    names = sorted(set(re.findall(r'type="radio" id="[^"]+" name="([^"]+)"', page)))
    assert len(names) == 2
    owner.post(f"/reviews/{review_id}", dict.fromkeys(names, "keep"))
    assert [state(in_home, one) for one in shaken[1:]] == [("active", "")] * 2


def test_nobody_else_sees_or_settles_it(colleague, outsider, client, shaken, review_id, in_home):
    form = {f"memory-{one.hex}": "forget" for one in shaken[1:]}
    for who in (colleague, outsider):
        assert "Needs your review" not in shown(who)
        assert who.post(f"/reviews/{review_id}", form).status_code == 404
    assert client.post(f"/reviews/{review_id}", form).status_code == 302
    assert [state(in_home, one)[0] for one in shaken[1:]] == ["active", "active"]


def test_what_is_not_listed_there_is_not_touched(owner, note, shaken, review_id, in_home):
    other = note("Something else.", key="other")
    page = owner.post(f"/reviews/{review_id}", {f"memory-{other.hex}": "forget"}, follow=True).content.decode()
    assert "The list has changed." in page
    assert state(in_home, other)[0] == "active"


def test_nonsense_in_the_form_loses_nothing(owner, shaken, review_id, in_home):
    owner.post(f"/reviews/{review_id}", {"memory-x": "forget", "memory-": "keep", f"memory-{shaken[1].hex}": "eat"})
    assert state(in_home, shaken[1]) == ("active", "gone")


def test_settled_twice_is_settled_once(owner, shaken, review_id):
    form = {f"memory-{one.hex}": "keep" for one in shaken[1:]}
    owner.post(f"/reviews/{review_id}", form)
    assert owner.post(f"/reviews/{review_id}", form).status_code == 404


def test_a_narrowed_list_leaves_them_out(owner, ask, shaken):
    ask()
    assert "Needs your review" in shown(owner)
    assert "Needs your review" not in owner.get("/?who=agent:supervisor").content.decode()


def test_what_needs_a_review_is_counted_with_the_requests(owner, ask, shaken):
    home = owner.get("/")
    assert home.context["pending_count"] == 1 and "You're all caught up" not in home.content.decode()
    assert 'href="/inbox#reviews"' in home.content.decode()
    ask()
    for address in ("/", "/inbox", "/memories"):
        assert owner.get(address).context["pending_count"] == 2


def test_the_keys_stand_below_all_that_waits(owner, ask, shaken):
    ask()
    page = shown(owner)
    assert page.index("Needs your review") < page.index("Keyboard shortcuts")


def test_ten_items_take_as_many_queries_as_one(owner, note, send, shaken, table_reads):
    one = table_reads(lambda: owner.get("/inbox"))
    for number in range(9):
        source = note(f"Source {number}.", key=f"s{number}")
        note(f"It rests on source {number}.", key=f"d{number}", derived_from=(source,))
        send(ForgetMemory(memory_id=source))
    jobs.background.keep_dependents(None)
    assert shown(owner).count('class="card review"') == 10
    assert table_reads(lambda: owner.get("/inbox")) == one


def test_the_page_is_sound(owner, ask, shaken, problems_of, no_query_outside_scope):
    assert problems_of(owner.get("/inbox")) == []
    ask()
    assert problems_of(owner.get("/inbox")) == []
