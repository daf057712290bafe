"""One search finds memories, facts, conversations, requests and what assistants asked."""

from urllib.parse import quote

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from consent.changes import SetFact
from consent.proposals.decide import amend_proposal, approve_proposal, reject_proposal
from consent.proposals.withdraw import withdraw_decision
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models import Turn
from interfaces.pages.search.excerpts import excerpt
from interfaces.pages.search.search import REMEMBERED, SAME_MEANING, SAME_WORDS
from interfaces.spelling_suggestions import corrected
from memories.drafts import FactDraft
from memories.maintenance.index_turns import index_turns
from providers.embedding import EmbeddingUnavailable
from retrieval.models import RetrievalEvent
from workspaces.models import Agent, Person

pytestmark = pytest.mark.django_db


def groups(client, words):
    return {group.name: group for group in client.get("/search", {"q": words}).context["groups"]}


def test_each_kind_has_a_group_of_its_own(owner, note, fact, say, ask, looked_up):
    memory_id = note("The tomatoes need sun.")
    fact(key="favourite_food", value="tomatoes")
    say("I planted tomatoes.")
    proposal_id = ask("Tomatoes Street 1", key="home_address")
    looked_up("Where are the tomatoes?")
    found = groups(owner, "tomatoes")
    assert list(found) == ["facts", "memories", "conversations", "requests", "activity"]
    assert found["memories"].hits[0].path == f"/memories/{memory_id}"
    assert found["requests"].hits[0].path == f"/proposals/{proposal_id}"
    assert found["requests"].hits[0].text == (
        "Your supervisor assistant wants to remember that your home address is <mark>Tomatoes</mark> Street 1."
    )
    assert "<mark>tomatoes</mark>" in found["conversations"].hits[0].text


def test_words_are_found_in_any_form(owner, note):
    note("Ana moved to the coast.")
    assert list(groups(owner, "move")) == ["memories"]


def test_the_person_finds_what_is_withheld_from_assistants(owner, say, ask):
    (turn,) = say("I live in Lisbon now.")
    ask("Lisbon", evidence_turn_id=turn)
    assert "conversations" in groups(owner, "Lisbon")


def test_a_question_whose_words_nothing_has_finds_what_is_closest_in_meaning(owner, colleague, note, in_home):
    memory_id = note("Ana's cat sleeps in the kitchen.")

    found = groups(owner, "Which pets live with her?")

    assert [hit.path for hit in found["closest"].hits] == [f"/memories/{memory_id}"]
    assert groups(colleague, "Which pets live with her?") == {}
    with in_home():
        assert not RetrievalEvent.objects.exists()


def test_a_question_is_answered_by_a_memory_where_only_a_message_has_its_words(owner, person, ask, say, now):
    approve_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    say("Where do I live, you ask?")

    found = groups(owner, "Where do I live?")

    assert [str(hit.text) for hit in found["facts"].hits] == ["City: Porto"]
    assert list(found) == ["facts", "conversations"]


def test_a_need_is_found_by_the_thing_that_is_searched_for(owner, fact, say):
    for value in ("peanuts", "latex"):
        fact(category="constraint", key="allergies", item=value, value=value)
    say("I ate peanut butter at work.")

    found = groups(owner, "peanut butter")

    shown = [strip_tags(str(hit.text)) for group in found.values() for hit in group.hits]
    assert "Allergies: peanuts" in shown and "Allergies: latex" not in shown


def whys(group):
    return {str(hit.text): str(hit.why) for hit in group.hits}


@pytest.mark.parametrize("word", ["doctor", "physician visit"])
def test_a_word_finds_what_is_loosely_related_and_says_so(owner, colleague, note, word):
    note("Ana has an appointment with the dentist.", key="dentist")
    note("The release is on Friday.", key="release")

    found = groups(owner, word)

    assert {name: whys(group) for name, group in found.items()} == {
        "closest": {"Ana has an appointment with the dentist.": "loosely related"}
    }
    page = owner.get("/search", {"q": word}).content.decode()
    assert "Similar meaning" in page and "<span>loosely related</span>" in page
    assert groups(colleague, word) == {}


