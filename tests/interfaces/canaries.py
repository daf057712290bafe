"""A conversation in which everybody says a value that waits and one that was refused, and who must not read them."""

import json

from consent.proposals.decide import reject_proposal
from conversations.models import Turn
from intelligence.actions.write_episodes import write_episodes
from memories.maintenance.index_turns import index_turns
from workspaces import scope
from workspaces.actions.create_agent import create_agent
from workspaces.actions.issue_key import issue_key
from workspaces.models import Workspace

WAITING, REFUSED = "Quuxville", "Zibbelda"
SAID = {
    "user": "I live in {city}, and my name is {name}. My sister Rita is allergic to peanuts.",
    "assistant": "Great, so you live in {city}! I will call you {name}.",
    "system": "The user's city: {city}. The user's name: {name}.",
    "tool": '{{"city": "{city}", "name": "{name}"}}',
}


def converse(api, ana, home, person, now):
    """The conversation, before and after the questions and a refusal; answers the ids of what is there now."""
    session = api.post("/sessions", {"user_id": ana}).json()["id"]
    say(api, session)
    asked = {
        name: api.put(f"/users/{ana}/facts/identity/{field}", {"value": value, "reason": "Because."})
        for name, field, value in (("waiting", "city", WAITING), ("refused", "preferred_name", REFUSED))
    }
    assert {answer.status_code for answer in asked.values()} == {202}
    proposals = {name: answer.json()["proposal_id"] for name, answer in asked.items()}
    reject_proposal(proposal_id=proposals["refused"], actor=person, now=now)
    say(api, session)
    api.post(f"/sessions/{session}/close", {})
    index_turns(workspace_id=home.workspace_id, now=now)
    with scope.enter(home.workspace_id):
        Turn.objects.update(extracted_at=now)  # as if the job had read them: else no other agent would read anything
    write_episodes(workspace_id=home.workspace_id, now=now)
    memory = api.post("/memories", {"user_id": ana, "content": "Ana keeps bees.", "key": "harmless"}).json()
    return {"session_id": session, "memory_id": memory["memory_id"], "user_id": ana,
            "proposal_id": proposals["waiting"], "thread_id": f"person-{ana}"}  # fmt: skip


def say(api, session):
    turns = [{"role": role, "content": text.format(city=WAITING, name=REFUSED)} for role, text in SAID.items()]
    turns.append({"speaker": "Tom", "content": f"So you live in {WAITING}, {REFUSED}?"})
    assert api.post(f"/sessions/{session}/turns", {"turns": turns}).status_code == 201


def another_key(home):
    """The key of another agent that may read all that the first one may."""
    with scope.enter(home.workspace_id):
        agent = create_agent(name="Colleague", role="supervisor", workspace=Workspace.objects.get(id=home.workspace_id))
        return issue_key(agent=agent)


def readable(answer):
    """Which canaries an answer says, whatever the case."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return said_in(json.dumps([body.decode(), dict(answer.headers)]))


def said_in(text):
    return {one for one in (WAITING, REFUSED) if one.casefold() in text.casefold()}
