"""What pages say of an answer is what was asked, saved, closed and undone."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from django.utils.html import strip_tags

from consent.changes import WriteMemory
from consent.models import Proposal
from consent.outcomes import Applied, Queued
from memories.drafts import MemoryDraft
from workspaces.actors import system_actor

pytestmark = pytest.mark.django_db
EARNS, EDITED = "Ana earns 3200 euros a month.", "Ana earns enough."


@pytest.fixture
def answer(owner, in_home):
    def _answer(proposal_id, verdict, **form):
        with in_home():
            shown = Proposal.objects.get(id=proposal_id).shown_hash
        return owner.post(f"/proposals/{proposal_id}/{verdict}", {"shown_hash": shown} | form, follow=True)

    return _answer


@pytest.fixture
def write(home, send):
    def _write(content, key="note", **who):
        draft = MemoryDraft(namespace=("memories", str(home.user_id)), key=key, content=content)
        return send(WriteMemory(draft=draft), at=timezone.now(), **who)

    return _write


@pytest.fixture
def rivals(write, person, supervisor):
    """Two agents ask for different changes of what Ana wrote herself."""
    assert isinstance(write("I cook risotto.", actor=person), Applied)
    asked = [write("Ana cooks paella."), write("Ana cooks soup.", actor=replace(supervisor, id=uuid4()))]
    assert all(isinstance(one, Queued) for one in asked)
    return [one.proposal_id for one in asked]


def test_edited_words_stand_under_saved_and_the_assistant_s_under_asked_for(owner, write, answer):
    asked = write(EARNS).proposal_id
    answer(asked, "amend", value=EDITED)
    for address in ("/decisions", f"/proposals/{asked}", f"/proposals/{asked}/receipt"):
        page = owner.get(address).content.decode()
        before, _asked, after = page.partition(f"Asked for: “{EARNS.replace('3200', '•••')}”")
        assert after.startswith(" A number that you took out is not shown.</p>")
        assert EDITED not in before.partition("<h1>")[2] and "Saved:" in after.partition(EDITED)[0]


def test_so_does_the_export_to_read_without_the_number_that_was_taken_out(owner, write, answer):
    answer(write(EARNS).proposal_id, "amend", value=EDITED)
    decided = owner.get("/my-data/export.html").content.decode().partition('id="decided"')[2]
    masked = EARNS.replace("3200", "•••").removesuffix(".")
    told = f"Asked for: “{masked}”. A number that you took out is not shown.</small>"
    assert told in decided.partition("</section>")[0]


def test_what_ana_wrote_is_not_what_the_assistant_remembers(owner, rivals):
    page = owner.get("/inbox").content.decode()
    assert "wants to change what is remembered about you." in page and "it remembers" not in page


def test_approving_one_of_two_says_that_the_other_was_closed(owner, rivals, answer):
    page = answer(rivals[0], "approve").content.decode()
    assert "The other request about the same memory was closed." in page


def test_approving_one_value_tells_which_other_was_closed_there_and_on_the_receipt(owner, ask, answer, supervisor):
    asked = ask("Lisbon")
    ask("Faro", actor=replace(supervisor, id=uuid4()))
    told = "The other request about your city was closed: “Faro”."
    assert told in answer(asked, "approve").content.decode()
    for address in (f"/proposals/{asked}", f"/proposals/{asked}/receipt"):
        assert told in owner.get(address).content.decode()


def test_approving_one_alone_says_nothing_of_others(owner, ask, answer):
    assert "about the same memory" not in answer(ask("Lisbon"), "approve").content.decode()


def test_an_undone_answer_that_saved_nothing_claims_no_removal(owner, ask, answer, in_home):
    refused = ask("Lisbon")
    answer(refused, "refuse")
    with in_home():
        Proposal.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    owner.post(f"/proposals/{refused}/take-back")
    page = owner.get(f"/proposals/{refused}").content.decode()
    assert "This decision was undone. It had changed nothing." in page and "removed" not in page


def test_a_change_that_was_made_and_taken_back_is_not_called_unmade(owner, ask, answer):
    answer(ask("Porto"), "approve")
    lisbon = ask("Lisbon", at=timezone.now())
    answer(lisbon, "approve")
    owner.post(f"/proposals/{lisbon}/take-back")
    page = owner.get(f"/proposals/{lisbon}").content.decode()
    assert "Change that does not stand:" in page and "Change that was not made:" not in page


def test_undoing_one_of_two_elsewhere_leaves_the_line_that_undoes_the_other(owner, ask, in_home):
    both = [ask("Lisbon"), ask("they/them", key="pronouns")]
    with in_home():
        shown = dict(Proposal.objects.values_list("id", "shown_hash"))
    owner.post("/proposals/answers", {"approve": "1", "selected": [f"{one}:{shown[one]}" for one in both]})
    owner.post(f"/proposals/{both[0]}/undo")
    last = owner.get("/inbox").context["last"]
    assert [card.proposal.id for card in last.cards] == [both[1]]


def test_an_edit_that_changes_nothing_is_a_plain_approval(owner, write, ask, answer):
    asked = [write(EARNS).proposal_id, ask("Lisbon")]
    for one, value in zip(asked, (EARNS, " Lisbon\r\n"), strict=True):
        assert "Approved. Saved as confirmed by you." in answer(one, "amend", value=value).content.decode()
    page = owner.get("/decisions").content.decode()
    assert "Approved with edits" not in page and "with your edits" not in page and "Asked for:" not in page


def test_what_stands_below_a_text_is_no_part_of_its_quotation(owner, home, send, answer):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="faith", content="Ana is Catholic.")
    asked = send(WriteMemory(draft=draft.model_copy(update={"category": "profile"}))).proposal_id

    start, card = owner.get("/").content.decode(), owner.get(f"/proposals/{asked}").content.decode()
    assert "“Ana is Catholic.”" in start and "Category:" not in start
    assert "Ana is Catholic.</blockquote>" in card and '<p class="fine"><bdi>Subject: Profile</bdi></p>' in card

    answer(asked, "amend", value="Ana is a Catholic.")
    assert "Asked for: “Ana is Catholic.”" in owner.get("/decisions").content.decode()


@pytest.mark.parametrize("verdict", ["approve", "refuse"])
def test_no_page_tells_of_a_category_by_its_name(owner, home, send, answer, verdict):
    draft = MemoryDraft(namespace=("memories", str(home.user_id)), key="faith", content="Ana is Catholic.")
    asked = send(WriteMemory(draft=draft.model_copy(update={"category": "profile"}))).proposal_id
    answer(asked, verdict)
    pages = ["/timeline", "/search?q=Catholic", "/decisions", f"/proposals/{asked}", "/"]
    for path in [*pages, "/inbox", "/my-data/export.html"]:
        page = strip_tags(owner.get(path, follow=True).content.decode())
        assert "Category:" not in page, path
        assert "Ana is Catholic." in page or path in ("/", "/inbox"), path
    assert "Category:" not in answer(asked, "undo").content.decode()


def test_earlier_decisions_are_told_in_the_language_of_the_reader(owner, ask, answer):
    answer(ask("Lisbon"), "approve")
    page = owner.get("/decisions", headers={"Accept-Language": "de"}).content.decode()
    assert "Als von dir bestätigt gespeichert." in page


def test_where_a_request_comes_from_is_told_as_the_assistants_words(owner, home, send):
    own = {"namespace": ("memories", str(home.user_id)), "key": "said", "source_label": "Your doctor, Dr. Weiss"}
    send(WriteMemory(draft=MemoryDraft(content="Ana has diabetes.", **own)))

    page = owner.get("/inbox").content.decode()

    assert "Where it comes from, as the assistant tells: Your doctor, Dr. Weiss" in page
    assert "Source label" not in page


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("user", "From a message of a person, as the assistant tells"),
        ("assistant", "From an answer of an assistant, as the assistant tells"),
        ("planner", "Role in the conversation, as the assistant tells: planner"),
    ],
)
def test_the_role_of_a_message_is_told_in_plain_words(owner, home, send, role, words):
    own = {"namespace": ("memories", str(home.user_id)), "key": "said", "role": role}
    asked = send(WriteMemory(draft=MemoryDraft(content="Ana has diabetes.", **own))).proposal_id

    for path in ("/inbox", f"/proposals/{asked}", f"/admin/consent/proposal/{asked}/change/"):
        page = owner.get(path).content.decode()
        assert words in page and "In whose role" not in page, path


def test_of_an_import_the_person_is_told_no_name_of_a_format(owner, home, send, answer):
    own = {"namespace": ("memories", str(home.user_id)), "key": "said", "source_label": "jsonl"}
    change = WriteMemory(draft=MemoryDraft(content="Ana has diabetes.", **own))
    asked = send(change, actor=system_actor(home.workspace_id, "import_memories")).proposal_id

    for path in ("/inbox", f"/proposals/{asked}", "/my-data/export.html"):
        page = owner.get(path).content.decode()
        assert "From an imported file" in page and "jsonl" not in page, path
    answer(asked, "refuse")
    assert "jsonl" not in owner.get("/my-data/export.html").content.decode()


def test_an_assistant_that_names_a_format_is_no_import(owner, home, send):
    own = {"namespace": ("memories", str(home.user_id)), "key": "said", "source_label": "jsonl"}
    send(WriteMemory(draft=MemoryDraft(content="Ana has diabetes.", **own)))
    assert "Where it comes from, as the assistant tells: jsonl" in owner.get("/inbox").content.decode()
