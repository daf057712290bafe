"""The form field for the subject of a memory. Each choice names the assistants that may read there."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from interfaces.pages.filters.filters import subject_choices
from interfaces.pages.texts.actors import Faces
from interfaces.pages.texts.reader_names import Place, names_of_readers
from workspaces.active_agents import active_agents

Readers = Mapping[str, Sequence[str]]


class SubjectField(forms.ChoiceField):
    def __init__(self, *, readers: Readers, **kwargs: Any) -> None:
        """`readers` are the names of assistants by category."""
        help_text = _("The subject decides which assistants can read it; they are named beside it.")
        choices = [(category, _choice(name, readers.get(category, ()))) for category, name in subject_choices()]
        super().__init__(label=_("Subject"), help_text=help_text, choices=choices, **kwargs)


def readers_by_subject(place: Place, *, now: datetime) -> Readers:
    """Return, by category, the assistants that can read a memory with the other properties of `place`. Runs in the
    entered scope."""
    agents, faces = active_agents(now=now), Faces.load()
    return {
        category: names_of_readers(place._replace(category=category), agents, faces, now=now)
        for category, _name in subject_choices()
    }


def _choice(subject: str, names: Sequence[str]) -> str:
    if not names:
        return gettext("%(subject)s (read by no assistant)") % {"subject": subject}
    return gettext("%(subject)s (read by: %(names)s)") % {"subject": subject, "names": ", ".join(names)}
