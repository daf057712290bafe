"""Why did it know this? One answer, what was in it and why, and what would be in it now."""

from datetime import timedelta
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.changes import ForgetMemory, SetFact
from consent.models import Proposal
from consent.proposals.decide import approve_proposal, reject_proposal
from intelligence.actions.extract_facts import extract_facts
from memories.drafts import FactDraft
from providers.embedding import EmbeddingUnavailable
from retrieval.context.build import build_context
from retrieval.context.request import ContextRequest
from retrieval.explanation import SIGNALS
from retrieval.models import RetrievalEvent
from retrieval.query import memory_query
from retrieval.ranking import WEIGHTS
from retrieval.requests import QueryRequest
from workspaces.models import Agent, Allowlist, Category

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(home, planner, now):
    """The planner really asks; answers with the number of the answer."""

    def _asked(query):
        request = QueryRequest(user_id=str(home.user_id), query=query)
        return memory_query(request, actor=planner, now=now).event_id

    return _asked


@pytest.fixture
def answer(asked, note):
    note("Ana's release is on Friday.", key="release", category="projects")
    return asked("When is Ana's release?")


def page_of(client, event_id):
    return client.get(f"/activity/{event_id}").content.decode()


def test_it_says_who_asked_what_and_shows_each_part_with_its_score(owner, answer):
    page = page_of(owner, answer)

    for text in (
        "Your planner assistant",
        "When is Ana&#x27;s release?",
        "Ana&#x27;s release is on Friday.",
        'class="signal-words"',
    ):
        assert text in page
    assert "Mainly: Same words (Ana, release)" in page


def test_a_text_is_shown_as_it_was_then(owner, answer, note):
    note("Ana's release is on Monday.", key="release", category="projects")

    page = page_of(owner, answer)

    assert "Ana&#x27;s release is on Friday." in page and "Monday" not in page


@pytest.mark.parametrize(("deed", "told"), [("forget", "Forgotten since"), ("wrong", "Marked as wrong since")])
def test_what_no_assistant_finds_any_more_says_why_and_leads_to_its_page(owner, answer, deed, told):
    memory_id = owner.get(f"/activity/{answer}").context["results"][0].place.id
    owner.post(f"/memories/{memory_id}/{deed}")

    page = page_of(owner, answer)

    assert "Ana&#x27;s release is on Friday." not in page
    assert told in page and f'href="/memories/{memory_id}"' in page
    assert "Same words" in page and "in what was said around it" not in page


def test_the_same_again_now_tells_the_difference(owner, answer, note):
    note("Ana's release has two parts.", key="parts", category="projects")

    page = owner.post(f"/activity/{answer}").content.decode()

    assert "Results now" in page
    assert "Ana&#x27;s release has two parts." in page and "new</span>" in page


def test_what_was_there_before_the_question_is_not_called_new(owner, answer, note, now):
    note("Ana's release has two parts.", key="parts", category="projects", at=now - timedelta(days=1))

    page = owner.post(f"/activity/{answer}").content.decode()

    assert "not in the answer then</span>" in page and "new</span>" not in page


def test_asked_again_it_brings_what_the_assistant_may_see_today(owner, answer, note, in_home):
    note("Ana's release was for Tiago.", key="hidden", category="identity")

    with in_home():
        Allowlist.objects.filter(role="planner").update(categories=["projects"])
    page = owner.post(f"/activity/{answer}").content.decode()

    assert "Your planner assistant would receive this today" in page and "for Tiago" not in page
    assert "release is on Friday." in page.partition("And today?")[2]


def test_asked_again_for_an_assistant_without_access_it_brings_nothing(owner, answer, home, planner):
    owner.post(f"/my-data/access/{planner.id}")

    page = owner.post(f"/activity/{answer}", follow=True).content.decode()

    assert "Your planner assistant may not read your memories any more" in page and "Results now" not in page


def test_asked_again_for_an_assistant_that_is_gone_it_says_whose_view_it_is(owner, answer, planner, in_home):
    with in_home():
        Agent.objects.filter(id=planner.id).update(is_active=False)

    page = owner.post(f"/activity/{answer}").content.decode()

    assert "is no longer in use. These are the results for you" in page


