"""Special categories in messages: asked about, withheld until the yes, and not asked of talk about others."""

import pytest

from consent.changes import SetFact
from consent.gate import submit
from consent.models import Policy, Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from conversations.models import Turn
from intelligence.actions.remember_sensitive import READER
from memories.drafts import FactDraft
from memories.models import Memory
from providers import statements
from workspaces.actors import system_actor


@pytest.fixture
def asked(in_home):
    """The texts that wait for Ana."""

    def _asked():
        with in_home():
            return [one.new_value for one in Proposal.objects.pending().order_by("created_at", "id")]

    return _asked


@pytest.fixture
def shown(in_home):
    """What retrieval shows of each turn."""

    def _shown():
        with in_home():
            return [turn.found_by for turn in Turn.objects.order_by("position")]

    return _shown


@pytest.mark.parametrize(
    "message",
    [
        "I came out as gay to my parents.",
        "My salary is 50,000 euros.",
        "I got baptised last Sunday.",
        "I earn about 85,000 a year.",
        "I spent two years in prison.",
        "I'm a trans woman.",
        "I voted for the Greens again.",
        "We had lunch. By the way, I'm HIV positive. How are you?",
        "Ich bin schwul.",
        "Je suis enceinte de trois mois.",
        "Soy católica desde niña.",
        "Guadagno 1.700 euro al mese.",
        "Ho il cancro.",
        "Mi hanno diagnosticato il diabete.",
        "Wo ich wohne? Kaiserstraße 9, Mainz.",
        "Ik heb suikerziekte.",
        "У меня ВИЧ.",
        "我有糖尿病。",
        "私はうつ病です。",
        "My IBAN is DE89370400440532013000, send it there.",
        "They put me on insulin last month.",
        "My husband and I (I'm a man) just adopted.",
        "The alarm code is 4471.",
        "The spare key is under the blue flowerpot.",
        "I hit my wife last night.",
    ],
)
def test_what_a_message_says_of_a_special_category_waits_and_is_withheld(message, say, extract, asked, shown):
    say(message)
    extract()
    assert asked()
    assert "[withheld]" in shown()[0]


def test_the_rest_of_a_sentence_tells_no_more_than_the_clause_that_waits(say, extract, asked, shown):
    say("The tram is late. I'm a recovering alcoholic, sober for two years. See you at six.")
    extract()
    assert asked()
    assert shown() == ["The tram is late. [withheld] See you at six."]


def test_a_sentence_that_goes_on_tells_of_the_speaker_too(say, extract, shown):
    say("I'm in recovery; 14 months sober.")
    extract()
    assert shown() == ["[withheld]; [withheld]"]


@pytest.mark.parametrize(
    "message",
    [
        "They put her on insulin last month.",
        "Marta is in recovery; 14 months sober.",
        "My brother beat his wife at chess.",
        "My sister's salary is 50,000 euros.",
        "I negotiated Jessica's salary up to 62,000 euros.",
        "I think Michael deserves his raise to 48,000 euros.",
        "I manage my sister's income of 50,000 euros.",
        "I believe she was baptised last Sunday.",
        "Marta told me that she is pregnant.",
        "Marta told me that she is late.",
        "The church in the old town is pretty.",
        "My therapist thinks that walking is good for everybody.",
        "I read a book about the libertarian movement yesterday.",
        "I spent 40 euros on books.",
        "Je crois qu'il a le diabète.",
        "Wo sie wohnt? Kaiserstraße 9, Mainz.",
        "Мой начальник болеет раком.",
        "我喜欢爵士乐。",
        "Ik ga morgen met de trein naar Utrecht.",
    ],
)
def test_talk_about_others_and_of_nothing_of_the_kind_is_left_alone(message, say, extract, asked, shown):
    say(message)
    extract()
    assert asked() == []
    assert shown() == [message]


def test_what_only_the_reader_finds_is_asked_about_in_a_memory_and_not_in_a_message(say, extract, asked, shown):
    message = "They found a shadow on my lung."  # the example of the guide
    assert {one.pattern for one in statements.sensitive(message)} == {READER}
    say(message)
    extract()
    assert asked() == [] and shown() == [message]


def test_what_somebody_else_says_in_the_conversation_is_not_the_persons(say, extract, asked):
    say("I came out as gay to my parents.", speaker="Bob")
    say("I came out as gay to my parents.", role="assistant")
    extract()
    assert asked() == []


