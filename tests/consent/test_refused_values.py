"""A refused value is not asked for again for 30 days, in whatever form, unless the person says so (001 §10)."""

from datetime import timedelta

import pytest
from django.conf import settings

from consent.changes import WriteMemory
from consent.gate import submit
from consent.models import Proposal
from consent.outcomes import Applied, Queued, Refusal, Refused
from consent.proposals.allow import allow_again
from consent.proposals.decide import reject_proposal
from consent.proposals.errors import NotYours
from consent.proposals.expire import expire_proposals
from memories.drafts import MemoryDraft
from memories.models import Memory
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def refuse(person, now):
    return lambda asked, **more: reject_proposal(proposal_id=asked.proposal_id, actor=person, now=now, **more)


@pytest.fixture
def refused(set_fact, refuse):
    asked = set_fact("identity", "city", "Lisbon")
    refuse(asked)
    return asked.proposal_id


def test_the_same_value_is_refused_at_once_and_when_is_said(refused, set_fact, now):
    answer = set_fact("identity", "city", "Lisbon")
    until = now + timedelta(days=settings.REFUSAL_DAYS)
    assert isinstance(answer, Refused) and answer.reason is Refusal.REFUSED_BEFORE
    assert f"{until:%Y-%m-%d}" in answer.detail and "Lisbon" not in answer.detail


@pytest.mark.parametrize(
    "spelling",
    ["lisbon", "  LISBON ", "Lisbon.", '"Lisbon"', "“Lisbon”", "'Lisbon'", "«Lisbon»", "*Lisbon*", "(Lisbon)",
     "Ｌｉｓｂｏｎ", "Lis\u200bbon", "Lіsbon"],
)  # fmt: skip
def test_so_is_another_spelling_or_confidence(refused, set_fact, spelling):
    assert isinstance(set_fact("identity", "city", spelling, confidence=0.7), Refused)


def test_so_is_the_same_in_a_sentence(refused, write):
    assert isinstance(write("User lives in Lisbon.", key="somewhere else"), Refused)


def test_a_sentence_that_was_refused_is_not_asked_for_as_a_fact(write, refuse, set_fact):
    refuse(write("User lives in Lisbon.", key="home"))
    assert isinstance(set_fact("identity", "city", "Lisbon"), Refused)


def test_a_sentence_that_is_cut_out_is_not_asked_about_again(refused, home, supervisor, now):
    text = "We talked. User lives in Lisbon. The release is on Friday."
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="episode", content=text)
    kept = submit(WriteMemory(draft=draft, excise=True), actor=supervisor, now=now)
    assert isinstance(kept, Applied) and kept.proposal_ids == ()
    with scope.enter(home.workspace_id):
        assert "Lisbon" not in Memory.objects.select_related("current").get(key="episode").current.content


def test_another_value_may_be_asked_for(refused, set_fact):
    assert isinstance(set_fact("identity", "city", "Faro"), Queued)


def test_the_person_says_it_themselves_at_any_time(refused, set_fact, person):
    assert isinstance(set_fact("identity", "city", "Lisbon", actor=person), Applied)


def test_after_thirty_days_it_may_be_asked_for(refused, set_fact, home, now):
    with scope.enter(home.workspace_id):
        Proposal.objects.filter(id=refused).update(blocked_until=now - timedelta(seconds=1))
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_the_person_may_say_so_when_they_refuse(set_fact, refuse):
    refuse(set_fact("identity", "city", "Lisbon"), may_ask_again=True)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_or_later(refused, set_fact, person, supervisor, now):
    with pytest.raises(NotYours):
        allow_again(proposal_id=refused, actor=supervisor, now=now)
    allow_again(proposal_id=refused, actor=person, now=now)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_what_expired_was_not_refused(home, set_fact, now):
    set_fact("identity", "city", "Lisbon")
    with scope.enter(home.workspace_id):
        Proposal.objects.update(expires_at=now - timedelta(seconds=1))
        expire_proposals(actor=system_actor(home.workspace_id, "expire_proposals"), now=now)
    assert isinstance(set_fact("identity", "city", "Lisbon"), Queued)


def test_a_refused_sentence_in_quotes_is_refused_too(refused, write):
    assert isinstance(write("User lives in “Lisbon”.", key="somewhere else"), Refused)


def test_an_approved_value_in_quotes_is_known(write, set_fact, person):
    set_fact("identity", "city", "Lisbon", actor=person)
    assert isinstance(write('User lives in "Lisbon".'), Applied)


