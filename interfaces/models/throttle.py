from django.db import connection, models


class ThrottleWindow(models.Model):
    """How many requests of one caller were leased in the current window. Global: callers are ids."""

    caller = models.CharField(max_length=64, primary_key=True)
    slot = models.BigIntegerField(help_text="The window's number since 1970.")
    leased = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.caller}: {self.leased} in window {self.slot}"

    @classmethod
    def lease(cls, caller: str, *, slot: int, size: int, limit: int) -> int:
        """Take up to `size` requests out of the window's `limit`; return how many were taken, 0 when none are left.

        One statement, so that concurrent processes never exceed the limit together.
        """
        table = cls._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} (caller, slot, leased) VALUES (%(caller)s, %(slot)s, %(size)s) "  # noqa: S608
                f"ON CONFLICT (caller) DO UPDATE SET slot = EXCLUDED.slot, leased = EXCLUDED.leased + "
                f"CASE WHEN {table}.slot = EXCLUDED.slot THEN {table}.leased ELSE 0 END RETURNING leased",
                {"caller": caller, "slot": slot, "size": size},
            )
            total = int(cursor.fetchone()[0])
        return max(0, min(size, limit - (total - size)))
