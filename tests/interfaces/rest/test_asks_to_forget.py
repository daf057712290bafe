"""A message that asks to forget what is remembered asks the person whether to, and forgets nothing by itself."""

import pytest

from operations import jobs


@pytest.fixture
def remember(api, ana):
    """What is remembered of Ana, some of it after her yes."""

    def _remember(*notes, **fields):
        for field, value in fields.items():
            category, _, key = field.partition("__")
            assert api.put(f"/users/{ana}/facts/{category}/{key}", {"value": value}).status_code in (200, 201, 202)
        for note in notes:
            assert api.post("/memories", {"user_id": ana, "content": note}).status_code in (200, 201, 202)

    return _remember


@pytest.fixture
def approve(owner):
    def _approve(question):
        return owner.post(f"/proposals/{question['id']}/approve", {"shown_hash": question["shown_hash"]})

    return _approve


@pytest.fixture
def asked(owner):
    return lambda: owner.get("/proposals", {"state": "pending"}).json()["results"]


@pytest.fixture
def say(api, ana, home):
    def _say(text, role="user"):
        session = api.post("/sessions", {"user_id": ana}).json()["id"]
        answer = api.post(f"/sessions/{session}/turns", {"role": role, "content": text})
        jobs.JOBS["embed_chunks"](home.workspace_id)
        jobs.JOBS["extract_facts"](home.workspace_id)
        return answer.json()["turns"][0]

    return _say


@pytest.fixture
def values(api, ana):
    return lambda: {one["value"] for one in api.get(f"/users/{ana}/facts").json()["results"]}


@pytest.mark.parametrize(
    ("message", "field", "value"),
    [
        ("Please forget that I like marzipan.", "preference__likes", "marzipan"),
        ("Forget that I play padel.", "preference__hobbies", "padel"),
        ("Would you mind deleting what I said about padel?", "preference__hobbies", "padel"),
        ("Kannst du bitte meine Ernährung vergessen?", "constraint__diet", "vegetarisch"),
        ("Please delete everything you know about my diet.", "constraint__diet", "vegetarian"),
        ("Vergiss bitte, dass ich gegen Kiwis allergisch bin.", "constraint__allergies", "Kiwis"),
        ("Lösche bitte alles, was du über meine Ernährung weißt.", "constraint__diet", "vegetarisch"),
        ("Olvida que me gusta el mazapán.", "preference__likes", "mazapán"),
        ("Borra todo lo que sabes sobre mi dieta.", "constraint__diet", "vegetariana"),
        ("Oublie que j'aime le massepain.", "preference__likes", "massepain"),
        ("Oublie que je suis végétarien, s'il te plaît.", "constraint__diet", "végétarien"),
        ("Supprime tout ce que tu sais de mon alimentation.", "constraint__diet", "vegan"),
    ],
)
def test_a_value_is_asked_about_and_stands(message, field, value, remember, say, asked, values):
    remember(**{field: value}, preference__favorite_color="green")
    turn = say(message)
    (question,) = asked()
    assert (question["new_value"], question["evidence_turn_id"]) == ("", turn["id"])
    assert value in question["old_value"] and question["reason"] == "You asked for this in a conversation."
    assert values() == {value, "green"}


@pytest.mark.parametrize(
    "message",
    [
        "Forget my city.",
        "Forget that I live in Porto.",
        "Vergiss meine Stadt.",
        "Vergiss, dass ich in Porto wohne.",
        "Olvida mi ciudad.",
        "Olvida que vivo en Porto.",
        "Oublie ma ville.",
        "Oublie que j'habite à Porto.",
    ],
)
def test_a_field_that_was_agreed_to_is(message, remember, say, asked, approve, values):
    remember(identity__city="Porto")
    approve(*asked())
    say(message)
    assert [one["old_value"] for one in asked()] == ["Porto"]
    approve(*asked())
    assert values() == set()


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ("Ana collects stamps from Portugal.", "Forget that I collect stamps from Portugal."),
        ("Ana sammelt Briefmarken aus Portugal.", "Vergiss, dass ich Briefmarken aus Portugal sammle."),
        ("Ana colecciona sellos de Portugal.", "Olvida que colecciono sellos de Portugal."),
        ("Ana collectionne les timbres du Portugal.", "Oublie que je collectionne les timbres du Portugal."),
    ],
)
def test_so_is_a_text_that_says_the_same(note, message, remember, say, asked):
    remember(note, "Ana repairs old radios in her garage.", "Ana reads poems before breakfast.")
    say(message)
    assert [one["old_value"] for one in asked()] == [note]


