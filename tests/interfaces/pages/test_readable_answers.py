"""The export to read tells what an answer turned down, what was saved instead, and what was undone."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from consent.changes import WriteMemory
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.expire import expire_proposals
from interfaces.competing_requests import key_of
from memories.drafts import MemoryDraft
from memories.models import Fact
from tests.interfaces.pages.test_choosing import choose, the_choice
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(ask, person):
    """Porto is held, and another value is asked for; the request's id."""
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=timezone.now())
    return ask("Évora", at=timezone.now())


def test_a_refused_value_is_no_change(asked, person, parts):
    reject_proposal(proposal_id=asked, actor=person, now=timezone.now())
    decided, history = parts()
    assert "Refused" in decided and all("You kept “Porto” and refused “Évora”." in one for one in (decided, history))
    assert "Porto</s> → " not in decided + history


def test_an_undone_refusal_reads_as_undone(owner, asked, person, parts):
    reject_proposal(proposal_id=asked, actor=person, now=timezone.now())
    owner.post(f"/proposals/{asked}/undo")
    _decided, history = parts()
    assert "You undid your refusal. “City: Évora” <small>The request is open again.</small>" in history
    assert "→" not in history


def test_once_it_was_answered_again_it_was_open(owner, asked, person, parts):
    reject_proposal(proposal_id=asked, actor=person, now=timezone.now())
    owner.post(f"/proposals/{asked}/undo")
    shown = owner.get(f"/proposals/{asked}").context["item"].proposal.shown_hash
    owner.post(f"/proposals/{asked}/approve", {"shown_hash": shown})
    assert "“City: Évora” <small>The request was open again.</small>" in parts()[1]


def test_an_undone_approval_is_no_change_either(owner, asked, person, parts):
    approve_proposal(proposal_id=asked, actor=person, now=timezone.now())
    owner.post(f"/proposals/{asked}/take-back")
    decided, history = parts()
    assert "Undone" in decided and "Porto</s> → Évora" not in decided
    assert "You undid your approval. <s>City: Évora</s> → Porto" in history


def test_what_was_asked_for_is_told_where_another_value_was_saved(asked, person, parts):
    amend_proposal(proposal_id=asked, actor=person, now=timezone.now(), value="Faro")
    for part in parts():
        assert "Faro <small>Asked for, but not saved: “Évora”.</small>" in part


def test_a_choice_tells_both_what_was_not_saved_and_what_was(owner, ask, home, send, parts):
    ask("Lisbon")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Setubal.")
    send(WriteMemory(draft=draft))
    choose(owner, the_choice(owner), choose="identity.city=lisbon")
    decided, history = parts()
    not_saved, instead = (
        "<small>Asked for, but not saved: “Ana lives in Setubal”.</small>",
        "<small>Saved instead: “Lisbon”.</small>",
    )
    assert f"Lisbon {not_saved}" in decided and f"“City: Lisbon” {not_saved}" in history
    assert f"Ana lives in Setubal. {instead}" in decided and f"“Ana lives in Setubal.” {instead}" in history


@pytest.fixture
def answer(owner):
    """Answers a request on its pages: `amend`, `approve` or `refuse` it, `undo` that, or `forget` what it saved."""

    def _answer(proposal_id, *deeds):
        for deed, *value in deeds:
            shown = owner.get(f"/proposals/{proposal_id}").context["card"].proposal
            form = {"shown_hash": shown.shown_hash, "value": "".join(value)}
            address = f"/memories/{shown.memory_id}/forget" if deed == "forget" else f"/proposals/{proposal_id}/{deed}"
            assert owner.post(address, form).status_code in (200, 302)

    return _answer


OTHER = "You saved another value than was asked for. "
EVORA = key_of("identity.city", "Évora")


def test_each_answer_tells_the_value_that_it_saved_itself(ask, answer, parts):
    spoken = ask("Spanish", key="languages_spoken", item="spanish")
    answer(spoken, ("amend", "Galician"), ("undo",), ("approve",))
    history = parts()[1]
    assert f"{OTHER}“Languages spoken: Galician” <small>Asked for, but not saved: “Spanish”.</small>" in history
    assert "You undid your approval. “Languages spoken: Galician”" in history
    assert "You approved a request. “Languages spoken: Spanish”" in history


def test_a_second_value_of_ones_own_is_not_told_as_the_first(owner, ask, answer, parts):
    spoken = ask("Catalan", key="languages_spoken", item="catalan")
    answer(spoken, ("amend", "Occitan"), ("undo",), ("amend", "Aranese"))
    history = parts()[1]
    for value in ("Occitan", "Aranese"):
        assert history.count(f"{OTHER}“Languages spoken: {value}”") == 1
    assert "You undid your approval. “Languages spoken: Occitan”" in history