def test_a_message_is_told_in_full_with_what_no_assistant_receives(owner, home, supervisor, say, ask, now):
    (turn,) = say("The release is soon. I live in Lisbon now.")
    ask("Lisbon", evidence_turn_id=turn)
    request = QueryRequest(user_id=home.user_id, query="release")
    event = memory_query(request, actor=supervisor, now=now).event_id

    page = owner.post(f"/activity/{event}").content.decode()

    assert "[removed]" not in page and page.count("I live in Lisbon now") >= 2
    assert "reads “I live in Lisbon now" in page


def test_asking_again_leaves_a_receipt_looking_does_not(owner, answer, in_home):
    owner.get(f"/activity/{answer}")
    owner.post(f"/activity/{answer}")

    with in_home():
        assert list(RetrievalEvent.objects.order_by("created_at").values_list("purpose", flat=True)) == ["", "replay"]


def test_who_asked_is_a_whole_sentence_for_the_person_too(owner, answer):
    owner.post(f"/activity/{answer}")

    page = owner.get("/activity", HTTP_ACCEPT_LANGUAGE="de").content.decode()

    assert "Du hast noch einmal gefragt:" in page and "“ hat gefragt:" in page


@pytest.fixture
def context(home, supervisor, now, note):
    """The supervisor was given a context: a note that stands in every one, and no question asked."""
    note("Ana prefers short answers.", key="style", category="preferences")
    return build_context(ContextRequest(user_id=home.user_id), actor=supervisor, now=now).event_id


def test_what_every_answer_starts_with_has_no_score(owner, context):
    page = page_of(owner, context)

    assert "Ana prefers short answers." in page and "Always included" in page
    assert "signal-" not in page


def test_a_context_asked_again_is_a_context(owner, context):
    page = owner.post(f"/activity/{context}").content.decode()

    assert "same position</span>" in page and "new</span>" not in page and "None" not in page


def test_who_asked_no_question_asked_nothing_in_particular(owner, context):
    memory_id = owner.get(f"/activity/{context}").context["results"][0].place.id

    for address in (f"/activity/{context}", "/activity", f"/memories/{memory_id}", "/my-data/export.html"):
        page = owner.get(address).content.decode()
        assert "general context" in page and "“-”" not in page and ">-<" not in page, address


def test_an_assistants_note_is_not_called_the_persons_word(owner, answer):
    page = page_of(owner, answer)

    assert "You said or confirmed it" not in page and "Said or confirmed by you" not in page


def test_nothing_that_was_left_out_is_said_not_to_fit(owner, home, planner, now, note):
    note("Ana's release is on Friday.", key="release", category="projects")
    request = QueryRequest(user_id=home.user_id, query="When is Ana's release?", budget_tokens=1)
    number = memory_query(request, actor=planner, now=now).event_id

    page = page_of(owner, number)

    assert (
        "1 more result found no room. The space limit of the answer, in tokens: 1." in page
        and "No results." in page
        and "remembered about you fitted" not in page
    )


def test_asking_again_while_the_embedding_model_is_away_says_so(owner, answer, monkeypatch):
    away = Mock(side_effect=EmbeddingUnavailable("It is away."))
    monkeypatch.setattr("providers.embedding.embed_query", away)

    page = owner.post(f"/activity/{answer}", follow=True).content.decode()

    assert away.called and "Try again in a few minutes." in page and "What it received" in page


def test_every_signal_has_a_name_for_people():
    assert set(SIGNALS) == {*WEIGHTS, "recency"}


def test_the_number_of_an_answer_leads_to_its_page(owner, answer):
    response = owner.get("/activity/find", {"id": f" {answer} "})

    assert response.url == f"/activity/{answer}"


@pytest.mark.parametrize("text", ["", "x", "123", "'; drop"])
def test_what_is_no_number_is_explained(owner, text):
    response = owner.get("/activity/find", {"id": text}, follow=True)

    assert "That is not an answer ID." in response.content.decode()


def test_a_wrong_number_stays_in_the_open_field(owner, answer):
    page = owner.get("/activity/find", {"id": "abc"}, follow=True).content.decode()

    assert 'id="look-up" open' in page and 'value="abc"' in page


def test_a_number_of_nobody_s_or_of_somebody_else_s_answer_is_explained(owner, colleague, outsider, answer):
    for client, number in ((owner, uuid4()), (colleague, answer), (outsider, answer)):
        page = client.get("/activity/find", {"id": number}, follow=True)
        assert page.status_code == 200 and "No answer about you has this ID." in page.content.decode()


