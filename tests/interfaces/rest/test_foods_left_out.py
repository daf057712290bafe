"""What a person leaves out of their food stands beside their way of eating, and beside what else they leave out."""

import pytest

from consent.changes import SetFact
from consent.gate import submit
from consent.models import Policy, Proposal
from consent.models.policy import Outcome
from conversations.models import Speaker, Turn
from memories.drafts import FactDraft
from memories.models import Fact, Provenance
from workspaces import scope
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(ana, home):
    def _asked():
        with scope.enter(home.workspace_id):
            return Proposal.objects.pending().filter(person_id=ana).count()

    return _asked


@pytest.mark.parametrize(
    ("messages", "stand"),
    [
        (["I'm vegan.", "I can't eat soy."], {"diet: vegan", "avoided_foods: soy"}),
        (
            ["I'm vegetarian.", "I can't have nuts.", "No puedo comer gluten."],
            {"diet: vegetarian", "avoided_foods: nuts", "avoided_foods: gluten"},
        ),
        (["Ich esse kein Schweinefleisch.", "Ich lebe vegan."], {"avoided_foods: Schweinefleisch", "diet: vegan"}),
        (["I'm vegetarian.", "I'm vegan now."], {"diet: vegan"}),
        (["Soy alérgica al marisco.", "Soy alérgica a los mariscos."], {"allergies: marisco"}),
        (["Soy celíaca.", "No puedo comer gluten."], {"avoided_foods: gluten (celíaca)"}),
    ],
)  # fmt: skip
def test_each_need_stands(say, needs, asked, messages, stand):
    say(*messages)
    assert (needs(), asked()) == (stand, 0)


@pytest.mark.parametrize(
    "message",
    [
        "I'm coeliac.", "I have coeliac disease.", "Ich habe Zöliakie.", "Soy celíaca.", "Tengo celiaquía.",
        "Je suis cœliaque.", "J'ai la maladie cœliaque.",
    ],
)  # fmt: skip
def test_who_bears_no_gluten_is_asked_nothing_and_fed_safely(api, ana, home, say, needs, asked, message):
    say(message)
    assert asked() == 0
    assert [one.casefold().startswith("avoided_foods: gluten (") for one in needs()] == [True]
    found = api.post("/memory/query", {"user_id": ana, "query": "What can I cook for Ana?"}).json()
    assert "gluten (" in found[0]["content"].casefold()
    with scope.enter(home.workspace_id):
        assert Turn.objects.get(person_id=ana).withheld == []


@pytest.mark.parametrize(
    "message",
    [
        "I have coeliac disease and HIV.", "Ich habe Zöliakie und bin schwanger.",
        "Tengo celiaquía y estoy embarazada.", "I'm vegan because I was diagnosed with cancer.",
        "I keep kosher because I'm Jewish.", "I keep halal now because I converted to Islam.",
        "I keep kosher now that I'm pregnant.", "Außerdem habe ich Zöliakie und HIV.",
        "Ich esse jetzt halal, weil ich Muslim bin.", "No como cerdo porque soy musulmana.",
        "Ich esse kein Schweinefleisch und bin schwanger.", "Ich bin Vegetarierin und jetzt schwanger.",
        "Ich bin jetzt vegan und im fünften Monat.", "I'm allergic to peanuts and just got out of rehab.",
        "Since rehab I'm vegan.", "I've been keeping kosher for years because I'm Jewish.",
        "I've been keeping kosher since I converted to Judaism.", "Llevo años comiendo kosher porque soy judía.",
        "My wife is Jewish, and I keep kosher.", "My wife keeps kosher and I'm lactose intolerant.",
        "My wife is vegetarian but I'm lactose intolerant, and I keep kosher because I'm Jewish.",
        "Je mange halal maintenant, je suis musulmane.", "Now I keep kosher, and I'm in rehab.",
    ],
)  # fmt: skip
def test_what_else_the_sentence_tells_is_asked_about(say, asked, message):
    say(message)
    assert asked() == 1


@pytest.mark.parametrize("note", ["I eat halal and pray five times a day.", "I'm vegan now, five months along."])
def test_of_a_note_what_a_reader_takes_the_rest_for_is_asked_too(api, ana, note):
    assert api.post("/memories", {"user_id": ana, "content": note}).status_code == 202


@pytest.mark.parametrize(
    ("message", "need"),
    [
        ("Ich hab Zöliakie, also bitte nichts mit Weizen.", "avoided_foods: Gluten (Zöliakie)"),
        ("I'm coeliac, so nothing with wheat please.", "avoided_foods: gluten (coeliac)"),
        ("No como hígado, me da asco.", "avoided_foods: hígado"),
        ("I don't eat turkey, thanks.", "avoided_foods: turkey"),
    ],
)
def test_what_is_said_of_foods_beside_it_asks_nothing(say, needs, asked, message, need):
    say(message)
    assert (needs(), asked()) == ({need}, 0)


