"""Bring locale/ up to date: collect every text for translation, then compile the catalogues. `make messages`.

Python alone, by Babel: Django's makemessages needs GNU gettext, which newcomers may not have. The names of models and
of their fields come from the models themselves; interfaces/admin/texts/model_names.py translates them.
"""

import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import django
from babel.messages import extract, mofile, pofile
from babel.messages.catalog import Catalog

PROJECT = Path(__file__).resolve().parent.parent
LOCALE = PROJECT / "locale"
PACKAGES = (
    *("memory_project", "telemetry", "providers", "workspaces", "conversations", "memories", "consent", "retrieval"),
    *("intelligence", "operations", "interfaces"),
)
KEYWORDS = extract.DEFAULT_KEYWORDS | {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
Message = str | tuple[str, ...]


def collected() -> Catalog:
    """Every text that is given to gettext in the code, in templates and by the names of models."""
    catalog = Catalog(project="memory server", charset="utf-8", fuzzy=False)
    for path in sources():
        place = str(path.relative_to(PROJECT))
        for line, message, _comments, context in messages_in(path):
            catalog.add(message, locations=[(place, line)], context=context)
    for name in names_of_models():
        catalog.add(name, locations=[("interfaces/admin/texts/model_names.py", 1)])
    return catalog


def sources() -> list[Path]:
    code = (path for package in PACKAGES for path in (PROJECT / package).rglob("*.py"))
    return sorted([*code, *(path for path in (PROJECT / "templates").rglob("*.*") if path.suffix in (".html", ".txt"))])


def messages_in(path: Path) -> Iterator[tuple[int, Message, list[str], str | None]]:
    from django.utils.translation.template import templatize  # noqa: PLC0415 -- needs settings

    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        # What is no text for translation becomes X; indented, it would be no Python.
        text = "\n".join(line.lstrip() for line in templatize(text).split("\n"))
    yield from extract.extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS)


def names_of_models() -> list[str]:
    from interfaces.admin.texts.model_names import names_in_english  # noqa: PLC0415 -- needs the models

    return names_in_english()


def read(language: str) -> Catalog:
    path = LOCALE / language / "LC_MESSAGES" / "django.po"
    if not path.exists():
        return Catalog(locale=language, project="memory server", charset="utf-8", fuzzy=False)
    with path.open("rb") as file:
        return pofile.read_po(file, locale=language)


def write(language: str, catalog: Catalog) -> None:
    folder = LOCALE / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "django.po").open("wb") as file:
        pofile.write_po(file, catalog, width=120, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    (folder / "django.mo").write_bytes(compiled(catalog))


def compiled(catalog: Catalog) -> bytes:
    file = io.BytesIO()
    mofile.write_mo(file, catalog)
    return file.getvalue()


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory_project.settings")
    sys.path.insert(0, str(PROJECT))
    django.setup()
    template = collected()
    for language in languages():
        catalog = read(language)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        write(language, catalog)
        missing = sum(not is_translated(message.string) for message in catalog if message.id)
        sys.stdout.write(f"{language}: {len(catalog)} texts, {missing} without a translation\n")


def languages() -> list[str]:
    """All but the one that the texts are written in."""
    from django.conf import settings  # noqa: PLC0415 -- after setup

    return [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def is_translated(text: str | Sequence[str] | None) -> bool:
    """Whether there is a translation, in every plural form."""
    return bool(text) if isinstance(text, str) else bool(text and all(text))


if __name__ == "__main__":
    main()
