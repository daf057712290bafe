"""Policies in words: outcomes, the defaults, and problems of a document."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from consent.detection.ruled_fields import RULED, Reach, reach_of
from consent.models import FieldAlias, Policy
from consent.models.policy import Outcome
from consent.policies import defaults
from consent.policies.dry_run import Verdict
from consent.policies.file import InvalidPolicies, PolicyEntry, entry_of
from interfaces import plain_words
from interfaces.name_suggestions import did_you_mean, nearest
from interfaces.rules_in_words import applies_to
from providers import statements
from providers.statements import InvalidKey
from workspaces.models import Agent

IN_WORDS = "rule_in_words"

OUTCOMES: dict[str, Promise] = {
    Outcome.CONSENT: gettext_lazy("Ask the person"),
    Outcome.CORROBORATION: gettext_lazy("Store once confirmed"),
    Outcome.APPLY: gettext_lazy("Store at once"),
    Outcome.NEVER: gettext_lazy("Never store"),
}
OUTCOME_SENTENCES: dict[str, Promise] = {
    Outcome.CONSENT: gettext_lazy("It waits until the person agrees. Until then nobody finds it."),
    Outcome.CORROBORATION: gettext_lazy("It is stored when several independent signs say the same."),
    Outcome.APPLY: gettext_lazy("It is stored without a question."),
    Outcome.NEVER: gettext_lazy("It is refused, and the agent gets an error."),
}
LINES: dict[str, tuple[Promise, Promise]] = {
    "personal_fields": (
        gettext_lazy("Personal fields"),
        gettext_lazy("Name, pronouns, gender, city, address and languages."),
    ),
    "special_categories": (
        gettext_lazy("Special categories"),
        gettext_lazy("What GDPR, Articles 9 and 10, protects, and what people expect to be protected as well."),
    ),
    "diet_and_allergies": (
        gettext_lazy("Diet and allergies"),
        gettext_lazy(
            "Stored at once, so that nobody is served what harms them. A rule for one of them also holds for texts "
            "that plainly tell of it, such as “Ana is allergic to walnuts.” In other words and languages some are "
            "missed."
        ),
    ),
    "tone_and_goals": (
        gettext_lazy("Tone and goals"),
        gettext_lazy(
            "One remark is not enough. This holds for the fields alone: a text about a goal or a tone is stored at "
            "once. A rule of your own for one of them also holds for English sentences that plainly tell it."
        ),
    ),
}
MAY_MISS = gettext_lazy(
    "The rule also holds for texts that plainly tell of the field. It may miss what is only hinted at (“She leaves the "
    "nuts on her plate.”), and what is said in another language than English, German, Spanish, French, Italian or "
    "Portuguese: that is stored."
)
REACHES: dict[Reach, Promise] = {
    Reach.ENGLISH: gettext_lazy(
        "The rule also holds for English sentences that plainly tell of the field (“%(example)s”); what is said in "
        "another way or language is stored."
    ),
    Reach.FIELD: gettext_lazy(
        "This rule holds for the field alone: what texts say of it is not looked for, and is stored at once. A rule "
        "for a category holds for texts."
    ),
}
# Explanations for fields that are detected in texts anyway.
NOT_MEANT: dict[str, Promise] = {
    "health_conditions": gettext_lazy(
        "Of relatives it holds for grave illness (“Ana’s mother has cancer.”), which tells of the person’s own life; a "
        "common ailment of a relative (“Ana’s sister has diabetes.”) is stored like any other text."
    ),
}
EXAMPLES: tuple[tuple[Promise, dict[str, str]], ...] = (
    (
        gettext_lazy("Reviewers may answer questions about the city"),
        {"fact_key": "city", "outcome": "consent", "delegates_to_reviewers": "on"},
    ),
    (
        gettext_lazy("Never store what somebody is ill with"),
        {"fact_key": "health_conditions", "outcome": "never"},
    ),
    (
        gettext_lazy("Agents may set the city without asking"),
        {"fact_key": "city", "outcome": "apply"},
    ),
    (
        gettext_lazy("Ask before anything about relationships is stored"),
        {"category": "relationships", "outcome": "consent"},
    ),
    (
        gettext_lazy("Three remarks before a tone is remembered"),
        {"fact_key": "tone", "outcome": "corroboration", "signals_needed": "3"},
    ),
)
# An example for each field that is detected in English sentences: what a rule about it covers.
SENTENCES: dict[str, str] = {
    "age": "Ana is 34 years old.",
    "availability": "Ana is free on Friday afternoons.",
    "birthday": "Ana's birthday is on 4 May.",
    "coding_style": "Ana prefers tabs over spaces.",
    "dislikes": "Ana dislikes olives.",
    "education": "Ana studied law.",
    "email": "Ana's email is ana@example.org.",
    "employer": "Ana works for Contoso.",
    "family": "Ana has two children.",
    "goals": "Ana wants to run a marathon.",
    "hobbies": "Ana plays chess.",
    "hometown": "Ana grew up in Porto.",
    "likes": "Ana likes jazz.",
    "nationality": "Ana is Portuguese.",
    "occupation": "Ana works as a teacher.",
    "pets": "Ana has a dog.",
    "phone": "Ana's phone number is 912 345 678.",
    "programming_language": "Ana programs in Python.",
    "relationship_status": "Ana is married.",
    "standing_instructions": "Always answer in short sentences.",
    "timezone": "Ana's time zone is Europe/Lisbon.",
    "tone": "Ana prefers a formal tone.",
    "units": "Use metric units.",
    "vehicle": "Ana drives a Tesla.",
}
PLACE = re.compile(r"^(?:policies\.(?P<number>\d+)\.)?(?P<name>aliases\.[^:]*|[\w.]+): ")


@dataclass(frozen=True, slots=True)
class DefaultLine:
    """What applies to these fields where no rule does; each field links to a rule of its own."""

    title: str
    about: str
    outcome: str
    fields: Sequence[tuple[str, str]]


def reach_in_texts(rule: PolicyEntry | Policy) -> str:
    """Return a note on a rule that does not cover all texts about its field: texts stored without a question are
    detected only where they plainly state it."""
    if rule.outcome == Outcome.APPLY:
        return ""
    if not rule.fact_key:
        return str(MAY_MISS) if rule.fact_category in {statements.category_of(key) for key in RULED} else ""
    field = own_name(rule.fact_key)
    text = str(MAY_MISS if field in RULED else NOT_MEANT.get(field, REACHES.get(reach_of(field), "")))
    return text % {"example": SENTENCES[field]} if field in SENTENCES else text


def own_name(key: str) -> str:
    """Return the canonical name of a field. Raises InvalidKey."""
    return statements.resolve_alias("identity", key).key


def in_words(entry: PolicyEntry) -> str:
    """ "Field “city”: Ask the person"."""
    return f"{capfirst(applies_to(entry))}: {OUTCOMES[entry.outcome]}"


def in_full(entry: PolicyEntry) -> str:
    """The same with who else may answer and how much evidence it takes."""
    return ", ".join([in_words(entry), *conditions(entry)])


def entries_of(rules: Iterable[Policy]) -> list[PolicyEntry]:
    """Return the rules as entries; the agents are looked up once."""
    agents = dict(Agent.objects.values_list("id", "name"))
    return [entry_of(rule, agents) for rule in rules]


def note_rules(rules: Iterable[Policy]) -> None:
    """Set on each rule its description in words."""
    rules = list(rules)
    for rule, entry in zip(rules, entries_of(rules), strict=True):
        setattr(rule, IN_WORDS, in_full(entry))


def conditions(entry: PolicyEntry) -> list[str]:
    """Return who else may answer, and how much evidence is needed."""
    if entry.outcome == Outcome.CONSENT:
        return _answers(reviewers=entry.delegates_to_reviewers, chat=entry.allows_chat)
    if entry.outcome == Outcome.CORROBORATION:
        text = ngettext("%d signal needed", "%d signals needed", entry.signals_needed)
        return [text % entry.signals_needed]
    return []


def outcome_sentence(verdict: Verdict) -> str:
    """ "Would ask the person or a reviewer": the outcome of a past write, and who is asked about it."""
    whom = {
        (False, False): _("Would ask the person"),
        (True, False): _("Would ask the person or a reviewer"),
        (False, True): _("Would ask the person, also in a chat"),
        (True, True): _("Would ask the person, also in a chat, or a reviewer"),
    }
    if verdict.outcome == Outcome.CONSENT:
        return whom[verdict.reviewers, verdict.chat]
    return str(OUTCOMES[verdict.outcome])


def _answers(*, reviewers: bool, chat: bool) -> list[str]:
    allowed = {_("reviewers may answer"): reviewers, _("answers in a chat count"): chat}
    return [text for text, is_so in allowed.items() if is_so]


def default_lines() -> list[DefaultLine]:
    """Return the defaults in force, by line."""
    found: dict[str, list[defaults.DefaultLine]] = {}
    for line in defaults.lines():
        found.setdefault(line.name, []).append(line)
    return [_default_line(name, lines) for name, lines in found.items()]


def _default_line(name: str, lines: Sequence[defaults.DefaultLine]) -> DefaultLine:
    title, about = LINES.get(name, (name, ""))
    links = [
        (
            capfirst(plain_words.name_of(line.address.key)),
            reverse("admin:policy_add", query={"fact_key": line.address.key, "outcome": line.outcome}),
        )
        for line in lines
    ]
    return DefaultLine(str(title), str(about), str(OUTCOMES[lines[0].outcome]), links)


def field_of(error: InvalidPolicies) -> tuple[str, str]:
    """Return the form's field with the error, empty where it is none, and the error."""
    text = str(error)
    found = PLACE.match(text)
    what = str(NO_FIELD) if isinstance(error.__cause__, InvalidKey) else text[found.end() :] if found else text
    return (found["name"] if found else ""), what