@pytest.mark.parametrize(
    ("note", "message"),
    [
        ("Ana likes chess.", "Olvida que me gusta el ajedrez."),
        ("Ana collects stamps.", "Oublie que je collectionne des timbres."),
        ("Ana drinks green tea.", "Esquece que eu bebo chá verde."),
        ("Ana is afraid of spiders.", "Dimentica che ho paura dei ragni."),
        ("Ana swims every morning.", "Vergiss bitte, dass ich jeden Morgen schwimme."),
        ("Ana watches curling.", "You can stop remembering that I watch curling."),
        ("Ana bakes rye bread.", "I do not want you to keep that I bake rye bread."),
        ("Ana has a kayak in the garage.", "Forget about the kayak, would you?"),
        ("Ana has a parrot called Lola.", "Delete everything about my parrot Lola."),
        ("Ana hates spiders.", "Vergeet dat ik spinnen haat."),
        ("Ana likes chess.", "Kun je vergeten dat ik van schaken hou?"),
    ],
)
def test_so_is_one_that_means_the_same(note, message, remember, say, asked):
    remember(note, "Ana repairs old radios in her garage.", "Ana reads poems before breakfast.")
    say(message)
    assert [one["old_value"] for one in asked()] == [note]


@pytest.mark.parametrize(
    "message",
    [
        "Please delete everything you know about tennis.",
        "Delete what you know about tennis.",
        "Forget what I told you about tennis.",
        "Delete all memories about tennis.",
        "Lösche alles, was du über Tennis weißt.",
        "Borra lo que sabes sobre el tenis.",
        "Efface tout ce que tu sais sur le tennis.",
        "Cancella tutto quello che sai sul tennis.",
        "Verwijder alles wat je weet over tennis.",
    ],
)
def test_so_is_all_that_is_about_a_topic(message, remember, say, asked):
    remember("Ana plays tennis on Mondays.", "Ana reads poems before breakfast.", preference__favorite_sport="tennis")
    say(message)
    assert {one["old_value"] for one in asked()} == {"Ana plays tennis on Mondays.", "tennis"}


@pytest.mark.parametrize(
    "message",
    [
        "Forget what I told you about my job.",
        "Vergiss, was ich dir über meinen Beruf gesagt habe.",
        "Oublie ce que je t'ai dit sur mon travail.",
        "Vergeet wat ik je over mijn baan verteld heb.",
    ],
)
def test_a_topic_may_be_a_field(message, remember, say, asked):
    remember(identity__occupation="carpenter", preference__favorite_color="green")
    say(message)
    assert [one["old_value"] for one in asked()] == ["carpenter"]


@pytest.mark.parametrize(
    "message",
    [
        "Forget everything about me.",
        "Please delete everything you know about me.",
        "Delete all my data.",
        "Vergiss alles über mich.",
        "Vergeet alles over mij.",
    ],
)
def test_to_forget_everything_leads_to_the_page_that_erases(message, remember, say, asked):
    remember("Ana plays tennis on Mondays.")
    answer = say(message)
    assert answer["message"].endswith("/my-data/erase.") and asked() == []


def test_other_messages_lead_nowhere(say):
    assert say("Forget that I play tennis.")["message"] == ""
    assert say("Forget everything about me.", role="assistant")["message"] == ""


def test_a_value_is_found_by_its_meaning(remember, say, asked):
    remember(preference__hobbies="chess", preference__favorite_color="green")
    say("Olvida que me gusta el ajedrez.")
    assert [one["old_value"] for one in asked()] == ["chess"]


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("Vergeet dat ik koriander haat.", "koriander"),
        ("Vergeet dat ik koriander haat.", "coriander"),
        ("Esquece que eu odeio coentros.", "coentros"),
        ("Dimentica che odio il coriandolo.", "coriandolo"),
        ("Vergiss, dass ich Koriander hasse.", "Koriander"),
    ],
)
def test_so_is_what_somebody_hates(message, value, remember, say, asked):
    remember(preference__dislikes=value, preference__favorite_color="green")
    say(message)
    assert [one["old_value"] for one in asked()] == [value]


def test_a_field_and_the_text_that_states_it_are_two_questions(remember, say, asked, approve):
    remember("Ana plays padel.", "Ana plays chess.", preference__hobbies="padel")
    say("Forget that I play padel.")
    assert {one["old_value"] for one in asked()} == {"padel", "Ana plays padel."}


