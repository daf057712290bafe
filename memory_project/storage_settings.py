"""Where files lie: those of artifacts, and static ones."""

from memory_project.product_settings import DATA_DIR, env

ARTIFACT_BUCKET = env.str("ARTIFACT_BUCKET", default="")
S3_ENDPOINT_URL = env.str("S3_ENDPOINT_URL", default="")
# How buckets are reached, that of artifacts and that of backups.
S3_OPTIONS = {
    "endpoint_url": S3_ENDPOINT_URL or None,
    "addressing_style": "path" if S3_ENDPOINT_URL else "auto",
    "region_name": env.str("S3_REGION", default="") or None,
    "access_key": env.str("S3_ACCESS_KEY", default="").strip() or None,
    "secret_key": env.str("S3_SECRET_KEY", default="").strip() or None,
    "signature_version": "s3v4",
}
STORAGES = {
    "default": {
        "BACKEND": "storages.backends.s3.S3Storage",
        "OPTIONS": S3_OPTIONS
        | {
            "bucket_name": ARTIFACT_BUCKET,
            "file_overwrite": False,
            "querystring_auth": True,
        },
    }
    if ARTIFACT_BUCKET
    else {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {
            "location": DATA_DIR / "artifacts",
            "file_permissions_mode": 0o600,
            "directory_permissions_mode": 0o700,
        },
    },
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