def test_the_field_for_a_number_says_where_it_comes_from(owner, answer):
    page = owner.get("/activity").content.decode()

    assert '<label for="answer-id">ID of the answer</label>' in page and "can find it in its log" in page
    assert 'aria-describedby="answer-id-help"' in page


def test_nobody_else_sees_it_or_asks_it_again(colleague, outsider, answer):
    for client in (colleague, outsider):
        assert client.get(f"/activity/{answer}").status_code == 404
        assert client.post(f"/activity/{answer}").status_code == 404


def test_an_answer_that_never_was_is_not_found(owner):
    assert owner.get(f"/activity/{uuid4()}").status_code == 404


def test_an_answer_leads_to_the_sentence_the_consent_and_the_receipt(owner, home, supervisor, say, ask, person, now):
    (turn,) = say("I live in Lisbon now. It rains a lot.")
    proposal = ask("Lisbon", evidence_turn_id=turn)
    approve_proposal(proposal_id=proposal, actor=person, now=now)

    request = QueryRequest(user_id=home.user_id, query="What is Ana's city?")
    page = page_of(owner, memory_query(request, actor=supervisor, now=now).event_id)

    assert "<mark>I live in Lisbon now.</mark>" in page
    assert "Your supervisor assistant asked to remember “Lisbon”." in page and "You approved it" in page
    assert f'href="/proposals/{proposal}/receipt"' in page


def test_the_consent_of_another_value_is_not_told(owner, home, supervisor, send, ask, person, now):
    approve_proposal(proposal_id=ask("Lisbon"), actor=person, now=now)
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=draft), actor=person, at=now + timedelta(minutes=1))

    request = QueryRequest(user_id=home.user_id, query="What is Ana's city?")
    page = page_of(owner, memory_query(request, actor=supervisor, now=now + timedelta(minutes=2)).event_id)

    assert "Porto" in page and "asked to" not in page and "You approved it" not in page


def test_the_stages_of_an_answer_are_told_with_their_times(owner, answer):
    stages = owner.get(f"/activity/{answer}").context["stages"]

    assert [str(stage.name) for stage in stages][-2:] == ["Ranking", "Loading the texts"]
    assert sum(stage.percent for stage in stages) == 100


def test_where_no_reasons_are_recorded_it_shows_the_parts_alone(owner, asked, note, settings):
    settings.RETRIEVAL_EVENT_REASONS = False
    note("Ana's release is on Friday.", key="release", category="projects")
    page = page_of(owner, asked("When is Ana's release?"))

    assert "Ana&#x27;s release is on Friday." in page and "Fits well" in page
    for text in ("Same words", "It took", "The bar shows", "Nothing was searched"):
        assert text not in page


@pytest.mark.parametrize("count", [1, 8])
def test_it_takes_as_many_queries_for_eight_results_as_for_one(owner, asked, say, note, table_reads, count):
    (turn,) = say("The release has parts.")
    for number in range(count):
        note(f"Ana's release has part {number}.", key=f"n{number}", category="projects", evidence_turn_id=turn)
    event = asked("What does Ana's release have?")

    # Session, account, memberships; the event, its texts and what is left of them, the sources, the count,
    # the names of the person.
    assert table_reads(lambda: owner.get(f"/activity/{event}")) == 17


@pytest.fixture
def context_of(home, supervisor, now):
    """What the supervisor's next context says, with the number of the answer."""

    def _context(query):
        found = build_context(ContextRequest(user_id=home.user_id, query=query), actor=supervisor, now=now)
        return found.text, found.event_id

    return _context


def test_what_a_context_quotes_as_new_counts_as_received(owner, note, context_of):
    memory_id = note("Ana's boat is called Gaivota.")
    text, event_id = context_of("Which films does she like?")

    assert "+created: [General] Ana's boat is called Gaivota." in text
    assert "Ana&#x27;s boat is called Gaivota." in page_of(owner, event_id)
    assert "Which films does she like?" in owner.get(f"/memories/{memory_id}").content.decode()


def test_what_was_forgotten_is_not_quoted_as_deleted(note, send, context_of):
    memory_id = note("Ana's boat is called Gaivota.")
    context_of("-")
    send(ForgetMemory(memory_id=memory_id))

    text, _ = context_of("-")
    assert f"×deleted: [General] memory {memory_id}" in text
    assert "Gaivota" not in text


