"""Draw the app's icons as PNG from the SVG in static/, for systems that take no SVG. Needs Chromium."""

import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

STATIC = Path(__file__).resolve().parent.parent / "static"
# Name: drawing and size in pixels.
ICONS = {
    "icon-192.png": ("icon.svg", 192),
    "icon-512.png": ("icon.svg", 512),
    "maskable-512.png": ("icons/maskable.svg", 512),
    "apple-touch-icon.png": ("icons/maskable.svg", 180),
    "badge-96.png": ("icons/badge.svg", 96),
}


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (drawing, size) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            svg = (
                (STATIC / drawing)
                .read_text(encoding="utf-8")
                .replace("<svg", f'<svg width="{size}" height="{size}"', 1)
            )
            page.set_content(f'<body style="margin:0;line-height:0">{svg}</body>')
            page.screenshot(path=STATIC / "icons" / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
