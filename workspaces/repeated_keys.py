"""Keys that stand twice in one mapping of a YAML text: PyYAML keeps the last without a word, and drops the first."""

from collections.abc import Iterator

import yaml
from django.utils.translation import gettext as _


def repeated_keys(source: str) -> list[tuple[int, str]]:
    """A sentence for each, with its line, from 1 on; none for a text that is no YAML."""
    try:
        node = yaml.compose(source, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        return []
    text = _("Line %(line)d. “%(name)s” stands twice in one entry; write it once.")
    return [(line, text % {"line": line, "name": name}) for line, name in _repeated(node)]


def _repeated(root: yaml.Node | None) -> Iterator[tuple[int, str]]:
    """Each node once: one that an alias names again is the same."""
    left, seen = [root] if root else [], set[int]()
    while left:
        node = left.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            left += node.value
        elif isinstance(node, yaml.MappingNode):
            left += [value for _key, value in node.value]
            names = set[str]()
            for key, _value in node.value:
                if isinstance(key.value, str) and key.value in names:
                    yield key.start_mark.line + 1, key.value
                names |= {key.value} if isinstance(key.value, str) else set()
