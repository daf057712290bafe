"""The policy editor: rules in their order, a form for each, tried on past writes before they are saved."""

import re
from html import unescape

import pytest
from uuid_utils.compat import uuid7

from consent.changes import SetFact, WriteMemory
from consent.detection.ruled_fields import PLAIN, plain_statements
from consent.models import FieldAlias, Policy, Proposal
from consent.outcomes import Applied, Queued, Refused
from consent.policies import file as policy_file
from consent.proposals.decide import reject_proposal
from interfaces.admin.policies.wording import SENTENCES, outcome_sentence
from memories.drafts import FactDraft, MemoryDraft
from memories.models import History
from workspaces.models import Account, Agent, Grant, Membership, Person
from workspaces.models.membership import Role

pytestmark = pytest.mark.django_db
LIST, NEW = "/admin/policies/", "/admin/policies/rule/"


@pytest.fixture
def saved(in_home):
    """The rules in force, in their order, and what each does."""

    def _saved():
        with in_home():
            return [(entry.fact_key or entry.category, str(entry.outcome)) for entry in policy_file.current().policies]

    return _saved


@pytest.fixture
def rule(in_home):
    def _rule(**fields):
        with in_home():
            return Policy.objects.create(**{"fact_key": "pronouns", "outcome": "consent", "priority": 10, **fields})

    return _rule


@pytest.fixture
def write(send, home):
    """An agent's sentence about Ana, as a request without a key sends it."""

    def _write(text):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=str(uuid7()), content=text)
        return send(WriteMemory(draft=draft, may_repeat=True))

    return _write


def form(**fields):
    return {"fact_key": "coding_style", "outcome": "consent", "position": "1", **fields}


def test_the_defaults_are_shown_before_there_is_any_rule(owner):
    page = owner.get(LIST).content.decode()

    assert "No rules yet: the defaults apply to everything." in page
    assert "Special categories" in page and "Health conditions" in page and "Diet and allergies" in page


def test_a_new_rule_for_everybody_comes_below_those_about_one_person(owner, home, rule):
    rule(about_person_id=home.user_id, priority=10)
    rule(fact_key="city", priority=20)

    assert owner.get(NEW).context["form"]["position"].value() == 2
    assert owner.get(f"{NEW}?person={home.user_id}").context["form"]["position"].value() == 1


def test_a_rule_about_illness_says_what_it_holds_for_of_relatives(owner, rule):
    about = rule(fact_key="health_conditions", outcome="never")

    page = unescape(owner.get(f"{NEW}{about.id}/").content.decode())

    assert "Of relatives it holds for grave illness (“Ana’s mother has cancer.”)" in page


def test_the_defaults_say_what_else_is_asked_about(owner):
    page = owner.get(LIST).content.decode()

    assert "A text that seems to state a field above about which the person is asked is treated as that field" in page
    assert "This holds for the fields alone: a text about a goal or a tone is stored at once." in page


def test_every_wrong_part_of_a_rule_is_told_at_once(owner):
    wrong = form(fact_key="favourite planet!!", outcome="corroboration", signals_needed="0", save="1")
    errors = owner.post(NEW, wrong).context["form"].errors

    assert {*errors} == {"fact_key", "signals_needed"}


def test_a_field_that_nobody_knows_is_asked_about_and_then_marked(owner, saved):
    tried = owner.post(NEW, form(fact_key="citty", **{"try": "1"})).content.decode()
    stored = owner.post(NEW, form(fact_key="citty", save="1"), follow=True).content.decode()

    for page in (tried, stored):
        assert page.count("No such field is known. Did you mean city?") == 1
        assert "Use this name anyway" in page and "Saved." not in page
    assert saved() == []
    page = owner.post(NEW, form(fact_key="citty", uses_this_name="on", save="1"), follow=True).content.decode()
    assert saved() == [("citty", "consent")] and "Saved." in page
    assert "Unknown field" in owner.get(LIST).content.decode()


def test_known_and_used_fields_are_not_warned_about(owner, fact):
    fact("favourite_tea", "green")
    for key in ("city", "town", "favourite_tea"):
        assert "No such field" not in owner.post(NEW, form(fact_key=key, **{"try": "1"})).content.decode(), key


def test_a_conversation_s_summary_is_not_told_by_its_key(owner, note):
    note("Ana planned her holidays.", key="episode:01a2182f-0000-7000-8000-000000000000:1-5")

    page = owner.post(NEW, form(fact_key="", category="general", outcome="never", **{"try": "1"})).content.decode()

    assert "Ana planned her holidays." in page and "a conversation" in page and "episode:" not in page


def test_a_rule_is_shown_in_words(owner, rule):
    rule(delegates_to_reviewers=True)
    page = owner.get(LIST).content.decode()

    assert "field “pronouns”" in page and "Ask the person" in page and "reviewers may answer" in page


def test_a_preview_says_which_questions_no_rule_spares_the_person(owner, send, person, home):
    """The city is the person's own word, so that a rule "store at once" changes nothing for another one."""
    city = {"person_id": home.user_id, "category": "identity", "key": "city"}
    send(SetFact(draft=FactDraft(**city, value="Porto")), actor=person)
    told = "1 is asked whatever the rules say: it would change what the person or another agent said."
    at_once = form(fact_key="city", outcome="apply", **{"try": "1"})
    assert told not in owner.post(NEW, at_once).content.decode()
    send(SetFact(draft=FactDraft(**city, value="Faro")))

    assert told in owner.post(NEW, at_once).content.decode()
    assert told not in owner.post(NEW, at_once | {"outcome": "consent"}).content.decode()


