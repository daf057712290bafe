"""Answers beyond yes and no: own words, rules for next time, several at once, undoing, taking back, the receipt."""

import json
import re
from uuid import uuid4

import pytest

from consent.changes import WriteMemory
from consent.models import Policy, Proposal
from interfaces.pages.inbox.request_list import CARDS
from interfaces.pages.texts.diffs import line_diff
from memories.drafts import MemoryDraft
from memories.models import Fact

pytestmark = pytest.mark.django_db


def shown(client, proposal_id):
    return client.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash


def do(client, proposal_id, action, *, htmx=False, **form):
    form.setdefault("shown_hash", shown(client, proposal_id))
    headers = {"hx_request": "true"} if htmx else {}
    return client.post(f"/proposals/{proposal_id}/{action}", form, headers=headers)


@pytest.fixture
def state(in_home):
    def _state(proposal_id):
        with in_home():
            return Proposal.objects.get(id=proposal_id).state

    return _state


def test_ones_own_words_are_kept_instead(owner, ask, cities, state):
    proposal_id = ask("Lisbon")

    response = do(owner, proposal_id, "amend", value="Lisboa")

    assert (response.status_code, cities(), state(proposal_id)) == (302, ["Lisboa"], "amended")


def test_a_corrected_value_is_shown_as_it_was_kept(owner, ask):
    """What the assistant had asked for is not what is remembered."""
    proposal_id = ask("Lisbon")
    result = do(owner, proposal_id, "amend", value="Braga, since May", htmx=True).content.decode()
    page = owner.get("/decisions").content.decode()
    for shown in (result, page):
        assert "Braga, since May" in shown and shown.count("Lisbon") == 1
        assert "“Braga, since May” was saved. Asked for, but not saved: “Lisbon”." in shown
        assert "Another value saved" in shown


def test_a_corrected_value_is_what_every_page_tells(owner, ask, in_home):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "amend", value="Braga")
    assert "“Braga” was saved. Asked for, but not saved: “Lisbon”." in owner.get("/inbox").content.decode()
    with in_home():
        memory_id = Fact.objects.get(key="city").memory_id
    for page in (f"/memories/{memory_id}", "/admin/consent/proposal/"):
        text = owner.get(page, follow=True).content.decode()
        assert "Braga" in text and "Lisbon" not in text, page
    export = owner.get("/my-data/export.html").content.decode()
    assert "Braga" in export
    assert export.count("Lisbon") == export.count("<small>Asked for, but not saved: “Lisbon”.</small>") == 2


def test_what_was_undone_and_then_refused_is_not_among_what_is_remembered(owner, ask):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "approve")
    owner.post(f"/proposals/{proposal_id}/undo")
    do(owner, proposal_id, "refuse")
    export = owner.get("/my-data/export.html").content.decode()
    remembered, requests = export.split('<section id="decided">')
    assert "Lisbon" not in remembered and "Lisbon" in requests
    assert "Lisbon" not in owner.get("/memories").content.decode()


def test_words_that_cannot_be_kept_are_explained_and_the_question_stays(owner, ask, cities, state):
    proposal_id = ask("Lisbon")

    response = do(owner, proposal_id, "amend", value="   ", htmx=True)

    assert response.status_code == 422
    assert "The value is empty." in response.content.decode()
    assert (cities(), state(proposal_id)) == ([], "pending")


def test_undone_nothing_is_left_of_it_and_the_question_waits_again(owner, ask, cities, state):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "approve")

    response = owner.post(f"/proposals/{proposal_id}/undo", follow=True)

    assert (cities(), state(proposal_id)) == ([], "pending")
    assert "Undone. The request is open again." in response.content.decode()


def test_undone_something_new_is_asked_as_something_new(owner, asked_to_note):
    proposal_id = asked_to_note()
    do(owner, proposal_id, "approve")
    owner.post(f"/proposals/{proposal_id}/undo")
    assert "wants to remember something about" in owner.get(f"/proposals/{proposal_id}").content.decode()


def test_the_result_leads_to_what_is_new(owner, ask, in_home):
    proposal_id = ask("Lisbon")
    result = do(owner, proposal_id, "approve", htmx=True).content.decode()
    with in_home():
        assert f"/memories/{Fact.objects.get(key='city').memory_id}" in result


def test_what_comes_beside_a_field_stands_below_the_headline(owner, ask):
    """The headline has the value alone."""
    page = owner.get(f"/proposals/{ask('Lisbon', sensitivity='public')}").content.decode()
    assert "Sensitivity: public" in page


def test_what_goes_and_what_comes_stand_in_lines_of_their_own():
    old, new = "Ana likes tea.\n\nTags: kitchen", "Ana likes mint tea.\n\nMetadata, city: Faro\nTags: she"
    assert line_diff(old, new).splitlines() == [
        "Ana likes <ins>mint </ins>tea.", "", "<del>Tags: kitchen</del>", "<ins>Metadata, city: Faro</ins>",
        "<ins>Tags: she</ins>",
    ]  # fmt: skip