def test_a_diagnosis_is_asked_about_and_gluten_kept(say, needs, asked):
    say("I was diagnosed with coeliac disease last year.")
    assert (needs(), asked()) == ({"avoided_foods: gluten"}, 1)


def test_what_somebody_concludes_from_a_diagnosis_is_kept(say, needs, asked):
    say("My doctor says I have coeliac disease, so no wheat for me.")
    assert (needs(), asked()) == ({"avoided_foods: wheat"}, 1)


@pytest.mark.parametrize(
    ("message", "stand"),
    [
        ("I keep kosher.", {"diet: kosher"}), ("I keep halal now.", {"diet: halal"}),
        ("I still keep kosher.", {"diet: kosher"}), ("Now I keep kosher too.", {"diet: kosher"}),
        ("I don't eat pork and I keep halal", {"avoided_foods: pork", "diet: halal"}),
        ("No como cerdo ni gluten, soy celíaca", {"avoided_foods: cerdo", "avoided_foods: gluten (celíaca)"}),
        ("Ich esse kein Schweinefleisch und ernähre mich halal.", {"avoided_foods: Schweinefleisch", "diet: halal"}),
        ("Je ne mange pas de porc et je mange halal.", {"avoided_foods: porc", "diet: halal"}),
        ("Inzwischen esse ich auch koscher.", {"diet: koscher"}), ("Je mange halal maintenant.", {"diet: halal"}),
        ("I've been keeping kosher for years.", {"diet: kosher"}),
        ("I have kept kosher for ten years.", {"diet: kosher"}),
        ("Seit Jahren esse ich halal.", {"diet: halal"}), ("Llevo años comiendo kosher.", {"diet: kosher"}),
        ("Je mange casher depuis des années.", {"diet: casher"}),
        ("Ça fait dix ans que je mange halal.", {"diet: halal"}),
        (
            "My wife is vegetarian but I'm lactose intolerant, and I also keep kosher.",
            {"allergies: lactose", "diet: kosher"},
        ),
        ("My wife is vegetarian, I keep kosher.", {"diet: kosher"}),
        ("My son is allergic to nuts and I eat halal.", {"diet: halal"}),
        (
            "Meine Frau ist Vegetarierin, aber ich vertrage keine Laktose und esse koscher.",
            {"allergies: Laktose", "diet: koscher"},
        ),
        ("Mi mujer es vegetariana y yo como kosher.", {"diet: kosher"}),
        ("Ma femme est végétarienne et je mange casher.", {"diet: casher"}),
    ],
)  # fmt: skip
def test_a_way_of_eating_and_nothing_more_asks_nothing(say, needs, asked, message, stand):
    say(message)
    assert (needs(), asked()) == (stand, 0)


@pytest.mark.parametrize("message", ["Ich esse kein Schweinefleisch.", "Soy celíaca.", "No como carne."])
def test_what_an_assistant_had_set_stays_beside(api, ana, say, needs, asked, message):
    api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"})
    say(message)
    assert "diet: vegetarian" in needs() and len(needs()) == 2 and asked() == 0


def test_the_person_s_word_counts_however_sure_an_assistant_was(api, ana, say, needs):
    api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian"})
    say("I'm vegan.")
    assert needs() == {"diet: vegan"}


def test_foods_in_an_older_diet_are_kept_beside_the_new_one(api, ana, say, needs):
    api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian, no nuts"})
    say("I'm vegan.")
    assert needs() == {"diet: vegan", "avoided_foods: nuts"}


@pytest.mark.parametrize(("diet", "code"), [("vegan", 202), ("vegan, no nuts", 200)])
def test_an_assistant_that_drops_them_waits(api, ana, home, now, diet, code):
    draft = FactDraft(person_id=ana, category="constraint", key="diet", value="vegetarian, no nuts")
    submit(SetFact(draft=draft), actor=system_actor(home.workspace_id, "extract_facts"), now=now)
    assert api.put(f"/users/{ana}/facts/constraint/diet", {"value": diet}).status_code == code


@pytest.mark.parametrize(
    ("key", "value", "stands"),
    [
        ("diet", "no soy", "avoided_foods: soy"), ("diet", "gluten-free", "avoided_foods: gluten"),
        ("dietary_restrictions", "vegan", "diet: vegan"), ("dietary_restrictions", "nuts", "avoided_foods: nuts"),
    ],
)  # fmt: skip
def test_by_its_value_it_is_filed(api, ana, needs, key, value, stands):
    assert api.put(f"/users/{ana}/facts/constraint/{key}", {"value": value}).status_code == 200
    assert needs() == {stands}


