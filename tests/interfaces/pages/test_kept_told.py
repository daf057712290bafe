"""A choice that left a field as it was: the list of decisions, the timeline, the export and the receipt say the same of
it, and each answer that was undone is told with what stands then."""

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.proposals.decide import approve_proposal
from interfaces.pages.cards.competing_values import Choice
from memories.drafts import FactDraft, MemoryDraft
from workspaces.models import Agent

pytestmark = pytest.mark.django_db
KEPT = "You kept “Porto” and refused “Lisbon” (Your Travel assistant), “Faro” (Your Kitchen assistant)."


@pytest.fixture
def by(ask, supervisor, in_home):
    """An assistant of this name asks for a city."""

    def _by(name, value):
        with in_home():
            agent, _is_new = Agent.objects.get_or_create(role="supervisor", name=name)
        return ask(value, actor=replace(supervisor, id=agent.id, name=name), at=timezone.now())

    return _by


@pytest.fixture
def porto(send, home, person):
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=draft), actor=person, at=timezone.now() - timedelta(days=3))


@pytest.fixture
def two(by):
    """Two values that are asked for; the ids of their requests."""
    return by("Travel", "Lisbon"), by("Kitchen", "Faro")


@pytest.fixture
def answer(owner):
    def _answer(value="", own=""):
        (choice,) = [item for item in owner.get("/inbox").context["items"] if isinstance(item, Choice)]
        shown = [f"{card.proposal.id}:{card.proposal.shown_hash}" for card in choice.cards]
        key = f"identity.city={value}" if value else ""
        given = {"own": "1", "value": own} if own else {"choose": key}
        owner.post("/proposals/choice", {"field": choice.field, "shown": shown, **given})

    return _answer


@pytest.fixture
def sentence(home, send):
    """An assistant asks for a sentence."""

    def _sentence(content, *, key="note"):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        return send(WriteMemory(draft=draft), at=timezone.now()).proposal_id

    return _sentence


@pytest.fixture
def approve(person):
    return lambda proposal_id: approve_proposal(proposal_id=proposal_id, actor=person, now=timezone.now())


@pytest.fixture
def words(owner):
    def _words(address):
        return " ".join(re.sub(r"<[^>]+>", " ", unescape(owner.get(address).content.decode())).split())

    return _words


@pytest.fixture
def entries(owner):
    """The sentences of the timeline, the latest first."""

    def _entries():
        return [entry.sentence for entry in owner.get("/timeline").context["entries"]]

    return _entries


class TestKept:
    def test_every_record_says_what_was_kept_and_what_was_refused(self, owner, porto, two, answer, words, parts):
        answer()
        pages = [
            words("/decisions"),
            words("/timeline"),
            words(f"/proposals/{two[0]}/receipt"),
            *map(unescape, parts()),
        ]
        assert [page.count(KEPT) for page in pages] == [2, 1, 1, 1, 1]  # the list folds the other request below
        assert not any("Also asked for, and not saved" in page or "Nothing was saved" in page for page in pages)

    def test_so_do_they_where_the_person_writes_what_it_is(self, porto, two, answer, words, parts):
        answer(own="porto")
        told = [words("/timeline"), words("/decisions"), *map(unescape, parts())]
        assert [KEPT in page for page in told] == [True] * 4

    def test_a_value_refused_alone_was_not_kept_where_nothing_stood(self, two, answer, words):
        answer()
        assert "You kept" not in words("/timeline") + words("/decisions")

    def test_the_record_stays_when_the_field_changes_later(self, porto, two, answer, send, home, person, words, parts):
        answer()
        draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Beja")
        send(SetFact(draft=draft), actor=person, at=timezone.now())
        assert all(KEPT in page for page in [words("/timeline"), words("/decisions"), *map(unescape, parts())])


class TestUndone:
    def test_an_undone_choice_says_what_it_was_and_what_stands(self, owner, porto, two, answer, entries):
        answer("lisbon")
        owner.post(f"/proposals/{two[0]}/undo")
        assert entries()[:2] == [
            "You undid: You approved “Lisbon”. “Porto” stands again.",
            "You approved a request.",
        ]

    def test_so_does_one_that_kept_the_value(self, owner, porto, two, answer, entries):
        answer()
        owner.post(f"/proposals/{two[0]}/undo")
        assert entries()[:2] == [f"You undid: {KEPT} “Porto” stands.", KEPT]

    def test_each_of_several_is_told(self, owner, porto, two, answer, entries):
        for value, number in (("lisbon", 0), ("faro", 1)):
            answer(value)
            owner.post(f"/proposals/{two[number]}/undo")
        told = [one for one in entries() if one.startswith("You undid")]
        assert told == [f"You undid: You approved “{city}”. “Porto” stands again." for city in ("Faro", "Lisbon")]

    @pytest.mark.parametrize(
        ("value", "told"),
        [
            ("lisbon", ["You undid: You approved “Lisbon”. “Ana lives in Porto” stands again."]),
            (
                "faro",
                [
                    "You undid: You approved “Ana lives in Faro”. “Ana lives in Porto” stands again.",
                    "You undid: You chose “Faro” among 2 values. “Ana lives in Porto” stands again.",
                ],
            ),
        ],
    )
    def test_a_sentence_that_stood_stands_again(self, owner, by, sentence, approve, answer, entries, value, told):
        approve(sentence("Ana lives in Porto.", key="porto"))
        requests = {"lisbon": by("Travel", "Lisbon"), "faro": sentence("Ana lives in Faro.", key="faro")}
        answer(value)
        owner.post(f"/proposals/{requests[value]}/undo")
        assert [one for one in entries() if one.startswith("You undid")] == told

    def test_the_text_that_an_undo_restores_is_told_before_the_value(self, owner, porto, sentence, approve, entries):
        approve(sentence("Ana lives in Braga."))
        approve(changed := sentence("Ana lives in Lisbon."))
        owner.post(f"/proposals/{changed}/undo")
        told = "You undid: You approved “Ana lives in Lisbon”. “Ana lives in Braga” stands again."
        assert entries()[0] == told

    def test_a_sentence_forgotten_before_does_not_stand(self, owner, by, sentence, approve, answer, entries):
        approve(sentence("Ana lives in Porto."))
        (memory,) = owner.get("/memories", {"q": "Porto"}).context["page"].rows
        owner.post(f"/memories/{memory.id}/forget")
        requests = by("Travel", "Lisbon"), by("Kitchen", "Faro")
        answer("lisbon")
        owner.post(f"/proposals/{requests[0]}/undo")
        assert entries()[0] == "You undid: You approved “Lisbon”. Nothing is remembered of it."

    def test_and_where_nothing_stood(self, owner, two, answer, entries):
        answer("lisbon")
        owner.post(f"/proposals/{two[0]}/undo")
        assert entries()[0] == "You undid: You approved “Lisbon”. Nothing is remembered of it."

    def test_a_refusal_of_one_value(self, owner, ask, entries):
        asked = ask("Lisbon")
        (card,) = owner.get("/inbox").context["items"]
        owner.post(f"/proposals/{asked}/refuse", {"shown_hash": card.proposal.shown_hash})
        owner.post(f"/proposals/{asked}/undo")
        assert entries()[0] == "You undid: You refused “Lisbon”. Nothing is remembered of it."


def test_the_export_names_a_field_once_in_a_change(owner, porto, two, answer, parts):
    answer("lisbon")
    owner.post(f"/proposals/{two[0]}/undo")
    history = unescape(parts()[1])
    assert "<s>City: Porto</s> → Lisbon" in history and "<s>City: Lisbon</s> → Porto" in history