def test_what_has_the_words_comes_first_and_only_what_is_alike_follows(owner, note):
    note("Ana's bicycle has a new bell.", key="bell")
    note("Ana rides her bike to work.", key="bike")
    note("Ana cooks risotto on Fridays.", key="risotto")

    found = groups(owner, "bicycle")

    assert next(iter(found)) == "memories" and set(whys(found["memories"]).values()) == {"same words"}
    assert whys(found["closest"]) == {"Ana rides her bike to work.": "similar meaning"}


def test_a_message_of_an_assistant_is_found_by_meaning_under_its_name(owner, home, supervisor, now, in_home):
    with in_home():
        Agent.objects.filter(id=supervisor.id).update(display_name="Kitchen helper")
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    drafts = [TurnDraft(role="assistant", content="The dentist has time for Ana on Monday.")]
    append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
    index_turns(workspace_id=home.workspace_id, now=timezone.now())

    (hit,) = groups(owner, "Has the dentist time for Ana at noon?")["closest"].hits

    assert (str(hit.note), str(hit.why)) == ("Kitchen helper, in a conversation", "some of your words")


def test_a_search_takes_as_many_queries_however_much_is_found(owner, note, table_reads):
    def counted():
        return table_reads(lambda: owner.get("/search", {"q": "bicycle"}))

    note("Ana's bicycle has a bell.", key="n0")
    one = counted()
    for number in range(1, 5):
        note(f"Ana's bicycle has {number} bells.", key=f"n{number}")
    assert counted() == one


def test_what_is_far_in_meaning_is_no_answer(owner, note):
    note("Ana travels by train and takes a window seat.")
    assert groups(owner, "xylophon") == {}


def test_without_an_embedding_model_a_search_still_answers(owner, note, monkeypatch):
    def away(*_, **__):
        raise EmbeddingUnavailable("away")

    monkeypatch.setattr("interfaces.pages.memories.similar_memories.find_for_person", away)

    assert groups(owner, "Which pets live with her?") == {}


def test_a_message_that_was_found_leads_to_its_conversation(owner, colleague, say):
    turns = say("Good morning.", "I planted tomatoes.", "Now it rains.")

    (hit,) = groups(owner, "tomatoes")["conversations"].hits

    page = owner.get(hit.path).content.decode()
    assert hit.path == f"/conversations/{turns[1]}"
    assert page.index("Good morning.") < page.index("I planted tomatoes.") < page.index("Now it rains.")
    assert page.count(' opened"') == 1
    assert colleague.get(hit.path).status_code == 404


def test_a_long_conversation_is_read_in_parts(owner, say):
    turns = say(*(f"Line {number}." for number in range(50)))

    page = owner.get(f"/conversations/{turns[25]}").content.decode()

    assert "Line 5." in page and "Line 45." in page
    assert "Line 4." not in page and "Line 46." not in page
    assert f"/conversations/{turns[4]}" in page and f"/conversations/{turns[46]}" in page


def test_a_conversation_tells_what_no_assistant_receives_of_it(owner, say, ask):
    (turn,) = say("It rains. I live in Lisbon now.")
    ask("Lisbon", evidence_turn_id=turn)

    page = owner.get(f"/conversations/{turn}").content.decode()
    assert (
        "Your supervisor assistant reads “I live in Lisbon now.” in this conversation alone until you answer." in page
    )
    assert "All others receive the message without it" in page and ">View request</a>" in page


