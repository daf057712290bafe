"""Problems in the YAML of policies or categories: the line, what is expected there, and a suggestion."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import yaml
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from consent.policies.file import InvalidPolicies, PolicyDocument, PolicyEntry
from interfaces.admin.policies.wording import PLACE, field_of, suggestion
from interfaces.name_suggestions import did_you_mean, nearest
from providers.wrong_values import WRONG
from workspaces.category_config import CategoryConfig, CategoryEntry

Place = tuple[int | str, ...]
# A line number, 0 for the whole text, and a sentence about it.
LineProblem = tuple[int, str]
TWO_DASHES = gettext_lazy("it begins with two dashes. One dash and a space begin an entry.")
SECOND_COLON = gettext_lazy("a second colon. Put the text into quotation marks.")
TOO_FAR_RIGHT = gettext_lazy(
    "its indentation is deeper than that of the key above, which has a value already. Begin both in the same column."
)
# PyYAML's messages about a line, in words for a reader who does not know how YAML is parsed.
UNREADABLE: tuple[tuple[str, Promise], ...] = (
    ("'\\t'", gettext_lazy("it is indented with a tab. Use spaces.")),
    ("found unexpected end of stream", gettext_lazy("a quotation mark is opened and not closed.")),
    ("<stream end>", gettext_lazy("a bracket is opened and not closed before the text ends.")),
    ("expected ',' or", gettext_lazy("a comma is missing, or a bracket is not closed.")),
    ("mapping values are not allowed", SECOND_COLON),
    ("could not find expected ':'", gettext_lazy("a colon is missing after a key.")),
    ("expected <block end>", gettext_lazy("its indentation does not match the lines above.")),
)
UNREADABLE_OTHERWISE = gettext_lazy("look at its indentation, brackets, colons and quotation marks.")


# Other names of top-level keys, by key.
OTHER_NAMES = {"rule": "policies", "rules": "policies", "policy": "policies", "names": "aliases"}
AT_THE_TOP = gettext_lazy("it begins with “%(name)s:”, and all else stands below that")
IN_A_RULE = gettext_lazy("it belongs to a rule. Write “policies:” above, and “- %(name)s: …” below that")
UNNAMED = gettext_lazy("Category %(number)s under “%(group)s”, %(name)s: %(what)s.")


def problems(error: ValueError, source: str) -> list[str]:
    """Return the problems of a YAML document, one line each in their order, in words for readers instead of the
    parser's."""
    return in_order(line_problems(error, source))


def in_order(sentences: Iterable[LineProblem]) -> list[str]:
    return [text for _line, text in sorted(sentences, key=lambda pair: pair[0])]


def line_problems(error: ValueError, source: str) -> list[LineProblem]:
    """The same, each with the number of its line."""
    cause = error.__cause__
    if isinstance(cause, ValidationError | yaml.YAMLError) and (line := _line_with_two_dashes(source)):
        return [(line, _("Line %(line)d cannot be read: %(what)s") % {"line": line, "what": TWO_DASHES})]
    if isinstance(cause, ValidationError):
        return _of_keys(cause.errors(), source, getattr(error, "document", None))
    mark = getattr(cause, "problem_mark", None)
    if mark is not None:
        said = str(getattr(cause, "problem", "") or cause)
        what = next((text for sign, text in UNREADABLE if sign in said), UNREADABLE_OTHERWISE)
        if what is SECOND_COLON and ": " not in _before(mark):
            what = TOO_FAR_RIGHT
        return [(mark.line + 1, _("Line %(line)d cannot be read: %(what)s") % {"line": mark.line + 1, "what": what})]
    if isinstance(error, InvalidPolicies):
        return [_of_name(each, source) for each in (error, *error.others)]
    return [(0, str(error))]


def _of_name(error: InvalidPolicies, source: str) -> LineProblem:
    """Return the problem of an unknown name."""
    found = PLACE.match(str(error))
    if found is None:
        return 0, str(error)
    number, name = found["number"], found["name"]
    place: Place = ("policies", int(number) - 1, name) if number else tuple(name.split(".", 1))
    text = _problem(place if number else (name,), field_of(error)[1].removesuffix("."))
    return placed(source, place, f"{text} {suggestion(error)}".rstrip())


