"""How words of each language are indexed, and in which languages texts about a person are written."""

import django.contrib.postgres.fields
from django.db import migrations, models

# The dictionaries of PostgreSQL 15. Bound when it is created, so that a dump restores under any search_path; a column
# of type regconfig would keep pg_upgrade from running.
CREATE_TEXT_VECTOR = """
CREATE FUNCTION text_vector(language text, document text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector(CASE language
    WHEN 'ar' THEN 'arabic'::regconfig WHEN 'ca' THEN 'catalan'::regconfig WHEN 'da' THEN 'danish'::regconfig
    WHEN 'de' THEN 'german'::regconfig WHEN 'el' THEN 'greek'::regconfig WHEN 'es' THEN 'spanish'::regconfig
    WHEN 'eu' THEN 'basque'::regconfig WHEN 'fi' THEN 'finnish'::regconfig WHEN 'fr' THEN 'french'::regconfig
    WHEN 'ga' THEN 'irish'::regconfig WHEN 'hi' THEN 'hindi'::regconfig WHEN 'hu' THEN 'hungarian'::regconfig
    WHEN 'hy' THEN 'armenian'::regconfig WHEN 'id' THEN 'indonesian'::regconfig WHEN 'it' THEN 'italian'::regconfig
    WHEN 'lt' THEN 'lithuanian'::regconfig WHEN 'ne' THEN 'nepali'::regconfig WHEN 'nl' THEN 'dutch'::regconfig
    WHEN 'no' THEN 'norwegian'::regconfig WHEN 'pt' THEN 'portuguese'::regconfig WHEN 'ro' THEN 'romanian'::regconfig
    WHEN 'ru' THEN 'russian'::regconfig WHEN 'sr' THEN 'serbian'::regconfig WHEN 'sv' THEN 'swedish'::regconfig
    WHEN 'ta' THEN 'tamil'::regconfig WHEN 'tr' THEN 'turkish'::regconfig ELSE 'english'::regconfig END, document)
"""
DROP_TEXT_VECTOR = "DROP FUNCTION text_vector(text, text)"


class Migration(migrations.Migration):
    dependencies = [("workspaces", "0003_person_external_id")]

    operations = [
        migrations.RunSQL(CREATE_TEXT_VECTOR, DROP_TEXT_VECTOR),
        migrations.AddField(
            model_name="person",
            name="languages",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(max_length=8),
                default=list,
                editable=False,
                help_text="Besides English, of texts about them, as far as it was found out: how questions are read.",
                size=None,
            ),
        ),
    ]