def test_what_waits_links_to_its_own_question_and_the_rest_says_that_none_waits(owner, say, ask, in_home):
    (turn,) = say("I am vegan now. I live in Lisbon now. Call me Anni.")
    city = ask("Lisbon", evidence_turn_id=turn)
    name = ask("Anni", key="preferred_name", evidence_turn_id=turn)
    with in_home():  # as a rule of the person's own keeps it back, about which nobody asks
        row = Turn.objects.get(id=turn)
        (agent_id,) = row.waiting
        row.withheld = [[0, 15], *row.withheld]
        row.waiting = {agent_id: [[0, 15], *row.waiting[agent_id]]}
        row.save()

    page = owner.get(f"/conversations/{turn}").content.decode()

    _kept, *lines = (part.partition("</p>")[0] for part in page.split("Waits for your answer:"))
    assert len(lines) == 2 and f'href="/proposals/{city}"' in "".join(lines)
    assert f'href="/proposals/{name}"' in "".join(lines) and all(line.count("<a ") == 1 for line in lines)
    assert "reads “I am vegan now.” in this conversation alone. All others receive" in page
    assert "No request about it waits for your answer." in page and "vegan" not in "".join(lines)


def test_after_an_edited_answer_a_conversation_tells_what_was_saved_instead(owner, say, ask, person, now):
    (turn,) = say("It rains. I live in Lisbon now.")
    amend_proposal(proposal_id=ask("Lisbon", evidence_turn_id=turn), value="Lisbon, Alfama", actor=person, now=now)

    page = owner.get(f"/conversations/{turn}").content.decode()

    assert "; “Lisbon, Alfama” was saved instead." in page and ">View memory</a>" in page
    assert "which you have not agreed to" not in page


def test_what_an_assistant_said_in_a_conversation_stands_under_its_name(owner, home, supervisor, now, in_home):
    with in_home():
        Agent.objects.filter(id=supervisor.id).update(display_name="Kitchen helper")
    session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
    drafts = [TurnDraft(role="assistant", content="Try the soup.")]
    ((turn, _),) = append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)

    assert "<cite>Kitchen helper, " in owner.get(f"/conversations/{turn.id}").content.decode()


def test_of_many_it_shows_some_and_leads_to_all(owner, note):
    for number in range(7):
        note(f"Tomato {number}.", key=f"t{number}")
    found = groups(owner, "tomato")["memories"]
    assert (len(found.hits), found.more) == (5, "/memories?q=tomato")


def test_nothing_found_and_nothing_asked_help_on(owner, note):
    page = owner.get("/search", {"q": "zebra"}).content.decode()
    assert "No matches for “zebra”" in page and "Nothing is remembered about you yet" in page
    assert '<a class="button" href="/memories/new">' in page
    note()
    assert "No matches" in owner.get("/search", {"q": "zebra"}).content.decode()
    assert "What are you looking for?" in owner.get("/search").content.decode()


def test_what_was_forgotten_is_not_found(owner, forgotten):
    assert groups(owner, "plan") == {}


def test_nobody_finds_anothers(owner, colleague, outsider, note, say, ask, looked_up):
    note("The tomatoes need sun.")
    say("I planted tomatoes.")
    ask("Tomatoes Street 1", key="home_address")
    looked_up("Where are the tomatoes?")
    for client in (colleague, outsider):
        assert groups(client, "tomatoes") == {}


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("Ana <b>moved</b>.", ["move"], "Ana &lt;b&gt;<mark>moved</mark>&lt;/b&gt;."),
        ("No such word.", ["zebra"], "No such word."),
        ("a.b", [], "a.b"),
        ("It is done in Italy.", ["do", "it"], "<mark>It</mark> is done in Italy."),
    ],
)
def test_an_excerpt_is_escaped_and_marks_the_words(text, words, shown):
    assert excerpt(text, words) == shown


def test_an_excerpt_of_a_long_text_is_around_the_word():
    shown = excerpt("x " * 500 + "tomato" + " y" * 500, ["tomato"])
    assert "<mark>tomato</mark>" in shown and shown.startswith("…") and shown.endswith("…") and len(shown) < 250


