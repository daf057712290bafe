"""Actors as the pages show them: name, icon and colour."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from conversations.models.turn import TurnRole
from intelligence.own_turns import names_of, speakers_by_person
from interfaces.pages.texts import wording
from workspaces.models import Agent, Person
from workspaces.models.agent import Colour, usual_colour, usual_icon

OTHERS = {"person": ("person", Colour.SLATE), "staff": ("admin", Colour.SLATE), "system": ("server", Colour.SLATE)}


@dataclass(frozen=True, slots=True)
class Face:
    """`icon` names a drawing of `static/assistants.svg`, `colour` a hue of the stylesheet.

    `name` is used on all pages and can begin a sentence ("Your planner assistant").
    """

    name: str
    icon: str
    colour: str


class Faces:
    """The faces of all actors of a workspace, by the agent's id, or by the label in rows."""

    def __init__(self, agents: Iterable[Agent]) -> None:
        self.agents = list(agents)
        self.by_id = {agent.id: face_of(agent) for agent in self.agents}
        # The label does not identify an agent where several have the same role.
        roles = Counter(agent.role for agent in self.agents)
        alone = (agent for agent in self.agents if roles[agent.role] == 1)
        self.by_label = {f"agent:{agent.role}": self.by_id[agent.id] for agent in alone}
        self._own_names: dict[UUID, frozenset[str]] = {}

    @classmethod
    def load(cls) -> "Faces":
        """Load the workspace's faces. One query; runs in the entered scope."""
        return cls(Agent.objects.order_by("name"))

    def of(self, label: str, agent_id: UUID | None = None) -> Face:
        """Return the face for a label: `agent:planner` → its agent's face; people and the server have faces of their
        own."""
        known = self.by_id.get(agent_id) if agent_id else None
        return known or self.by_label.get(label) or _default_face(label)

    def of_entry(self, entry: Mapping[str, Any]) -> Face:
        """Return the requester's face, from an entry of a proposal's evidence."""
        agent_id = entry.get("agent_id")
        return self.of(str(entry.get("asked_by", "")), UUID(agent_id) if agent_id else None)

    def also_asked(self, evidence: Iterable[Mapping[str, Any]], value: str, asker: Face) -> tuple[str, ...]:
        """Return the names of the other requesters of the same value, from a proposal's evidence, in order."""
        names = {self.of_entry(entry).name for entry in evidence if entry.get("value") == value}
        return tuple(sorted(names - {asker.name, ""}))

    def name(self, label: str, agent_id: UUID | None = None) -> str:
        return self.of(label, agent_id).name

    def names(self, label: str) -> str:
        """Return all names that a label may mean; several agents may have one role."""
        found = dict.fromkeys(self.by_id[agent.id].name for agent in self.agents if f"agent:{agent.role}" == label)
        return ", ".join(found) or self.name(label)

    def speaker(self, role: str, speaker_name: str, agent_id: UUID | None, person_id: UUID | None) -> str:
        """Return who said a message to the person: "You" for the person, under whichever of their names; else the name
        given then, or an assistant by its present name. Two queries for the first message with a name."""
        if role == TurnRole.USER and speaker_name and speaker_name.casefold().strip() in self.own_names(person_id):
            return str(wording.SPEAKERS[role])
        agent = self.by_id.get(agent_id) if agent_id and role == TurnRole.ASSISTANT else None
        return speaker_name or (agent.name if agent else str(wording.SPEAKERS[role]))

    def own_names(self, person_id: UUID | None) -> frozenset[str]:
        if person_id is None:
            return frozenset()
        if person_id not in self._own_names:
            speakers = speakers_by_person([person_id])[person_id]
            self._own_names[person_id] = names_of(Person.objects.name_of(person_id), speakers)
        return self._own_names[person_id]


def agents_by_name() -> list[Agent]:
    """Return the workspace's agents by their names on pages; one query. Runs in the entered scope."""
    return sorted(Agent.objects.all(), key=lambda agent: face_of(agent).name.casefold())


def face_of(agent: Agent) -> Face:
    words = wording.field_name(agent.name).removesuffix(" assistant")
    return Face(agent.display_name or wording.actor_name(f"agent:{words}"), agent.shown_icon, agent.shown_colour)


def _default_face(label: str) -> Face:
    kind, _separator, name = label.partition(":")
    icon, colour = OTHERS.get(kind) or (usual_icon(name), usual_colour(name))
    return Face(wording.actor_name(label) or _("Unknown"), icon, colour)