def test_what_is_withheld_is_named_in_words(owner, asked_to_note):
    page = owner.get(f"/proposals/{asked_to_note('User lives in Lisbon. [withheld]')}").content.decode()
    assert "[not agreed to]" in page and "[withheld]" not in page.partition("<textarea")[0]


@pytest.fixture
def asked_to_note(home, send):
    def _asked(content="User lives in Lisbon."):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="home", content=content)
        return send(WriteMemory(draft=draft)).proposal_id

    return _asked


def test_the_inbox_offers_to_undo_the_last_answer(owner, ask):
    proposal_id = ask("Lisbon")
    assert "Last decision:" not in owner.get("/inbox").content.decode()

    do(owner, proposal_id, "refuse")

    page = owner.get("/inbox").content.decode()
    assert "Last decision:" in page and f'action="/proposals/{proposal_id}/undo"' in page


def test_with_htmx_the_result_can_be_undone_in_its_place(owner, ask):
    proposal_id = ask("Lisbon")

    result = do(owner, proposal_id, "approve", htmx=True).content.decode()
    again = owner.post(f"/proposals/{proposal_id}/undo", headers={"hx_request": "true"}).content.decode()

    assert f'hx-post="/proposals/{proposal_id}/undo"' in result
    assert f'hx-post="/proposals/{proposal_id}/approve"' in again


def test_taken_back_it_goes_for_good(owner, ask, cities, state):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "approve")

    owner.post(f"/proposals/{proposal_id}/take-back")

    assert (cities(), state(proposal_id)) == ([], "withdrawn")


def test_what_was_refused_may_be_asked_again_when_the_person_says_so(owner, ask, in_home):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "refuse")
    assert "Let assistants ask again" in owner.get("/decisions").content.decode()

    owner.post(f"/proposals/{proposal_id}/allow-again")

    with in_home():
        assert Proposal.objects.get(id=proposal_id).blocked_until is None


@pytest.mark.parametrize(("action", "outcome"), [("approve", "apply"), ("refuse", "never")])
def test_the_same_answer_next_time_is_a_rule_that_can_end(owner, ask, in_home, action, outcome):
    do(owner, ask("Lisbon"), action, next_time="1")
    with in_home():
        rule = Policy.objects.get(person_id__isnull=False, revoked_at__isnull=True)
    assert (rule.fact_key, rule.outcome) == ("city", outcome)
    assert "Your rules" in owner.get("/decisions").content.decode()

    owner.post(f"/decisions/rules/{rule.id}")

    assert "Your rules" not in owner.get("/decisions").content.decode()


def test_several_are_answered_at_once_each_as_it_was_shown(owner, ask, in_home):
    first, second = ask("Lisbon"), ask("they/them", key="pronouns")
    looks = [f"{first}:{shown(owner, first)}", f"{second}:old", "nonsense"]

    response = owner.post("/proposals/answers", {"selected": looks, "approve": "1"}, follow=True)

    page = response.content.decode()
    assert "1 request approved." in page and "1 answer was not saved" in page
    with in_home():
        assert list(Proposal.objects.pending().values_list("id", flat=True)) == [second]


def test_several_answers_need_something_ticked(owner, ask):
    ask("Lisbon")

    response = owner.post("/proposals/answers", {"refuse": "1"}, follow=True)

    assert "Select the requests" in response.content.decode()


def test_several_answers_are_undone_together(owner, ask, cities, state):
    do(owner, ask("they/them", key="gender"), "refuse")
    several = [ask("Lisbon"), ask("Ana", key="preferred_name")]
    looks = [f"{one}:{shown(owner, one)}" for one in several]
    page = owner.post("/proposals/answers", {"selected": looks, "approve": "1"}, follow=True).content.decode()
    assert "2 requests approved." in page and cities() == ["Lisbon"]
    assert page.count('name="answered"') == 2
    assert "About: City, Preferred name" in page or "About: Preferred name, City" in page

    page = owner.post("/proposals/answers/undo", {"answered": several}, follow=True).content.decode()

    assert "Undone: 2 requests are open again." in page and "Last decision:" not in page
    assert cities() == [] and [state(one) for one in several] == ["pending", "pending"]


def test_what_was_taken_back_meanwhile_stays_so(owner, ask, state):
    first, second = ask("Lisbon"), ask("Ana", key="preferred_name")
    for one in (first, second):
        do(owner, one, "approve")
    owner.post(f"/proposals/{second}/take-back")

    page = owner.post("/proposals/answers/undo", {"answered": [first, second, "x"]}, follow=True).content.decode()

    assert "Undone: 1 request is open again." in page
    assert (state(first), state(second)) == ("pending", "withdrawn")


def test_nobody_else_undoes_several(owner, colleague, outsider, ask, cities):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "approve")
    for client in (colleague, outsider):
        assert client.post("/proposals/answers/undo", {"answered": [proposal_id]}).status_code == 404
    assert cities() == ["Lisbon"]