def suggestion(error: InvalidPolicies) -> str:
    """ "Did you mean gardener?": a similar known name, or a field without its category."""
    keys = {one.rpartition(".")[2]: one for one in sorted(error.known)}
    key = error.given.rpartition(".")[2]
    near = nearest(error.given, error.known) or keys.get(key, "") or keys.get(nearest(key, keys), "")
    return did_you_mean(near) if error.given else ""


def bare_name(name: str) -> str:
    """Return the problem of a name, without its category, that is no field: it is an alias, or a similar name; empty
    where it is neither."""
    if not name or "." in name:
        return ""
    squashed = "".join(char for char in name.lower() if char.isalnum())
    alias = FieldAlias.objects.filter(spelling=squashed).first()
    if alias is not None:
        return _("“%(name)s” is another name itself, of %(field)s. Enter %(field)s.") % {
            "name": name,
            "field": alias.key,
        }
    near = nearest(name.lower(), {address.key for address in statements.DEFAULT_ALIASES.values()})
    return f"{UNKNOWN_FIELD} {did_you_mean(near)}" if near else ""


UNKNOWN_FIELD = gettext_lazy("No such field is known.")
NO_FIELD = gettext_lazy(
    "This cannot be the name of a field. Use the letters a to z, digits and _, without spaces, accents or other signs, "
    "for example home_city."
)
