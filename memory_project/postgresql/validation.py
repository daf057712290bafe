from typing import TYPE_CHECKING, Any

from django.core.checks import CheckMessage, Error, Warning
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.db.backends.base.validation import BaseDatabaseValidation

from memory_project.postgresql.history import explain, find_foreign_migrations
from memory_project.postgresql.requirements import IS_LEAKPROOF_SQL, IS_LOG_QUIET_SQL, LEAKPROOF_SQL, QUIET_LOG_SQL

if TYPE_CHECKING:
    from memory_project.postgresql.base import DatabaseWrapper


class DatabaseValidation(BaseDatabaseValidation):
    """What `migrate`, `up` and `check --database default` say about the database."""

    connection: "DatabaseWrapper"

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        problems = [] if self.connection.is_embedded else self.check_server()
        return problems if any(problem.is_serious() for problem in problems) else [*problems, *self.check_history()]

    def check_server(self) -> list[CheckMessage]:
        try:
            self.connection.ensure_connection()
        except ImproperlyConfigured as problem:
            return [Error(str(problem), id="memory_project.E001")]
        except OperationalError as problem:
            hint = "Start that server or correct DATABASE_URL; unset it to use the embedded one."
            return [Error(f"DATABASE_URL does not answer: {problem}".strip(), hint=hint, id="memory_project.E002")]
        return [*self.check_leakproof(), *self.check_log()]

    def check_history(self) -> list[CheckMessage]:
        foreign = find_foreign_migrations(self.connection)
        if not foreign:
            return []
        message, hint = explain(foreign)
        return [Error(message, hint=hint, id="memory_project.E003")]

    def check_leakproof(self) -> list[CheckMessage]:
        with self.connection.cursor() as cursor:
            cursor.execute(IS_LEAKPROOF_SQL)
            if cursor.fetchone() == (True,):
                return []
        message = "Full-text search cannot use its index under row-level security: ts_match_vq is not LEAKPROOF."
        hint = f"It works, but slowly. As an administrator, connected to this database: {LEAKPROOF_SQL};"
        return [Warning(message, hint=hint, id="memory_project.W001")]

    def check_log(self) -> list[CheckMessage]:
        with self.connection.cursor() as cursor:
            cursor.execute(IS_LOG_QUIET_SQL)
            is_quiet, role = cursor.fetchone()
        if is_quiet:
            return []
        message = "PostgreSQL logs failing statements with their values: its log may quote what people said."
        hint = f"As an administrator: {QUIET_LOG_SQL.format(role=self.connection.ops.quote_name(role))};"
        return [Warning(message, hint=hint, id="memory_project.W002")]