def test_a_message_that_changes_nothing_is_no_source(api, ana, home):
    path = f"/users/{ana}/facts/preference/units"
    api.put(path, {"value": "metric"})
    api.put(path, {"value": "imperial", "confidence": 0.5, "source_event_id": "later"})
    assert api.get(path).json()["value"] == "metric"
    with scope.enter(home.workspace_id):
        assert not Provenance.objects.filter(source_event="later").exists()


@pytest.mark.parametrize("text", ["Ana eats no pork.", "Ana has coeliac disease."])
def test_a_rule_for_the_diet_holds_for_foods_too(api, ana, home, text):
    with scope.enter(home.workspace_id):
        Policy.objects.create(fact_category="constraint", fact_key="diet", outcome=Outcome.CONSENT)
    fact = api.put(f"/users/{ana}/facts/constraint/avoided_foods", {"value": "pork"})
    assert fact.status_code == 202
    assert api.post("/memories", {"user_id": ana, "content": text}).status_code == 202


def test_a_heading_is_nobody_s_name(say, needs, home):
    say("Alergias: soja y huevo")
    assert needs() == {"allergies: soja", "allergies: huevo"}
    with scope.enter(home.workspace_id):
        assert not Speaker.objects.filter(name="Alergias").exists()


@pytest.mark.parametrize(
    ("messages", "diet"),
    [
        (["I'm vegetarian.", "I keep kosher too."], "vegetarian, kosher"),
        (["I keep kosher.", "I'm vegetarian."], "kosher, vegetarian"),
        (["I'm vegetarian and I keep halal."], "vegetarian, halal"),
        (["I'm vegetarian.", "I keep halal now.", "I'm vegan now."], "vegan, halal"),
        (["I'm vegetarian.", "I keep halal now.", "I'm vegetarian."], "vegetarian, halal"),
        (["I keep halal.", "I keep kosher now."], "kosher"),
        (["Ich bin Vegetarierin.", "Ich esse halal."], "Vegetarierin, halal"),
        (["Soy vegana.", "Como halal."], "vegana, halal"),
        (["Je suis végétarienne.", "Je mange casher."], "végétarienne, casher"),
        (["I'm vegetarian.", "I keep halal now.", "I'm no longer vegetarian."], "halal"),
        (["I'm vegetarian.", "I'm no longer vegetarian.", "I keep halal."], "halal"),
        (["I'm vegan.", "I'm on a keto diet."], "vegan, keto"),
        (["I'm vegan.", "I eat halal.", "I'm on a keto diet."], "vegan, halal, keto"),
        (["I eat halal.", "I also keep kosher."], "halal, kosher"),
        (["I eat halal. I also keep kosher.", "I'm vegan."], "halal, kosher, vegan"),
        (["I keep halal and kosher."], "halal, kosher"),
        (["I eat both halal and kosher.", "I no longer keep halal."], "kosher"),
        (["Ich esse halal.", "Ich esse auch koscher."], "halal, koscher"),
        (["Como halal.", "También como kosher."], "halal, kosher"),
        (["Je mange halal et casher."], "halal, casher"),
        (["I'm vegan.", "I'm also vegetarian."], "vegetarian"),
    ],
)  # fmt: skip
def test_ways_of_eating_of_two_kinds_stand_together(say, needs, messages, diet):
    say(*messages)
    assert needs() == {f"diet: {diet}"}


def test_the_way_of_eating_that_an_assistant_set_stays(api, ana, say, needs):
    api.put(f"/users/{ana}/facts/constraint/diet", {"value": "vegetarian, no nuts"})
    say("I keep halal now.")
    assert needs() == {"diet: vegetarian, halal", "avoided_foods: nuts"}


@pytest.mark.parametrize(("diet", "code"), [("halal", 202), ("halal, kosher, vegan", 200)])
def test_an_assistant_that_drops_one_of_two_rules_waits(api, ana, say, diet, code):
    say("I keep halal and kosher.")
    assert api.put(f"/users/{ana}/facts/constraint/diet", {"value": diet}).status_code == code


def test_no_need_of_a_turn_is_one_too_many(say, needs, ana, home):
    say("I like jazz. I'm allergic to milk, eggs and soy, and I'm vegan.")
    assert needs() == {"allergies: milk", "allergies: eggs", "allergies: soy", "diet: vegan"}
    with scope.enter(home.workspace_id):
        assert not Fact.objects.active().filter(person_id=ana, key="likes").exists()


@pytest.mark.parametrize(("diet", "code"), [("halal", 202), ("vegan", 200), ("vegetarian, halal", 200)])
def test_an_assistant_that_drops_a_way_of_eating_waits(api, ana, home, now, diet, code):
    draft = FactDraft(person_id=ana, category="constraint", key="diet", value="vegetarian")
    submit(SetFact(draft=draft), actor=system_actor(home.workspace_id, "extract_facts"), now=now)
    assert api.put(f"/users/{ana}/facts/constraint/diet", {"value": diet}).status_code == code