def test_a_yes_brings_the_words_back_and_a_no_does_not(say, extract, shown, person, now, in_home):
    for message, decide in [
        ("I came out as gay to my parents.", approve_proposal),
        ("I earn about 85,000 a year.", reject_proposal),
    ]:
        say(message)
        extract()
        with in_home():
            waiting = Proposal.objects.pending().get()
        decide(proposal_id=waiting.id, actor=person, now=now)
    assert shown() == ["I came out as gay to my parents.", "[withheld]"]
    with in_home():
        (memory,) = Memory.objects.filter(key__startswith="said:", current__isnull=False)
        assert "gay" in memory.current.content


def test_a_message_is_asked_about_once_and_a_field_is_not_asked_about_twice(say, extract, asked, in_home):
    say("I'm Catholic.", "I earn about 85,000 a year.", "I earn about 85,000 a year.")
    extract()
    first = asked()
    assert len(first) == 2
    with in_home():
        Turn.objects.update(extracted_at=None)
    extract()
    assert asked() == first


def test_no_cap_of_writes_leaves_a_statement_unasked(say, extract, asked, settings):
    settings.WRITES_PER_TURN = settings.WRITES_PER_DAY = 0
    say("I came out as gay to my parents. I earn about 85,000 a year.")
    extract()
    assert len(asked()) == 2


EPILEPSY = "I have been diagnosed with epilepsy, so I cannot drive any more."


@pytest.mark.parametrize("message", [EPILEPSY, "I no longer have epilepsy."])
def test_a_denied_field_of_a_special_category_is_asked_about_too(message, say, extract, asked, shown):
    say("I take sertraline.")
    extract()
    say(message)
    extract()
    assert len(asked()) == 2
    assert shown()[1] == "[withheld]"


def test_what_a_policy_forbids_to_remember_is_withheld_without_a_question(say, extract, asked, shown, in_home):
    with in_home():
        Policy.objects.create(fact_category="identity", fact_key="city", outcome="never")
        Policy.objects.create(category="general", outcome="never")
    say("I live in Porto. The tram is late. I came out as gay to my parents.")
    say("I came out as gay to my parents. The tram is late. I came out as gay to my parents.")
    extract()
    assert asked() == []
    assert shown() == ["[withheld] The tram is late. [withheld]"] * 2


def test_so_is_an_allergy_where_a_policy_forbids_it(say, extract, asked, shown, in_home):
    with in_home():
        Policy.objects.create(fact_key="allergies", outcome="never")
    say("I'm allergic to peanuts. The tram is late.")
    extract()
    assert asked() == []
    assert shown() == ["[withheld] The tram is late."]


@pytest.mark.parametrize(
    "message",
    [
        "I have celiac disease, so no barley.",
        "I'm a coeliac.",
        "Ich habe Zöliakie.",
        "Soy celíaca.",
        "Je suis cœliaque.",
    ],
)
def test_so_is_coeliac_disease_where_a_policy_forbids_illnesses(message, say, extract, asked, shown, in_home):
    with in_home():
        Policy.objects.create(fact_key="health_conditions", outcome="never")
    say(f"{message} The tram is late.")
    extract()
    assert asked() == []
    assert shown() == ["[withheld] The tram is late."]


def test_no_cap_of_writes_leaves_a_sensitive_field_unasked(say, extract, asked, settings):
    settings.WRITES_PER_TURN = settings.WRITES_PER_DAY = 0
    say("I live in Porto.")
    extract()
    assert asked() == ["Porto"]


@pytest.mark.parametrize("message", ["I earn 4,000 euros a month.", "Ich verdiene 4000 Euro im Monat."])
def test_it_is_asked_in_the_speaker_s_own_words_whose_name_before_them_states_nothing(
    message, say, extract, asked, in_home, home, person, now
):
    draft = FactDraft(person_id=home.user_id, category="identity", key="preferred_name", value="Ana")
    queued = submit(SetFact(draft=draft), actor=system_actor(home.workspace_id, "extract_facts"), now=now)
    reject_proposal(proposal_id=queued.proposal_id, actor=person, now=now)
    say(message)
    extract()
    assert asked() == [f"Ana: {message}"]
    with in_home():
        (one,) = Proposal.objects.pending()
    assert [claim.partition("=")[0].partition(".")[2] for claim in one.claims] == ["income"]


def test_a_yes_to_one_illness_is_none_to_another(say, extract, shown, person, now, in_home):
    """Both are found by "diagnosed with"; no field is found where a date is told with them."""
    say("Last May I was diagnosed with lupus by doctors.")
    extract()
    with in_home():
        waiting = list(Proposal.objects.pending())
    for one in waiting:
        approve_proposal(proposal_id=one.id, actor=person, now=now)
    say("Last June I was diagnosed with epilepsy by doctors.")
    extract()
    assert len(waiting) == 1
    assert shown() == ["Last May I was diagnosed with lupus by doctors.", "[withheld]"]
