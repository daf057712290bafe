"""Policies in words: what happens, the defaults, and what is wrong with a document."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from consent.models import Policy
from consent.models.policy import Outcome
from consent.policies import defaults
from consent.policies.dry_run import Verdict
from consent.policies.file import InvalidPolicies, PolicyEntry, entry_of
from interfaces import plain_words
from interfaces.rules_in_words import criteria
from providers.statements import InvalidKey
from workspaces.models import Agent

IN_WORDS = "rule_in_words"

OUTCOMES: dict[str, Promise] = {
    Outcome.CONSENT: gettext_lazy("Ask the person"),
    Outcome.CORROBORATION: gettext_lazy("Store once confirmed"),
    Outcome.APPLY: gettext_lazy("Store at once"),
    Outcome.NEVER: gettext_lazy("Never store"),
}
WHAT_HAPPENS: dict[str, Promise] = {
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
        gettext_lazy("Stored at once, so that nobody is served what harms them."),
    ),
    "tone_and_goals": (
        gettext_lazy("Tone and goals"),
        gettext_lazy(
            "Harmless, but one remark is not enough. Only as fields: what an agent sets as the fact tone or goals, and "
            "what the server reads in a conversation. A memory whose text is about a goal or a tone, also in the "
            "category Goals, is stored at once."
        ),
    ),
}
PLACE = re.compile(r"^(?:policies\.(?P<number>\d+)\.)?(?P<name>[\w.]+): ")


@dataclass(frozen=True, slots=True)
class DefaultLine:
    """What applies to these fields where no rule does; each field leads to a rule of its own."""

    title: str
    about: str
    outcome: str
    fields: Sequence[tuple[str, str]]


def in_words(entry: PolicyEntry) -> str:
    """ "Field “city”: Ask the person"."""
    what = capfirst(", ".join(criteria(entry)) or _("Everything"))
    return f"{what}: {OUTCOMES[entry.outcome]}"


def entries_of(rules: Iterable[Policy]) -> list[PolicyEntry]:
    """What the rows say; the agents are looked up once."""
    agents = dict(Agent.objects.values_list("id", "name"))
    return [entry_of(rule, agents) for rule in rules]


def tell_rules(rules: Iterable[Policy]) -> None:
    """Note on each rule what it says, in words."""
    rules = list(rules)
    for rule, entry in zip(rules, entries_of(rules), strict=True):
        setattr(rule, IN_WORDS, in_words(entry))


def conditions(entry: PolicyEntry) -> list[str]:
    """Who else may answer, and how much evidence it takes."""
    if entry.outcome == Outcome.CONSENT:
        return _answers(reviewers=entry.delegates_to_reviewers, chat=entry.allows_chat)
    if entry.outcome == Outcome.CORROBORATION:
        text = ngettext("%d signal needed", "%d signals needed", entry.signals_needed)
        return [text % entry.signals_needed]
    return []


def what_happens(verdict: Verdict) -> str:
    """ "Would ask the person or a reviewer": what becomes of a past write, and who is asked about it."""
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
    """The defaults in force, by line."""
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
    """The form's field that is wrong, empty where it is none, and what is wrong with it."""
    text = str(error)
    found = PLACE.match(text)
    what = str(NO_FIELD) if isinstance(error.__cause__, InvalidKey) else text[found.end() :] if found else text
    return (found["name"] if found else ""), what


