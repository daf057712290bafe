"""The keys that sign sessions, links and the history: from the environment, else generated once and kept in the data
folder."""

import os
import secrets
from pathlib import Path

from memory_project.product_settings import DATA_DIR, env


def read_or_create(path: Path) -> str:
    """Return the key in `path`, creating it with mode 0600.

    Written to a draft and linked into place: two processes starting at once get the same key, and neither reads half
    a file.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
        draft.touch(mode=0o600, exist_ok=False)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_create(DATA_DIR / "secret.key")
# One that came from a file may have had the end of its line.
SECRET_KEY_FALLBACKS = [key.strip() + end for key in env.list("SECRET_KEY_FALLBACKS", default=[]) for end in ("", "\n")]
SEAL_KEY = env.str("SEAL_KEY", default="") or read_or_create(DATA_DIR / "seal.key")
SEAL_TRUSTED_KEYS = env.list("SEAL_TRUSTED_KEYS", default=[])
