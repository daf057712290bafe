"""How requests travel: with httpx for callers that wait, with aiohttp in event loops, where it takes less time."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from urllib.request import getproxies

import httpx

if TYPE_CHECKING:
    import aiohttp


@dataclass(frozen=True, slots=True)
class Address:
    """A server, without /api/v1, and the key that its requests carry."""

    url: str
    key: str

    def headers(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.key}", **(more or {})}


class Request(Protocol):
    """What is sent. `target` is the path with its query, both escaped."""

    @property
    def method(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def content(self) -> bytes | None: ...
    @property
    def headers(self) -> Mapping[str, str]: ...


@dataclass(frozen=True, slots=True)
class Answer:
    """`headers` are found by their names in any case."""

    status: int
    reason: str
    headers: Mapping[str, str]
    content: bytes

    @property
    def is_success(self) -> bool:
        return 200 <= self.status < 300

    def json(self) -> Any:
        return json.loads(self.content)


class NoAnswer(Exception):
    """The server could not be reached, or did not answer in time."""


class Http:
    """`timeout` in seconds for each step, None for no end; `options` are those of `httpx.Client`."""

    def __init__(self, address: Address, timeout: float | None, **options: Any) -> None:
        self.address, self.timeout = address, timeout
        self._client = httpx.Client(headers=address.headers(options.pop("headers", None)), timeout=timeout, **options)

    def send(self, request: Request) -> Answer:
        """Raises NoAnswer."""
        url = f"{self.address.url}{request.target}"
        try:
            found = self._client.request(request.method, url, content=request.content, headers=request.headers)
        except httpx.TransportError as error:
            raise NoAnswer(str(error) or type(error).__name__) from error
        return Answer(found.status_code, found.reason_phrase, found.headers, found.content)

    def close(self) -> None:
        self._client.close()


class AsyncHttp:
    """The same for the event loop of the first request; `options` are those of `aiohttp.ClientSession`."""

    def __init__(self, address: Address, timeout: float | None, **options: Any) -> None:
        self.address, self.timeout = address, timeout
        self._options = options
        self._session: aiohttp.ClientSession | None = None

    async def send(self, request: Request) -> Answer:
        """Raises NoAnswer."""
        import aiohttp  # noqa: PLC0415 -- it takes a tenth of a second, which callers that wait save
        from yarl import URL  # noqa: PLC0415

        # yarl would escape once more.
        url = URL(f"{self.address.url}{request.target}", encoded=True)
        sent = self._opened().request(
            request.method, url, data=request.content, headers=request.headers, allow_redirects=False
        )
        try:
            async with sent as found:
                return Answer(found.status, found.reason or "", found.headers, await found.read())
        except (aiohttp.ClientError, TimeoutError) as error:
            raise NoAnswer(str(error) or type(error).__name__) from error

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _opened(self) -> "aiohttp.ClientSession":
        import aiohttp  # noqa: PLC0415

        if self._session is None:  # which wants a running loop
            options = dict(self._options)
            headers = self.address.headers(options.pop("headers", None))
            limits = aiohttp.ClientTimeout(total=None, sock_connect=self.timeout, sock_read=self.timeout)
            # The API sets no cookies. The environment is read for each request, so only where it names a proxy.
            usual = {"timeout": limits, "cookie_jar": aiohttp.DummyCookieJar(), "trust_env": bool(getproxies())}
            self._session = aiohttp.ClientSession(headers=headers, **{**usual, **options})
        return self._session
