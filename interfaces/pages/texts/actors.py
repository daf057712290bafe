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

    `name` is the one by which all pages call it; it begins a sentence ("Your planner assistant").
    """

    name: str
    icon: str
    colour: str


class Faces:
    """The faces of all who act in a workspace, by the agent's id, or by the label that rows carry."""

    def __init__(self, agents: Iterable[Agent]) -> None:
        self.agents = list(agents)
        self.by_id = {agent.id: face_of(agent) for agent in self.agents}
        # Of several agents with one role, the label does not tell which.
        roles = Counter(agent.role for agent in self.agents)
        alone = (agent for agent in self.agents if roles[agent.role] == 1)
        self.by_label = {f"agent:{agent.role}": self.by_id[agent.id] for agent in alone}
        self._own_names: dict[UUID, frozenset[str]] = {}

    @classmethod
    def load(cls) -> "Faces":
        """One query. In the entered scope."""
        return cls(Agent.objects.order_by("name"))

    def of(self, label: str, agent_id: UUID | None = None) -> Face:
        """`agent:planner` → its agent's face; whoever is no agent has one of their own."""
        known = self.by_id.get(agent_id) if agent_id else None
        return known or self.by_label.get(label) or _usual(label)

    def of_entry(self, entry: Mapping[str, Any]) -> Face:
        """Who asked, of an entry in a proposal's evidence."""
        agent_id = entry.get("agent_id")
        return self.of(str(entry.get("asked_by", "")), UUID(agent_id) if agent_id else None)

    def also_asked(self, evidence: Iterable[Mapping[str, Any]], value: str, asker: Face) -> tuple[str, ...]:
        """The others who asked for the same value, by a proposal's evidence; their names in order."""
        names = {self.of_entry(entry).name for entry in evidence if entry.get("value") == value}
        return tuple(sorted(names - {asker.name, ""}))

    def name(self, label: str, agent_id: UUID | None = None) -> str:
        return self.of(label, agent_id).name

    def names(self, label: str) -> str:
        """Of all that a label may mean: several agents may have one role."""
        found = dict.fromkeys(self.by_id[agent.id].name for agent in self.agents if f"agent:{agent.role}" == label)
        return ", ".join(found) or self.name(label)

    def speaker(self, role: str, named: str, agent_id: UUID | None, person_id: UUID | None) -> str:
        """Who said a message to its person: "You" where that was they, under whichever of their names; else as it was
        named then, or an assistant by its name of today. Two queries for the first that gives a name."""
        if role == TurnRole.USER and named and named.casefold().strip() in self.own_names(person_id):
            return str(wording.SPEAKERS[role])
        agent = self.by_id.get(agent_id) if agent_id and role == TurnRole.ASSISTANT else None
        return named or (agent.name if agent else str(wording.SPEAKERS[role]))

    def own_names(self, person_id: UUID | None) -> frozenset[str]:
        if person_id is None:
            return frozenset()
        if person_id not in self._own_names:
            speakers = speakers_by_person([person_id])[person_id]
            self._own_names[person_id] = names_of(Person.objects.name_of(person_id), speakers)
        return self._own_names[person_id]


def agents_by_name() -> list[Agent]:
    """Those of the workspace, as the pages call them; one query. In the entered scope."""
    return sorted(Agent.objects.all(), key=lambda agent: face_of(agent).name.casefold())


def face_of(agent: Agent) -> Face:
    words = wording.field_name(agent.name).removesuffix(" assistant")
    return Face(agent.display_name or wording.actor_name(f"agent:{words}"), agent.shown_icon, agent.shown_colour)


def _usual(label: str) -> Face:
    kind, _separator, name = label.partition(":")
    icon, colour = OTHERS.get(kind) or (usual_icon(name), usual_colour(name))
    return Face(wording.actor_name(label) or _("Unknown"), icon, colour)
