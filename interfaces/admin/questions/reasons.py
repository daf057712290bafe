"""Why a question is asked, as staff read it: what the server tells the person, in the third person."""

from collections.abc import Collection

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from consent.models import Proposal
from conversations.models import Turn
from interfaces.admin.texts.wording import readable, requested_text
from interfaces.removed_numbers import without_numbers
from interfaces.server_sentences import reason_in_readers_language
from workspaces.actors import ActorKind

OF_PERSON = {
    "From what you said.": gettext_noop("From what {person} said."),
    "You asked for this in a conversation.": gettext_noop("{person} asked for this in a conversation."),
}
QUOTE = "said"  # attribute of a question: what the person said, where staff may read it


def reason_text(reason: str, asked_by: str, person: str) -> str:
    """Return an agent's own words or a file's, or the server's in the reader's language and about the person."""
    if not reason or not ActorKind.SYSTEM.is_of(asked_by):
        return readable(reason)
    if reason in OF_PERSON:
        return readable(_(OF_PERSON[reason]).format(person=person))
    # An import's reason is the file's own text, which may contain braces.
    return readable(reason_in_readers_language(reason, _))


def reason_of(question: Proposal) -> str:
    text = reason_text(question.reason, question.actor_label, name_in(question))
    is_masked = requested_text(question) != question.new_value
    return without_numbers(text, beside=question.kept_value) if is_masked else text


def name_in(question: Proposal) -> str:
    return str(question.person or _("the person"))


def note_quotes(questions: Collection[Proposal], turns: Collection[Turn]) -> None:
    """Set on each question the words of the message that it comes from."""
    quotes = {turn.id: readable(turn.content) for turn in turns}
    for question in questions:
        turn_id = question.evidence_turn_id
        setattr(question, QUOTE, quotes.get(turn_id, "") if turn_id else "")
