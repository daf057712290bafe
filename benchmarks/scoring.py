"""How good a ranking is, by what should have been found."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

COLUMNS = ("R@5", "R@10", "R@20", "nDCG@10", "MRR", "hit@10")


@dataclass(frozen=True)
class Answered:
    """One question's result: what was found, best first, and what should have been."""

    category: str
    found: Sequence[str]
    gold: Collection[str]

    def figures(self) -> list[float]:
        """In the order of COLUMNS, 0..1."""
        places = [place for place, one in enumerate(self.found) if one in self.gold]
        recall = [sum(place < k for place in places) / len(self.gold) for k in (5, 10, 20)]
        gain = sum(1 / np.log2(place + 2) for place in places if place < 10)
        best = sum(1 / np.log2(place + 2) for place in range(min(10, len(self.gold))))
        return [*recall, gain / best, 1 / (places[0] + 1) if places else 0.0, float(any(p < 10 for p in places))]


def by_category(answered: Sequence[Answered]) -> dict[str, list[float]]:
    """Means in percent, in the order of COLUMNS; those of all under "all"."""
    return {name: means(group) for name, group in [*_groups(answered).items(), ("all", list(answered))]}


def means(group: Sequence[Answered]) -> list[float]:
    found: list[float] = (100 * np.mean([one.figures() for one in group], axis=0)).tolist()
    return found


def _groups(answered: Sequence[Answered]) -> dict[str, list[Answered]]:
    names = sorted({one.category for one in answered})
    return {name: [one for one in answered if one.category == name] for name in names}


def table(answered: Sequence[Answered]) -> str:
    """A line per category and one for all, in percent."""
    groups = _groups(answered)
    lines = [f"| {'':14} | {'n':>4} | " + " | ".join(f"{name:>7}" for name in COLUMNS) + " |"]
    lines.append("|---" * (len(COLUMNS) + 2) + "|")
    for name, group in [*groups.items(), ("all", list(answered))]:
        lines.append(f"| {name:14} | {len(group):4} | " + " | ".join(f"{mean:7.1f}" for mean in means(group)) + " |")
    return "\n".join(lines)


def area_under_curve(higher: Sequence[float], lower: Sequence[float]) -> float:
    """How often a score of the first sort is above one of the second (ROC AUC; ties count half)."""
    above = np.subtract.outer(np.array(higher), np.array(lower))
    return float((above > 0).mean() + (above == 0).mean() / 2)
