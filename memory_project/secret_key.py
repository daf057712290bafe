"""The key that signs sessions and links: from the environment, else generated once and kept in the data folder."""

import os
import secrets
from pathlib import Path


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
