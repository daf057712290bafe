"""One line, or some bars, in an SVG: enough for a figure over a number of rows."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape

WIDTH, HEIGHT, MARGIN = 720, 320, 56


def line(points: Sequence[tuple[float, float]], *, across: str, up: str, target: float | None = None) -> str:
    """A drawing of (x, y) points from zero on, with the axes' names and, dashed, the least that is wanted."""
    right = max((x for x, _ in points), default=1.0)
    top = 1.1 * max([y for _, y in points] + [target or 0.0, 1e-9])

    def place(x: float, y: float) -> str:
        return (
            f"{MARGIN + x / right * (WIDTH - 2 * MARGIN):.1f},{HEIGHT - MARGIN - y / top * (HEIGHT - 2 * MARGIN):.1f}"
        )

    axes = f"M{place(0, top)} L{place(0, 0)} L{place(right, 0)}"
    parts = [f'<path d="{axes}" fill="none" stroke="#555"/>']
    if target is not None:
        goal = f"M{place(0, target)} L{place(right, target)}"
        parts.append(f'<path d="{goal}" fill="none" stroke="#a33" stroke-dasharray="6 4"/>')
    parts.append(
        f'<polyline points="{" ".join(place(*p) for p in points)}" fill="none" stroke="#246" stroke-width="2"/>'
    )
    parts += [_text(WIDTH - MARGIN, HEIGHT - 16, f"{right:,.0f} {across}"), _text(MARGIN + 140, 24, f"{top:,.0f} {up}")]
    body = "\n".join(parts)
    box = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="13">\n{body}\n</svg>\n'


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="end">{text}</text>'


def bars(values: Mapping[str, float], *, unit: str) -> str:
    """One bar for each name, from zero on, with its value."""
    most, step = max([*values.values(), 1e-9]), 34
    parts = []
    for place, (name, value) in enumerate(values.items()):
        y, length = 40 + place * step, value / most * (WIDTH - 330)
        parts.append(f'<rect x="250" y="{y}" width="{length:.1f}" height="20" fill="#246"/>')
        parts.append(_text(242, y + 15, escape(name)))
        parts.append(f'<text x="{258 + length:.1f}" y="{y + 15}">{value:,.4g}</text>')
    parts.append(f'<text x="250" y="24">{escape(unit)}</text>')
    body, height = "\n".join(parts), 50 + step * len(values)
    box = f'viewBox="0 0 {WIDTH} {height}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="sans-serif" font-size="13">\n{body}\n</svg>\n'