def _line_with_two_dashes(source: str) -> int:
    """Return the line number, from 1 on; 0 without one. Only a line of three dashes begins a document."""
    lines = enumerate(source.splitlines(), start=1)
    return next((number for number, line in lines if re.match(r"\s*--(?!-\s*$)", line)), 0)


def in_line(source: str, place: Place, text: str) -> str:
    """Prefix the sentence with its line, where the document has that place or a parent of it."""
    return placed(source, place, text)[1]


def placed(source: str, place: Place, text: str) -> LineProblem:
    line = _line(source, place)
    return line, _("Line %(line)d. %(text)s") % {"line": line, "text": text} if line else text


def _of_keys(errors: Iterable[ErrorDetails], source: str, document: Any) -> list[LineProblem]:
    """Return problems of keys. A misspelt key is reported once, not as missing too; an invalid choice with the valid
    ones, not also as a value that is not empty."""
    errors = [each for each in errors if each.get("ctx", {}).get("expected") != "''"]
    near = {each["loc"]: _suggestion(each, document) for each in errors}
    replaced = {(*place[:-1], name) for place, name in near.items()}
    found = []
    for each in errors:
        place = each["loc"]
        if each["type"] == "missing" and place in replaced:
            continue
        text = f"{_problem(place, _description(each, document), document)} {did_you_mean(near[place])}".rstrip()
        found.append(placed(source, place, text))
    return found


def _suggestion(error: ErrorDetails, document: Any) -> str:
    """Return the known key or value with a similar name at that place; empty where there is none."""
    if "expected" in error.get("ctx", {}):
        return nearest(str(error["input"]), re.findall(r"'(\w+)'", error["ctx"]["expected"]))
    return _suggested_key(error["loc"], document) if error["type"] == "extra_forbidden" else ""


def _suggested_key(place: Place, document: Any) -> str:
    if len(place) > 1:
        keys = PolicyEntry.model_fields if place[0] == "policies" else CategoryEntry.model_fields
        return nearest(str(place[-1]), [*keys])
    keys = PolicyDocument.model_fields if document is None else CategoryConfig.model_fields
    called = OTHER_NAMES.get(str(place[0]), "")
    return called if called in keys else nearest(str(place[-1]), [*keys])


def _line(source: str, place: Place) -> int:
    """Return the line, from 1 on, of a key or entry, or of its nearest parent; 0 without one."""
    line = 0
    try:
        node = yaml.compose(source, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return line
    for step in place:
        found = next(_below(node, step), None)
        if found is None:
            break
        start, node = found
        line = start.start_mark.line + 1
    return line


def _below(node: yaml.Node | None, step: int | str) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Return the line of a child, and its node."""
    if isinstance(node, yaml.MappingNode):
        yield from ((key, value) for key, value in node.value if key.value == str(step))
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        yield node.value[step], node.value[step]


def _before(mark: Any) -> str:
    """Return the text before the mark on its line."""
    return str(mark.buffer or "")[: mark.pointer].rpartition("\n")[2]


def _description(error: ErrorDetails, document: Any) -> str:
    """Describe the error; `document` is that of categories, None for policies."""
    match error["type"], error["loc"]:
        case "extra_forbidden", (name,) if document is None and name in PolicyEntry.model_fields:
            return str(IN_A_RULE) % {"name": name}
        case "model_type" | "model_attributes_type" | "dict_type", ():
            return str(AT_THE_TOP) % {"name": "policies" if document is None else "categories"}
    text = WRONG.get(error["type"])
    context = error.get("ctx", {})
    if "expected" in context:
        context = context | {"expected": context["expected"].replace("'", "").replace(" or ", ", ")}
    return _(text) % context if text else error["msg"].removeprefix("Value error, ").removesuffix(".")


def _problem(place: tuple[int | str, ...], text: str, document: Any = None) -> str:
    message, named = _place(place, document)
    return message % (named | {"what": text})


def _place(place: tuple[int | str, ...], document: Any) -> tuple[str, dict[str, str]]:
    """Return a sentence about `what` is wrong there, and the name of the place: a category by its name, where the
    document has it."""
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
    """Return the name of the category at this place; empty without one."""
    entry = document["categories"][group][number]
    name = entry.get("name") if isinstance(entry, dict) else None
    return name if isinstance(name, str) else ""