NO_FIELD = gettext_lazy(
    "This cannot be the name of a field. Use the letters a to z, digits and _, without blanks, accents or other signs, "
    "for example home_city."
)
SECOND_COLON = gettext_lazy("a second colon. Put the text into quotation marks.")
TOO_FAR_RIGHT = gettext_lazy(
    "its indentation is deeper than that of the key above, which has a value already. Begin both in the same column."
)
# What PyYAML says of a line, with the words of a reader who does not know how YAML is parsed.
UNREADABLE: tuple[tuple[str, Promise], ...] = (
    ("'\\t'", gettext_lazy("it is indented with a tab. Use blanks.")),
    ("found unexpected end of stream", gettext_lazy("a quotation mark is opened and not closed.")),
    ("<stream end>", gettext_lazy("a bracket is opened and not closed before the text ends.")),
    ("expected ',' or", gettext_lazy("a comma is missing, or a bracket is not closed.")),
    ("mapping values are not allowed", SECOND_COLON),
    ("could not find expected ':'", gettext_lazy("a colon is missing after a key.")),
    ("expected <block end>", gettext_lazy("its indentation does not match the lines above.")),
)
OTHERWISE_UNREADABLE = gettext_lazy("look at its indentation, brackets, colons and quotation marks.")
# By pydantic's kind of error, with what it says of it.
WRONG: dict[str, Promise] = {
    "extra_forbidden": gettext_lazy("there is no such key"),
    "missing": gettext_lazy("this key is missing"),
    "enum": gettext_lazy("must be one of these: %(expected)s"),
    "literal_error": gettext_lazy("must be one of these: %(expected)s"),
    "list_type": gettext_lazy("must be a list"),
    "dict_type": gettext_lazy("must be keys with values"),
    "model_type": gettext_lazy("must be keys with values"),
    "model_attributes_type": gettext_lazy("must be keys with values"),
    "string_type": gettext_lazy("must be a text"),
    "bool_type": gettext_lazy("must be true or false"),
    "bool_parsing": gettext_lazy("must be true or false"),
    "int_type": gettext_lazy("must be a whole number"),
    "int_parsing": gettext_lazy("must be a whole number"),
    "int_from_float": gettext_lazy("must be a whole number"),
    "float_type": gettext_lazy("must be a number"),
    "float_parsing": gettext_lazy("must be a number"),
    "greater_than_equal": gettext_lazy("must be at least %(ge)s"),
    "less_than_equal": gettext_lazy("must be at most %(le)s"),
    "string_too_long": gettext_lazy("must have at most %(max_length)s characters"),
    "string_pattern_mismatch": gettext_lazy("may hold only the letters a–z, digits and _"),
}


UNNAMED = gettext_lazy("Category %(number)s under “%(group)s”, %(name)s: %(what)s.")


def problems(error: ValueError) -> list[str]:
    """What is wrong with a YAML document, a line each, in words rather than in the parser's."""
    cause = error.__cause__
    if isinstance(cause, ValidationError):
        document = getattr(error, "document", None)
        return [_problem(each["loc"], _what(each), document) for each in cause.errors()]
    mark = getattr(cause, "problem_mark", None)
    if mark is not None:
        said = str(getattr(cause, "problem", "") or cause)
        what = next((text for sign, text in UNREADABLE if sign in said), OTHERWISE_UNREADABLE)
        if what is SECOND_COLON and ": " not in _before(mark):
            what = TOO_FAR_RIGHT
        return [_("Line %(line)d cannot be read: %(what)s") % {"line": mark.line + 1, "what": what}]
    if isinstance(error, InvalidPolicies) and (found := PLACE.match(str(error))):
        _name, wrong = field_of(error)
        at: tuple[int | str, ...] = (found["name"],)
        if found["number"]:
            at = ("policies", int(found["number"]) - 1, *at)
        return [_problem(at, wrong.removesuffix("."))]
    return [str(error)]


def _before(mark: Any) -> str:
    """What stands on the line before its place."""
    return str(mark.buffer or "")[: mark.pointer].rpartition("\n")[2]


def _what(error: ErrorDetails) -> str:
    text = WRONG.get(error["type"])
    context = error.get("ctx", {})
    if "expected" in context:
        context = context | {"expected": context["expected"].replace("'", "").replace(" or ", ", ")}
    return str(text) % context if text else error["msg"].removeprefix("Value error, ").removesuffix(".")


def _problem(place: tuple[int | str, ...], text: str, document: Any = None) -> str:
    message, named = _place(place, document)
    return message % (named | {"what": text})


def _place(place: tuple[int | str, ...], document: Any) -> tuple[str, dict[str, str]]:
    """A sentence about `what` is wrong there, and what it names: a category by its name, where the document has it."""
    match place:
        case ("policies", int(number), name, *_rest):
            return _("Rule %(number)s, %(name)s: %(what)s."), {"number": str(number + 1), "name": str(name)}
        case ("policies", int(number)):
            return _("Rule %(number)s: %(what)s."), {"number": str(number + 1)}
        case ("categories", "system" | "custom" as group, int(number), *names):
            named = {"group": group, "number": str(number + 1), "name": str(names[0]) if names else "–"}
            called = _name_in(document, group, number)
            text = _("Category “%(called)s” under “%(group)s”, %(name)s: %(what)s.") if called else UNNAMED
            return str(text), named | {"called": called}
        case ("allowlists", role, *_rest):
            return _("Allowlist of %(role)s: %(what)s."), {"role": str(role)}
        case (_first, *_rest):
            return "%(place)s: %(what)s.", {"place": ".".join(map(str, place))}
    return _("The text as a whole: %(what)s."), {}


def _name_in(document: Any, group: str, number: int) -> str:
    """Of a category at this place; empty without one."""
    entry = document["categories"][group][number]
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) else ""