def test_signals_that_spell_a_value_otherwise_are_about_the_same(set_fact, stylist):
    set_fact("preference", "tone", "brief")
    assert isinstance(set_fact("preference", "tone", "“Brief.”", actor=stylist), Applied)


@pytest.mark.parametrize(
    "warning", ["Never give Ana Prozac.", "Ana should not be given Prozac.", "Gebt Ana nie Prozac."]
)
def test_who_refused_that_they_take_a_medicine_is_asked_about_a_warning_of_it(home, write, refuse, warning):
    refuse(write("Ana takes Prozac every morning.", key="morning"))
    assert isinstance(write("Ana takes Prozac.", key="again"), Refused)
    answer = write(warning, key="warning")
    assert isinstance(answer, Queued)
    with scope.enter(home.workspace_id):
        assert not Proposal.objects.get(id=answer.proposal_id).is_muted


def test_so_is_who_refused_the_medicine_as_a_field(write, set_fact, refuse):
    refuse(set_fact("constraint", "health_conditions", "Prozac"))
    assert isinstance(write("Ana takes Prozac.", key="again"), Refused)
    assert isinstance(write("Never give Ana Prozac.", key="warning"), Queued)


@pytest.mark.parametrize(
    "allergy",
    [
        "Ana is allergic to penicillin.", "Penicillin gives her hives.", "She must not have penicillin.",
        "Penicillin makes Ana's throat swell.", "Von Penicillin bekommt Ana Ausschlag.",
        "Ana no puede tomar penicilina.", "La pénicilline lui donne de l'urticaire.",
    ],
)  # fmt: skip
def test_who_refused_that_they_take_a_medicine_may_be_allergic_to_it(write, refuse, allergy):
    refuse(write("Ana takes penicillin for an infection.", key="infection"))
    assert isinstance(write(allergy, key="allergy"), Applied)


def test_that_they_take_it_is_still_not_stored(write, refuse):
    refuse(write("Ana takes penicillin for an infection.", key="infection"))
    assert not isinstance(write("Ana takes penicillin.", key="again"), Applied)
    assert not isinstance(write("Ana takes penicillin and is allergic to nuts.", key="both"), Applied)


ASTHMA = "Ana has asthma and carries an inhaler."


@pytest.mark.parametrize(
    "again",
    [
        "Ana suffers from asthma and always has an inhaler with her.",
        "Ana is asthmatic.",
        "Ana has asthma and uses an inhaler.",
        "Ana hat Asthma.",
    ],
)
def test_a_refused_illness_with_a_detail_of_it_is_not_asked_for_otherwise(write, refuse, again):
    refuse(write(ASTHMA, key="illness"))

    answer = write(again, key="other")
    assert isinstance(answer, Refused) and answer.reason is Refusal.REFUSED_BEFORE


@pytest.mark.parametrize("other", ["Ana has epilepsy.", "Ana does not have asthma.", "Ana takes insulin."])
def test_another_illness_or_the_contrary_is_asked_about(write, refuse, other):
    refuse(write(ASTHMA, key="illness"))

    assert isinstance(write(other, key="other"), Queued)


@pytest.mark.parametrize(
    "other",
    [
        "Ana was born in Lisbon.", "Ana grew up in Lisbon.", "Ana works in Lisbon on Mondays.",
        "Ana studied in Lisbon.", "Ana ist in Lissabon geboren.",
    ],
)  # fmt: skip
def test_what_else_ties_the_person_to_a_refused_city_is_asked_about(refused, write, home, other):
    answer = write(other, key="tie")
    assert isinstance(answer, Queued)
    with scope.enter(home.workspace_id):
        assert not Proposal.objects.get(id=answer.proposal_id).is_muted


@pytest.mark.parametrize("again", ["Ana has her home in Lisbon.", "Ana was born in Lisbon and still lives in Lisbon."])
def test_that_they_live_there_is_refused_in_other_words_too(refused, write, again):
    assert isinstance(write(again, key="tie"), Refused)


def test_a_refused_birthplace_is_refused_again_and_living_there_is_asked_about(write, refuse):
    refuse(write("Ana was born in Lisbon.", key="birth"))
    assert isinstance(write("Lisbon is where Ana was born.", key="again"), Refused)
    assert isinstance(write("Ana lives in Lisbon.", key="home"), Queued)