def test_a_preview_shows_texts_and_saves_nothing(owner, saved, fact):
    fact("coding_style", "black")
    page = owner.post(NEW, form(**{"try": "1"})).content.decode()

    assert "1 of 1 past writes would be stored, asked about, answered or refused differently." in page
    assert "These are the writes of the last 30 days; refused writes are not recorded." in page
    assert "Coding style: black" in page
    assert saved() == []


def test_a_preview_counts_a_sentence_about_an_allergy(owner, note):
    note("Ana is allergic to walnuts.")
    page = owner.post(NEW, form(fact_key="allergies", **{"try": "1"})).content.decode()

    assert "1 of 1 past writes would be stored, asked about, answered or refused differently." in page


@pytest.mark.parametrize(
    ("key", "is_told"), [("allergies", True), ("diet", True), ("city", False), ("employer", False)]
)
def test_a_rule_about_allergies_or_diet_says_what_it_may_miss(owner, key, is_told):
    sentence = "It may miss what is only hinted at"
    tried = owner.post(NEW, form(fact_key=key, outcome="never", **{"try": "1"})).content.decode()
    stored = owner.post(NEW, form(fact_key=key, outcome="never", save="1"), follow=True).content.decode()

    assert tried.count(sentence) == stored.count(sentence) == (1 if is_told else 0)


def test_a_rule_that_would_void_one_that_never_stores_is_saved_only_on_purpose(owner, rule, saved):
    rule(fact_key="allergies", outcome="never")
    over = form(fact_key="allergies", outcome="consent", save="1")

    page = owner.post(NEW, over, follow=True).content.decode()
    assert "Rule 2 never stores this, and would no longer count." in page and "Saved." not in page
    assert saved() == [("allergies", "never")]
    owner.post(NEW, over | {"voids_never": "on"})
    assert saved() == [("allergies", "consent"), ("allergies", "never")]


def test_a_rule_that_never_stores_says_what_stays(owner, note, ask, home, send):
    memory_id = note("Ana is allergic to walnuts.")
    ask("Lisbon")
    allergies = owner.post(NEW, form(fact_key="allergies", outcome="never", save="1"), follow=True).content.decode()
    cities = owner.post(NEW, form(fact_key="city", outcome="never", save="1"), follow=True).content.decode()

    assert "1 memory." in allergies and f"/admin/memories/memory/{memory_id}/change/" in allergies
    assert "1 question waits." in cities and "/admin/consent/proposal/?due=open&amp;q=city" in cities


@pytest.mark.parametrize(
    ("key", "is_told"),
    [
        ("answer_style", True),
        ("occupation", False),
        ("allergies", False),
        ("allergy", False),
        ("city", False),
        ("town", False),
    ],
)
def test_a_rule_that_holds_for_its_field_alone_says_so(owner, key, is_told):
    page = owner.post(NEW, form(fact_key=key, **{"try": "1"})).content.decode()

    assert ("This rule holds for the field alone" in page) == is_told


@pytest.mark.parametrize(("key", "is_told"), [("occupation", True), ("job", True), ("city", False), ("diet", False)])
def test_a_rule_that_holds_for_english_sentences_alone_says_so(owner, key, is_told):
    page = owner.post(NEW, form(fact_key=key, **{"try": "1"})).content.decode()

    assert ("The rule also holds for English sentences" in page) == is_told


def test_an_unknown_field_is_told_at_the_field_before_any_preview(owner, note):
    note()
    response = owner.post(NEW, form(fact_key="alergies", **{"try": "1"}))

    assert response.context["form"].errors["fact_key"] == ["No such field is known. Did you mean allergies?"]
    assert response.context["trial"] is None
    meant = owner.post(NEW, form(fact_key="alergies", uses_this_name="on", **{"try": "1"}))
    assert meant.context["trial"] is not None


def test_a_rule_without_a_field_leaves_what_is_never_stored_as_it_is(owner, rule, write):
    assert isinstance(write("Bruno has asthma, says his wife."), Queued)
    rule(fact_key="health_conditions", outcome="never")
    asking = form(fact_key="", category="activity")
    page = owner.post(NEW, asking | {"try": "1"}).content.decode()

    assert "None of the 1 past writes would be stored, asked about, answered or refused differently." in page
    assert "<dt>Never store</dt><dd>1 now, 1 with this change</dd>" in page
    assert "never applies" not in page


def test_a_preview_takes_no_language_for_a_nationality(owner, home, send, ask, rule):
    ask("Portuguese", key="language")
    rule(fact_key="languages_spoken", outcome="apply")
    draft = FactDraft(person_id=home.user_id, category="identity", key="languages_spoken", value="German")
    assert isinstance(send(SetFact(draft=draft)), Applied)
    page = owner.post(NEW, form(fact_key="nationality", outcome="never", **{"try": "1"})).content.decode()

    assert "None of the 2 past writes would be stored, asked about, answered or refused differently." in page


