"""Searching the list of questions, also by the fields that a text states, with the names in the list."""

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

# The value of a claim up to its closing quote: `=lisbon` of `"identity.city=lisbon"`.
CLAIMED_VALUE = r'=([^"\\]|\\.)*"'
SETTING_FIELDS = [name for name, kind in KINDS.items() if kind.sets_a_field]


def shown_field(question: str = "") -> Case:
    """Return a field's name; `question` is the lookup path to the question, such as `proposal__`."""
    field = F(f"{question}field")
    name = Func(field, Value(":"), Value(1), function="split_part", output_field=TextField())
    hidden = Q(**{f"{question}state__in": REFUSED}) | Q(**{f"{question}is_muted": True})
    sets_a_field = Q(**{f"{question}change__type__in": SETTING_FIELDS})
    return Case(When(hidden | sets_a_field, then=name), default=field, output_field=TextField())


# The same value as `Proposal.value_in_force`.
IN_FORCE = Case(When(Q(state=ProposalState.AMENDED) & ~Q(kept_value=""), then=F("kept_value")), default=F("new_value"))
# The search covers what the columns show: no value of a refused question, and only the name of a field, without the
# value that its address may hold (`identity.language:german`).
SHOWN = {
    "shown_value": Case(
        When(Q(state__in=REFUSED) | Q(is_muted=True), then=Value("")),
        When(change__type="forget_memory", then=F("old_value")),
        default=IN_FORCE,
        output_field=TextField(),
    ),
    "shown_field": shown_field(),
    "shown_claims": Func(
        Cast("claims", TextField()),
        Value(CLAIMED_VALUE),
        Value('"'),
        Value("g"),
        function="regexp_replace",
        output_field=TextField(),
    ),
}
OF_FIELDS = ("shown_field", "shown_claims")
SEARCHED = (*OF_FIELDS, "shown_value", "login", "imported_by", "imported_file", "person__name")


def matching(questions: QuerySet[Proposal], term: str) -> QuerySet[Proposal]:
    """Select rows with all the words of a search; rows must be annotated with `SHOWN`, and `with_login`."""
    return questions.filter(*(_matching_word(word) for word in term.split()[:MOST_WORDS]))


def _matching_word(word: str) -> Q:
    """Match rows that contain the word, are about a field whose name in the reader's language does, or were requested
    by an agent whose shown name does."""
    named = [key for key, name in KNOWN.items() if plain(word) in plain(str(name))]
    of_fields = (Q(**{f"{column}__icontains": f".{key}"}) for column in OF_FIELDS for key in named)
    return reduce(or_, of_fields, any_holds(SEARCHED, word) | _requested_by(word))


def _requested_by(word: str) -> Q:
    """Match the requester's name; a deleted agent, or a requester that is none, is matched by its label."""
    shown = Agent.objects.annotate(shown=CALLED).filter(any_holds(("shown",), word))
    is_gone = Q(agent_id__isnull=True) | ~Q(agent_id__in=Agent.objects.values("id"))
    return Q(agent_id__in=shown.values("id")) | (any_holds(("actor_label",), word) & is_gone)
