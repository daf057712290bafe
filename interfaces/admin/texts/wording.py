"""Names and texts as staff read them."""

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Model
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from consent.changes import KINDS
from consent.changes.lines import split_shown
from consent.models import Proposal
from consent.models.proposal import ProposalState
from interfaces import plain_words
from interfaces.competing_requests import head
from interfaces.relative_times import distance, distance_ahead
from interfaces.removed_numbers import without_numbers
from interfaces.server_sentences import in_readers_language
from interfaces.unverified_sources import claimed_in_words
from memories.models.choices import LifecycleState
from memories.models.fact import FactCategory
from workspaces import sensitivity
from workspaces.models import Grant
from workspaces.models.grant import CEILINGS

LIST_CHARACTERS, ID_CHARACTERS = 120, 8
# The number of rows that a message names.
MOST_NAMED = 3
HIDDEN = gettext_lazy("Hidden, because it was refused")
CODES = re.compile(r"\s*\((?:R\d{1,2}|00\d)\b[^()]*\)")
IDENTIFIER = re.compile(r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b")
JUST_NOW, A_WEEK = timedelta(minutes=1), timedelta(days=7)
# Names for staff of kinds and states of memories; the API uses the technical terms.
MEMORY_STATES: dict[str, Promise] = {
    LifecycleState.ACTIVE: gettext_lazy("Kept"),
    LifecycleState.SOFT_DELETED: gettext_lazy("Forgotten"),
    LifecycleState.SUPERSEDED: gettext_lazy("Merged into another"),
}


# What changes ask about that set no text or field.
SUBJECTS: dict[str, Promise] = {
    "merge_memories": gettext_lazy("merging two memories"),
    "change_category": gettext_lazy("the category of a memory"),
    "link_memories": gettext_lazy("a link between two memories"),
    "unlink_memories": gettext_lazy("a link between two memories"),
    "attach_artifact": gettext_lazy("a file beside a memory"),
    "detach_artifact": gettext_lazy("a file beside a memory"),
}


def rights(grant: Grant) -> Promise:
    if grant.can_read and grant.can_write:
        return gettext_lazy("read and write")
    if grant.can_read:
        return pgettext_lazy("right", "read")
    return pgettext_lazy("right", "write") if grant.can_write else gettext_lazy("nothing")


def ago(at: datetime | None) -> str:
    """ "3 days ago", in the largest unit."""
    if at is None:
        return _("never")
    now = timezone.now()
    return _("just now") if now - at < JUST_NOW else _("%(time)s ago") % {"time": distance(at, now)}


def ahead(at: datetime | None) -> str:
    """ "in 3 days", in the largest unit."""
    if at is None:
        return _("never")
    now = timezone.now()
    if at <= now:
        return _("now")
    return _("in %(time)s") % {"time": until(at, now)}


def until(at: datetime, now: datetime) -> str:
    return distance_ahead(now, max(at, now + JUST_NOW))


def readable(text: str) -> str:
    return plain_words.readable(in_readers_language(text), awaiting=_("[awaiting approval]"))


def without_details(text: str) -> str:
    """Return the text without the lines that a request shows below it ("Category: profile")."""
    return recorded_text(split_shown(text)[0])


def recorded_text(text: str) -> str:
    """Return a text whose kind is not recorded with it; a field's key at its beginning is put in words."""
    return version_text(text, is_fact=text.partition(": ")[0] in plain_words.FIELDS)


def version_text(content: str, *, is_fact: bool) -> str:
    """Put a fact's key in words: `coding_style: black` → "Coding style: black"."""
    return plain_words.with_name(readable(content)) if is_fact else readable(content)


def moment(at: datetime | None) -> str:
    """ "3 days ago" or "in 3 days" within a week of now, else the date; the exact time is in the tooltip."""
    if at is None:
        return "–"
    now, local = timezone.now(), timezone.localtime(at)
    exact = date_format(local, "DATETIME_FORMAT")
    near = ahead(at) if at > now else ago(at)
    text = near if abs(now - at) < A_WEEK else date_format(local, "DATE_FORMAT")
    return format_html('<time datetime="{}" title="{}">{}</time>', local.isoformat(), exact, text)


def shortened(text: str, characters: int = LIST_CHARACTERS) -> str:
    return Truncator(readable(text)).chars(characters)


def quoted(text: str) -> str:
    """Shorten and quote a text, as one of several in a sentence: “City: Porto”."""
    return _("“%(text)s”") % {"text": shortened(text.rstrip("."))}


def sensitivity_label(label: str) -> str:
    """Return the label; sources may have labels of their own."""
    return str(dict(CEILINGS).get(label, label))


def ceiling_words(label: str) -> str:
    """ "Internal (2 of 4)": the position between the least and the most sensitive."""
    place = sensitivity.rank(label) + 1
    return _("%(label)s (%(place)d of %(count)d)") % {
        "label": sensitivity_label(label),
        "place": place,
        "count": len(CEILINGS),
    }


def ceiling_scale() -> str:
    names = " < ".join(str(name) for _label, name in CEILINGS)
    return _("Sensitivity, from least to most: %(names)s.") % {"names": names}


def without_codes(text: object) -> str:
    """Return a help text without references to the specification: "(R34)", "(001 §7, R23)"."""
    return CODES.sub("", str(text))


def names_of(rows: Sequence[object]) -> str:
    """ "A, B, C and 4 more"."""
    shown, more = ", ".join(map(str, rows[:MOST_NAMED])), len(rows) - MOST_NAMED
    text = ngettext("%(names)s and %(count)d more", "%(names)s and %(count)d more", max(more, 0))
    return text % {"names": shown, "count": more} if more > 0 else shown


def row_title(title: object) -> str:
    """Return a row's heading, with the end of its ID where its name would be a full ID. The beginning of an ID is a
    time, which rows of one minute share."""
    text = str(title)
    if IDENTIFIER.search(text) is None or not isinstance(title, Model):
        return text
    return f"{capfirst(title._meta.verbose_name)} {without_ids(str(title.pk))}"


def without_ids(text: str) -> str:
    """ "person-…45405a01" for a text with an ID in it."""
    return IDENTIFIER.sub(lambda found: f"…{found[0][-ID_CHARACTERS:]}", text)


def uuid_of(text: str) -> UUID | None:
    try:
        return UUID(text.strip())
    except ValueError:
        return None


def is_uuid(text: str) -> bool:
    return uuid_of(text) is not None


def field_words(name: str) -> str:
    """Return a question's field in words: `identity.home_address` as "home address"; other names as
    `memory_words`."""
    category, _separator, key = name.rpartition(".")
    is_known = key in plain_words.FIELDS or category in FactCategory.values
    return plain_words.name_of(key) if is_known else memory_words(name)


def question_subject(question: Proposal) -> str:
    """Return the question's field in words; for a text, the fields that it states, or what it would change."""
    kind = question.change["type"]
    if kind in SUBJECTS:
        return str(SUBJECTS[kind])
    stated = dict.fromkeys(claim.partition("=")[0] for claim in question.claims)
    names = stated if stated and not KINDS[kind].sets_a_field else [question.field_name]
    return ", ".join(field_words(name) for name in names)


def fields_in_words(names: str) -> str:
    """ "City, pronouns" for the fields of a write: `identity.city, identity.pronouns`."""
    return capfirst(", ".join(field_words(name) for name in names.split(", ") if name))


def is_merge(question: Proposal) -> bool:
    return bool(question.change["type"] == "merge_memories")


def is_removal(question: Proposal) -> bool:
    """Whether it would forget a memory."""
    return bool(question.change["type"] == "forget_memory")


def proposed(question: Proposal) -> str:
    """Return the value as a list shows it: "Porto", "Forget: Porto"; empty where there is none, or it was refused."""
    if is_removal(question):
        return question_title(question)
    return "" if question.is_refused else shortened(split_shown(question.value_in_force)[0])


def proposed_value(question: Proposal) -> SafeString:
    """Return the value as a question's own page shows it, with what is stored beside it."""
    if is_removal(question):
        is_done = question.state == ProposalState.APPROVED
        return format_html("– ({})", _("was forgotten") if is_done else _("would be forgotten"))
    file = getattr(question, "imported_file", None) or ""
    return formatted_value(requested_text(question), question.actor_label, file)


def requested_text(question: Proposal) -> str:
    """Return the requested text, without the numbers that the person removed before saving."""
    is_edited = question.state == ProposalState.AMENDED and question.kept_value
    if not is_edited or KINDS[question.change["type"]].sets_a_field:
        return question.new_value
    return without_numbers(question.new_value, beside=question.kept_value)


def question_title(question: Proposal) -> str:
    """ "City: Porto"; for a text without a field, the text; for a refused value, only its subject."""
    field, value = question_subject(question), question.value_in_force or question.old_value
    if is_removal(question):
        what = field if question.is_refused or not value else _("“%(text)s”") % {"text": shortened(head(value))}
        pattern = _("Forget %(what)s?") if question.state == ProposalState.PENDING else _("Forget: %(what)s")
        return pattern % {"what": what}
    if question.is_refused or not value:
        return capfirst(field)
    if not KINDS[question.change["type"]].sets_a_field:
        return readable(split_shown(value)[0])
    return ": ".join(plain_words.named_value(question.field_name.rpartition(".")[2], readable(value)))


def named_question(question: Proposal) -> str:
    """ "Ana, “City: Porto”"; shortened, with the person's name where it is about one."""
    title = quoted(capfirst(question_title(question)))
    return f"{question.person}, {title}" if question.person else title


def category_label(name: str) -> str:
    """ "Goals"; with the key where it differs: "How-to (procedural)"."""
    words = plain_words.title_of(name)
    return words if words.lower() == name.replace("_", " ") else f"{words} ({name})"


def formatted_value(text: str, asked_by: str = "", file: str = "") -> SafeString:
    """Return what a question would store, with the other fields below it: "Category: Goals". `asked_by` is the
    requester's label, `file` the name of the imported file."""
    head, last = split_shown(readable(text))
    if not last:
        return format_html("{}", head or "–")
    details = ((_detail(line, asked_by, file),) for line in last.split("\n"))
    return format_html("{}{}", head, format_html_join("", '<span class="hint">{}</span>', details))


def _detail(line: str, asked_by: str, file: str) -> str:
    name, _colon, value = line.partition(": ")
    claimed = claimed_in_words(line, asked_by, file)
    return claimed or plain_words.labelled(_(name), category_label(value) if name == "Category" else value)


def memory_words(key: str) -> str:
    """Return what is at a key that is no field's; the key itself is for programs, and its text is shown beside it."""
    if key.startswith(("episode:", "procedure:")):
        return _("a conversation")
    return _("a sentence") if key.startswith(("said:", "insight:")) else _("a memory")