def test_a_preview_tells_which_questions_reviewers_could_answer(owner, ask):
    ask("Lisbon")
    page = owner.post(NEW, form(fact_key="city", delegates_to_reviewers="on", **{"try": "1"})).content.decode()

    assert "1 of 1 past writes would be stored, asked about, answered or refused differently." in page
    assert "<dt>of these, reviewers may answer too</dt><dd>0 now, 1 with this change</dd>" in page
    assert '<td data-label="Now">Would ask the person</td>' in page
    assert page.count("Would ask the person or a reviewer") == 1


def test_a_preview_counts_a_text_and_its_cut_sentence_once(owner, home, send):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="n", content="I swim. I live in Rome. I run.")
    send(WriteMemory(draft=draft, excise=True))
    page = owner.post(NEW, form(fact_key="city", outcome="apply", **{"try": "1"})).content.decode()

    assert "1 of 1 past writes would be stored, asked about, answered or refused differently." in page
    assert "I live in Rome." in page and "awaiting" not in page


def test_a_preview_counts_a_question_and_what_its_answer_stored_once(owner, rule, login, home, ask, in_home):
    rule(fact_key="city", delegates_to_reviewers=True)
    ask("Lisbon")
    with in_home():
        question = Proposal.objects.get()
    answer = {"answer": "approve", "shown_hash": question.shown_hash}
    login(Role.REVIEWER).post(f"/admin/consent/proposal/{question.id}/answer/", answer)

    trial = owner.post(NEW, form(**{"try": "1"})).context["trial"]

    assert [row.write.field for row in trial.run.writes] == ["identity.city"]


def test_a_preview_shows_all_past_writes_page_by_page(owner, note, fact):
    fact("coding_style", "black")
    for number in range(55):
        note(f"Note {number}.", key=f"n{number}")

    first = owner.post(NEW, form(rows="all"))
    second = owner.post(NEW, form(rows="all", page="2"))

    assert first.context["trial"].run.looked_at == 56
    assert len(first.context["trial"].page.object_list) == 50
    assert len(second.context["trial"].page.object_list) == 6
    shown = {row.write.text for response in (first, second) for row in response.context["trial"].page}
    assert shown == {"coding_style: black", *(f"Note {number}." for number in range(55))}


def test_a_sentence_is_shown_by_its_text_and_not_by_a_hash(owner, note):
    note("Ana lives by the sea.", key="said:2d50aa")
    page = owner.post(NEW, form(fact_key="", category="general", outcome="never", **{"try": "1"})).content.decode()

    assert "Ana lives by the sea." in page and "said:2d50" not in page


def test_saving_puts_the_rule_at_its_place(owner, saved, rule, in_home):
    rule(fact_key="city", priority=10)
    rule(fact_key="pronouns", priority=20)

    response = owner.post(NEW, form(position="2", save="1"))

    assert response.url.startswith(NEW) and "Rule 2" in owner.get(response.url).content.decode()
    assert saved() == [("city", "consent"), ("coding_style", "consent"), ("pronouns", "consent")]
    with in_home():
        assert History.objects.filter(meta__what="policies").count() == 1


def test_a_rule_is_changed_and_moved_without_losing_anything(owner, saved, rule, in_home):
    rule(fact_key="city", priority=10, trust="source", signals_needed=4, outcome="corroboration")
    moved = rule(fact_key="pronouns", priority=20)

    owner.post(f"{NEW}{moved.id}/", form(fact_key="pronouns", outcome="never", position="1", save="1"))

    assert saved() == [("pronouns", "never"), ("city", "corroboration")]
    with in_home():
        kept = policy_file.current().policies[1]
    assert (kept.origin, kept.signals_needed) == ("source", 4)


def test_the_form_shows_what_the_rule_says(owner, rule):
    row = rule(fact_key="city", outcome="corroboration", signals_needed=4, memory_type="insight")
    page = owner.get(f"{NEW}{row.id}/").content.decode()

    assert 'value="city"' in page and 'value="4"' in page
    assert 'value="insight" selected' in page and "<details open>" in page


