"""Settings, read from the environment by django-environ; docs/settings.md describes every variable.

`product_settings` has the days, counts and thresholds of the product, `model_settings` the models, `storage_settings`
where files lie, `database_settings` the database and the cache, `account_settings` how people sign in, `key_settings`
the keys that sign.
"""

import os
import tomllib
from pathlib import Path

from csp.constants import NONE, SELF

from memory_project.account_settings import *  # noqa: F403
from memory_project.database_settings import *  # noqa: F403
from memory_project.key_settings import *  # noqa: F403
from memory_project.model_settings import *  # noqa: F403
from memory_project.model_settings import LLM_BASE_URL
from memory_project.product_settings import *  # noqa: F403
from memory_project.product_settings import BASE_DIR, DATA_DIR, env
from memory_project.storage_settings import *  # noqa: F403

VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

# --- Where things are -------------------------------------------------------------------------------------------------
DEBUG = env.bool("DEBUG", default=False)
BACKUP_DIR = env.str("BACKUP_DIR", default="")
BACKUP_KEEP = env.int("BACKUP_KEEP", default=14)
BACKUP_DATABASE_URL = env.str("BACKUP_DATABASE_URL", default="").strip()  # a file ends with a new line
SEAL_DIR = Path(env.str("SEAL_DIR", default=str(DATA_DIR / "seals"))).expanduser().absolute()
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)

# --- Apps -------------------------------------------------------------------------------------------------------------
INSTALLED_APPS = [
    "memory_project",
    "unfold.apps.BasicAppConfig",
    "unfold.contrib.filters",
    "interfaces.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "django_htmx",
    "django_q",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "rest_framework",
    "workspaces",
    "conversations",
    "memories",
    "consent",
    "retrieval",
    "intelligence",
    "operations",
    "interfaces.apps.InterfacesConfig",
]
MIDDLEWARE = [
    "telemetry.requests.route_middleware",
    "django.middleware.security.SecurityMiddleware",
    "memory_project.static_files.compression_middleware",
    "interfaces.middleware.Static",
    "interfaces.middleware.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "interfaces.middleware.Accounts",
    "interfaces.middleware.last_write_middleware",
    "interfaces.middleware.language_middleware",
    "interfaces.middleware.time_zone_middleware",
    "interfaces.middleware.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "interfaces.middleware.ContentPolicyMiddleware",
    "interfaces.oversized_forms.too_large_middleware",
    "allauth.account.middleware.AccountMiddleware",
    "interfaces.middleware.Htmx",
]
ROOT_URLCONF = "memory_project.urls"
WSGI_APPLICATION = "memory_project.wsgi.application"
ASGI_APPLICATION = "memory_project.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Web --------------------------------------------------------------------------------------------------------------
# Python runs one thread at a time: a second process answers beside it.
WEB_PROCESSES = max(1, env.int("WEB_PROCESSES", default=min(2, os.cpu_count() or 1)))
# Where the process for large requests listens, and whether this is that process; the supervisor sets both.
LARGE_REQUESTS_SOCKET = env.str("LARGE_REQUESTS_SOCKET", default="")
ANSWERS_LARGE_REQUESTS = env.bool("ANSWERS_LARGE_REQUESTS", default=False)
# What one workspace's writes may take of the web processes while others are served; more goes to that process.
WRITES_SHARE = env.float("WRITES_SHARE", default=0.1)
SHARES_FILE = env.str("SHARES_FILE", default="")  # where it is counted; the supervisor sets it

# Of each process that `up` runs; see supervisor/watch.py.
WATCHDOG_SECONDS = env.float("WATCHDOG_SECONDS", default=20.0)
# How long a stopping web process goes on serving, so that a proxy notices before requests are refused.
DRAIN_SECONDS = env.float("DRAIN_SECONDS", default=0.0)
# How long it may then take to finish what it has begun; what it has not finished is answered 503.
FINISH_SECONDS = env.int("FINISH_SECONDS", default=10)

# --- HTTP security ----------------------------------------------------------------------------------------------------
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
# Browsers keep both for a year. Preloading, and other hosts of the domain, are the operator's to decide.
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they ask for the two above
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=[])
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=False) else None
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    },
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 26 * 1024 * 1024

# --- Language, time, files --------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# Each by the name that its speakers give it.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("es", "Español"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "memory_project.formats"
USE_TZ = True
TIME_ZONE = "UTC"
STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# --- E-mail -----------------------------------------------------------------------------------------------------------
vars().update(env.email("EMAIL_URL", default="consolemail://"))
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="memory@localhost")

# --- Where others reach us, and we them -------------------------------------------------------------------------------
PUBLIC_URL = env.str("PUBLIC_URL", default="http://127.0.0.1:8000").rstrip("/")
WEBHOOK_ALLOW_PRIVATE = env.bool("WEBHOOK_ALLOW_PRIVATE", default=False)
WEBHOOK_CA_FILE = env.str("WEBHOOK_CA_FILE", default="")

# --- REST -------------------------------------------------------------------------------------------------------------
THROTTLE_RATE = env.str("THROTTLE_RATE", default="6000/minute")
PROCESSOR_RATE = env.str("PROCESSOR_RATE", default="30/minute")
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "interfaces.rest.authentication.ApiKeyAuthentication",
        "interfaces.rest.authentication.PersonSessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["interfaces.rest.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["interfaces.rest.negotiation.JSONRenderer"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "interfaces.rest.negotiation.Negotiation",
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "interfaces.rest.errors.exception_handler",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Memory server",
    "DESCRIPTION": (BASE_DIR / "interfaces" / "rest" / "guides.md").read_text(),
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {
        "docExpansion": "none",
        "filter": True,
        "defaultModelExpandDepth": 2,
    },
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "interfaces.rest.examples.complete",
    ],
    "ENUM_NAME_OVERRIDES": {"TaskStatusEnum": "interfaces.rest.tasks.STATUS_NAMES"},
}

# --- Metrics ----------------------------------------------------------------------------------------------------------
METRICS_TOKEN = env.str("METRICS_TOKEN", default="").strip()
# All processes of this host count there; read when telemetry.metrics is imported.
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(DATA_DIR / "metrics")

# --- Logs -------------------------------------------------------------------------------------------------------------
LOG_LEVEL = env.str("LOG_LEVEL", default="WARNING")
LOG_FORMAT = env.str("LOG_FORMAT", default="text")
ACCESS_LOG = env.bool("ACCESS_LOG", default=True)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "telemetry.logs.formatter", "kind": LOG_FORMAT}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    # For libraries that would set up a handler of their own, which quotes contents.
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
        "memory.up": {"level": "INFO"},
        "memory.requests": {"level": "INFO" if ACCESS_LOG else "WARNING"},
    },
}

# --- Jobs -------------------------------------------------------------------------------------------------------------
# A worker that has just been started with the web process has not been seen yet.
WORKER_GRACE_SECONDS = env.int("WORKER_GRACE_SECONDS", default=60)
Q_CLUSTER = {
    "name": "memory",
    # A remote language model occupies a worker, and turns must be embedded meanwhile.
    "workers": env.int("WORKERS", default=2 if LLM_BASE_URL else 1),
    "timeout": 600,
    "retry": 700,
    "max_attempts": 3,
    "ack_failures": True,
    "catch_up": False,
    "save_limit": 250,
    "log_level": LOG_LEVEL,
    "poll": 0.5,
    # Never Redis: a job is committed with what it is about, and runs whether Redis answers or not (ADR 0010).
    "orm": "default",
    "broker_class": "operations.broker.Broker",
}
