"""The table of Django's database cache, so that throttles hold across processes without another service."""

from django.db import migrations

CREATE = """
CREATE TABLE cache (
    cache_key varchar(255) NOT NULL PRIMARY KEY,
    value text NOT NULL,
    expires timestamptz NOT NULL
);
CREATE INDEX cache_expires ON cache (expires);
"""


class Migration(migrations.Migration):
    dependencies = [("operations", "0001_tables")]

    operations = [migrations.RunSQL(CREATE, "DROP TABLE cache")]
