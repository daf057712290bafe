"""Contact sheets: the pictures of one person in one look side by side, so that pages can be compared at a glance."""

from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from playwright.sync_api import Browser

# A picture is drawn this wide, and cut off below; both in pixels.
WIDTHS = {"phone": 240, "desk": 560}
HEIGHT = 900
SHEET_WIDTH = 2000
STYLE = """
body { margin: 16px; font: 14px system-ui; background: #888; display: flex; flex-wrap: wrap; gap: 16px; }
figure { margin: 0; } figcaption { padding: 2px 0; } div { overflow: hidden; } img { display: block; width: 100%; }
"""


def write_sheets(browser: Browser, folder: Path, looks: Iterable[tuple[str, str, str]]) -> None:
    """A `sheet-*.png` for each look: a label, a width and a scheme, as `LABEL-PAGE-SCHEME-WIDTH.png` names them."""
    for label, width, scheme in looks:
        pictures = sorted(folder.glob(f"{label}-*-{scheme}-{width}.png"))
        page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": HEIGHT})
        source = folder / "sheet.html"
        source.write_text(_sheet(pictures, WIDTHS[width], f"-{scheme}-{width}"), encoding="utf-8")
        page.goto(source.resolve().as_uri())
        page.screenshot(path=folder / f"sheet-{label}-{scheme}-{width}.png", full_page=True)
        page.close()
        source.unlink()


def _sheet(pictures: Sequence[Path], width: int, ending: str) -> str:
    size = f"width: {width}px; max-height: {HEIGHT}px"
    figures = (
        f"<figure><figcaption>{escape(picture.stem.removesuffix(ending))}</figcaption>"
        f'<div style="{size}"><img src="{escape(picture.name)}" alt=""></div></figure>'
        for picture in pictures
    )
    return f"<!doctype html><style>{STYLE}</style>{''.join(figures)}"
