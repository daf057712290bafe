"""After an erasure no table, of those there are today, and no file says anything of the person."""

import io
from uuid import uuid4

import pytest
from django.utils import timezone

from consent.changes import AttachArtifact, MergeMemories
from consent.gate import submit
from consent.models import AcknowledgementCode, Policy, Proposal
from consent.outcomes import Applied
from consent.proposals.decide import approve_proposal
from conversations.models import ThreadReader, WithheldValue
from intelligence.models import Budget, Kind
from memories.artifacts.drafts import Upload
from memories.artifacts.store_artifact import upload_artifact
from memories.models import DependencyReview, Memory, PairFingerprint
from memories.sealing.verification import verify_history
from operations.jobs.background import embed_chunks, index_turns, link_neighbours, refresh_statistics
from operations.jobs.maintenance import seal_history
from operations.models import ImportRun, Outbox, PushDevice
from operations.privacy.erasure_tables import BY_HAND, ERASED, KEPT, WITH_MEMORIES, model_of, rows_of
from retrieval.models import LexemeStatistics
from tests.interfaces.rest.conftest import Api
from tests.memories import source_examples
from workspaces import scope
from workspaces.models import Agent, Exclusion, Grant, Invitation, Membership, Person

pytestmark = pytest.mark.django_db(transaction=True)
HERS, HIS = "Quetzalcoatlus", "Pteranodon"
PUBLIC_TABLES = """
SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"""


class Teller:
    """Leaves a word wherever the API takes words; each write with a key, so that its answer is kept too."""

    def __init__(self, api: Api, user: str, word: str) -> None:
        self.api, self.user, self.word, self.sent = api, user, word, 0

    def send(self, path, body, method="post"):
        self.sent += 1
        response = getattr(self.api, method)(path, body, Idempotency_Key=f"{self.user}-{self.sent}")
        assert response.status_code < 300, response.content
        return response.json()

    def tell(self):
        self.talk()
        self.remember()
        self.work()
        question = {"user_id": self.user, "query": f"What does the {self.word} eat?"}
        assert self.api.post("/memory/query", question).status_code == 200

    def talk(self):
        said = {"role": "user", "speaker": self.word, "content": f"My {self.word} lives in Lisbon and likes tea."}
        session = self.send("/sessions", {"user_id": self.user, "external_id": self.word, "thread_id": self.word})
        self.send(f"/sessions/{session['id']}/turns", {"turns": [said, said]})

    def remember(self):
        note = {"user_id": self.user, "content": f"Ana's {self.word} eats fish.", "metadata": {"pet": self.word}}
        first, second = (self.send("/memories", note | {"key": key})["memory_id"] for key in "ab")
        self.send("/memories", note | {"key": "a", "content": f"Ana's {self.word} eats bread."})
        self.send("/relations", {"from_id": first, "to_id": second, "relation_type": "mentions"})
        source = {"namespace": ["memories", self.user], "source_id": self.word, "title": self.word}
        payload = source_examples.issue(body=f"The {self.word} of acme/app#4.")
        self.send("/sources/github/objects", source | {"payload": payload})
        for path in ("preference/coding_style", "preference/tone", "identity/city"):
            told = {"value": self.word, "reason": f"Told by {self.word}."}
            self.send(f"/users/{self.user}/facts/{path}", told, "put")

    def work(self):
        self.send("/tasks", {"user_id": self.user, "title": self.word, "state": {"step": self.word}})
        thread = f"/users/{self.user}/checkpoints/{self.word}"
        state = self.send(thread, {"checkpoint": {"said": self.word}, "metadata": {"of": self.word}}, "put")
        writes = {
            "checkpoint_id": state["checkpoint_id"],
            "task_id": "t",
            "writes": [{"channel": "c", "value": self.word}],
        }
        self.send(f"{thread}/writes", writes)