def test_an_example_fills_the_form_in(owner):
    page = owner.get(NEW, {"fact_key": "tone", "outcome": "never"}).content.decode()

    assert 'value="tone"' in page
    assert 'value="never"' in page and "checked" in page


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"outcome": "maybe"}, "Select a valid choice"),
        ({"signals_needed": "99"}, "less than or equal to 20"),
        ({"agent": "nobody"}, "Select a valid choice"),
        ({"fact_key": "\x01"}, "errorlist"),
        ({"fact_key": "größe!"}, "This cannot be the name of a field. Use the letters a to z, digits and _"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(owner, saved, fields, text):
    response = owner.post(NEW, form(save="1", **fields))

    assert response.status_code == 200 and text in response.content.decode()
    assert saved() == []


def test_removing_asks_first_and_shows_what_would_change(owner, saved, rule, fact):
    fact("coding_style", "black")
    row = rule(fact_key="coding_style", outcome="never")
    page = owner.get(f"{NEW}{row.id}/remove/").content.decode()
    assert "1 of 1 past writes would be stored, asked about, answered or refused differently." in page
    assert saved() == [("coding_style", "never")]

    owner.post(f"{NEW}{row.id}/remove/", {"save": "1"})

    assert saved() == []


def test_a_person_s_own_rule_is_not_in_the_editor(owner, home, rule):
    row = rule(person_id=home.user_id)

    assert owner.get(f"{NEW}{row.id}/").status_code == 404
    assert "field “pronouns”" not in owner.get(LIST).content.decode()


def test_a_rule_keeps_its_address_whatever_is_saved(owner, rule, saved):
    row = rule()
    address = f"{NEW}{row.id}/"
    owner.post(NEW, form(save="1"))

    response = owner.post(address, form(fact_key="tone", outcome="never", position="2", save="1"), follow=True)

    assert response.redirect_chain == [(address, 302)]
    assert "Saved. It applies to new requests, and to who may answer what waits already." in response.content.decode()
    assert 'value="tone"' in response.content.decode()
    assert saved() == [("coding_style", "consent"), ("tone", "never")]


def test_what_a_rule_said_before_is_kept(owner, rule, in_home):
    row = rule()
    owner.post(f"{NEW}{row.id}/", form(fact_key="pronouns", outcome="never", save="1"))

    with in_home():
        former = Policy.objects.get(revoked_at__isnull=False)
        assert (former.fact_key, former.outcome) == ("pronouns", "consent")
    assert owner.get(f"{NEW}{former.id}/", follow=True).redirect_chain == [(f"{NEW}{row.id}/", 302)]


def test_the_address_of_a_removed_rule_leads_to_the_rules(owner, rule):
    row = rule()
    owner.post(f"{NEW}{row.id}/remove/", {"save": "1"})

    for address in (f"{NEW}{row.id}/", f"{NEW}{row.id}/remove/"):
        response = owner.get(address, follow=True)
        assert response.redirect_chain == [(LIST, 302)]
        assert "That rule was removed." in response.content.decode()


def test_a_removed_rule_is_added_again_as_it_was(owner, rule, saved, home):
    rule(fact_key="city", outcome="never")
    row = rule(category="tasks", about_person_id=home.user_id, delegates_to_reviewers=True, priority=20)
    page = owner.post(f"{NEW}{row.id}/remove/", {"save": "1"}, follow=True).content.decode()
    address = unescape(re.search(r'href="([^"]*)">Add it again</a>', page)[1])
    filled_in = owner.get(address).context["form"].initial

    assert {**filled_in, "person": str(filled_in["person"])} == {
        **{"fact_key": "pronouns", "category": "tasks", "person": str(home.user_id), "outcome": "consent"},
        **{"delegates_to_reviewers": "True", "signals_needed": "2", "insight_confidence": "0.8", "position": "2"},
    }


@pytest.mark.parametrize(("name", "told"), [("Wohnort", "stands for identity.city already"), ("city", "of a field")])
def test_a_name_that_is_built_in_is_not_added_to_the_list(owner, name, told):
    page = owner.post(f"{LIST}alias/", {"spelling": name, "address": "city"}).content.decode()
    assert f"“{name}” " in page and told in page


def test_a_change_by_somebody_else_is_not_replaced_unseen(owner, rule, saved):
    row = rule()
    address = f"{NEW}{row.id}/"
    opened = owner.get(address).context["form"]["said"].value()
    owner.post(address, form(fact_key="pronouns", outcome="never", save="1", said=opened))

    late = owner.post(address, form(fact_key="pronouns", outcome="apply", save="1", said=opened))
    assert "Somebody changed this rule while you edited it." in late.content.decode()
    assert saved() == [("pronouns", "never")]

    again = late.context["form"]["said"].value()
    owner.post(address, form(fact_key="pronouns", outcome="apply", save="1", said=again))
    assert saved() == [("pronouns", "apply")]


def test_a_rule_in_which_nothing_is_chosen_is_saved_only_on_purpose(owner, saved):
    empty = form(fact_key="", save="1")
    for page in (owner.post(NEW, form(fact_key="", **{"try": "1"})), owner.post(NEW, empty)):
        assert "Nothing is chosen, so this rule would apply to everything" in page.content.decode()
    assert "Choose what it applies to, or tick this box." in page.content.decode()
    assert saved() == []

    owner.post(NEW, empty | {"applies_to_everything": "on"})

    assert saved() == [("", "consent")]


def test_a_free_rule_without_a_field_says_what_it_leaves_alone(owner, rule, tried):
    free = form(fact_key="", outcome="apply", save="1")
    assert "but for what is protected by default. Of that the rules below it" in owner.post(NEW, free).content.decode()
    rule(fact_key="", outcome="apply")
    rule(fact_key="", category="tasks", outcome="corroboration", priority=20)
    page = owner.get(LIST).content.decode()

    assert "everything, but for what is protected by default" in page
    assert "category “tasks”, but for what is protected by default" in page
    assert tried("Ana is Catholic.")[0] == "Would ask the person"
    assert tried("Ana climbs on Mondays.")[1] == ["Rule 1: everything, but for what is protected by default"]


def test_other_names_of_fields_are_added_and_removed(owner, in_home, rule):
    rule()
    owner.post(f"{LIST}alias/", {"spelling": "Barrio", "address": "identity.city"})
    with in_home():
        alias = FieldAlias.objects.get()
        assert (alias.spelling, alias.key, Policy.objects.filter(revoked_at=None).count()) == ("barrio", "city", 1)
    assert "barrio → City" in owner.get(LIST).content.decode()

    page = owner.post(f"{LIST}alias/{alias.id}/remove/", follow=True).content.decode()

    with in_home():
        assert not FieldAlias.objects.exists()
    assert "“barrio” no longer stands for city." in page
    again = owner.get(unescape(re.search(r'href="([^"]+)">Add it again<', page)[1])).content.decode()
    assert 'value="barrio"' in again and 'value="identity.city"' in again


def test_a_name_that_stands_for_another_field_is_not_moved_unasked(owner, in_home):
    owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "identity.city"})

    page = owner.post(f"{LIST}alias/", {"spelling": "Barrio", "address": "identity.pronouns"}).content.decode()

    assert "“barrio” stands for city already. Remove that first." in page
    with in_home():
        assert FieldAlias.objects.get().key == "city"