@pytest.mark.parametrize(
    "message",
    [
        "Forget that I like liquorice.",
        "Forget my birthday.",
        "Forget it.",
        "Forget that my sister likes marzipan.",
        "Forget that I don't like marzipan.",
        "Don't forget that I like marzipan.",
        "Don't forget the bread.",
        "Delete everything you know about my butter dish.",
        "Vergeet niet dat ik zondag brood bak.",
        "I always forget to bake bread.",
        "Vergiss nicht, am Sonntag Brot zu backen.",
        "No olvides que hago pan los domingos.",
        "Não te esqueças de que faço pão aos domingos.",
        "I forgot my marzipan at home.",
        "Delete everything you know about me.",
    ],
)
def test_what_is_not_there_is_not_asked_about(message, remember, say, asked):
    remember("Ana bakes bread on Sundays.", "Ana likes nougat.", preference__likes="marzipan")
    say(message)
    assert asked() == []


def test_only_the_person_s_side_asks(remember, say, asked):
    remember(preference__likes="marzipan")
    say("Please forget that I like marzipan.", role="assistant")
    assert asked() == []


def test_a_made_up_message_forgets_nothing_and_is_quoted(agent, ana, home, remember, asked, values, owner):
    remember(preference__likes="marzipan")
    planner = agent("supervisor")
    session = planner.post("/sessions", {"user_id": ana}).json()["id"]
    planner.post(f"/sessions/{session}/turns", {"role": "user", "content": "Forget that I like marzipan."})
    jobs.JOBS["extract_facts"](home.workspace_id)
    assert values() == {"marzipan"} and len(asked()) == 1
    page = owner.client.get("/inbox").content.decode()
    assert "Forget that I like marzipan." in page and "Forget “marzipan” from your likes?" in page


def test_asking_again_makes_no_second_question_nor_does_a_no(remember, say, asked, owner):
    remember(preference__likes="marzipan")
    say("Forget that I like marzipan.")
    say("Please forget that I like marzipan!")
    (question,) = asked()
    owner.post(f"/proposals/{question['id']}/reject", {"shown_hash": question["shown_hash"]})
    say("Forget that I like marzipan.")
    assert asked() == []


def test_what_was_set_after_the_message_stays_unasked(api, ana, home, remember, asked):
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    api.post(f"/sessions/{session}/turns", {"role": "user", "content": "Forget that I like marzipan."})
    remember(preference__likes="marzipan")
    jobs.JOBS["extract_facts"](home.workspace_id)
    assert asked() == []


def test_a_question_to_remember_it_stays(remember, say, asked):
    remember(identity__city="Porto")
    say("Forget that I live in Porto.")
    assert [one["new_value"] for one in asked()] == ["Porto"]


def test_one_message_asks_at_most_five(remember, say, asked):
    for number in range(7):
        remember(preference__likes=f"cheese {number}")
    say("Forget my likes.")
    assert len(asked()) == 5


@pytest.fixture
def converse(api, ana, home):
    """Several messages of one conversation, the job after each; answers with the conversation."""

    def _converse(*messages, session=None):
        session = session or api.post("/sessions", {"user_id": ana}).json()["id"]
        for message in messages:
            api.post(f"/sessions/{session}/turns", {"role": "user", "content": message})
            jobs.JOBS["extract_facts"](home.workspace_id)
        return session

    return _converse


@pytest.mark.parametrize(
    ("message", "request_"),
    [
        ("I moved to Leipzig.", "Please forget my city."),
        ("I moved to Leipzig.", "Forget that I moved to Leipzig."),
        ("I moved to Leipzig.", "Vergiss meine Stadt."),
        ("I moved to Leipzig.", "Delete what you know about Leipzig."),
        ("I'm HIV positive.", "Forget that I'm HIV positive."),
    ],
)
def test_what_still_waits_from_the_same_conversation_is_no_longer_asked(message, request_, converse, asked, agent):
    session = converse(message)
    assert len(asked()) == 1
    converse(request_, session=session)
    assert asked() == []
    others = agent("supervisor").get(f"/sessions/{session}/turns").json()["results"]
    assert others[0]["content"] == "[withheld]"


def test_other_questions_wait_on(home, converse, asked, other):
    session = converse("I moved to Leipzig.", "My name is Anabel.")
    converse("Forget my name.")
    converse("Forget my pronouns.", session=session)
    said = other.post(f"/sessions/{session}/turns", {"role": "user", "content": "Forget my city."})
    assert said.status_code == 201
    jobs.JOBS["extract_facts"](home.workspace_id)
    assert {one["new_value"] for one in asked()} == {"Leipzig", "Anabel"}
