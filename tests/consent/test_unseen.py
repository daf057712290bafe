"""What nobody sees: refused where nothing needs it, and read where it disguises what is told."""

import pytest

from consent.outcomes import Applied, Queued, Refusal, Refused
from memories.models import MemoryVersion
from tests.unseen_texts import ALONE, HIDDEN, LEGITIMATE, tagged
from workspaces import scope

pytestmark = pytest.mark.django_db


def is_refused(outcome):
    return isinstance(outcome, Refused) and outcome.reason is Refusal.INVALID and "nobody sees" in outcome.detail


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_what_is_hidden_is_refused(write, text):
    assert is_refused(write(text))


@pytest.mark.parametrize("fields", [
    {"title": HIDDEN["tag characters"]}, {"summary": HIDDEN["tag characters"]}, {"tags": ("soup", tagged("pregnant"))},
    {"metadata": {"note": HIDDEN["tag characters"]}}, {"metadata": {f"n{tagged('pregnant')}": 1}},
    {"key": f"soup{tagged('pregnant')}"},
])  # fmt: skip
def test_so_it_is_in_every_place_of_a_memory(write, fields):
    assert is_refused(write("Likes potato soup.", **fields))


@pytest.mark.parametrize(
    "fields", [{"value": f"vim{tagged('x')}"}, {"value": "vim", "reason": HIDDEN["zero-width bits"]}]
)
def test_and_of_a_fact(set_fact, fields):
    assert is_refused(set_fact("preference", "coding_style", **fields))


@pytest.mark.parametrize("text", LEGITIMATE.values(), ids=LEGITIMATE)
def test_what_scripts_and_emoji_need_is_stored_as_it_is(write, home, text):
    outcome = write(text)
    assert isinstance(outcome, Applied)
    with scope.enter(home.workspace_id):
        assert MemoryVersion.objects.get(memory_id=outcome.memory_id).content == text


@pytest.mark.parametrize("text", [
    "\u202erecnac tsaerb sah ehS", "She has \u202erecnac tsaerb\u202c.", "She has b-r-e-a-s-t c-a-n-c-e-r.",
    *(char.join("She has breast cancer.") for char in f"{ALONE}\u0335\u0336"),
    "She has b.r.e.a.s.t c.a.n.c.e.r.",
])  # fmt: skip
def test_what_is_disguised_waits(write, text):
    assert isinstance(write(text), Queued)


def test_a_harmless_text_with_one_of_them_is_stored(write):
    assert all(isinstance(write(f"Likes {char}soup.", key=f"k{ord(char)}"), Applied) for char in ALONE)
