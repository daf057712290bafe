"""What a button or a form will do is said beside it."""

import html

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.proposals.decide import approve_proposal
from memories.drafts import MemoryDraft
from memories.models import Memory

pytestmark = pytest.mark.django_db
STAYS = "What took its place stays, too."


def test_the_box_for_ones_own_words_says_that_one_value_is_meant(owner, ask):
    languages = ask("Italian", key="languages_spoken", item="italian")
    city = ask("Lisbon")
    assert "One value to remember instead" in owner.get(f"/proposals/{languages}").content.decode()
    page = owner.get(f"/proposals/{city}").content.decode()
    assert "What to remember instead" in page and "One value" not in page


@pytest.fixture
def corrected(owner, ask, person, in_home):
    """Galician was corrected to Galego: both memories' ids."""
    languages = ask("Galician", key="languages_spoken", item="galician", at=timezone.now())
    approve_proposal(proposal_id=languages, actor=person, now=timezone.now())
    with in_home():
        old = Memory.objects.latest("created_at").id
    form = owner.get(f"/memories/{old}/edit").context["form"].initial
    response = owner.post(f"/memories/{old}/edit", form | {"content": "Galego"})
    return old, response.url.rpartition("/")[2]


def test_restoring_the_old_value_says_that_the_new_one_stays(owner, corrected):
    old, new = corrected
    assert STAYS in owner.get(f"/memories/{new}").content.decode()
    assert STAYS in owner.get(f"/memories/{old}").content.decode()
    owner.post(f"/memories/{old}/restore")
    pages = [owner.get(f"/memories/{one}").content.decode() for one in corrected]
    assert all("Other values:" in page and STAYS not in page for page in pages)


def test_of_a_value_that_is_forgotten_too_it_says_nothing(owner, corrected):
    _old, new = corrected
    owner.post(f"/memories/{new}/forget")
    assert all(STAYS not in owner.get(f"/memories/{one}").content.decode() for one in corrected)


def test_letting_assistants_ask_again_says_which_rule_it_removes(owner, ask):
    languages = ask("Italian", key="languages_spoken", item="italian", at=timezone.now())
    shown = owner.get(f"/proposals/{languages}").context["item"].proposal.shown_hash
    owner.post(f"/proposals/{languages}/refuse", {"shown_hash": shown, "next_time": "1"})
    page = html.unescape(owner.get(f"/proposals/{languages}").content.decode())
    rule = "Your supervisor assistant can never remember: Languages spoken"
    assert f"“Let assistants ask again” also removes your rule “{rule}”." in page
    page = html.unescape(owner.post(f"/proposals/{languages}/allow-again", follow=True).content.decode())
    assert f"Your rule “{rule}” was removed." in page


def test_a_rule_can_be_made_about_the_family_but_no_value_be_added_there(owner):
    assert '<option value="family">Family</option>' in owner.get("/my-data/access").content.decode()
    assert "family" not in owner.get("/facts/new").content.decode()
    page = owner.post("/my-data/rules", {"outcome": "never", "field": "family", "agent": ""}, follow=True)
    assert "Rule added: “No assistant can ever remember: Family”." in page.content.decode()


def test_who_is_filed_under_family_is_a_person_on_the_map(owner, fact):
    fact("partner", "Miguel", category="identity")
    assert [one.id for one in owner.get("/map").context["people"]] == ["person:Miguel"]


def test_fields_in_a_row_are_joined_as_one_would_say_it(owner, send, home):
    text = "Ana lives at Rua das Flores 12 in Lisbon, and the door code is 4821."
    send(WriteMemory(draft=MemoryDraft(namespace=("memories", str(home.user_id)), key="door", content=text)))
    page = owner.get("/inbox").content.decode()
    assert "access codes of the home and home address" in page


def test_a_quoted_sentence_that_stays_ends_with_one_full_stop(owner, person, note):
    note("Ana votes for the Greens.", key="own", actor=person)
    owner.post("/my-data/rules", {"outcome": "never", "field": "political_views", "agent": ""})
    page = owner.get("/my-data/access").content.decode()
    assert ">“Ana votes for the Greens”</a>. There may be more" in page
