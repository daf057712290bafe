"""Deciding in the inbox, by mouse and by keyboard."""

from dataclasses import replace

import pytest
from playwright.sync_api import expect

from operations import jobs
from tests.browser.conftest import DESK, PHONE
from tests.interfaces.conftest import browser

pytestmark = pytest.mark.django_db(transaction=True)
REMEMBERED = "Saved as confirmed by you."


def test_approving_and_undoing_by_mouse(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")

    window.get_by_role("button", name="Approve", exact=True).click()
    expect(window.get_by_text(REMEMBERED)).to_be_visible()
    expect(window.locator("#pending-count")).to_be_empty()
    assert cities() == ["Lisbon"]

    window.get_by_role("button", name="Undo").click()
    expect(window.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    assert cities() == []


def test_answered_one_by_one_nothing_says_that_requests_wait(window, ask):
    ask("Lisbon")
    ask("they/them", key="pronouns")
    window.goto("/inbox")
    lead = window.get_by_text("None of these is saved until you approve it.")
    for left in (1, 0):
        expect(lead).to_be_visible()
        window.get_by_role("button", name="Approve", exact=True).first.click()
        expect(window.get_by_role("button", name="Approve", exact=True)).to_have_count(left)

    expect(lead).to_be_hidden()
    expect(window.get_by_text("Select multiple")).to_be_hidden()


def test_ones_own_words_by_mouse_on_a_phone(new_window, owner, ask, cities):
    ask("Lisbon")
    window = new_window(owner, width=PHONE, has_touch=True)
    window.goto("/inbox")

    window.get_by_text("Edit before saving").tap()
    window.get_by_label("What to remember instead").fill("Porto")
    window.get_by_role("button", name="Save and approve").tap()
    expect(window.get_by_text("“Porto” was saved. Asked for, but not saved: “Lisbon”.")).to_be_visible()
    assert cities() == ["Porto"]


def test_several_at_once_by_mouse(window, ask, cities):
    ask("Lisbon")
    ask("they/them", key="pronouns")
    window.goto("/inbox")

    window.get_by_label("Select all on this page").check()
    window.get_by_role("button", name="Approve selected").click()

    expect(window.get_by_text("2 requests approved.")).to_be_visible()
    assert cities() == ["Lisbon"]


def test_going_back_ticks_no_other_questions(window, ask):
    for value in ("Dutch", "Greek", "Irish", "Welsh"):
        ask(value, key="languages_spoken", item=value.lower())
    window.goto("/inbox")
    for value in ("Welsh", "Irish"):
        window.get_by_role("article").filter(has_text=value).locator("input[name=selected]").check()
    window.get_by_role("button", name="Approve selected").click()
    expect(window.get_by_text("2 requests approved.")).to_be_visible()

    window.go_back()

    expect(window.locator(".question")).to_have_count(2)
    expect(window.locator("input[name=selected]:checked")).to_have_count(0)


def test_single_keys_answer_and_undo(window, ask, cities):
    ask("Lisbon")
    ask("they/them", key="pronouns")
    window.goto("/inbox")
    keys = window.keyboard

    keys.press("j")
    expect(window.locator(".question").first).to_be_focused()
    keys.press("j")
    keys.press("a")
    expect(window.get_by_text(REMEMBERED)).to_be_visible()
    assert cities() == ["Lisbon"]

    keys.press("z")
    expect(window.get_by_text(REMEMBERED)).to_have_count(0)
    assert cities() == []


def test_e_opens_ones_own_words_and_letters_there_are_letters(window, ask):
    ask("Lisbon")
    window.goto("/inbox")
    window.keyboard.press("j")
    window.keyboard.press("e")
    field = window.get_by_label("What to remember instead")
    expect(field).to_be_focused()

    field.press("Control+a")
    window.keyboard.type("raz")

    expect(field).to_have_value("raz")


def test_single_keys_can_be_switched_off(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")
    window.get_by_text("Keyboard shortcuts", exact=True).click()
    window.get_by_label("Use keyboard shortcuts").uncheck()

    window.reload()
    for key in "ja":
        window.keyboard.press(key)

    expect(window.get_by_role("button", name="Approve", exact=True)).to_be_visible()
    assert cities() == []


def test_an_earlier_answer_is_taken_back_from_the_decisions(window, ask, cities):
    ask("Lisbon")
    window.goto("/inbox")
    window.get_by_role("button", name="Approve", exact=True).click()
    expect(window.get_by_text(REMEMBERED)).to_be_visible()

    window.get_by_role("link", name="Earlier decisions").click()
    window.get_by_role("button", name="Undo and ask me again").click()

    expect(window.get_by_text("Undone. The request is open again.")).to_be_visible()
    assert cities() == []


def test_k_goes_back_and_r_refuses(window, ask, cities):
    ask("Lisbon")
    ask("they/them", key="pronouns")
    window.goto("/inbox")
    for key in "jjk":
        window.keyboard.press(key)
    expect(window.locator(".question").first).to_be_focused()

    window.keyboard.press("r")

    expect(window.get_by_text("Nothing was saved.")).to_be_visible()
    expect(window.locator("#pending-count")).to_contain_text("1")
    assert cities() == []


def test_the_last_answer_is_undone_after_looking_elsewhere_but_not_in_another_session(
    window, new_window, home, ask, cities
):
    ask("Lisbon")
    window.goto("/inbox")
    window.get_by_role("button", name="Approve", exact=True).click()
    expect(window.get_by_text(REMEMBERED)).to_be_visible()
    window.goto("/memories")

    other = new_window(browser("owner"))
    other.goto("/inbox")
    expect(other.get_by_text("Last decision:")).to_have_count(0)
    window.goto("/inbox")
    expect(window.get_by_text("Last decision:")).to_be_visible()
    window.keyboard.press("z")

    expect(window.get_by_text("Undone. The request is open again.")).to_be_visible()
    assert cities() == []


def test_the_list_is_narrowed_and_shown_whole_again_by_mouse(window, ask, supervisor):
    ask("Lisbon")
    ask("they/them", key="pronouns", actor=replace(supervisor, role="planner"))
    window.goto("/inbox")
    window.locator("summary", has_text="Who").click()
    window.get_by_role("link", name="Your planner assistant", exact=True).click()
    expect(window.get_by_role("button", name="Approve", exact=True)).to_have_count(1)

    window.get_by_role("link", name="Clear: Who").click()

    expect(window.get_by_role("button", name="Approve", exact=True)).to_have_count(2)


def test_what_a_card_holds_opens_in_its_place(new_window, owner, ask):
    ask("Lisbon", reason="She said so.")
    window = new_window(owner, width=PHONE)
    window.goto("/inbox")
    edit, details = window.locator(".extras summary").all()
    before = edit.bounding_box()

    edit.click()

    after = edit.bounding_box()
    assert (after["x"], after["y"]) == (before["x"], before["y"])
    assert details.bounding_box()["y"] > before["y"]


def test_three_requests_fit_on_a_little_more_than_a_phones_screen(new_window, owner, ask, say):
    """Each card says what, from where and why; the rest opens."""
    (turn,) = say("Big news: the move is done. I live in Lisbon now, no more Porto for me.")
    ask("Lisbon", evidence_turn_id=turn, reason="She said that she has moved and wants letters sent there.")
    ask("they/them", key="pronouns", reason="Guessed from the way others speak of her at work and at home.")
    ask("Ana", key="preferred_name", reason="She asked to be called this.")
    window = new_window(owner, width=PHONE)
    window.goto("/inbox")
    box = window.locator(".question").last.bounding_box()
    assert box is not None and box["y"] + box["height"] < 1_200


def test_the_bar_for_several_follows_and_counts(window, ask):
    for value in ("Dutch", "Greek", "Irish", "Welsh", "Czech", "Danish", "Polish"):
        ask(value, key="languages_spoken", item=value.lower())
    window.goto("/inbox")
    bar = window.locator("#bulk")
    expect(bar).not_to_be_in_viewport()

    for box in window.locator("input[name=selected]").all()[:2]:
        box.check()

    expect(bar).to_be_in_viewport()
    expect(bar.get_by_text("2 selected")).to_be_visible()
    bar.get_by_role("button", name="Approve selected").click()
    window.get_by_role("button", name="Undo").click()
    expect(window.get_by_text("Undone: 2 requests are open again.")).to_be_visible()
    expect(window.locator(".question")).to_have_count(7)


@pytest.mark.parametrize("scripts", [True, False])
def test_one_of_several_values_is_chosen_and_undone(new_window, owner, ask, cities, scripts):
    ask("Porto")
    ask("Lisbon")
    window = new_window(owner, width=PHONE, java_script_enabled=scripts)
    window.goto("/inbox")
    option = window.get_by_role("listitem").filter(has_text="Porto")

    option.get_by_role("button", name="Choose “Porto”").click()
    expect(window.get_by_text("“Porto” is saved as confirmed by you.")).to_be_visible()
    assert cities() == ["Porto"]

    window.get_by_role("button", name="Undo").click()
    expect(window.get_by_role("heading", name="Your city: which is right?")).to_be_visible()
    assert cities() == []


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_the_sentence_behind_each_of_several_values_can_be_read_to_its_end(new_window, owner, ask, say, width):
    said = "I live in {}, in the flat that my aunt had before, on the hill behind the market, above the bakery"
    long = f"{said.format('Faro')}, {'where we have lunch, ' * 20}with the blue door."
    *_, one, two, three = say(f"{said.format('Porto')}.", f"{said.format('Lisbon')}.", long)
    for city, turn in (("Porto", one), ("Lisbon", two), ("Faro", three)):
        ask(city, evidence_turn_id=turn)
    window = new_window(owner, width=width, java_script_enabled=False)
    window.goto("/inbox")

    for city in ("Porto", "Lisbon"):
        sentence = window.get_by_text(f"“{said.format(city)}.”")
        expect(sentence).to_be_visible()
        assert sentence.evaluate("one => one.scrollHeight <= one.clientHeight"), "no line is cut off"
    window.locator("summary.said").click()
    expect(window.get_by_text("with the blue door")).to_be_visible()


def test_one_of_several_values_is_chosen_by_keyboard(window, ask, cities):
    ask("Porto")
    ask("Lisbon")
    window.goto("/inbox")
    window.keyboard.press("j")
    window.keyboard.press("e")
    field = window.get_by_label("Another value for your city")
    expect(field).to_be_focused()
    field.fill("Faro")
    window.keyboard.press("Tab")
    window.keyboard.press("Enter")
    expect(window.get_by_text("“Faro” is saved as confirmed by you.")).to_be_visible()
    assert cities() == ["Faro"]


@pytest.mark.parametrize("path", ["/", "/inbox", "/search?q=Lisbon"])
def test_nothing_is_wider_than_the_smallest_phone(new_window, owner, ask, note, looked_up, path):
    ask("Porto", reason="A " + "very" * 40 + " long word.")
    ask("Lisbon")
    looked_up("Where does Ana live?", note("Ana swims."))
    window = new_window(owner, width=320)
    window.goto(path)
    assert window.evaluate("document.documentElement.scrollWidth") <= 320


def test_an_undo_keeps_what_is_selected_and_leads_to_the_card(window, ask):
    answered = ask("Lisbon")
    for key in ("pronouns", "gender"):
        ask("they", key=key)
    window.goto("/inbox")
    window.locator(f"#proposal-{answered}").get_by_role("button", name="Approve", exact=True).click()
    expect(window.get_by_text(REMEMBERED)).to_be_visible()
    window.goto("/inbox")
    window.get_by_role("checkbox", name="gender").check()

    window.get_by_role("button", name="Undo and ask me again").click()

    expect(window.locator(f"#proposal-{answered}")).to_be_focused()
    expect(window.get_by_role("checkbox", name="gender")).to_be_checked()
    expect(window.locator("#selected-count")).to_contain_text("1")
    expect(window.get_by_text("Undone. The request is open again.")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 360, PHONE])
def test_a_choice_and_its_label_stand_on_one_line(new_window, owner, note, width):
    source = note("The party is in the garden.", key="source")
    note("Book the garden.", key="first", derived_from=(source,))
    owner.post(f"/memories/{source}/wrong")
    jobs.background.keep_dependents(None)
    window = new_window(owner, width=width)
    window.goto("/inbox")

    for name in ("Still true", "Forget", "Decide later"):
        box = window.get_by_role("radio", name=name).bounding_box()
        label = window.locator("label", has_text=name).bounding_box()
        assert label["y"] < box["y"] + box["height"] / 2 < label["y"] + label["height"], name
