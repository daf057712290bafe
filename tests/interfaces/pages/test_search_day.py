"""A search that is a day shows what was kept and said on it, and nothing that is merely similar."""

from datetime import timedelta

import pytest
from babel.dates import format_date
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timezone import localtime

from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from interfaces.typed_periods import searched_period
from memories.maintenance.index_turns import index_turns
from retrieval.query import memory_query
from retrieval.requests import QueryRequest

pytestmark = pytest.mark.django_db


@pytest.fixture
def yesterday():
    return timezone.now() - timedelta(days=1)


@pytest.fixture
def said(home, supervisor, now):
    def _said(text, at):
        session, _ = open_session(person_id=home.user_id, actor=supervisor, now=now)
        drafts = [TurnDraft(role="user", speaker="Ana", content=text, occurred_at=at)]
        append_turns(session_id=session.id, drafts=drafts, actor=supervisor, now=now)
        index_turns(workspace_id=home.workspace_id, now=timezone.now())

    return _said


def found(client, words, **headers):
    groups = client.get("/search", {"q": words}, **headers).context["groups"]
    return {group.name: {str(hit.text): str(hit.why) for hit in group.hits} for group in groups}


def test_what_was_kept_and_said_on_the_day_is_found(owner, note, fact, said, now, yesterday):
    note("Ana waters the tomatoes.", key="a")
    fact(key="employer", value="Farfetch")
    note("Ana feeds the cat.", key="b", at=yesterday)
    said("Rita came along.", now)
    said("I bought flour.", yesterday)

    assert found(owner, localtime(now).strftime("%-d %B %Y")) == {
        "facts": {"Employer: Farfetch": "on that day"},
        "memories": {"Ana waters the tomatoes.": "on that day"},
        "conversations": {"Rita came along.": "on that day"},
    }
    assert found(owner, localtime(yesterday).date().isoformat()) == {
        "memories": {"Ana feeds the cat.": "on that day"},
        "conversations": {"I bought flour.": "on that day"},
    }


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_a_day_is_read_as_each_language_writes_it(owner, note, now, language):
    note("Ana waters the tomatoes.")
    with translation.override(language):
        words = date_format(localtime(now), "DATE_FORMAT")
    assert "memories" in found(owner, words, HTTP_ACCEPT_LANGUAGE=language)


def test_what_names_the_day_in_its_words_is_found_too(owner, note, now, yesterday):
    words = localtime(yesterday).strftime("%-d %B %Y")
    note(f"The release was on {words}.")
    assert set(found(owner, words)["memories"].values()) == {"same words"}


@pytest.mark.parametrize("words", ["3 March 1999", "March 3, 1999", "yesterday"])
def test_a_day_without_anything_says_so(owner, note, words):
    note("Ana waters the tomatoes.")

    page = owner.get("/search", {"q": words})

    assert page.context["groups"] == []
    assert "Nothing on that day." in page.content.decode() and "Add a memory" not in page.content.decode()


def test_a_month_without_anything_says_so(owner, note):
    note("Ana waters the tomatoes.")
    assert "Nothing in that month." in owner.get("/search", {"q": "March 1999"}).content.decode()


def test_what_assistants_asked_on_the_day_is_found(owner, note, home, planner, now):
    note("Ana waters the tomatoes.")
    memory_query(QueryRequest(user_id=str(home.user_id), query="What grows?"), actor=planner, now=now)

    assert found(owner, "today")["activity"] == {"What grows?": "on that day"}


@pytest.mark.parametrize(("pattern", "label"), [("EEEE", "on that day"), ("MMMM", "in that month")])
@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_a_weekday_or_month_shows_what_was_kept_and_said_then(owner, note, said, now, pattern, label, language):
    note("Ana waters the tomatoes.")
    said("Rita came along.", now)
    words = format_date(localtime(now), pattern, locale=language)

    for typed in (words, f"im {words}", words.upper()):
        groups = found(owner, typed)
        assert groups["memories"] == {"Ana waters the tomatoes.": label}
        assert groups["conversations"] == {"Rita came along.": label}


def test_a_message_of_an_earlier_such_day_is_not_said_to_have_the_words(owner, said, now):
    said("I bought flour.", now - timedelta(days=14))
    said(f"See you on {localtime(now):%A}.", now - timedelta(days=3))

    assert found(owner, localtime(now).strftime("%A"))["conversations"] == {
        f"See you on <mark>{localtime(now):%A}</mark>.": "same words",
        "I bought flour.": "on that day",
    }


