"""Organisations, workspaces, logins, agents and the people remembered."""

import uuid

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
import uuid_utils.compat
from django.conf import settings
from django.db import migrations, models

from workspaces.migration_operations import CreateTogether


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        CreateTogether(
            migrations.CreateModel(
                name="Organization",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    ("name", models.CharField(max_length=200)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
            ),
            migrations.CreateModel(
                name="Workspace",
                fields=[
                    ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                    (
                        "organization",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.PROTECT,
                            related_name="workspaces",
                            to="workspaces.organization",
                        ),
                    ),
                    ("name", models.CharField(max_length=200)),
                    (
                        "grants_new_agents",
                        models.BooleanField(
                            default=True,
                            help_text="A new agent may read and write about everyone in the workspace (R1).",
                        ),
                    ),
                    (
                        "retention_enabled",
                        models.BooleanField(
                            default=True, help_text="Forget unimportant memories nobody used for 60 days (001 §7, R23)."
                        ),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
            ),
            migrations.CreateModel(
                name="Account",
                fields=[
                    ("password", models.CharField(max_length=128, verbose_name="password")),
                    ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                    (
                        "is_superuser",
                        models.BooleanField(
                            default=False,
                            help_text="Designates that this user has all permissions without explicitly assigning them.",
                            verbose_name="superuser status",
                        ),
                    ),
                    (
                        "username",
                        models.CharField(
                            error_messages={"unique": "A user with that username already exists."},
                            help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                            max_length=150,
                            unique=True,
                            validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                            verbose_name="username",
                        ),
                    ),
                    ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                    ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                    ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                    (
                        "is_staff",
                        models.BooleanField(
                            default=False,
                            help_text="Designates whether the user can log into this admin site.",
                            verbose_name="staff status",
                        ),
                    ),
                    (
                        "is_active",
                        models.BooleanField(
                            default=True,
                            help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                            verbose_name="active",
                        ),
                    ),
                    (
                        "date_joined",
                        models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined"),
                    ),
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    ("time_zone", models.CharField(default="UTC", max_length=64)),
                    (
                        "groups",
                        models.ManyToManyField(
                            blank=True,
                            help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                            related_name="user_set",
                            related_query_name="user",
                            to="auth.group",
                            verbose_name="groups",
                        ),
                    ),
                    (
                        "user_permissions",
                        models.ManyToManyField(
                            blank=True,
                            help_text="Specific permissions for this user.",
                            related_name="user_set",
                            related_query_name="user",
                            to="auth.permission",
                            verbose_name="user permissions",
                        ),
                    ),
                ],
                options={
                    "verbose_name": "login",
                    "verbose_name_plural": "logins",
                    "abstract": False,
                },
                managers=[
                    ("objects", django.contrib.auth.models.UserManager()),
                ],
            ),
            migrations.CreateModel(
                name="Agent",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    ("name", models.CharField(max_length=100)),
                    ("role", models.CharField(max_length=64)),
                    ("is_active", models.BooleanField(default=True)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "name"), name="agent_name_per_workspace")
                    ],
                },
            ),
            migrations.CreateModel(
                name="ApiKey",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    (
                        "agent",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="keys",
                            to="workspaces.agent",
                        ),
                    ),
                    ("label", models.CharField(blank=True, max_length=100)),
                    (
                        "hint",
                        models.CharField(
                            help_text="First characters of the secret, to tell keys apart.", max_length=16
                        ),
                    ),
                    ("secret_sha256", models.CharField(editable=False, max_length=64)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("expires_at", models.DateTimeField(blank=True, null=True)),
                    ("revoked_at", models.DateTimeField(blank=True, null=True)),
                    ("last_used_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ],
                options={
                    "verbose_name": "API key",
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "secret_sha256"), name="api_key_secret_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Category",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    ("name", models.CharField(max_length=64)),
                    (
                        "context",
                        models.CharField(
                            choices=[("all", "Always in context"), ("rag", "Only what fits the question")],
                            default="rag",
                            max_length=8,
                        ),
                    ),
                    (
                        "rag_length",
                        models.PositiveSmallIntegerField(
                            default=30, help_text="Most items of a `rag` category in a context."
                        ),
                    ),
                    ("is_system", models.BooleanField(default=False)),
                ],
                options={
                    "verbose_name_plural": "categories",
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "name"), name="category_name_per_workspace")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Allowlist",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    ("role", models.CharField(max_length=64)),
                    (
                        "categories",
                        django.contrib.postgres.fields.ArrayField(
                            base_field=models.CharField(max_length=64), default=list, size=None
                        ),
                    ),
                ],
                options={
                    "abstract": False,
                    "constraints": [models.UniqueConstraint(fields=("workspace", "role"), name="allowlist_per_role")],
                },
            ),
            migrations.CreateModel(
                name="Person",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    ("name", models.CharField(max_length=200)),
                    ("time_zone", models.CharField(default="UTC", max_length=64)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("erasure_asked_at", models.DateTimeField(editable=False, null=True)),
                ],
                options={
                    "verbose_name_plural": "people",
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "created_at", "id"], name="person_by_age")],
                },
            ),
            migrations.CreateModel(
                name="Exclusion",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    (
                        "agent",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="exclusions",
                            to="workspaces.agent",
                        ),
                    ),
                    (
                        "person",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="exclusions",
                            to="workspaces.person",
                        ),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                ],
                options={
                    "abstract": False,
                    "constraints": [
                        models.UniqueConstraint(fields=("workspace", "agent", "person"), name="exclusion_once")
                    ],
                },
            ),
            migrations.CreateModel(
                name="Grant",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            db_index=False,
                            editable=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="+",
                            to="workspaces.workspace",
                        ),
                    ),
                    (
                        "agent",
                        models.ForeignKey(
                            db_constraint=False,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="grants",
                            to="workspaces.agent",
                        ),
                    ),
                    (
                        "person",
                        models.ForeignKey(
                            blank=True,
                            db_constraint=False,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="grants",
                            to="workspaces.person",
                        ),
                    ),
                    (
                        "namespace_path",
                        models.CharField(blank=True, help_text="A shared namespace, e.g. shared/team.", max_length=256),
                    ),
                    ("can_read", models.BooleanField(default=True)),
                    ("can_write", models.BooleanField(default=True)),
                    (
                        "relays_consent",
                        models.BooleanField(
                            default=False,
                            help_text="The agent may pass on what the person answers in a chat; only they themselves say so.",
                        ),
                    ),
                    (
                        "ceiling",
                        models.CharField(
                            choices=[
                                ("public", "Public"),
                                ("internal", "Internal"),
                                ("confidential", "Confidential"),
                                ("restricted", "Restricted"),
                            ],
                            default="internal",
                            max_length=64,
                        ),
                    ),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    ("expires_at", models.DateTimeField(blank=True, null=True)),
                    ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ],
                options={
                    "abstract": False,
                    "indexes": [models.Index(fields=["workspace", "agent"], name="grant_by_agent")],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(("person__isnull", True), ("namespace_path", ""), _connector="OR"),
                            name="grant_person_or_namespace",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("relays_consent", False), ("person__isnull", False), _connector="OR"),
                            name="grant_relay_names_person",
                        ),
                        models.CheckConstraint(
                            condition=models.Q(("ceiling__in", ("public", "internal", "confidential", "restricted"))),
                            name="grant_ceiling_known",
                        ),
                    ],
                },
            ),
            migrations.CreateModel(
                name="Membership",
                fields=[
                    (
                        "id",
                        models.UUIDField(
                            default=uuid_utils.compat.uuid7, editable=False, primary_key=True, serialize=False
                        ),
                    ),
                    (
                        "account",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="memberships",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                    (
                        "workspace",
                        models.ForeignKey(
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="memberships",
                            to="workspaces.workspace",
                        ),
                    ),
                    (
                        "role",
                        models.CharField(
                            choices=[
                                ("owner", "Owner"),
                                ("admin", "Admin"),
                                ("reviewer", "Reviewer"),
                                ("viewer", "Viewer"),
                                ("person", "Person remembered"),
                            ],
                            default="person",
                            max_length=16,
                        ),
                    ),
                    ("person_id", models.UUIDField(blank=True, null=True)),
                    ("created_at", models.DateTimeField(auto_now_add=True)),
                    (
                        "wants_digest",
                        models.BooleanField(default=True, help_text="Mail once a day about new questions."),
                    ),
                    ("wants_reminders", models.BooleanField(default=True, help_text="Mail before questions end.")),
                    ("last_digest_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ],
                options={
                    "constraints": [
                        models.UniqueConstraint(fields=("account", "workspace"), name="one_membership_per_workspace"),
                        models.UniqueConstraint(
                            condition=models.Q(("person_id__isnull", False)),
                            fields=("workspace", "person_id"),
                            name="one_account_per_person",
                        ),
                    ],
                },
            ),
        ),
    ]