def test_a_correction_that_was_undone_is_not_found(owner, ask, person, now):
    proposal_id = ask("Lisbon")
    amend_proposal(proposal_id=proposal_id, value="Braga", actor=person, now=now)
    assert "requests" in groups(owner, "Braga")

    withdraw_decision(proposal_id=proposal_id, actor=person, now=now, reopen=True)

    assert "requests" not in groups(owner, "Braga")


@pytest.mark.parametrize("words", ["evora", "EVORA train", "Évor"])
def test_words_are_found_without_their_accents_and_in_part(owner, note, words):
    note("Ana takes Rita to Évora by train.")
    assert list(groups(owner, words)) == ["memories"]


def test_a_word_that_is_nowhere_is_not_found_in_part_either(owner, note):
    note("Ana takes Rita to Évora by train.")
    for words in ("evora plane", "evora.*", "[evora]x", "ev"):
        assert not REMEMBERED & set(groups(owner, words))


def test_of_a_question_only_words_that_tell_something_are_marked(owner, note):
    note("It was done for Ana's cat in the kitchen.")
    (hit,) = groups(owner, "Does it do for the cat in the kitchen?")["memories"].hits
    assert hit.text == "It was done for Ana&#x27;s <mark>cat</mark> in the <mark>kitchen</mark>."


def test_a_value_that_joined_an_open_question_is_still_open(owner, ask):
    ask("Aveiro")
    ask("Sines")
    notes = [str(hit.note) for hit in groups(owner, "city")["requests"].hits]
    assert notes == ["Awaiting approval", "Still open"]


@pytest.mark.parametrize(
    ("word", "text", "other"),
    [
        ("爵士", "安娜喜欢听爵士乐。", "安娜喜欢游泳。"),
        ("コーヒー", "アナはコーヒーが好きです。", "アナは泳ぐのが好きです。"),
        ("กาแฟ", "อันนาชอบดื่มกาแฟทุกเช้า", "อันนาชอบว่ายน้ำ"),
    ],
)
def test_a_word_that_is_written_without_blanks_is_found_in_its_sentence_first(owner, note, say, word, text, other):
    note(other, key="other")
    note(text, key="text")
    say(text)

    found = groups(owner, word)

    assert list(found)[:2] == ["memories", "conversations"]
    assert whys(found["memories"]) == {text.replace(word, f"<mark>{word}</mark>"): "same words"}
    assert [hit.text for hit in found["conversations"].hits] == [text.replace(word, f"<mark>{word}</mark>")]


def test_a_request_that_has_such_a_word_comes_before_what_is_loosely_related(owner, note, ask):
    note("Ana likes to swim in the sea on Sunday mornings.")
    ask("上海浦东", key="city")

    assert next(iter(groups(owner, "上海"))) == "requests"


@pytest.mark.parametrize(
    ("words", "near"),
    [("celo", "cello"), ("Evora trian", "Evora train"), ("Evra", "Évora"), ("xylophone", ""), ("cello", "")],
)
def test_a_word_that_nothing_has_suggests_one_of_the_memories(owner, note, words, near):
    note("Ana plays the cello.", key="a")
    note("Ana takes the train to Évora.", key="b")
    page = owner.get("/search", {"q": words})
    assert page.context["meant"] == near
    assert ("Did you mean:" in page.content.decode()) == bool(near)
    assert not near or f'href="?q={quote(near)}">{near}</a>' in page.content.decode()


@pytest.mark.parametrize(
    ("words", "is_found"), [("Mein Bruder", True), ("mi hermano", True), ("brother", True), ("Meine Schwester", False)]
)
def test_a_relative_is_found_by_the_name_of_each_language(owner, home, send, person, words, is_found):
    draft = FactDraft(person_id=home.user_id, category="identity", key="family", value="brother: Tiago", item="tiago")
    send(SetFact(draft=draft), actor=person)
    hits = [hit for group in groups(owner, words).values() for hit in group.hits]
    hits = [hit for hit in hits if hit.why in (SAME_WORDS, SAME_MEANING)]
    assert any("Tiago" in hit.text for hit in hits) == is_found
    assert ("Tiago" in owner.get("/memories", {"q": words, "view": "latest"}).content.decode()) == is_found