def test_a_day_and_a_word_must_both_hold(owner, note, said, now):
    note("Ana waters the tomatoes.", key="a", at=now - timedelta(days=8))
    note("Ana waters the roses.", key="b")
    said("The tomatoes are ripe.", now)

    for words in (f"tomatoes {localtime(now):%-d %B %Y}", f"tomatoes on {localtime(now):%A}", "tomatoes today"):
        assert found(owner, words) == {"conversations": {"The <mark>tomatoes</mark> are ripe.": "on that day"}}


def test_a_month_and_a_word_must_both_hold(owner, note, now):
    month = format_date(localtime(now), "MMMM", locale="en")
    note("Ana baked a cake.", key="a")
    note("Ana ate a cake.", key="b", at=now - timedelta(days=70))
    note("Ana waters the roses.", key="c")
    note(f"The cake of {month} was dry.", key="d", at=now - timedelta(days=70))

    assert found(owner, f"cake in {month}")["memories"] == {
        "Ana baked a <mark>cake</mark>.": "in that month",
        f"The <mark>cake</mark> of <mark>{month}</mark> was dry.": "same words",
    }


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_a_bare_month_beside_a_word_means_that_month(owner, note, now, language):
    then = (now.replace(day=1) - timedelta(days=1)).replace(day=15)
    note("Ana went to Évora.", key="a", at=then)
    note("Ana went to Évora again.", key="b")
    month = format_date(localtime(then), "MMMM", locale=language)

    for words in (f"Évora {month}", f"{month} Évora"):
        assert found(owner, words) == {"memories": {"Ana went to <mark>Évora</mark>.": "in that month"}}


@pytest.mark.parametrize(
    ("words", "others"), [("cake May", "cake"), ("May invoices", "invoices"), ("Lisbon March", "Lisbon"), ("May", "")]
)
def test_a_month_with_a_capital_is_one(db, words, others):
    assert searched_period(words).words == others


@pytest.mark.parametrize("words", ["cake may", "what may Ana eat", "May Ana eat nuts", "mars bar", "peace march"])
def test_a_word_that_names_a_month_too_is_a_word(db, words):
    assert searched_period(words) is None


def test_where_nothing_holds_both_the_words_are_searched_for_by_meaning(owner, note, now):
    note("Ana waters the tomatoes.", at=now - timedelta(days=8))
    assert "on that day" not in str(found(owner, f"tomatoes {localtime(now):%-d %B %Y}"))