def test_a_field_without_its_category_is_taken_and_named(owner, in_home):
    page = owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "city"}, follow=True).content.decode()

    assert "“barrio” stands for city now." in page
    with in_home():
        assert FieldAlias.objects.get().category == "identity"


@pytest.mark.parametrize("address", ["nonsense.city", ""])
def test_a_name_for_no_field_is_refused_in_words(owner, in_home, address):
    page = owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": address}, follow=True).content.decode()

    assert "aliases.barrio" not in page and 'id="address-problem"' in page and 'value="barrio"' in page
    with in_home():
        assert not FieldAlias.objects.exists()


def test_a_misspelt_field_without_its_category_is_suggested(owner):
    page = owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "cty"}, follow=True).content.decode()

    assert "No such field is known. Did you mean city?" in page
    assert '>Policies</a> <span aria-hidden="true">›' not in page


def test_another_name_warns_of_no_rule(owner, rule):
    rule(fact_key="city", outcome="never")
    rule(fact_key="city", priority=20)
    page = owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "city"}, follow=True).content.decode()

    assert "stands for city now" in page and "never applies" not in page


@pytest.mark.parametrize("role", [Role.REVIEWER, Role.VIEWER])
def test_who_only_reads_is_shown_the_rules_and_no_way_to_change_them(login, rule, saved, role):
    client, row = login(role), rule()
    page = client.get(LIST).content.decode()

    assert "field “pronouns”" in page and "Owners and admins change them." in page
    assert "New rule" not in page and "Remove" not in page
    for path in (NEW, f"{NEW}{row.id}/", f"{NEW}{row.id}/remove/", f"{LIST}alias/"):
        assert client.get(path).status_code == 403
        assert client.post(path, form(save="1")).status_code == 403
    assert saved() == [("pronouns", "consent")]


def test_an_admin_changes_them(login, saved):
    login(Role.ADMIN).post(NEW, form(save="1"))

    assert saved() == [("coding_style", "consent")]


def test_nobody_else_gets_there(outsider, colleague, rule, saved):
    row = rule()

    assert outsider.get(f"{NEW}{row.id}/").status_code == 404
    assert outsider.post(f"{NEW}{row.id}/remove/", {"save": "1"}).status_code == 404
    assert colleague.post(NEW, form(save="1")).status_code in (302, 403)
    assert saved() == [("pronouns", "consent")]


def test_what_is_no_field_is_told_how_one_is_written(owner):
    page = owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "nonsense"}).content.decode()

    assert "Write a field that is known, such as city, or category.field, such as identity.city." in page


def test_agents_have_their_names_and_fields_are_listed(owner, in_home):
    with in_home():
        Agent.objects.filter(name="planner").update(display_name="Day planner")

    page = owner.get("/admin/policies/rule/").content.decode()
    assert '<option value="planner">Day planner (planner)</option>' in page
    assert "<code>health_conditions</code>" in page and "needs corroboration" not in page

    with in_home():
        Policy.objects.create(agent_id=Agent.objects.get(name="planner").id, category="tone", outcome="consent")
    assert "agent “Day planner”" in owner.get("/admin/policies/").content.decode()


def test_a_preview_names_the_staff_who_wrote(owner, send, home):
    staff = Membership.objects.get(account__username="owner").as_staff()
    Account.objects.filter(username="owner").update(username="rita")
    draft = FactDraft(person_id=home.user_id, category="preference", key="coding_style", value="black")
    send(SetFact(draft=draft), actor=staff)

    city = FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")
    send(SetFact(draft=city), actor=staff)
    page = owner.post(NEW, form(rows="all")).content.decode()

    assert page.count('<td data-label="By">rita</td>') == 2, "a question, and what was stored"


def test_a_preview_names_person_and_fields_and_no_keys(owner, send, home, in_home):
    place = ("memories", str(home.user_id))
    send(WriteMemory(draft=MemoryDraft(namespace=place, key="rita-likes", content="Ana climbs on Mondays.")))
    with in_home():
        name = Person.objects.get(id=home.user_id).name
    page = owner.post(NEW, form(rows="all")).content.decode()

    assert f'<td data-label="Person">{name}</td>' in page and '<td data-label="Fields">–</td>' in page
    assert "Rita-likes" not in page


def test_categories_are_offered_in_words(owner):
    assert '<option value="procedural">How-to</option>' in owner.get(NEW).content.decode()


def test_the_page_of_a_rule_leads_to_its_removal(owner, in_home):
    with in_home():
        rule = Policy.objects.create(fact_key="city", outcome="never")
    page = owner.get(f"/admin/policies/rule/{rule.id}/").content.decode()

    assert re.search(r'href="([^"]+)">Remove this rule<', page)[1] == f"/admin/policies/rule/{rule.id}/remove/"
    assert "Remove this rule" not in owner.get(NEW).content.decode()


