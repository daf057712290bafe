"""Searching the history: what was done, to whom or what, and by whom."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from itertools import chain
from operator import and_, or_
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from interfaces.admin.history.changes import CATEGORIES, Agents, changes_of, settings_of
from interfaces.admin.history.erased_people import OF_ERASED
from interfaces.admin.history.sentences import DONE, MEMORY, SENTENCE, VERDICTS, WHOLE, note_sentences
from interfaces.admin.history.subjects import agents_named
from interfaces.admin.history.texts import ASKED, former_texts_of, texts_of
from interfaces.admin.memories import text_search
from interfaces.admin.memories.text_search import memories_with
from interfaces.admin.tables.model_admin import any_holds
from interfaces.spelling import plain
from interfaces.spelling_suggestions import WORD, corrected
from interfaces.typed_days import day_in
from memories.maintenance.check_dependencies import CONFIRMED
from memories.models import History
from memories.models.choices import Event, ValidationStatus
from operations.importing.records import IMPORT_LABEL
from operations.privacy.erase_messages import CONVERSATION, MESSAGE
from workspaces.actors import Actor
from workspaces.models import Account, Agent, Membership, Person
from workspaces.scope import current_workspace_id

MOST_WORDS, LEAST_CHARACTERS, MOST_NAMED, MOST_SENTENCES = 8, 3, 200, 1000
THINGS: dict[str, Promise] = {
    "account": _("Login"),
    "agent": _("Agent"),
    "apikey": _("Key"),
    "category": _("Category"),
    "exclusion": _("Access"),
    "grant": _("Access"),
    "invitation": _("Invitation"),
    "membership": _("Role"),
    "person": _("Person"),
    "policy": _("Rule"),
    "schedule": _("Job"),
    "webhookendpoint": _("Webhook"),
}
# Parts of sentences that depend on several columns.
OTHERS: tuple[tuple[Promise, Q], ...] = (
    (_("%(thing)s rotated"), Q(meta__what="apikey", meta__done="changed")),
    (_("Everything of a person erased"), Q(event=Event.PURGE, memory_id=None) & ~Q(meta__has_key="erased")),
    (_("Message of a conversation erased"), Q(meta__erased=MESSAGE)),
    (_("Conversation erased"), Q(meta__erased=CONVERSATION)),
    (_("Data of a person exported"), Q(event=Event.EXPORT)),
    (_("Memory marked as wrong"), Q(meta__validation_status=ValidationStatus.REJECTED)),
    (_("Memory said to be still true"), Q(meta__has_key=CONFIRMED)),
    (_("Memory marked as correct"), Q(meta__validation_status=ValidationStatus.UNVERIFIED)),
    (_("Version restored"), Q(meta__has_key="restored_version")),
    (_("Link removed"), Q(meta__has_key="unlinked")),
    (_("Merge undone"), Q(meta__has_any_keys=["undone", "unmerged_from"])),
    (_("Approval undone"), Q(meta__verdict="withdraw")),
    (_("Login added"), Q(meta__what="membership", meta__done="added")),
    (_("Second step removed"), Q(meta__what="membership", meta__changed__contains=["second_step"])),
    (_("Reset link sent for the login"), Q(meta__what="account", meta__changed__contains=["reset_link"])),
    (_("Login switched on or off"), Q(meta__what="account", meta__changed__contains=["May sign in"])),
    (_("Login switched on or off"), Q(meta__what="account", meta__changed__contains=["is_active"])),
    (_("Rule added"), Q(meta__added__0__isnull=False)),
    (_("Rule removed"), Q(meta__removed__0__isnull=False)),
)
# Synonyms, and related terms.
SYNONYMS: tuple[tuple[Promise, Q], ...] = (
    (_("import imports imported"), Q(actor_label=IMPORT_LABEL)),
    (_("policy policies rule rules"), Q(meta__what__in=["policy", "policies"])),
    (_("category categories"), Q(meta__what__in=["allowlist", "category", "categories"])),
    (_("grant grants access permission"), Q(meta__what__in=["grant", "exclusion"])),
    (_("login logins account"), Q(meta__what__in=["account", "membership"])),
    (_("removed deleted revoked"), Q(meta__done__in=["deleted", "revoked"])),
    (_("everyone everybody"), Q(meta__what="grant", person_id=None)),
    (_("invitation invited"), Q(meta__what="invitation")),
    (_("alias aliases other names of fields"), Q(meta__has_key="renamed")),
)


def with_words(term: str, rows: QuerySet[History], sentences: Mapping[UUID, str]) -> Q:
    """Select entries about a memory with all the words, entries that match each word, and entries of a named day with
    the other words. `sentences` are those of the entries."""
    day, others, _has_year = day_in(term)
    found = _with_words(term, sentences)
    if day is None:
        return found
    of_day = Q(created_at__date=day)
    return found | (of_day & _with_words(others, sentences_of(rows.filter(of_day))) if others else of_day)


def suggestions_for(term: str, sentences: Mapping[UUID, str], actor: Actor) -> str:
    """Return similar words of entries for a search that found nothing; for unknown words also words of memories."""
    words = term.split()
    if len(words) > MOST_WORDS:
        return ""
    texts = [*sentences.values(), *_names()]
    known = _words_of([*texts, *(str(text).replace("%(thing)s", "") for text, _condition in _phrases())])
    strange = " ".join(word for word in words if not {plain(word), plain(word)[:-1], plain(word)[:-2]} & known)
    near = (
        corrected(strange, texts) or text_search.suggestions_for(strange, actor, now=timezone.now()) if strange else ""
    )
    exchanged = dict(zip(strange.split(), near.split(), strict=False))
    return " ".join(exchanged.get(word, word) for word in words) if near else ""


def _words_of(texts: Iterable[str]) -> set[str]:
    return {plain(word) for text in texts for word in WORD.findall(text)}


def _names() -> Iterator[str]:
    """Return the names of agents, people and logins. Three queries."""
    for agent in Agent.objects.all()[:MOST_NAMED]:
        yield agent.called
    yield from Person.objects.values_list("name", flat=True)[:MOST_NAMED]
    here = Membership.objects.filter(workspace_id=current_workspace_id())
    yield from here.values_list("account__username", flat=True)[:MOST_NAMED]


def _with_words(term: str, sentences: Mapping[UUID, str]) -> Q:
    words = term.casefold().split()[:MOST_WORDS]
    about_text = Q(memory_id__in=memories_with(term))
    conditions = [_mentioning(word) | Q(id__in=_saying(sentences, word)) for word in words]
    return about_text | reduce(and_, conditions) if words else about_text


def sentences_of(rows: QuerySet[History]) -> dict[UUID, str]:
    """Return the sentences of the newest entries in the reader's language: of setup and answers, and of memories, up to
    a limit each."""
    is_of_memory = Q(memory_id__isnull=False) & ~Q(event=Event.CONSENT)
    newest = rows.order_by("-created_at")
    shown = [*newest.exclude(is_of_memory)[:MOST_SENTENCES], *newest.filter(is_of_memory)[:MOST_SENTENCES]]
    note_sentences(shown)
    texts, former, agents = texts_of(shown), former_texts_of(shown), agents_named(shown)
    return {
        row.id: plain(
            " ".join(
                [
                    *(getattr(row, SENTENCE), texts.get(row.id, ""), former.get(row.id, ""), _values(row, agents)),
                    getattr(row, ASKED, ""),
                ]
            )
        )
        for row in shown
    }


def _values(row: History, agents: Agents) -> str:
    """Return the settings of an addition, and the values before and after of each changed setting."""
    return " ".join(chain.from_iterable([*settings_of(row), *changes_of(row, agents)])) if "what" in row.meta else ""


def _saying(sentences: Mapping[UUID, str], word: str) -> list[UUID]:
    """Return the entries whose sentence has a word that begins with `word`."""
    begins = re.compile(rf"(?<!\w){re.escape(plain(word))}")
    return [row_id for row_id, text in sentences.items() if begins.search(text)]


def _mentioning(word: str) -> Q:
    found = (
        Q(memory_id__in=memories_with(word)) | (Q(category__icontains=word) & ~OF_ERASED) | _named(word) | _ruled(word)
    )
    found |= reduce(
        or_, (Q(**{f"meta__{part}__contains": [word]}) for part in CATEGORIES), Q(meta__readers__has_key=word)
    )
    return reduce(or_, (condition for text, condition in _phrases() if _says(str(text), word)), found)


def _named(word: str) -> Q:
    """Select entries by actor, and setup entries by what they are about."""
    agents = _ids(Agent.objects.filter(any_holds(("display_name", "name"), word)))
    logins = _ids(Account.objects.filter(any_holds(("username",), word)))
    people = Person.objects.filter(any_holds(("name",), word)).values("id")
    by = Q(actor_id__in=agents) | any_holds(("login", "requester", "imported_by", "imported_file"), word)
    about = Q(meta__agent_id__in=agents) | Q(meta__account_id__in=logins) | Q(meta__id__in=[*agents, *logins])
    return by | about | Q(person_id__in=people)


def _ruled(field: str) -> Q:
    """Select entries about a rule for this field."""
    rules = [{"fact_key": field}]
    listed = Q(meta__added__contains=rules) | Q(meta__removed__contains=rules)
    return listed | Q(meta__replaced__contains=[{"after": rules[0]}]) | (Q(meta__fact_key=field) & ~OF_ERASED)


def _ids(rows: QuerySet[Agent] | QuerySet[Account]) -> list[str]:
    """Return ids in the form that the history has them."""
    return [str(row_id) for row_id in rows.values_list("id", flat=True)[:MOST_NAMED]]


def _phrases() -> Iterator[tuple[object, Q]]:
    """Return the phrases of the history's sentences, with the condition of entries that have them."""
    setup = Q(meta__has_key="what")
    yield from ((text, Q(event=event) & ~setup) for event, text in MEMORY.items())
    yield from ((text, Q(meta__verdict=verdict)) for verdict, text in VERDICTS.items())
    yield from ((text, Q(meta__done=done)) for done, text in DONE.items())
    yield from ((text, Q(meta__what=what)) for what, text in (THINGS | WHOLE).items())
    yield from OTHERS
    yield from SYNONYMS


def _says(phrase: str, word: str) -> bool:
    """Whether a word of the phrase begins with it; "keys" also matches "Key"."""
    if len(word) < LEAST_CHARACTERS:
        return False
    word, words = plain(word), plain(phrase.replace("%(thing)s", "")).split()
    return any(one.startswith(word) or one in (word[:-1], word[:-2]) for one in words if len(one) >= LEAST_CHARACTERS)
