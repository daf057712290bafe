"""Staff merge two memories by hand: they choose, see what stays and what goes, and can undo it."""

import pytest

from consent.models import Proposal
from interfaces.admin.history.texts import texts_of
from memories.models import History, Memory, Merge, Relation
from memories.models.choices import DetectedBy, LifecycleState
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
MEMORIES = "/admin/memories/memory/"
MONDAYS, WEEKLY = "Ana climbs on Mondays.", "Ana goes climbing every Monday."


@pytest.fixture
def two(note):
    return note(MONDAYS, key="a"), note(WEEKLY, key="b")


@pytest.fixture
def stored(in_home):
    def _stored(memory_id):
        with in_home():
            return Memory.objects.select_related("current").get(id=memory_id)

    return _stored


@pytest.fixture
def merge(owner, stored):
    """Presses "Merge" on the preview that was read now."""

    def _merge(kept, other, *, says="this", client=owner, **typed):
        seen = {"change_id": stored(kept).change_id, "other_change_id": stored(other).change_id}
        return client.post(f"{MEMORIES}{kept}/merge/?other={other}", seen | {"says": says} | typed, follow=True)

    return _merge


def page_of(client, memory_id, query=""):
    return client.get(f"{MEMORIES}{memory_id}/merge/{query}").content.decode()


def test_the_page_of_a_note_leads_to_the_notes_like_it(owner, two, note):
    kept, other = two
    note("Ana wants a bicycle.", key="c", category="goals")
    assert f"{MEMORIES}{kept}/merge/" in owner.get(f"{MEMORIES}{kept}/change/").content.decode()

    page = page_of(owner, kept)

    assert WEEKLY in page and f"?other={other}" in page and "bicycle" not in page


def test_other_notes_are_found_by_their_words(owner, two):
    kept, other = two

    assert f"?other={other}" in page_of(owner, kept, "?q=climbing")
    assert "None of them has these words." in page_of(owner, kept, "?q=chess")


def test_the_preview_says_what_stays_and_what_goes_and_changes_nothing(owner, note, in_home):
    kept, other = note(MONDAYS, key="a", importance=0.4), note(WEEKLY, key="b", importance=0.8)

    page = page_of(owner, kept, f"?other={other}")

    assert "What stays and what goes" in page and MONDAYS in page and WEEKLY in page
    assert "What only the other text says is no longer found." in page and f">{MONDAYS} {WEEKLY}</textarea>" in page
    row = page[page.index("Importance") :].partition("</tr>")[0]
    assert row.index("0.4") < row.index("0.8")
    with in_home():
        assert not Merge.objects.exists()


@pytest.mark.parametrize(
    ("says", "typed", "text"),
    [
        ("this", {}, MONDAYS),
        ("other", {}, WEEKLY),
        ("own", {"own": "Ana climbs each Monday."}, "Ana climbs each Monday."),
    ],
)
def test_one_memory_with_the_chosen_text_stands_for_both(merge, two, stored, says, typed, text):
    kept, other = two

    page = merge(kept, other, says=says, **typed).content.decode()

    assert "This memory now stands for both." in page and "Merged by staff" in page
    assert stored(kept).current.content == text
    assert stored(other).state == LifecycleState.SUPERSEDED


def test_it_is_undone_on_the_memorys_page(merge, two, stored, owner):
    kept, other = two
    merge(kept, other, says="other")

    owner.post(f"{MEMORIES}{kept}/unmerge/")

    assert stored(kept).current.content == MONDAYS
    assert stored(other).state == LifecycleState.ACTIVE


def test_undoing_after_a_later_edit_says_that_the_text_stays(merge, two, stored, owner):
    kept, other = two
    merge(kept, other, says="other")
    typed = {"content": "Ana climbs every Monday at six.", "change_id": stored(kept).change_id}
    owner.post(f"{MEMORIES}{kept}/edit/", typed)

    page = owner.get(f"{MEMORIES}{kept}/change/").content.decode()
    told = owner.post(f"{MEMORIES}{kept}/unmerge/", follow=True).content.decode()

    assert "leaves this text as it is" in page
    assert "The text of this memory stays as it was changed after the merge." in told
    assert "both memories are as they were" not in told
    assert stored(kept).current.content == typed["content"] and stored(other).state == LifecycleState.ACTIVE