def test_undoing_ones_own_value_is_told_with_it_though_the_request_is_refused_later(ask, answer, parts):
    answer(ask("Portuguese", key="language"), ("amend", "European Portuguese"), ("undo",), ("refuse",))
    history = parts()[1]
    assert "You undid your approval. “Language: European Portuguese”" in history
    assert "You refused a request. “Language: Portuguese”" in history


def test_what_was_forgotten_since_leaves_each_answer_its_value(ask, answer, parts):
    pronouns = ask("she/her", key="pronouns")
    answer(pronouns, ("amend", "they/them"), ("undo",), ("amend", "she/they"), ("undo",), ("refuse",), ("undo",))
    answer(pronouns, ("approve",), ("forget",))
    history = parts()[1]
    for value in ("they/them", "she/they"):
        assert f"{OTHER}“Pronouns: {value}”" in history
        assert f"You undid your approval. “Pronouns: {value}”" in history
    assert "You approved a request. “Pronouns: she/her”" in history


def test_what_was_decided_last_comes_first_and_nobody_decided_what_expired(ask, answer, in_home, home, parts):
    ask("Lisbon", at=timezone.now() - timedelta(days=8))
    first = ask("Spanish", key="languages_spoken", item="spanish")
    answer(ask("she/her", key="pronouns"), ("approve",))
    answer(first, ("approve",))
    with in_home():
        expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=timezone.now())
    decided, history = parts()
    assert decided.index("Spanish") < decided.index("she/her")
    assert "Lisbon" not in decided and "Lisbon" in history


def test_what_is_saved_beside_a_text_stands_in_no_quote(home, send, answer, parts):
    text = "Ana lives in Viseu."
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="flat", content=text, category="profile")
    answer(send(WriteMemory(draft=draft)).proposal_id, ("amend", "Ana lives in the north."))
    assert "Asked for: “Ana lives in Viseu”.<" in parts()[0]
    assert "Subject:" not in parts()[1]


@pytest.mark.parametrize(
    ("answer", "told", "asked_by"),
    [
        (
            {"own": "1", "value": "Porto"},
            "“Évora” (Your planner assistant), “Lisbon” (Your supervisor assistant)",
            "Your supervisor assistant, Your planner assistant",
        ),
        (
            {"choose": key_of("identity.city", "Évora")},
            "“Lisbon” (Your supervisor assistant)",
            "Your planner assistant",
        ),
        ({"choose": "identity.city=lisbon"}, "“Évora” (Your planner assistant)", "Your supervisor assistant"),
    ],
)
def test_each_value_of_a_choice_names_who_asked_for_it(owner, ask, supervisor, planner, parts, answer, told, asked_by):
    ask("Évora", actor=replace(supervisor, id=planner.id))
    ask("Lisbon")
    choose(owner, the_choice(owner), **answer)
    assert f"Asked for, but not saved: {told}." in owner.get("/decisions").content.decode()
    decided, history = parts()
    assert f"<small>Asked for, but not saved: {told}.</small>" in decided and told in history
    (saved,) = (line for line in decided.split("<li") if "not saved" in line)
    assert f"Asked by: {asked_by}</small>" in saved


def test_what_was_not_chosen_is_called_as_among_the_decisions(owner, ask, home, send, parts):
    ask("Lisbon")
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="letter", content="Ana lives in Setubal.")
    send(WriteMemory(draft=draft))
    choose(owner, the_choice(owner), choose=key_of("identity.city", "Lisbon"))
    decided = parts()[0]
    assert "Not chosen, " in decided and "Refused" not in decided
    assert "Not chosen" in owner.get("/decisions").content.decode()


def test_what_is_kept_as_it_was_is_no_change(asked, answer, parts):
    answer(asked, ("amend", "Porto"))
    history = parts()[1]
    assert "“City: Porto”" in history and "→" not in history


def test_what_was_saved_since_stays_when_the_approval_is_undone(owner, asked, answer, in_home, parts):
    answer(asked, ("approve",))
    with in_home():
        fact = Fact.objects.active().get(key="city")
    page = owner.get(f"/memories/{fact.memory_id}/edit").content.decode()
    change_id = page.partition('name="change_id" value="')[2].partition('"')[0]
    owner.post(f"/memories/{fact.memory_id}/edit", {"content": "Olhão", "change_id": change_id})
    answer(asked, ("undo",))
    history = parts()[1]
    assert "You undid your approval. “City: Évora” <small>“City: Olhão” was saved since, and stayed.</small>" in history