def test_another_name_for_an_unknown_field_is_added_only_on_purpose(owner, in_home):
    fields = {"spelling": "barrio", "address": "identity.citty"}
    page = owner.post(f"{LIST}alias/", fields).content.decode()

    assert "No such field is known. Did you mean identity.city?" in page and 'name="uses_this_name"' in page
    with in_home():
        assert not FieldAlias.objects.exists()
    owner.post(f"{LIST}alias/", fields | {"uses_this_name": "on"})
    with in_home():
        assert FieldAlias.objects.get().key == "citty"


def test_a_rule_that_never_stores_lets_nobody_answer(owner, rule, in_home):
    rule(fact_key="city", delegates_to_reviewers=True, allows_chat=True)
    with in_home():
        page = f"{NEW}{Policy.objects.get().id}/"
    changed = form(fact_key="city", outcome="never", delegates_to_reviewers="on", allows_chat="on", save="1")
    owner.post(page, changed)

    with in_home():
        row = Policy.objects.get(revoked_at=None)
        text = policy_file.dump(policy_file.current())
    assert (row.outcome, row.delegates_to_reviewers, row.allows_chat) == ("never", False, False)
    tried = owner.post("/admin/policies/yaml/", {"policies": text, "try": "1"})
    assert tried.context["form"].errors == {}


def test_a_preview_says_of_a_question_what_the_list_of_questions_says(owner, home, send, in_home, rule):
    rule(fact_key="allergies", delegates_to_reviewers=True)
    content = "Ana can't have peanuts, they make her throat swell."
    send(WriteMemory(draft=MemoryDraft(namespace=("memories", str(home.user_id)), key="note", content=content)))
    [write] = owner.post(NEW, form(rows="all")).context["trial"].run.writes

    assert (write.before.outcome, write.before.reviewers) == ("consent", True)
    [row] = owner.get("/admin/consent/proposal/").context["cl"].result_list
    assert row.who_may_answer == "The person, reviewers"


@pytest.mark.parametrize(
    "content", ["Ana hat eine Erdnussallergie.", "Ana can't have peanuts, they make her throat swell."]
)
def test_a_preview_without_rules_says_what_the_defaults_do(owner, home, send, content, rule, in_home):
    def write(key):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        return send(WriteMemory(draft=draft, excise=True))

    assert isinstance(write("first"), Applied)
    rule(fact_key="allergies")
    write("second")
    tried = owner.post("/admin/policies/yaml/", {"policies": "policies: []", "try": "1", "rows": "all"})

    assert {str(row.after.outcome) for row in tried.context["trial"].run.writes} == {"apply"}


def test_another_name_cannot_stand_for_one_and_says_which_field_to_enter(owner):
    owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "city"})
    page = owner.post(f"{LIST}alias/", {"spelling": "bairro", "address": "Barrio"}).content.decode()

    assert "“Barrio” is another name itself, of city. Enter city." in page


def test_a_name_that_is_kept_otherwise_than_it_was_typed_says_so(owner):
    page = owner.post(f"{LIST}alias/", {"spelling": "Lieblings Stadt", "address": "city"}, follow=True).content.decode()
    plain = owner.post(f"{LIST}alias/", {"spelling": "Barrio", "address": "city"}, follow=True).content.decode()

    assert "stands for city now. It is kept as “lieblingsstadt”" in page and "It is kept as" not in plain


@pytest.mark.parametrize("key", sorted(PLAIN))
def test_a_rule_tells_a_sentence_of_its_field_that_it_holds_for(owner, in_home, key):
    assert plain_statements(SENTENCES[key], [key])
    with in_home():
        rule = Policy.objects.create(fact_key=key, outcome="never")

    page = unescape(owner.get(f"/admin/policies/rule/{rule.id}/").content.decode())

    assert f"(“{SENTENCES[key]}”)" in page


def test_the_defaults_say_of_goals_and_tone_what_a_rule_about_them_does(owner):
    page = owner.get(LIST).content.decode()

    assert "A rule of your own for one of them also holds for English sentences that plainly tell it." in page
    assert "is not looked for unless a rule of yours names the field" in page


def test_an_example_that_is_a_rule_already_is_not_offered(owner, rule):
    example = "Reviewers may answer questions about the city"
    assert example in owner.get(LIST).content.decode()
    rule(fact_key="city", delegates_to_reviewers=True)

    assert example not in owner.get(LIST).content.decode()


TRY = "/admin/policies/try/"


@pytest.fixture
def tried(owner, home, in_home):
    """What the page says of a sentence by an agent about Ana: what would happen, and what decides it."""

    def _tried(text, by="supervisor", **fields):
        with in_home():
            agent = Agent.objects.get(name=by)
        form = {"text": text, "agent": agent.id, "person": home.user_id, **fields}
        page = owner.post(TRY, form).context
        return page["outcome"], [reason for reason, _url in page["reasons"]]

    return _tried


