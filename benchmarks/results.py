"""Tables of figures: printed, and kept with the machine and the versions that they belong to."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import drawing
from service import machine

FOLDER = Path(__file__).resolve().parent / "results"


@dataclass
class Table:
    """Rows of figures by name; a column's figure may be missing."""

    title: str
    columns: Sequence[str]
    rows: dict[str, Mapping[str, float]] = field(default_factory=dict)

    def add(self, name: str, **figures: float) -> None:
        self.rows[name] = figures
        print(f"{name}: " + ", ".join(f"{key} {_written(value)}" for key, value in figures.items()), flush=True)

    def markdown(self) -> str:
        lines = [f"| {self.title} | {' | '.join(self.columns)} |", "|---" * (len(self.columns) + 1) + "|"]
        for name, figures in self.rows.items():
            cells = [_written(figures[c]) if c in figures else "" for c in self.columns]
            lines.append(f"| {name} | {' | '.join(cells)} |")
        return "\n".join(lines)


def _written(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


def keep(name: str, table: Table, *, plotted: str, command: str, note: str = "", folder: Path = FOLDER) -> None:
    """Write the table as Markdown and JSON, and one of its columns as bars; `note` is what else belongs to it."""
    folder.mkdir(parents=True, exist_ok=True)
    day = datetime.now(UTC).date().isoformat()
    head = f"# {table.title}\n\n`{command}`, {day}, {machine()}. {note}".rstrip() + "\n\n"
    (folder / f"{name}.md").write_text(f"{head}{table.markdown()}\n\n![{plotted}]({name}.svg)\n")
    values = {row: figures[plotted] for row, figures in table.rows.items() if plotted in figures}
    (folder / f"{name}.svg").write_text(drawing.bars(values, unit=plotted))
    content = {
        "title": table.title,
        "day": day,
        "machine": machine(),
        "command": command,
        "note": note,
        "rows": table.rows,
    }
    (folder / f"{name}.json").write_text(json.dumps(content, indent=2) + "\n")
    print(f"\n{table.markdown()}\n\nkept in {folder}/{name}.md")