def test_the_history_of_an_undone_merge_has_the_text_of_its_time(merge, two, stored, owner, in_home):
    kept, other = two
    merge(kept, other, says="other")
    owner.post(f"{MEMORIES}{kept}/unmerge/")
    typed = {"content": "Ana climbs at six.", "change_id": stored(kept).change_id}
    owner.post(f"{MEMORIES}{kept}/edit/", typed)

    with in_home():
        entry = History.objects.get(memory_id=kept, meta__has_key="undone")
    page = owner.get(f"/admin/memories/history/{entry.id}/change/").content.decode()
    assert f">{MONDAYS}</blockquote>" in page


def test_the_texts_of_two_undone_merges_take_as_many_queries_as_of_one(
    merge, note, owner, in_home, django_assert_num_queries
):
    texts = [("Ana climbs.", "Ana goes climbing."), ("Ana paints.", "Ana makes paintings.")]
    pairs = [(note(one, key=one), note(other, key=other)) for one, other in texts]
    for kept, other in pairs:
        merge(kept, other, says="other")
        owner.post(f"{MEMORIES}{kept}/unmerge/")

    with in_home():
        rows = list(History.objects.filter(meta__has_key="undone").order_by("created_at"))
        with django_assert_num_queries(2):
            told = texts_of(rows[:1])
        with django_assert_num_queries(2):
            told |= texts_of(rows)
    assert [told[row.id] for row in rows] == [one for one, _other in texts]


def test_history_and_link_name_the_login_and_no_model(merge, two, in_home, verified):
    kept, other = two

    merge(kept, other)

    with in_home():
        row = History.objects.get(memory_id=kept, event="MERGE")
        assert (row.actor_kind, row.meta["judge"]) == ("staff", "staff")
        assert Relation.objects.get(from_memory=kept, to_memory=other).detected_by == DetectedBy.MANUAL
    assert verified()


def test_what_is_sensitive_waits_for_the_person(merge, note, in_home):
    kept, other = note(MONDAYS, key="a"), note(WEEKLY, key="b")

    page = merge(kept, other, says="own", own="Ana climbs, and her pronouns are they/them.").content.decode()

    assert "1 change is awaiting approval." in page
    with in_home():
        assert Proposal.objects.get().change["type"] == "merge_memories"
        assert not Merge.objects.exists()


def test_an_empty_text_is_asked_for_again(merge, two, in_home):
    page = merge(*two, says="own", own="").content.decode()

    assert "Write the text that stands for both." in page
    with in_home():
        assert not Merge.objects.exists()


def test_what_was_changed_meanwhile_is_shown_again(owner, two, stored, note, in_home):
    kept, other = two
    seen = {"change_id": stored(kept).change_id, "other_change_id": stored(other).change_id}
    note("Ana climbs on Tuesdays.", key="b")

    answer = owner.post(f"{MEMORIES}{kept}/merge/?other={other}", seen | {"says": "this"}, follow=True)

    page = answer.content.decode()
    assert "The other memory was changed meanwhile." in page and "Ana climbs on Tuesdays." in page
    with in_home():
        assert not Merge.objects.exists()


def test_two_that_differ_in_kind_say_in_what(owner, note):
    kept, other = note(MONDAYS, key="a"), note(WEEKLY, key="b", category="goals")

    page = page_of(owner, kept, f"?other={other}")

    assert "These two cannot be merged" in page and "Category:" in page and "Goals" in page


def test_a_field_is_never_merged(owner, fact, in_home):
    fact("tools", "vim")
    with in_home():
        memory_id = Memory.objects.get().id

    assert "Only notes are merged." in page_of(owner, memory_id)
    assert "/merge/" not in owner.get(f"{MEMORIES}{memory_id}/change/").content.decode()