def test_a_sentence_says_which_rule_takes_it_and_what_would_happen(tried, rule):
    default = ("Would ask the person", ["The default for the field “City”"])
    assert tried("Ana lives in Porto.") == tried("Porto", field="town") == default
    nobody = ["No rule takes it: the default for everything else"]
    assert tried("Ana climbs on Mondays.") == tried("Ana wants to run a marathon.") == ("Store at once", nobody)
    assert tried("run a marathon", field="goals")[0] == "Store once confirmed"

    rule(fact_key="goals", outcome="never")
    rule(fact_key="city", priority=20, delegates_to_reviewers=True)
    rule(fact_key="", category="tasks", outcome="never", priority=30)
    assert tried("Ana wants to run a marathon.") == ("Never store", ["Rule 1: field “goals”"])
    assert tried("Ana lives in Porto.") == ("Would ask the person or a reviewer", ["Rule 2: field “city”"])
    assert tried("Ana climbs on Mondays.", category="tasks")[0] == "Never store"


@pytest.mark.parametrize("sentence", ["Her phone number is 912 345 678.", "Ana's phone number is 934 555 111."])
def test_the_key_that_a_trial_makes_up_says_nothing(tried, sentence):
    assert tried(sentence) == ("Store at once", ["No rule takes it: the default for everything else"])


def test_another_name_and_a_rule_for_one_agent_count_in_a_trial(tried, rule, owner, in_home):
    owner.post(f"{LIST}alias/", {"spelling": "barrio", "address": "city"})
    with in_home():
        agent_id = Agent.objects.get(name="supervisor").id
    rule(fact_key="city", outcome="apply", agent_id=agent_id)

    assert tried("Baixa", field="barrio")[0] == "Store at once"


def test_nothing_of_a_trial_is_stored_and_it_is_linked_where_rules_are(owner, tried, in_home):
    tried("Ana lives in Porto.")
    with in_home():
        assert not Proposal.objects.exists() and not History.objects.filter(event="ADD").exists()
    for page in (LIST, NEW):
        assert f'href="{TRY}"' in owner.get(page).content.decode()


def test_what_cannot_be_a_field_is_told_at_the_trial(owner, home, in_home):
    with in_home():
        agent = Agent.objects.get(name="supervisor")
    form = {"text": "Porto", "agent": agent.id, "person": home.user_id, "field": "my city!"}
    assert "This cannot be the name of a field." in owner.post(TRY, form).content.decode()


def test_a_secret_is_told_as_what_is_cut_out_of_the_sentence(tried, owner, home, in_home):
    sentence = "Her password is hunter2"
    assert tried(sentence) == ("Store at once", ["No rule takes it: the default for everything else"])
    with in_home():
        form = {"text": sentence, "agent": Agent.objects.get(name="supervisor").id, "person": home.user_id}
    page = owner.post(TRY, form).content.decode()

    assert "this is left: “Her password is [a password, left out]”" in page


def test_what_the_agent_may_not_write_is_refused_whatever_the_rules_say(tried, rule, in_home):
    rule(fact_key="goals", outcome="apply")
    role = "The role Planner does not write in the category “Style”: it is not on its list."
    assert tried("Ana wants to learn Italian.", by="planner", category="style") == ("Would be refused", [role])
    with in_home():
        Grant.objects.all().delete()

    outcome, [why] = tried("Ana climbs on Mondays.")
    assert outcome == "Would be refused" and why.startswith("No grant lets you write there.")


def test_a_field_that_nobody_knows_is_asked_about_at_the_trial(owner, home, in_home):
    with in_home():
        form = {"text": "Porto", "agent": Agent.objects.get(name="supervisor").id, "person": home.user_id}
    page = owner.post(TRY, form | {"field": "citty"}).content.decode()

    assert "Would ask the person" in page and "No such field is known. Did you mean city?" in page


def test_a_field_is_known_with_its_category_too(owner, home, in_home):
    with in_home():
        form_of_trial = {"text": "nuts", "agent": Agent.objects.get(name="supervisor").id, "person": home.user_id}
    page = owner.post(TRY, form_of_trial | {"field": "constraint.allergies"}).content.decode()
    rule = owner.post(NEW, form(fact_key="constraint.allergies", **{"try": "1"}))

    assert "Store at once" in page and "No such field is known." not in page
    assert "No such field is known." not in rule.content.decode() and rule.context["trial"] is not None


def test_a_trial_names_the_default_that_keeps_a_field_without_a_question(tried):
    assert tried("Ana is allergic to walnuts.") == ("Store at once", ["The default for the field “Allergies”"])


def test_the_categories_of_a_trial_are_named_in_words(owner):
    page = owner.get(TRY).content.decode()

    assert '<option value="procedural">How-to</option>' in page and ">relationship_dynamic<" not in page


def test_a_trial_says_where_it_would_be_filed(owner, home, in_home):
    with in_home():
        agents = {one.name: one.id for one in Agent.objects.all()}
    form = {"person": home.user_id, "text": "Ana lives in Porto.", "agent": agents["supervisor"]}
    assert "It would be filed under “General”." in owner.post(TRY, form).content.decode()

    refused = owner.post(TRY, form | {"agent": agents["planner"], "category": "style"}).content.decode()
    assert "Would be refused" in refused and "It would be filed" not in refused


