"""Moving through a page by keyboard alone."""

from playwright.sync_api import Locator, Page

MOST_STEPS = 150


def tab_to(page: Page, role: str, name: str) -> Locator:
    """Press Tab until the element has the focus; fails when the keyboard does not get there."""
    wanted = page.get_by_role(role, name=name, exact=True).first
    wanted.wait_for()
    for _ in range(MOST_STEPS):
        if wanted.evaluate("element => element === document.activeElement"):
            return wanted
        page.keyboard.press("Tab")
    raise AssertionError(f"The keyboard does not reach the {role} “{name}”.")