def test_the_list_merges_two_selected_ones_the_older_stays(act, two):
    kept, other = two

    answer = act("memories/memory", "merge", other, kept)

    assert answer.redirect_chain[-1][0] == f"{MEMORIES}{kept}/merge/?other={other}"


def test_the_list_asks_for_two(act, two):
    assert "Select two memories to merge them." in act("memories/memory", "merge", two[0]).content.decode()


def test_a_reviewer_merges_nothing(login, merge, two, in_home):
    assert merge(*two, client=login(Role.REVIEWER)).status_code == 403
    with in_home():
        assert not Merge.objects.exists()


def test_nothing_of_another_workspace_is_merged(outsider, merge, two, in_home):
    assert merge(*two, client=outsider).status_code == 404
    with in_home():
        assert not Merge.objects.exists()


@pytest.fixture
def waiting(merge, note, in_home):
    """A merge with a text of one's own that tells the city: the question about it, and both memories."""

    def _waiting():
        kept, other = note(MONDAYS, key="a"), note(WEEKLY, key="b")
        merge(kept, other, says="own", own="Ana climbs on Mondays and lives in Porto.")
        with in_home():
            return Proposal.objects.pending().get(), kept, other

    return _waiting


def question_page(client, question):
    return client.get(f"/admin/consent/proposal/{question.id}/change/").content.decode()


def test_a_question_about_a_merge_says_that_it_is_one_and_keeps_the_texts_apart(waiting, owner):
    question, _kept, _other = waiting()
    page = question_page(owner, question)
    assert "asks about merging two memories" in page
    assert f"<dt>Stays</dt><dd>{MONDAYS}</dd><dt>Goes</dt><dd>{WEEKLY}</dd>" in page
    assert "<dt>The text for both</dt><dd>Ana climbs on Mondays and lives in Porto.</dd>" in page


def test_whoever_asked_withdraws_the_question_and_nobody_else(waiting, owner, login, in_home):
    question, kept, _other = waiting()
    address = f"/admin/consent/proposal/{question.id}/retract/"
    admin = login(Role.ADMIN)
    assert "Withdraw the question" not in question_page(admin, question)
    assert admin.post(address).status_code == 403 and owner.get(address).status_code == 302
    with in_home():
        assert Proposal.objects.pending().exists()

    assert "Withdraw the question" in question_page(owner, question)
    assert "Withdrawn. Nothing has changed." in owner.post(address, follow=True).content.decode()
    assert "Whoever asked has withdrawn the question." in question_page(owner, question)
    history = owner.get("/admin/memories/history/", {"q": "withdrawn"}).content.decode()
    assert "Question withdrawn by whoever asked" in history and str(question.id) in history
    assert "withdrew a request of theirs." in owner.get("/timeline").content.decode()
    assert "already closed" in owner.post(address, follow=True).content.decode()
    assert "A change awaits approval" not in owner.get(f"{MEMORIES}{kept}/change/").content.decode()


@pytest.mark.parametrize("forgotten", [0, 1])
def test_forgetting_either_memory_closes_the_question_and_it_can_be_restored(
    waiting, owner, in_home, stored, forgotten
):
    question, *memories = waiting()
    place = f"{MEMORIES}{memories[forgotten]}/"
    told = owner.post(f"{place}forget/", follow=True).content.decode()
    assert "Forgotten. You can restore it on this page." in told
    assert "What it was about is no longer there." in question_page(owner, question)
    owner.post(f"{place}restore/")
    assert stored(memories[forgotten]).state == LifecycleState.ACTIVE


def test_merging_them_otherwise_or_editing_the_one_that_goes_closes_it(waiting, owner, merge, stored):
    question, kept, other = waiting()
    owner.post(f"{MEMORIES}{other}/edit/", {"content": "Ana climbs a lot.", "change_id": stored(other).change_id})
    assert "One of the two memories was changed meanwhile." in question_page(owner, question)
    merge(kept, other, says="own", own="Ana climbs on Mondays and lives in Porto.")
    merge(kept, other, says="this")
    assert stored(other).state == LifecycleState.SUPERSEDED
    assert "A change awaits approval" not in owner.get(f"{MEMORIES}{kept}/change/").content.decode()
