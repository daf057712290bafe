"""Checkpoints in the admin: what each thread takes."""

import pytest

from conversations.actions.save_checkpoint import save_checkpoint
from conversations.drafts import CheckpointDraft

pytestmark = pytest.mark.django_db
PATH = "/admin/conversations/checkpoint/"


@pytest.fixture
def save(home, supervisor, now):
    def _save(thread, size, checkpoint_id="c1"):
        text = "".join(f"{n:x}" for n in range(size))
        draft = CheckpointDraft(checkpoint={"text": text[:size]}, checkpoint_id=checkpoint_id)
        save_checkpoint(draft, person_id=home.user_id, thread_id=thread, actor=supervisor, now=now)

    return _save


def rows(client, **query):
    return {row.checkpoint_id: row for row in client.get(PATH, query).context["cl"].result_list}


def test_each_state_and_its_thread_have_their_size(owner, save):
    save("small", 100)
    for number, size in ((2, 1_500), (3, 1_000)):
        save("large", size, f"c{number}")
    found = rows(owner)
    assert found["c1"].thread_size == found["c1"].size > 100
    assert (found["c2"].thread_states, found["c1"].thread_states) == (2, 1)
    assert found["c2"].thread_size == found["c2"].size + found["c3"].size > 2_500


def test_the_largest_threads_come_first_when_asked(owner, save):
    save("small", 100, "c1")
    save("large", 1_500, "c2")
    column = "-7"
    assert list(rows(owner, o=column)) == ["c2", "c1"]


def test_a_stranger_sees_none(outsider, save):
    save("small", 100)
    assert rows(outsider) == {}
