"""People to take pictures of: with nothing, one thing or five hundred of each kind, some of them unwieldy."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.test.utils import override_settings
from django.utils import timezone

from consent.changes import SetFact, WriteMemory
from consent.gate import submit_many
from consent.models import Proposal
from consent.models.decision import Verdict
from consent.proposals.decide import ShownAnswer, decide_many
from conversations.actions.sessions import append_turns, open_session
from conversations.drafts import TurnDraft
from conversations.models.turn import TurnRole
from memories.drafts import FactDraft, MemoryDraft
from memories.models.fact import FactCategory
from retrieval.query import memory_query
from retrieval.requests import QueryRequest
from workspaces import scope
from workspaces.actions.authenticate_key import authenticate_key
from workspaces.actions.create_workspace import NewWorkspace, create_workspace
from workspaces.actors import Actor
from workspaces.models import Membership

MANY = 500
LONG_NAME = "Bartholomew Maximilian Featherstonehaugh-Cholmondeley van der Nieuwenhuizen"
LONG_WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft" * 2
ADDRESS = "https://example.org/" + "a-very-long-path/" * 12
# The first memories say these.
UNWIELDY = (
    LONG_WORD,
    ADDRESS,
    f"She wrote {ADDRESS} on the board. " * 3,
    "Line one.\nLine two.\n\n" + "Much of it. " * 90,
)


def nobody() -> NewWorkspace:
    return create_workspace(name="Empty", username="nobody", person_name="Zoe")


def somebody() -> NewWorkspace:
    """One of each kind."""
    home = create_workspace(name="One", username="single", person_name="Mia")
    furnish(home, 1)
    return home


def everybody() -> NewWorkspace:
    """Five hundred of each kind, and long names."""
    home = create_workspace(
        name=f"The household of {LONG_NAME}", username="everybody-with-a-rather-long-login", person_name=LONG_NAME
    )
    furnish(home, MANY)
    return home


def furnish(home: NewWorkspace, count: int) -> None:
    """So many memories, facts in question, decided questions and questions of an assistant."""
    now = timezone.now()
    agent = authenticate_key(home.api_keys["supervisor"], now=now)
    remember(home, agent, count, now)
    # One assistant alone may not ask that much.
    with override_settings(PENDING_PROPOSALS=MANY):
        decide(home, ask(home, agent, range(count), now - timedelta(days=1)), now)
        ask(home, agent, range(count, 2 * count), now)
    for number in range(count):
        question = f"Which plan is number {number}?" if number % 10 else f"What about {LONG_WORD}?"
        memory_query(QueryRequest(user_id=home.user_id, query=question), actor=agent, now=now)


def remember(home: NewWorkspace, agent: Actor, count: int, now: datetime) -> None:
    """Memories, changed once, and facts."""
    namespace = ("memories", str(home.user_id))
    for state in ("begun", "done"):
        texts = {str(number): f"The plan number {number} is {state}." for number in range(count)}
        if count > 1 and state == "done":
            texts |= {str(10 * place): text for place, text in enumerate(UNWIELDY)}
        drafts = [MemoryDraft(namespace=namespace, key=key, content=text) for key, text in texts.items()]
        submit_many([WriteMemory(draft=draft) for draft in drafts], actor=agent, now=now)
    values = ["Thai food", LONG_WORD, ADDRESS][:count]
    facts = [_fact(home, FactCategory.PREFERENCE, "likes", value) for value in values]
    submit_many([SetFact(draft=draft) for draft in facts], actor=agent, now=now)


def ask(home: NewWorkspace, agent: Actor, numbers: Sequence[int], now: datetime) -> list[Proposal]:
    """Sensitive facts, which wait for a yes; the first of them quotes a conversation."""
    session, _created = open_session(person_id=home.user_id, actor=agent, now=now)
    said = ["I speak a little of everything.", "What was it again?", f"I speak {LONG_WORD}."]
    drafts = [TurnDraft(role=TurnRole.USER, speaker="", content=text) for text in said]
    turn, _is_new = append_turns(session_id=session.id, drafts=drafts, actor=agent, now=now)[-1]
    values = {number: f"Language {number}" if number % 10 != 1 else f"{LONG_WORD} {number}" for number in numbers}
    facts = [
        _fact(home, FactCategory.IDENTITY, "languages_spoken", value, reason=f"It was said in passing. {ADDRESS}")
        for value in values.values()
    ]
    facts[-1] = facts[-1].model_copy(update={"evidence_turn_id": turn.id})
    submit_many([SetFact(draft=draft) for draft in facts], actor=agent, now=now)
    with scope.enter(home.workspace_id):
        return list(Proposal.objects.pending())


def decide(home: NewWorkspace, proposals: Sequence[Proposal], now: datetime) -> None:
    """As the person, every third with a no."""
    actor = Membership.objects.get(workspace_id=home.workspace_id).as_person()
    verdicts = (Verdict.APPROVE, Verdict.APPROVE, Verdict.REJECT)
    looks = [ShownAnswer(row.id, row.shown_hash, verdicts[place % 3]) for place, row in enumerate(proposals)]
    decide_many(answers=looks, actor=actor, now=now)


def _fact(home: NewWorkspace, category: FactCategory, key: str, value: str, reason: str = "") -> FactDraft:
    item = value.casefold()[:256]
    return FactDraft(person_id=home.user_id, category=category, key=key, item=item, value=value, reason=reason)
