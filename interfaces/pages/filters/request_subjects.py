"""The subjects of requests, for filtering: the kinds of sensitive fields that they state, or a category."""

from collections.abc import Iterable, Mapping

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.db.models.lookups import Regex
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from consent.detection.values import pair_of
from providers.statements import DIET_KEYS, SENSITIVE_KEYS

KINDS: Mapping[str, tuple[Promise, frozenset[str]]] = {
    "health": (_("Health and diet"), frozenset({"health_conditions", *DIET_KEYS})),
    "religion": (_("Religion"), frozenset({"religion"})),
    "politics": (_("Politics"), frozenset({"political_views", "union_membership"})),
    "sexuality": (_("Sexuality"), frozenset({"sexual_orientation"})),
    "money": (_("Money"), frozenset({"income", "account_numbers"})),
    "home": (_("Home and place"), frozenset({"home_address", "home_access", "city"})),
    "law": (_("Crime and violence"), frozenset({"criminal_record", "violence"})),
    "papers": (
        _("IDs and origin"),
        frozenset({"government_ids", "immigration_status", "ethnicity", "biometrics"}),
    ),
    "identity": (
        _("Name and language"),
        frozenset({"preferred_name", "pronouns", "gender", "language", "languages_spoken"}),
    ),
}
KIND_OF: Mapping[str, str] = {key: kind for kind, (_label, keys) in KINDS.items() for key in keys}
assert KIND_OF.keys() >= SENSITIVE_KEYS, "each sensitive field has a kind"


def subjects_of(category: str, claims: Iterable[str]) -> set[str]:
    """Return the kinds of a request's claims; its category where it claims nothing of a kind."""
    return {KIND_OF[key] for key, _said in map(pair_of, claims) if key in KIND_OF} or {category}


def about(subject: str) -> Q:
    """Select the requests with this subject among `subjects_of`."""
    of_none = ~_claiming(KIND_OF) & Q(category=subject)
    return _claiming(KINDS[subject][1]) | of_none if subject in KINDS else of_none


def _claiming(keys: Iterable[str]) -> Q:
    # In the JSON text of the claims, each begins with a quote, and a quote in a value follows a backslash.
    pattern = rf'(^\[|, )"[^".=]*\.({"|".join(sorted(keys))})='
    return Q(Regex(Cast("claims", TextField()), pattern))
