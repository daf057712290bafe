"""Searching the list of questions, also by the fields that a text states, as the list names them."""

from functools import reduce
from operator import or_

from django.db.models import Case, F, Func, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from consent.changes import KINDS
from consent.models import Proposal
from consent.models.proposal import REFUSED, ProposalState
from interfaces.admin.tables.model_admin import MOST_WORDS, any_holds
from interfaces.plain_words import KNOWN
from interfaces.spelling import plain
from workspaces.models import Agent
from workspaces.models.agent import CALLED

# The value of a claim up to the quote that ends it: `=lisbon` of `"identity.city=lisbon"`.
CLAIMED_VALUE = r'=([^"\\]|\\.)*"'
SETTING_FIELDS = [name for name, kind in KINDS.items() if kind.sets_a_field]


def field_told(question: str = "") -> Case:
    """A field's name; `question` is the way to the question, such as `proposal__`."""
    field = F(f"{question}field")
    name = Func(field, Value(":"), Value(1), function="split_part", output_field=TextField())
    hidden = Q(**{f"{question}state__in": REFUSED}) | Q(**{f"{question}is_muted": True})
    sets_a_field = Q(**{f"{question}change__type__in": SETTING_FIELDS})
    return Case(When(hidden | sets_a_field, then=name), default=field, output_field=TextField())


# As `Proposal.value_in_force` has it.
KEPT = Case(When(Q(state=ProposalState.AMENDED) & ~Q(kept_value=""), then=F("kept_value")), default=F("new_value"))
# What is searched is what the columns show: of a refused question no value, and of a field its name alone, without the
# value that its address may hold (`identity.language:german`).
TOLD = {
    "value_told": Case(
        When(Q(state__in=REFUSED) | Q(is_muted=True), then=Value("")),
        When(change__type="forget_memory", then=F("old_value")),
        default=KEPT,
        output_field=TextField(),
    ),
    "field_told": field_told(),
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