def test_a_trial_of_what_the_person_refused_is_refused_as_the_write_would_be(tried, ask, send, person, home, now):
    reject_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    real = send(SetFact(draft=FactDraft(person_id=home.user_id, category="identity", key="city", value="Porto")))
    outcome, [why, field] = tried("Porto", field="city")

    assert isinstance(real, Refused) and outcome == "Would be refused"
    assert why.startswith("This was refused before. It may be asked about again from ")
    assert field == "It is about: City"
    assert tried("Ana lives in Porto.")[0] == "Would be refused"
    assert tried("Faro", field="city")[0] == tried("Ana lives in Faro.")[0] == "Would ask the person"


def test_a_trial_says_that_the_same_question_waits_already(tried, ask, owner, home, in_home):
    question = ask("Porto")
    default, waits = "The default for the field “City”", "The same question waits already."
    with in_home():
        form = {"agent": Agent.objects.get(name="supervisor").id, "person": home.user_id, "field": "city"}

    assert tried("Porto", field="city") == ("Would ask the person", [default, waits])
    assert f"/proposal/{question}/change/" in owner.post(TRY, form | {"text": "Porto"}).content.decode()
    assert tried("Faro", field="city") == ("Would ask the person", [default])


def test_a_trial_says_that_earlier_signs_confirm_it(tried, send, home, in_home):
    with in_home():
        Grant.objects.create(
            agent=Agent.objects.create(name="other", role="supervisor"), person_id=None, can_write=True
        )
    send(SetFact(draft=FactDraft(person_id=home.user_id, category="preference", key="tone", value="dry")))
    default, confirmed = "The default for the field “Tone”", "Earlier signs say the same, so it is confirmed."

    assert tried("dry", field="tone", by="other") == ("Store at once", [default, confirmed])
    assert tried("warm", field="tone", by="other") == ("Store once confirmed", [default])


def test_a_trial_says_that_nobody_would_be_asked_where_the_agent_may_not_know_of_the_refusal(
    tried, ask, person, in_home, now
):
    reject_proposal(proposal_id=ask("Porto"), actor=person, now=now)
    with in_home():
        Agent.objects.create(name="other", role="supervisor")
        other = Agent.objects.get(name="other")
        Grant.objects.create(agent=other, person_id=None, can_write=True)
    outcome, [why] = tried("Porto", field="city", by="other")

    assert outcome == "Would not be asked" and why.startswith("This was refused before. The agent may not know")


def test_a_trial_tells_what_is_there_already_and_what_the_person_said_themselves(
    tried, send, person, home, owner, in_home
):
    noted = MemoryDraft(namespace=("memories", str(home.user_id)), key="made-up", content="Ana climbs on Mondays.")
    send(WriteMemory(draft=noted, may_repeat=True))
    tone = FactDraft(person_id=home.user_id, category="preference", key="coding_style", value="black")
    send(SetFact(draft=tone), actor=person)

    assert tried("Ana climbs on Mondays.") == ("Nothing would change", ["It is stored already."])
    with in_home():
        form = {"agent": Agent.objects.get(name="supervisor").id, "person": home.user_id}
    page = owner.post(TRY, form | {"text": "Ana climbs on Mondays."}).content.decode()
    assert "It would be filed" not in page
    outcome, reasons = tried("ruff", field="coding_style")
    assert (outcome, reasons) == ("Would ask the person", ["It would change what the person said themselves"])


@pytest.fixture
def previewed(owner):
    """What a preview says happens now to each past write, by its text."""

    def _previewed(**fields):
        rows = owner.post(NEW, form(rows="all", **fields)).context["trial"].run.writes
        return {row.write.text: (outcome_sentence(row.before), row.write.fields) for row in rows}

    return _previewed


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("criminal_record", "in prison", "Ana's favourite film is Prison Break."),
        ("political_views", "Green Party", "Ana read a book about the Green Party's history."),
    ],
)
def test_a_text_that_waits_for_what_it_says_again_is_told_as_waiting(
    previewed, tried, ask, write, rule, key, value, sentence
):
    """Which the gate reads alone, knowing what else waits."""
    rule(fact_key=key, delegates_to_reviewers=True)
    ask(value, key=key)
    assert tried(sentence)[0] == "Would ask the person or a reviewer"
    assert isinstance(write(sentence), Queued)

    assert previewed()[sentence] == ("Would ask the person or a reviewer", f"identity.{key}")


@pytest.mark.parametrize("sentence", ["Ana wants to run a marathon", "Ana prefers short and direct answers"])
def test_a_text_about_a_goal_or_a_tone_is_told_as_stored_until_a_rule_names_the_field(previewed, write, rule, sentence):
    assert isinstance(write(sentence), Applied)
    told, field = previewed()[sentence]
    assert told == "Store at once"

    rule(fact_key=field.partition(".")[2], outcome="never")
    assert previewed()[sentence][0] == "Never store"


def test_a_rule_without_a_field_does_not_hold_for_a_fact_that_an_earlier_rule_frees(previewed, fact, rule):
    rule(fact_key="coding_style", outcome="apply")
    rule(fact_key="", outcome="consent", priority=20)
    fact("coding_style", "black")

    assert previewed(position="3")["coding_style: black"][0] == "Store at once"


def test_what_the_person_said_themselves_is_told_as_asked_about(previewed, send, person, home):
    style = FactDraft(person_id=home.user_id, category="preference", key="coding_style", value="black")
    send(SetFact(draft=style), actor=person)
    assert isinstance(send(SetFact(draft=style.model_copy(update={"value": "ruff"}))), Queued)

    assert previewed()["ruff"][0] == "Would ask the person"