def test_one_answer_given_that_way_is_the_last(owner, ask):
    do(owner, ask("Lisbon"), "approve")
    other = ask("they/them", key="pronouns")

    owner.post("/proposals/answers", {"selected": f"{other}:{shown(owner, other)}", "refuse": "1"})

    assert f'action="/proposals/{other}/undo"' in owner.get("/inbox").content.decode()


def test_several_answers_lead_back_to_the_page_they_were_given_on(owner, ask):
    for number in range(CARDS + 5):
        ask(f"L{number}", key="languages_spoken", item=f"l{number}")
    older = owner.get("/inbox", {"who": "agent:supervisor"}).context["page"].older
    cards = owner.get(f"/inbox{older}").context["cards"]

    looks = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in cards]
    form = {"selected": looks[:1], "refuse": "1", "place": older[1:]}
    assert owner.post("/proposals/answers", form).url == f"/inbox{older}"

    rest = owner.post("/proposals/answers", form | {"selected": looks[1:]}, follow=True)
    assert rest.redirect_chain[-1][0] == "/inbox?who=agent%3Asupervisor" and len(rest.context["cards"]) == CARDS


@pytest.mark.parametrize("verbs", [{}, {"approve": "1", "refuse": "1"}])
def test_several_answers_need_one_word_for_all(owner, ask, state, verbs):
    proposal_id = ask("Lisbon")

    form = {"selected": f"{proposal_id}:{shown(owner, proposal_id)}"} | verbs
    page = owner.post("/proposals/answers", form, follow=True).content.decode()

    assert "Choose whether to approve or refuse the selected requests." in page
    assert state(proposal_id) == "pending"


def test_the_receipt_is_a_file(owner, ask):
    proposal_id = ask("Lisbon")
    assert owner.get(f"/proposals/{proposal_id}/receipt.json").status_code == 404
    do(owner, proposal_id, "approve")

    response = owner.get(f"/proposals/{proposal_id}/receipt.json")

    assert "attachment" in response["Content-Disposition"]
    assert json.loads(response.content)["proposal"]["id"] == str(proposal_id)


def test_it_says_who_could_read_it(owner, ask):
    ask("Lisbon")

    assert "Visible to: " in owner.get("/inbox").content.decode()


def test_the_count_is_polled_and_tells_of_new_questions(owner, ask, now):
    ask("Lisbon")

    old = owner.get("/inbox/count", {"after": now.replace(year=2020).isoformat()}).content.decode()
    new = owner.get("/inbox/count", {"after": now.replace(year=2100).isoformat()}).content.decode()

    assert 'id="pending-count" hx-swap-oob="true"' in old and "New requests have arrived." in old
    assert "New requests have arrived." not in new


def test_who_is_signed_out_is_told_to_poll_no_more(client, db):
    assert client.get("/inbox/count").status_code == 286


def test_the_inbox_is_narrowed_by_who_asks(owner, ask):
    ask("Lisbon")

    assert len(owner.get("/inbox", {"who": "agent:supervisor"}).context["cards"]) == 1
    assert len(owner.get("/inbox", {"who": "agent:planner"}).context["cards"]) == 0


def test_decisions_are_narrowed_by_how_they_ended(owner, ask):
    do(owner, ask("Lisbon"), "approve")
    do(owner, ask("they/them", key="pronouns"), "refuse")

    for state in ("approved", "rejected"):
        cards = [one.card for one in owner.get("/decisions", {"state": state}).context["decisions"]]
        assert [card.proposal.state for card in cards] == [state]


@pytest.mark.parametrize("action", ["amend", "undo", "take-back", "allow-again"])
def test_nobody_else_answers_or_takes_back(owner, colleague, outsider, ask, cities, action):
    proposal_id = ask("Lisbon")
    do(owner, proposal_id, "approve")

    for client in (colleague, outsider):
        response = client.post(f"/proposals/{proposal_id}/{action}", {"shown_hash": "x", "value": "Rome"})
        assert response.status_code == 404
        assert client.get(f"/proposals/{proposal_id}/receipt.json").status_code == 404
    assert cities() == ["Lisbon"]


def test_nobody_ends_anothers_rule(owner, colleague, ask, in_home):
    do(owner, ask("Lisbon"), "approve", next_time="1")
    with in_home():
        rule = Policy.objects.get(person_id__isnull=False)

    assert colleague.post(f"/decisions/rules/{rule.id}").status_code == 404
    assert owner.post(f"/decisions/rules/{uuid4()}").status_code == 404


def test_what_an_answer_swaps_besides_its_card_stands_on_both_pages_and_stays(owner, ask):
    proposal_id = ask("Lisbon")
    pages = [owner.get(path).content.decode() for path in ("/inbox", f"/proposals/{proposal_id}")]
    form = {"shown_hash": owner.get(f"/proposals/{proposal_id}").context["card"].proposal.shown_hash}
    answer = owner.post(f"/proposals/{proposal_id}/approve", form, headers={"HX-Request": "true"}).content.decode()

    swapped = re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob="(\w+)"', answer)
    assert dict(swapped) == {"pending-count": "true", "last-decision": "true", "messages": "true"}
    for name, _way in swapped:
        assert all(page.count(f'id="{name}"') == 1 for page in pages)
