"""Searching the list of questions, also by the fields that a text states, as the list names them."""

from functools import reduce
from operator import or_

from django.db.models import Case, F, Func, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from consent.models import Proposal
from consent.models.proposal import REFUSED
from interfaces.admin.tables.model_admin import MOST_WORDS, any_holds
from interfaces.plain_words import KNOWN
from interfaces.spelling import plain
from workspaces.models import Agent
from workspaces.models.agent import CALLED

# The value of a claim up to the quote that ends it: `=lisbon` of `"identity.city=lisbon"`.
CLAIMED_VALUE = r'=([^"\\]|\\.)*"'
# What is searched: of a refused question neither its value nor a field that names it (`language:german`).
UNTOLD = Q(state__in=REFUSED) | Q(is_muted=True)
TOLD = {
    "value_told": Case(When(UNTOLD, then=Value("")), default=F("new_value"), output_field=TextField()),
    "field_told": Case(
        When(
            UNTOLD,
            then=Func(F("field"), Value(":"), Value(1), function="split_part", output_field=TextField()),
        ),
        default=F("field"),
        output_field=TextField(),
    ),
    "claims_told": Func(
        Cast("claims", TextField()),
        Value(CLAIMED_VALUE),
        Value('"'),
        Value("g"),
        function="regexp_replace",
        output_field=TextField(),
    ),
}
OF_FIELDS = ("field_told", "claims_told")
SEARCHED = (*OF_FIELDS, "value_told", "login", "imported_by", "imported_file", "person__name")


def having(questions: QuerySet[Proposal], term: str) -> QuerySet[Proposal]:
    """Those with all the words of a search, of rows with what is `TOLD`, and `with_login`."""
    return questions.filter(*(_holding(word) for word in term.split()[:MOST_WORDS]))


def _holding(word: str) -> Q:
    """Whether one holds the word, is about a field whose name in the reader's language does, or was asked by an agent
    whose name, as the list shows it, does."""
    named = [key for key, name in KNOWN.items() if plain(word) in plain(str(name))]
    of_fields = (Q(**{f"{column}__icontains": f".{key}"}) for column in OF_FIELDS for key in named)
    return reduce(or_, of_fields, any_holds(SEARCHED, word) | _asked_by(word))


def _asked_by(word: str) -> Q:
    """Of an agent that is gone, or never was one, the label stands."""
    shown = Agent.objects.annotate(shown=CALLED).filter(any_holds(("shown",), word))
    is_gone = Q(agent_id__isnull=True) | ~Q(agent_id__in=Agent.objects.values("id"))
    return Q(agent_id__in=shown.values("id")) | (any_holds(("actor_label",), word) & is_gone)
