"""Names and stored texts in plain words, for the pages and the admin.

Fields and categories that the server knows have names; others are shown as written.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override, pgettext_lazy

from memories.excisions import AWAITING, WITHHELD
from memories.models.choices import MemoryType
from providers.redaction import MARK
from providers.statements import RELATED
from providers.unseen import visible

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
SUBJECT_WORDS = 4
FIELDS: dict[str, Promise] = {
    "account_numbers": pgettext_lazy("field", "account numbers"),
    "age": pgettext_lazy("field", "age"),
    "allergies": pgettext_lazy("field", "allergies"),
    "answer_style": pgettext_lazy("field", "answer style"),
    "availability": pgettext_lazy("field", "availability"),
    "avoided_foods": pgettext_lazy("field", "foods to avoid"),
    "biometrics": pgettext_lazy("field", "biometrics"),
    "birthday": pgettext_lazy("field", "birthday"),
    "city": pgettext_lazy("field", "city"),
    "coding_style": pgettext_lazy("field", "coding style"),
    "criminal_record": pgettext_lazy("field", "criminal record"),
    "diet": pgettext_lazy("field", "diet"),
    "dislikes": pgettext_lazy("field", "dislikes"),
    "education": pgettext_lazy("field", "education"),
    "email": pgettext_lazy("field", "email address"),
    "employer": pgettext_lazy("field", "employer"),
    "ethnicity": pgettext_lazy("field", "ethnicity"),
    "family": pgettext_lazy("field", "family"),
    "gender": pgettext_lazy("field", "gender"),
    "goals": pgettext_lazy("field", "goals"),
    "government_ids": pgettext_lazy("field", "government IDs"),
    "health_conditions": pgettext_lazy("field", "health conditions"),
    "hobbies": pgettext_lazy("field", "hobbies"),
    "home_access": pgettext_lazy("field", "access codes of the home"),
    "home_address": pgettext_lazy("field", "home address"),
    "hometown": pgettext_lazy("field", "hometown"),
    "immigration_status": pgettext_lazy("field", "immigration status"),
    "income": pgettext_lazy("field", "money (income, debts)"),
    "language": pgettext_lazy("field", "language"),
    "languages_spoken": pgettext_lazy("field", "languages spoken"),
    "likes": pgettext_lazy("field", "likes"),
    "nationality": pgettext_lazy("field", "nationality"),
    "occupation": pgettext_lazy("field", "occupation"),
    "pets": pgettext_lazy("field", "pets"),
    "phone": pgettext_lazy("field", "phone number"),
    "political_views": pgettext_lazy("field", "political views"),
    "preferred_name": pgettext_lazy("field", "preferred name"),
    "programming_language": pgettext_lazy("field", "programming language"),
    "pronouns": pgettext_lazy("field", "pronouns"),
    "relationship_status": pgettext_lazy("field", "relationship status"),
    "religion": pgettext_lazy("field", "religion"),
    "sexual_orientation": pgettext_lazy("field", "sexual orientation"),
    "standing_instructions": pgettext_lazy("field", "standing instructions"),
    "timezone": pgettext_lazy("field", "time zone"),
    "tone": pgettext_lazy("field", "tone"),
    "union_membership": pgettext_lazy("field", "union membership"),
    "units": pgettext_lazy("field", "units"),
    "vehicle": pgettext_lazy("field", "vehicle"),
    "violence": pgettext_lazy("field", "violence and abuse"),
}
FAMILY = "family"
RELATIVES: dict[str, Promise] = {
    "brother": pgettext_lazy("relative", "brother"),
    "child": pgettext_lazy("relative", "child"),
    "daughter": pgettext_lazy("relative", "daughter"),
    "father": pgettext_lazy("relative", "father"),
    "husband": pgettext_lazy("relative", "husband"),
    "mother": pgettext_lazy("relative", "mother"),
    "partner": pgettext_lazy("relative", "partner"),
    "sister": pgettext_lazy("relative", "sister"),
    "son": pgettext_lazy("relative", "son"),
    "wife": pgettext_lazy("relative", "wife"),
}
CATEGORIES: dict[str, Promise] = {
    "activity": pgettext_lazy("category", "daily life"),
    "constraint": pgettext_lazy("category", "needs and limits"),
    "constraints": pgettext_lazy("category", "needs and limits"),
    "event": pgettext_lazy("category", "events"),
    "finance": pgettext_lazy("category", "finances"),
    "finances": pgettext_lazy("category", "finances"),
    "food": pgettext_lazy("category", "food"),
    "general": pgettext_lazy("category", "general"),
    "health": pgettext_lazy("category", "health"),
    "history": pgettext_lazy("category", "history"),
    "home": pgettext_lazy("category", "home"),
    "identity": pgettext_lazy("category", "identity"),
    "instruction": pgettext_lazy("category", "instructions"),
    "interests": pgettext_lazy("category", "interests"),
    "knowledge": pgettext_lazy("category", "knowledge"),
    "preference": pgettext_lazy("category", "preferences"),
    "preferences": pgettext_lazy("category", "preferences"),
    "procedural": pgettext_lazy("category", "how-to"),
    "profile": pgettext_lazy("category", "profile"),
    "projects": pgettext_lazy("category", "projects"),
    "recent_activity": pgettext_lazy("category", "recent activity"),
    "relationship_dynamic": pgettext_lazy("category", "how you get along"),
    "relationships": pgettext_lazy("category", "relationships"),
    "style": pgettext_lazy("category", "style"),
    "tasks": pgettext_lazy("category", "tasks"),
    "travel": pgettext_lazy("category", "travel"),
    "work": pgettext_lazy("category", "work"),
}
MEMORY_TYPES: dict[str, Promise] = {
    MemoryType.SEMANTIC: gettext_lazy("Note or fact"),
    MemoryType.EPISODIC: gettext_lazy("Event or conversation"),
    MemoryType.INSIGHT: gettext_lazy("Inferred"),
    MemoryType.PROCEDURAL: gettext_lazy("How something is done"),
    MemoryType.WORKING: gettext_lazy("Short-lived note"),
    MemoryType.SOURCE_OBJECT: gettext_lazy("From another system"),
}
# Texts shown in place of secrets that were removed before storing.
SECRETS: dict[str, Promise] = {
    "pin": gettext_lazy("[a PIN, left out]"),
    "card_number": gettext_lazy("[a card number, left out]"),
    "password": gettext_lazy("[a password, left out]"),
    "url_password": gettext_lazy("[a password, left out]"),
    "password_hash": gettext_lazy("[a password, left out]"),
}
SECRET = gettext_lazy("[a secret, left out]")
_BREAKS = r"\n\r\v\f\x85\u2028\u2029"
# Three line breaks or more, with whitespace between them.
GAP = re.compile(rf"(?:\r\n|[{_BREAKS}])(?:(?:[^\S{_BREAKS}]|\u2800)*+(?:\r\n|[{_BREAKS}])){{2,}}+")
KNOWN = CATEGORIES | FIELDS


def name_of(key: str) -> str:
    """Return a key in words: `preferred_name` → "preferred name", in the reader's language where the server knows the
    key."""
    return str(KNOWN.get(key, key.replace("_", " ").replace(".", " ")))


def names_of(keys: Iterable[str]) -> str:
    """Join several keys in words: "home address and phone number"; empty for none."""
    return joined(sorted(map(name_of, keys)))


def joined(names: Iterable[str]) -> str:
    """Join several names with "and", in their order; empty for none."""
    *others, last = list(names) or [""]
    return _("{others} and {last}").format(others=", ".join(others), last=last) if others else last


def either(names: Sequence[str]) -> str:
    """Join several names with "or"."""
    *others, last = names
    return _("{others} or {last}").format(others=", ".join(others), last=last) if others else last


def readable(text: str, *, awaiting: str) -> str:
    """Return stored text for reading: invisible characters are shown, several empty lines become one, and withheld
    sentences and secrets are named in words."""
    shown = visible(GAP.sub("\n\n", text)).replace(AWAITING, awaiting).replace(WITHHELD, _("[not agreed to]"))
    return MARK.sub(lambda cut: str(SECRETS.get(cut[1], SECRET)), shown)


def with_name(content: str) -> str:
    """Put the key of a fact's text in words: `coding_style: black` → "Coding style: black"."""
    key, separator, value = content.partition(": ")
    return labelled(*named_value(key, value)) if separator else content


