"""While hosts are upgraded one after another, the code before runs on the schema after: no column that it writes goes,
and it can leave out those that are new."""

import gzip
import re
from pathlib import Path

from django.apps import apps
from django.db.models import NOT_PROVIDED

NEWEST = max(path.parent for path in Path(__file__).parent.glob("*/release.json"))
TABLE = re.compile(r"^CREATE TABLE public\.(\w+) \((.*?)^\);", re.MULTILINE | re.DOTALL)
COLUMN = re.compile(r'^ {4}"?([a-z_]\w*)"? ', re.MULTILINE)


def stored() -> dict[str, set[str]]:
    """The columns of each table of the newest release that is stored."""
    sql = gzip.decompress((NEWEST / "database.sql.gz").read_bytes()).decode()
    return {table: set(COLUMN.findall(body)) for table, body in TABLE.findall(sql)}


def models():
    """Those whose table the release has."""
    known = stored()
    return [(model._meta, known[model._meta.db_table]) for model in apps.get_models() if model._meta.db_table in known]


def test_new_columns_can_be_left_out():
    needed = {
        f"{meta.db_table}.{field.column}"
        for meta, known in models()
        for field in meta.concrete_fields
        if field.column not in known and not (field.null or field.generated or field.db_default is not NOT_PROVIDED)
    }
    assert needed == set()


def test_no_column_goes():
    gone = {
        f"{meta.db_table}.{column}"
        for meta, known in models()
        for column in known - {field.column for field in meta.concrete_fields}
    }
    assert gone == set()