def test_what_was_received_before_a_refusal_is_told_as_received(owner, home, say, context_of, in_home, person, now):
    say("I live in Porto. The trams are slow.")
    text, event_id = context_of("How are the trams?")
    extract_facts(workspace_id=home.workspace_id, now=now)
    with in_home():
        proposal = Proposal.objects.get()
    reject_proposal(proposal_id=proposal.id, actor=person, now=now)
    later, later_id = context_of("How are the trams?")

    assert "I live in Porto" in text
    assert "I live in Porto" not in later
    received = "It received all of this message. What applies today:"
    assert received in page_of(owner, event_id)
    assert received not in page_of(owner, later_id)
    assert all("receive it without “I live in Porto.”" in page_of(owner, one) for one in (event_id, later_id))


@pytest.fixture
def moved(owner, home, supervisor, send, say, ask, person, in_home):
    """Ana gave Porto herself, agreed to Lisbon and undid it; answers with what asks for her city, and agrees again."""
    draft = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=draft), actor=person)
    (turn,) = say("I moved to Lisbon last week.")
    proposal = ask("Lisbon", evidence_turn_id=turn)

    def agree():
        with in_home():
            shown = Proposal.objects.get(id=proposal).shown_hash
        owner.post(f"/proposals/{proposal}/approve", {"shown_hash": shown})

    agree()
    owner.post(f"/proposals/{proposal}/undo")
    request = QueryRequest(user_id=home.user_id, query="What is Ana's city?", kinds=["fact"])
    return lambda: memory_query(request, actor=supervisor, now=timezone.now()).event_id, agree


def test_the_source_is_that_of_the_value_that_was_received(owner, moved):
    find, agree = moved
    own = find()
    agree()
    later = find()

    assert "City: Porto" in page_of(owner, own) and "I moved to Lisbon" not in page_of(owner, own)
    assert "<mark>I moved to Lisbon last week.</mark>" in page_of(owner, later)


def test_asked_again_another_value_says_what_it_was(owner, moved):
    find, agree = moved
    own = find()
    agree()

    page = owner.post(f"/activity/{own}").content.decode()

    assert "was: Porto</span>" in page and "same position" not in page.partition("The question")[0]


def test_a_conversation_stands_once_with_its_messages_marked(owner, home, supervisor, say, now):
    say("The release has a plan.", "The tea is hot.", "The release has parts.", "The release has a day.")
    request = QueryRequest(user_id=home.user_id, query="What does the release have?")
    event = memory_query(request, actor=supervisor, now=now).event_id

    (result,) = owner.get(f"/activity/{event}").context["results"]
    marked = [line.turn.content for line in result.source.quote if line.is_evidence]

    assert len(marked) > 1 and len({line.turn.id for line in result.source.quote}) == len(result.source.quote)
    assert page_of(owner, event).count('<article class="card result">') == 1
    assert f"Conversation, {len(marked)} messages" in page_of(owner, event)
    again = owner.post(f"/activity/{event}")
    (line,) = again.context["again"].lines
    assert {text for text, _kept in line.texts} == {*marked}
    assert (line.number, line.before) == (1, 1) and "same position</span>" in again.content.decode()


def test_what_every_answer_includes_stands_after_what_the_question_found(owner, fact, note, context_of):
    fact("coding_style", "black")
    note("Ana's boat is called Gaivota.")
    context_of("-")
    _text, event = context_of("What is Ana's boat called?")

    response = owner.get(f"/activity/{event}")
    found, always = response.context["found"], response.context["always"]
    page = response.content.decode()

    assert [one.text for one in found] == ["Ana's boat is called Gaivota."] and always
    assert [one.number for one in (*found, *always)] == list(range(1, len(found) + len(always) + 1))
    assert page.index("Gaivota") < page.index("that every answer includes") < page.index("whatever is asked")


def test_what_its_subject_always_includes_is_no_hit_even_where_it_fits(owner, note, in_home, context_of):
    with in_home():
        Category.objects.update_or_create(name="preferences", defaults={"context": "all"})
    note("Ana's boat is for two.", key="two", category="preferences")
    note("Ana's boat is called Gaivota.")
    context_of("-")
    _text, event = context_of("What is Ana's boat called?")
    response = owner.get(f"/activity/{event}")

    assert [one.text for one in response.context["found"]] == ["Ana's boat is called Gaivota."]
    assert {one.text: str(one.why) for one in response.context["always"]}["Ana's boat is for two."] == (
        "Its subject is always included"
    )
    _found, _text, always = response.content.decode().partition("that every answer includes")
    assert "Ana&#x27;s boat is for two." in always and "Its subject is always included" in always