def labelled(name: str, value: str) -> str:
    """Return a name and its value; some languages have a space before the colon."""
    return _("{name}: {value}").format(name=name, value=value)


def named_value(key: str, value: str) -> tuple[str, str]:
    """Return a fact's name and value; for a relative, the kind of relative: `family`, `brother: Tiago` → "Brother",
    "Tiago"."""
    relative, _separator, who = value.partition(": ")
    if key == FAMILY and who:
        return capfirst(str(RELATIVES.get(relative, relative))), who
    return capfirst(name_of(key)), value


def without_name(key: str, value: str) -> str:
    """Return a fact's value without the field's name before it, in English or the reader's language, as people type it:
    `likes`, "Likes: jazz" → "jazz"."""
    with override("en"):
        names = {key.casefold(), name_of(key).casefold()}
    names.add(name_of(key).casefold())
    typed, colon, rest = (part.strip() for part in value.partition(":"))
    return without_name(key, rest) if colon and rest and typed.casefold() in names else value


def begins_with_a_relation(text: str) -> bool:
    """Whether a text's subject is a relative or friend: "My cousin Vera ...", "Ana's sister ..."."""
    return not RELATED.isdisjoint(word.casefold() for word in WORD.findall(text)[:SUBJECT_WORDS])


def title_of(name: str) -> str:
    return str(capfirst(name_of(name)))


def readable_categories(
    categories: Iterable[str] | None, hidden: Iterable[str], called: Callable[[str], str] = title_of
) -> str:
    """Describe what a role may see, from `categories_of`: these categories; without them, all but `hidden`.

    `called` are the names to use: titles for people, table names for staff.
    """
    if categories is not None:
        return ", ".join(called(name) for name in categories) or _("none")
    left_out = ", ".join(called(name) for name in sorted(hidden))
    return _("all except %(names)s") % {"names": left_out} if left_out else _("all")