def test_of_another_relative_nothing_is_alike(owner, home, send, person):
    draft = FactDraft(person_id=home.user_id, category="identity", key="family", value="brother: Tiago", item="tiago")
    send(SetFact(draft=draft), actor=person)
    page = owner.get("/search", {"q": "sister"}).content.decode()
    assert "Tiago" not in page + owner.get("/memories", {"q": "sister"}).content.decode()


@pytest.mark.parametrize("words", ["Arbeitgeber", "mein Arbeitgeber", "employeur"])
def test_a_field_is_found_by_its_name_in_each_language(owner, fact, words):
    fact(key="employer", value="Farfetch")
    hits = [hit for group in groups(owner, words).values() for hit in group.hits]
    assert [hit.why for hit in hits if "Farfetch" in hit.text] == [SAME_MEANING]


def test_a_field_has_no_other_word_than_its_names(owner, fact):
    fact(key="employer", value="Farfetch")
    hits = [hit for group in groups(owner, "Arbeitgeberin").values() for hit in group.hits]
    assert not any(hit.why is SAME_WORDS for hit in hits)


def test_allergies_are_found_by_what_one_may_be_allergic_to(owner, fact):
    fact(key="allergies", item="peanuts", value="peanuts")
    assert [str(hit.text) for hit in groups(owner, "allergic to nuts")["needs"].hits] == ["Allergies: peanuts"]


@pytest.mark.parametrize("words", ["who is my boss", "Wo arbeite ich?", "qué trabajo tengo"])
def test_who_one_works_for_is_asked_for_in_several_ways(owner, fact, note, words):
    fact(key="employer", value="Farfetch")
    note("Ana reads José Saramago, and calls nobody her boss.")
    assert str(groups(owner, words)["facts"].hits[0].text) == "Employer: Farfetch"


@pytest.mark.parametrize("is_answered", [False, True])
def test_the_words_of_requests_are_among_those_that_were_meant(owner, ask, person, now, is_answered):
    proposal_id = ask("psoriasis", key="health_conditions", item="psoriasis")
    if is_answered:
        reject_proposal(proposal_id=proposal_id, actor=person, now=now)
    found = groups(owner, "psorasis")
    assert [str(hit.why) for hit in found["requests"].hits] == ["similar spelling"]


def test_what_was_meant_is_searched_for_and_not_what_shares_letters(owner, note):
    note("Ana wants to visit Kyoto.", key="a")
    note("Ana likes kiwi fruit.", key="b")

    found = groups(owner, "kioto")

    assert {name: whys(group) for name, group in found.items()} == {
        "memories": {"Ana wants to visit <mark>Kyoto</mark>.": "similar spelling"}
    }


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("kioto", "Kyoto"), ("Quioto", "Kyoto"), ("Lissabon", "Lisbon"), ("Teatro", "theatre"), ("trian", "train"),
        ("fotograph", "photograph"), ("Krakov", "Kraków"), ("celo", "cello"), ("Moskwa", "Moskva"),
        ("kiosk", ""), ("kiw", ""), ("celery", ""), ("stein", ""), ("cat", ""),
        ("lemmon cak", "lemon cake"), ("lemon cak", "lemon cake"),
        ("bees", ""), ("Schwester", ""), ("thre", ""), ("kiwy", "kiwi"),
    ],
)  # fmt: skip
def test_near_is_what_differs_in_few_letters_for_its_length(word, near):
    texts = [
        "kiwi Kyoto Lisbon theatre train",
        "photograph Kraków cello Moskva strange car been beer Weather there lemon cake",
    ]
    assert corrected(word, texts) == near


