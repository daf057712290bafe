"""Files to upload, and what the page of an import tells."""

import zipfile
from io import BytesIO

PAGE = "/admin/imports/"


def counts(response):
    return {str(name): count for name, count in response.context["counts"]}


def archive(**members):
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(f"{name}.json", content)
    return packed.getvalue()
