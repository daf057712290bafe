"""Take the pictures of docs/images from a running server.

Usage: python scripts/take_screenshots.py URL USERNAME PASSWORD [--all FOLDER]
"""

import argparse
import os
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic"]
Scheme = Literal["light", "dark"]
WIDTHS = {"phone": 390, "desk": 1280}
PAGES = {
    "inbox": "/",
    "decisions": "/decisions",
    "memories": "/memories",
    "timeline": "/timeline",
    "activity": "/activity",
    "password": "/accounts/password/change/",
    "two-step": "/accounts/2fa/",
    "admin": "/admin/",
    "admin-memories": "/admin/memories/memory/",
    "admin-keys": "/admin/workspaces/apikey/",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("username")
    parser.add_argument("password")
    parser.add_argument("--all", type=Path, help="Also every page, light and dark, narrow and wide, into this folder.")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = signed_in(browser, options, width=WIDTHS["desk"], scheme="light")
        page.screenshot(path=IMAGES / "inbox.png", clip={"x": 0, "y": 0, "width": 1280, "height": 900})
        if options.all:
            take_all(browser, options)
        browser.close()


def take_all(browser: Browser, options: argparse.Namespace) -> None:
    """Every page in both colour schemes and both widths, at its full height."""
    options.all.mkdir(parents=True, exist_ok=True)
    schemes: tuple[Scheme, ...] = ("light", "dark")
    for scheme in schemes:
        for name, width in WIDTHS.items():
            page = signed_in(browser, options, width=width, scheme=scheme)
            for label, path in PAGES.items():
                page.goto(options.url + path)
                page.screenshot(path=options.all / f"{label}-{scheme}-{name}.png", full_page=True)


def signed_in(browser: Browser, options: argparse.Namespace, *, width: int, scheme: Scheme) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto(options.url + "/accounts/login/")
    page.fill("input[name=login]", options.username)
    page.fill("input[name=password]", options.password)
    page.click("main button")
    page.wait_for_url(options.url + "/")
    return page


if __name__ == "__main__":
    main()