def keep(home, supervisor, person, now):
    """What no endpoint writes: a file attached to a memory, a decision, what jobs keep of people with much to say."""
    upload = Upload(scope=("memories", str(home.user_id)), artifact_type="log", name=f"{HERS}.txt")
    file = upload_artifact(upload=upload, content=io.BytesIO(HERS.encode()), actor=supervisor, now=now)
    with scope.enter(home.workspace_id):
        memory = Memory.objects.get(person_id=home.user_id, key="a")
        proposal = Proposal.objects.pending().filter(person_id=home.user_id).first()
        LexemeStatistics.objects.create(person_id=home.user_id, lexeme=HERS.lower(), documents=1)
        ThreadReader.objects.create(person_id=home.user_id, thread_id=HERS, reader_id=uuid4(), rev=1)
        WithheldValue.objects.create(
            person_id=home.user_id, proposal_id=uuid4(), key="pronouns", value=HERS.lower(), is_waiting=True
        )
        Budget.objects.take(Kind.WRITES, 1, now=now, person_id=home.user_id)
        Policy.objects.create(person_id=home.user_id, fact_key=HERS.lower(), outcome="never")
        PairFingerprint.objects.create(person_id=home.user_id, pair_hash=HERS, verdict="same", checked_at=now)
        DependencyReview.objects.create(
            person_id=home.user_id, source_id=memory.id, namespace_path=HERS, event="UPDATE", created_at=now
        )
        other = Memory.objects.get(person_id=home.user_id, key="b")
        AcknowledgementCode.objects.create(proposal=proposal, shown_hash="0" * 64, issued_at=now, expires_at=now)
        receiver = {"channel": "mail", "account_id": uuid4(), "kind": "mail.digest", "payload": {"said": HERS}}
        Outbox.objects.create(person_id=home.user_id, next_attempt_at=now, created_at=now, **receiver)
        of_file = {"format": "jsonl", "name": HERS, "content": HERS.encode(), "total": 1}
        ImportRun.objects.create(person_id=home.user_id, problems=[{"record": HERS}], created_at=now, **of_file)
        PushDevice.objects.create(
            person_id=home.user_id,
            account_id=uuid4(),
            url=f"https://push.example.org/{HERS}",
            name=HERS,
            created_at=now,
        )
        Grant.objects.create(agent=Agent.objects.first(), person_id=home.user_id)
        Exclusion.objects.create(agent=Agent.objects.first(), person_id=home.user_id)
        Invitation.objects.create(person_id=home.user_id, email=f"{HERS}@example.org", created_at=now, expires_at=now)
    submit(AttachArtifact(memory_id=memory.id, artifact_id=file.id), actor=supervisor, now=now)
    merge = MergeMemories(
        memory_id=memory.id, absorbed_id=other.id, absorbed_change_id=other.change_id, band="auto", cosine=1.0
    )
    assert isinstance(submit(merge, actor=person, now=now), Applied)
    approve_proposal(proposal_id=proposal.id, actor=person, now=now)


@pytest.fixture
def told(home, api, supervisor, person, now, in_home):
    """Ana, of whom each table holds something, and Ben, of whom the API was told the same."""
    with in_home():
        ben = Person.objects.create(name=f"Ben {HIS}")
    Teller(api, str(home.user_id), HERS).tell()
    Teller(api, str(ben.id), HIS).tell()
    keep(home, supervisor, person, now)
    for job in (index_turns, embed_chunks, link_neighbours, refresh_statistics, seal_history):
        job(home.workspace_id)


def tables(as_superuser):
    return {name for (name,) in as_superuser(PUBLIC_TABLES)}


def saying(as_superuser, text):
    """How many rows say it, wherever in the row, by table."""
    sql = 'SELECT count(*) FROM "{}" AS row WHERE strpos(lower(row::text), lower(%s)) > 0'
    counts = {name: as_superuser(sql.format(name), text)[0][0] for name in tables(as_superuser)}
    return {name: count for name, count in counts.items() if count}


def test_no_table_is_unknown_to_the_eraser(as_superuser):
    known = {model_of(label)._meta.db_table for label in (*WITH_MEMORIES, *ERASED, *BY_HAND)}

    assert tables(as_superuser) == known | set(KEPT)
    assert known.isdisjoint(KEPT)


def test_the_fixture_tells_every_table(told, home, in_home):
    with in_home():
        empty = [label for label in WITH_MEMORIES | ERASED if not rows_of(label, home.user_id).exists()]

    assert empty == []


def test_nothing_says_anything_of_an_erased_person(told, erase, as_superuser, folders):
    assert len(saying(as_superuser, HERS)) >= 15
    his = saying(as_superuser, HIS)

    erase()

    assert saying(as_superuser, HERS) == {}
    assert [path for path in folders.rglob("*") if path.is_file() and HERS in path.read_text()] == []
    assert saying(as_superuser, HIS) == his


def test_no_row_of_an_erased_persons_is_left(told, erase, home, in_home):
    erase()

    with in_home():
        left = [label for label in WITH_MEMORIES | ERASED if rows_of(label, home.user_id).exists()]
        assert left == []
        assert not Person.objects.filter(id=home.user_id).exists()
    assert Membership.objects.get(workspace_id=home.workspace_id).person_id is None


def test_the_chain_verifies_afterwards(told, erase, home):
    erase()
    seal_history(home.workspace_id)

    report = verify_history(workspace_id=home.workspace_id, now=timezone.now())

    assert report.holds, report.first_break
    assert report.pending == 0
