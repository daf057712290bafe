"""A small S3 of the tests' own."""

import re
from urllib.parse import unquote

from werkzeug import Response

NAME = "evidence"


class Bucket:
    """As much of S3's REST API as the storage uses: put, get, head, delete and list."""

    def __init__(self):
        self.files = {}

    def answer(self, request):
        key = unquote(request.path).removeprefix(f"/{NAME}").lstrip("/")
        if request.method == "GET" and not key:
            return self.listing(request.args.get("prefix", ""), request.args.get("delimiter", ""))
        if request.method == "PUT":
            self.files[key] = self.body_of(request)
            return Response(status=200, headers={"ETag": '"1"'})
        if request.method == "DELETE":
            self.files.pop(key, None)
            return Response(status=204)
        found = self.files.get(key)
        return Response(status=404) if found is None else Response(found, headers={"ETag": '"1"'})

    @staticmethod
    def body_of(request):
        """The body, taken out of the pieces in which it may be signed."""
        body = request.get_data()
        if "aws-chunked" not in request.headers.get("Content-Encoding", ""):
            return body
        return b"".join(pieces(body))

    def listing(self, prefix, delimiter):
        inside = [key for key in self.files if key.startswith(prefix)]
        folders = {prefix + key[len(prefix) :].split("/")[0] + "/" for key in inside if "/" in key[len(prefix) :]}
        names = [key for key in inside if not (delimiter and "/" in key[len(prefix) :])]
        items = "".join(f"<Contents><Key>{key}</Key><Size>1</Size></Contents>" for key in names)
        items += "".join(f"<CommonPrefixes><Prefix>{folder}</Prefix></CommonPrefixes>" for folder in sorted(folders))
        return Response(f"<ListBucketResult><IsTruncated>false</IsTruncated>{items}</ListBucketResult>")


def pieces(body):
    """What is between the lines that tell a piece's size; content may look like such a line."""
    place = 0
    while match := re.compile(rb"(?:\r\n)?([0-9a-f]+)(?:;[^\r\n]*)?\r\n").match(body, place):
        size = int(match[1], 16)
        yield body[match.end() : match.end() + size]
        place = match.end() + size


def serve(httpserver):
    """A bucket at the address of `httpserver`."""
    bucket = Bucket()
    httpserver.expect_request(re.compile(f"/{NAME}.*")).respond_with_handler(bucket.answer)
    return bucket
