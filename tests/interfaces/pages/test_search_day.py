"""A search that is a day shows what was kept and said on it, and nothing that is merely similar."""

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from babel.dates import format_date
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timezone import localtime

from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from interfaces.spelling import plain
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


@pytest.mark.parametrize("words", ["3 March 2021", "March 3, 2021", "3.3.21", "el 3 de marzo de 2021"])
def test_a_day_without_anything_says_which_and_offers_its_week_and_month(owner, note, words):
    note("Ana waters the tomatoes.")
    page = owner.get("/search", {"q": words})
    shown = page.content.decode()
    assert page.context["groups"] == [] and "Add a memory" not in shown and "Nothing on 3 March 2021." in shown
    offered = [searched_period(unquote(one)) for one in re.findall(r'href="\?q=([^"]*)"', shown)]
    assert [(one.period.first.isoformat(), one.words) for one in offered] == [("2021-03-01", "")] * 2


@pytest.mark.parametrize(
    ("language", "told", "wider"),
    [
        ("en", "Nothing on 3 March 1999.", ["Week of 1 March 1999", "March 1999"]),
        ("de", "Nichts am 3. März 1999.", ["Woche vom 1. März 1999", "März 1999"]),
        ("es", "Nada el 3 de marzo de 1999.", ["Semana del 1 de marzo de 1999", "marzo de 1999"]),
        ("fr", "Rien le 3 mars 1999.", ["Semaine du 1 mars 1999", "mars 1999"]),
    ],
)
@pytest.mark.parametrize("path", ["/search", "/timeline"])
def test_so_it_does_in_each_language_and_in_the_timeline(owner, note, language, told, wider, path):
    note("Ana waters the tomatoes.")
    shown = owner.get(path, {"q": "1999-03-03"}, HTTP_ACCEPT_LANGUAGE=language).content.decode()
    _page, _empty, shown = shown.partition('class="empty"')
    assert told in shown and [unquote(one) for one in re.findall(r'href="\?q=([^"]*)"', shown)] == wider


def test_a_month_without_anything_says_so(owner, note):
    note("Ana waters the tomatoes.")
    assert "Nothing in March 1999." in owner.get("/search", {"q": "March 1999"}).content.decode()


def test_so_does_a_week(owner, note):
    note("Ana waters the tomatoes.")
    assert (
        "Nothing in the week of 1 March 1999." in owner.get("/search", {"q": "week of 1 March 1999"}).content.decode()
    )


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
    [
        "%d/%m/%Y", "%d.%m.%Y", "%-d.%-m.", "%-d.%-m", "%-d/%-m", "%-d/%-m/%Y", "%d-%m-%Y", "%d.%m.%y", "%Y/%m/%d",
        "le {day} {month}", "am {day}. {month}", "am {day}.{month}", "el {day} de {month}", "el día {day} de {month}",
        "{weekday}, {day}. {month}", "le {weekday} {day} {month}", "el {weekday} {day} de {month} del %Y",
        "{day} {short}", "{day} {short} %Y", "{short} {day}, %Y", "{day} {plain}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_day_is_read_in_every_language_whatever_the_page_s_is(owner, note, now, pattern, language):
    note("Ana waters the tomatoes.")
    today = localtime(now)
    locale = {"le": "fr", "am": "de", "el": "es", "{w": "de"}.get(pattern[:2], "fr" if "plain" in pattern else "en")
    names = {"month": "MMMM", "short": "MMM", "weekday": "EEEE"}
    spelt = {name: format_date(today, form, locale=locale) for name, form in names.items()}
    words = pattern.format(day=today.day, plain=plain(spelt["month"]), **spelt)
    groups = found(owner, today.strftime(words), HTTP_ACCEPT_LANGUAGE=language)
    assert groups == {"memories": {"Ana waters the tomatoes.": "on that day"}}


@pytest.mark.parametrize(
    "words",
    [
        "yesterday", "gestern", "ayer", "hier", "Ayer", "last night", "anoche", "gestern Abend", "ayer por la tarde",
        "hier soir", "1 day ago", "a day ago", "vor einem Tag", "vor 1 Tag", "hace un día", "hace 1 dia",
        "il y a 1 jour",
    ],
)  # fmt: skip
def test_so_is_yesterday(owner, note, yesterday, words):
    note("Ana feeds the cat.", at=yesterday)
    assert found(owner, words) == {"memories": {"Ana feeds the cat.": "on that day"}}


@pytest.mark.parametrize("words", ["this week", "diese Woche", "esta semana", "cette semaine"])
def test_a_week_is_read_too(owner, note, now, words):
    note("Ana feeds the cat.", key="a")
    note("Ana waters the roses.", key="b", at=now - timedelta(days=8))
    assert found(owner, words) == {"memories": {"Ana feeds the cat.": "in that week"}}


@pytest.mark.parametrize(
    "words",
    [
        "last week", "in the last week", "letzte Woche", "in der letzten Woche", "la semana pasada", "la última semana",
        "la semaine dernière", "semaine derniere", "a week ago", "vor einer Woche", "hace una semana",
        "il y a une semaine",
    ],
)  # fmt: skip
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


DAYS = ["12 December", "12. Dezember", "12 de diciembre", "le 12 décembre", "12.12.", "12/12", "Dec 12"]


@pytest.mark.parametrize("words", [*DAYS, *(f"{day.rstrip('.')} 2031" for day in DAYS[:4]), "12/12/2031", "2031-12-12"])
def test_a_day_finds_the_texts_that_name_it_in_other_words(owner, note, said, now, words):
    note("Ana sings on 12 December 2031.", key="a")
    note("Ana plays 12 songs, the last in April.", key="b")
    note("Ana sings on 12 December 2031 and on the 21st.", key="c")
    note("Ana has 112 decembers.", key="d")
    said("Am 12. Dezember 2031 kommt Rita.", now)
    said("Le 12 décembre 2032, je pars.", now)

    groups = found(owner, words)
    assert {re.sub("</?mark>", "", one) for one in groups["memories"]} == {
        "Ana sings on 12 December 2031.", "Ana sings on 12 December 2031 and on the 21st.",
    }  # fmt: skip
    assert "Am 12. Dezember 2031 kommt Rita." in {re.sub("</?mark>", "", one) for one in groups["conversations"]}
    assert ("2032" in str(groups)) == ("2031" not in words)


def test_what_names_the_day_has_it_marked_and_says_so(owner, note):
    note("Ana sings on 12 December 2031.")
    assert found(owner, "12/12/2031") == {"memories": {"Ana sings on <mark>12 December 2031</mark>.": "names that day"}}


def test_a_word_beside_such_a_day_must_hold_too(owner, note):
    note("Ana sings on 12 December 2031.", key="a")
    note("Ana rests on 12 December 2031.", key="b")
    assert list(found(owner, "sings 12.12.2031")["memories"]) == [
        "Ana <mark>sings</mark> on <mark>12 December 2031</mark>."
    ]


def test_the_timeline_shows_what_names_a_day_on_which_nothing_happened(owner, note):
    note("Ana sings on 12 December 2031.", key="a")
    note("Ana rests.", key="b")
    entries = owner.get("/timeline", {"q": "12.12.2031"}).context["entries"]
    assert [one.text for one in entries] == ["Ana sings on 12 December 2031."]


def test_what_is_saved_of_an_earlier_day_is_found_by_that_day(owner, note, now):
    note("Ana ran a marathon.", occurred_at=now - timedelta(days=40))
    assert found(owner, localtime(now - timedelta(days=40)).date().isoformat()) == {
        "memories": {"Ana ran a marathon.": "on that day"}
    }