@pytest.mark.parametrize(
    "pattern",
    ["%d/%m/%Y", "%d.%m.%Y", "%-d.%-m.", "%-d/%-m/%Y", "le {day} {month}", "am {day}. {month}", "el {day} de {month}"],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_day_is_read_in_every_language_whatever_the_page_s_is(owner, note, now, pattern, language):
    note("Ana waters the tomatoes.")
    today = localtime(now)
    locale = {"le": "fr", "am": "de", "el": "es"}.get(pattern[:2], "en")
    words = pattern.format(day=today.day, month=format_date(today, "MMMM", locale=locale))
    groups = found(owner, today.strftime(words), HTTP_ACCEPT_LANGUAGE=language)
    assert groups == {"memories": {"Ana waters the tomatoes.": "on that day"}}


@pytest.mark.parametrize("words", ["yesterday", "gestern", "ayer", "hier", "Ayer"])
def test_so_is_yesterday(owner, note, yesterday, words):
    note("Ana feeds the cat.", at=yesterday)
    assert found(owner, words) == {"memories": {"Ana feeds the cat.": "on that day"}}


@pytest.mark.parametrize("words", ["this week", "diese Woche", "esta semana", "cette semaine"])
def test_a_week_is_read_too(owner, note, now, words):
    note("Ana feeds the cat.", key="a")
    note("Ana waters the roses.", key="b", at=now - timedelta(days=8))
    assert found(owner, words) == {"memories": {"Ana feeds the cat.": "in that week"}}


@pytest.mark.parametrize("words", ["last week", "letzte Woche", "la semana pasada", "la semaine dernière"])
def test_so_is_the_week_before(owner, note, now, words):
    note("Ana feeds the cat.", key="a")
    note("Ana waters the roses.", key="b", at=now - timedelta(days=7))
    assert found(owner, words) == {"memories": {"Ana waters the roses.": "in that week"}}


def test_a_fact_is_shown_as_it_was_on_that_day(owner, fact, now):
    fact(key="employer", value="Farfetch", at=now - timedelta(days=3))
    fact(key="employer", value="Feedzai")

    group, *others = owner.get("/search", {"q": localtime(now - timedelta(days=3)).date().isoformat()}).context[
        "groups"
    ]
    (hit,) = group.hits
    assert (others, hit.text, hit.note) == ([], "Employer: Farfetch", "Not so any more. Now: “Employer: Feedzai”")
    assert localtime(hit.at).date() == localtime(now - timedelta(days=3)).date()
    assert found(owner, "today")["facts"] == {"Employer: Feedzai": "on that day"}


def test_each_kind_says_how_many_there_are_and_leads_to_all(owner, note, fact):
    for i in range(7):
        note(f"Ana waters plant {i}.", key=f"k{i}")
    fact(key="employer", value="Farfetch")

    page = owner.get("/search", {"q": "today"})
    counts = {group.name: (len(group.hits), group.count, bool(group.more)) for group in page.context["groups"]}
    assert counts == {"facts": (1, "1", False), "memories": (5, "7", True)}
    assert "Show all 7" in page.content.decode()

    (group,) = owner.get(f"/search{page.context['groups'][1].more}").context["groups"]
    assert (group.name, len(group.hits), group.more) == ("memories", 7, "")


@pytest.mark.parametrize("words", ["Zug letzte Woche", "tren la semana pasada", "train last week"])
def test_a_word_of_another_language_is_found_within_its_time(owner, note, now, words):
    note("Ana takes the train to Porto.", key="a", at=now - timedelta(days=7))
    note("Ana takes the train to Braga.", key="b")
    assert set(found(owner, words)["memories"]) == {"Ana takes the <mark>train</mark> to Porto."}


def test_what_is_alike_in_meaning_is_found_within_its_time(owner, note, now):
    note("Ana takes the train to Porto.", key="a", at=now - timedelta(days=7))
    note("Ana takes the train to Braga.", key="b")
    assert set(found(owner, "railway last week")["closest"]) == {"Ana takes the train to Porto."}


@pytest.mark.parametrize(
    "words", ["week of {} {}", "the week of {} {}", "Woche vom {}. {}", "Semana del {} de {}", "Semaine du {} {}"]
)
def test_a_week_as_the_timeline_names_it(owner, note, now, words):
    note("Ana feeds the cat.", key="a", at=now - timedelta(days=14))
    note("Ana waters the roses.", key="b")
    day = localtime(now) - timedelta(days=14)
    locale = {"W": "de", "Semana": "es", "Semain": "fr"}.get(words[:1] if words[0] == "W" else words[:6], "en")
    monday = day - timedelta(days=day.weekday())
    typed = words.format(monday.day, format_date(monday, "MMMM", locale=locale))
    assert found(owner, typed) == {"memories": {"Ana feeds the cat.": "in that week"}}


@pytest.mark.parametrize(
    "words",
    [
        "what did I say on {day}", "What did I say on {day}?", "what happened on {day}", "was habe ich am {day} gesagt",
        "qué dije el {day}", "¿Qué dije el {day}?", "qu'ai-je dit le {day} ?",
    ],
)  # fmt: skip
def test_words_that_ask_are_none_to_be_found(owner, note, said, yesterday, now, words):
    note("Ana feeds the cat.", at=yesterday)
    said("Rita came along.", yesterday)
    said("I bought flour.", now)

    assert found(owner, words.format(day=localtime(yesterday).strftime("%-d %B %Y"))) == {
        "memories": {"Ana feeds the cat.": "on that day"},
        "conversations": {"Rita came along.": "on that day"},
    }


def test_words_beside_those_that_ask_must_hold(owner, said, yesterday):
    said("The tomatoes are ripe.", yesterday)
    said("Rita came along.", yesterday)
    for words in ("what did I say about tomatoes yesterday", "was habe ich gestern über tomatoes gesagt"):
        assert set(found(owner, words)["conversations"]) == {"The <mark>tomatoes</mark> are ripe."}


def test_needs_of_now_do_not_answer_a_search_of_a_time_that_is_over(owner, fact):
    fact(category="constraint", key="allergies", value="peanuts")
    assert "needs" not in found(owner, "March 2021 recipe")
    assert "needs" in found(owner, "recipe")
