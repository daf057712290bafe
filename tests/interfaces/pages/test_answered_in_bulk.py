"""What several requests that were answered with one press read as: each is a request of its own."""

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.models import Proposal
from consent.proposals.decide import approve_proposal
from memories.drafts import MemoryDraft
from tests.interfaces.pages.test_choosing import choose, the_choice
from tests.interfaces.pages.test_choosing_sentences import MOVED
from tests.interfaces.pages.test_deciding import shown

pytestmark = pytest.mark.django_db
BESIDES = ("Also asked for", "not saved", "Saved instead")


@pytest.fixture
def answer_all(owner):
    """Answers all of these requests at once: `approve` or `refuse`."""

    def _answer_all(asked, verb):
        looks = [f"{one}:{shown(owner, one)}" for one in asked]
        owner.post("/proposals/answers", {"selected": looks, verb: "1"})

    return _answer_all


@pytest.fixture
def sentences(home, send):
    """An agent asks to remember each; the ids of the requests."""

    def _sentences(*contents):
        drafts = [
            MemoryDraft(namespace=("memories", str(home.user_id)), key=f"s{number}", content=content)
            for number, content in enumerate(contents)
        ]
        return [send(WriteMemory(draft=draft)).proposal_id for draft in drafts]

    return _sentences


@pytest.fixture
def spoken(ask):
    values = ("Catalan", "Romanian", "Galician")
    return [ask(value, key="languages_spoken", item=value.casefold()) for value in values]


@pytest.mark.parametrize("verb", ["approve", "refuse"])
def test_values_of_a_field_that_holds_several_are_no_alternatives(spoken, answer_all, parts, verb):
    answer_all(spoken, verb)
    for part in parts():
        assert all(value in part for value in ("Catalan", "Romanian", "Galician"))
        assert not any(one in part for one in BESIDES)


@pytest.mark.parametrize("verb", ["approve", "refuse"])
@pytest.mark.parametrize(
    "texts", [("Ana has asthma.", "Ana takes insulin for her diabetes."), ("Ana goes to mass.", "Ana is pregnant.")]
)
def test_sentences_about_one_field_are_no_alternatives(sentences, answer_all, parts, verb, texts):
    answer_all(sentences(*texts), verb)
    for part in parts():
        assert all(text.removesuffix(".") in part for text in texts) and not any(one in part for one in BESIDES)


def test_what_competed_in_a_choice_is_told_still(owner, ask, sentences, parts):
    ask("Lisbon")
    sentences("Ana lives in Setubal.")
    choose(owner, the_choice(owner), choose="")
    assert all("Also asked for, and not saved: “Ana lives in Setubal”." in part for part in parts())


def test_the_timeline_counts_the_requests(owner, ask, spoken, answer_all):
    answer_all([*spoken, ask("they/them", key="pronouns")], "approve")
    assert [line.sentence for day in owner.get("/timeline").context["days"] for line in day.lines] == [
        "You approved 4 requests."
    ]


def test_a_change_and_an_addition_are_counted_together(owner, ask, person, spoken, answer_all):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=timezone.now())
    answer_all([spoken[0], ask("Évora", at=timezone.now()), spoken[1]], "approve")
    (line,) = owner.get("/timeline").context["days"][0].lines
    assert line.sentence == "You approved 4 requests."


def test_the_timeline_counts_what_was_refused(owner, spoken, answer_all):
    answer_all(spoken, "refuse")
    assert owner.get("/timeline").context["days"][0].lines[0].sentence == "You refused 3 requests."


@pytest.mark.parametrize(("verb", "state"), [("approve", "approved"), ("refuse", "rejected")])
def test_undoing_one_of_them_leaves_the_others(owner, spoken, answer_all, in_home, verb, state):
    answer_all(spoken, verb)
    page = owner.post(f"/proposals/{spoken[0]}/undo", follow=True).content.decode()
    with in_home():
        states = dict(Proposal.objects.values_list("id", "state"))
    assert [states[one] for one in spoken] == ["pending", state, state] and "The request is open again." in page


@pytest.mark.parametrize("verb", ["approve", "refuse"])
def test_a_sentence_that_is_no_value_of_the_field_is_a_decision_of_its_own(owner, sentences, answer_all, verb):
    asked = sentences("Ana lives in Porto.", MOVED)
    answer_all(asked, verb)
    assert [one.others for one in owner.get("/decisions").context["decisions"]] == [[], []]
    told = owner.get("/timeline").content.decode()
    assert "Ana lives in Porto" in told and MOVED.removesuffix(".") in told
    owner.post(f"/proposals/{asked[0]}/undo")
    assert [card.proposal.id for card in owner.get("/inbox").context["items"]] == [asked[0]]