@pytest.mark.parametrize(("word", "other"), [("shopping", "spring"), ("latex", "late")])
def test_what_is_not_plainly_near_is_not_suggested(word, other):
    assert corrected(word, [f"Ana said {other}."]) == ""


def test_no_word_of_somebody_elses_memory_is_suggested(colleague, note):
    note("Ana plays the cello.")
    assert colleague.get("/search", {"q": "celo"}).context["meant"] == ""


def test_no_forgotten_word_is_suggested(owner, note):
    owner.post(f"/memories/{note('Ana plays the cello.')}/forget")
    assert owner.get("/search", {"q": "celo"}).context["meant"] == ""


@pytest.mark.parametrize(
    ("words", "is_found"),
    [("cat", False), ("Tennis", False), ("cats", False), ("cathedral", True), ("cathedr", True), ("ten", True)],
)
def test_a_word_is_found_as_a_word_and_not_in_others(owner, home, in_home, note, say, ask, looked_up, words, is_found):
    with in_home():
        Person.objects.filter(id=home.user_id).update(languages=["fr"])
    note("Ana visits the cathedral of Évora at ten.", key="a")
    note("Ana cooks a cataplana on Tuesday at ten.", key="b")
    say("The cathedral opens at ten.")
    looked_up("When does the cathedral open, at ten?")
    found = {
        name: hits for name, hits in groups(owner, words).items() if any(one.why is SAME_WORDS for one in hits.hits)
    }
    assert bool(found) == is_found
    assert not is_found or {"memories", "conversations", "activity"} >= set(found)
    rows = owner.get("/timeline", {"q": words}).content.decode()
    assert ("cathedral of" in rows) == is_found


def test_a_memory_that_is_marked_as_wrong_is_found_apart(owner, note, colleague):
    memory_id = note("Ana keeps bees.")
    owner.post(f"/memories/{memory_id}/wrong")

    found = groups(owner, "bees")

    assert [hit.path for hit in found["wrong"].hits] == [f"/memories/{memory_id}"] and "memories" not in found
    assert "Marked as wrong" in owner.get("/search", {"q": "bees"}).content.decode()
    assert "wrong" not in groups(colleague, "bees")


def test_the_person_reads_their_own_message_whole_where_its_meaning_is_found(owner, ask, say, home):
    """Assistants receive it without the sentence that says what was refused."""
    ask("Lisbon")
    say("I live in Lisbon. The dentist has time for Ana on Monday.")
    index_turns(workspace_id=home.workspace_id, now=timezone.now())
    (hit,) = groups(owner, "Has the dentist time for Ana at noon?")["closest"].hits
    assert "I live in Lisbon." in hit.text and "not agreed" not in hit.text


def test_a_request_is_found_by_what_it_asked_for_and_says_what_was_saved(owner, ask):
    for number in range(2):
        asked = ask("Lisbon" if number else "Porto")
    shown = owner.get(f"/proposals/{asked}").context["item"].cards[0].proposal.shown_hash
    owner.post(f"/proposals/{asked}/amend", {"shown_hash": shown, "value": "Faro"})
    (requests,) = [
        group for group in owner.get("/search", {"q": "lisbon"}).context["groups"] if group.name == "requests"
    ]
    assert [hit.text for hit in requests.hits if "Lisbon" in hit.text] == ["<mark>Lisbon</mark>"]
    assert "Asked for. Saved instead: “Faro”" in [hit.note for hit in requests.hits]


def test_a_request_that_is_found_by_its_reason_says_so(owner, ask):
    ask("Catholic", key="religion", reason="Ana asked which holiday <comes> next.")
    ask("Porto")

    page = owner.get("/search", {"q": "holiday"})

    (requests,) = [group for group in page.context["groups"] if group.name == "requests"]
    assert len(requests.hits) == 1
    assert "Reason: “Ana asked which <mark>holiday</mark> &lt;comes&gt; next.”" in page.content.decode()
