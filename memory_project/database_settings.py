"""The database, its replicas, and the cache."""

from memory_project.product_settings import env

DATABASE_URL = env.str("DATABASE_URL", default="")
DATABASES = {"default": env.db_url_config(DATABASE_URL) if DATABASE_URL else {"NAME": "memory"}}
# A server that no longer answers is noticed: at the start, and while nothing comes back for what was sent.
NOTICED = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# Whether DATABASE_URL is a pooler that gives each transaction another session (docs/scale.md).
POOLED = env.bool("POOLED", default=False)
DATABASES["default"] |= {
    "ENGINE": "memory_project.postgresql",
    "POOLED": POOLED,
    "DISABLE_SERVER_SIDE_CURSORS": POOLED,
    "EMBEDDED": not DATABASE_URL,
    "CONN_MAX_AGE": env.int("CONN_MAX_AGE", default=60),
    "CONN_HEALTH_CHECKS": True,
    # How often a connection sends a statement before it is prepared; None for poolers that cannot keep it.
    "OPTIONS": NOTICED
    | dict(DATABASES["default"].get("OPTIONS") or {})  # type: ignore[arg-type]
    | {"prepare_threshold": 2 if env.bool("PREPARE_STATEMENTS", default=not POOLED) else None},
}
# Streaming replicas of it, which answer questions and pages (docs/scale.md).
READ_DATABASES = [
    DATABASES["default"]
    | env.db_url_config(url)
    | {
        "ENGINE": "memory_project.postgresql",
        "EMBEDDED": False,
        "POOLED": False,
        "OPTIONS": {
            **DATABASES["default"]["OPTIONS"],  # type: ignore[dict-item]
            "options": "-c default_transaction_read_only=on",
            "connect_timeout": 2,
        },
    }
    for url in env.list("READ_DATABASE_URLS", default=[])
]
READ_STALENESS_SECONDS = env.float("READ_STALENESS_SECONDS", default=5.0)
# Whether it is the coordinator of a Citus cluster (docs/scale.md).
CITUS = env.bool("CITUS", default=False)
LOCK_SECONDS = env.int("LOCK_SECONDS", default=10)
STATEMENT_SECONDS = env.int("STATEMENT_SECONDS", default=30)
REDIS_URL = env.str("REDIS_URL", default="")
CACHES = {
    # Attempts to sign in are counted here, over all processes and whatever happens to Redis.
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"},
    # 004's cache of records. Never in the database: content would lie there outside row-level security.
    "memories": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.2, "socket_timeout": 0.2},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}
