"""An index that finds what a memory says again, word for word (R38). Keywords of chunks are no longer stored."""

from django.db import migrations, models

CREATE_SPELLING = r"""
CREATE FUNCTION memories_spelling(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT md5(rtrim(btrim(lower(regexp_replace(said, '\s+', ' ', 'g'))), ' .!'))
$$
"""
DROP_SPELLING = "DROP FUNCTION memories_spelling(text)"


class Migration(migrations.Migration):
    dependencies = [("memories", "0007_model_prompts")]

    operations = [
        migrations.RunSQL(CREATE_SPELLING, DROP_SPELLING),
        migrations.AddIndex(
            model_name="memoryversion",
            index=models.Index(
                models.F("workspace"),
                models.Func(models.F("content"), function="memories_spelling"),
                condition=models.Q(("payload__isnull", True)),
                name="version_by_spelling",
            ),
        ),
        migrations.RemoveField(model_name="chunk", name="keywords"),
    ]
