"""What the conformance suite asks a server for by name: tools, resources and prompts of its own, which say nothing.

They stand beside the product's own tools, behind the same address, so that each kind of content passes the same way.
"""

from base64 import b64decode
from typing import Any

from mcp.server.mcpserver import Audio, Context, Image, MCPServer, UserMessage
from mcp.types import EmbeddedResource, ImageContent, TextResourceContents

OF_THE_SUITE = "What the conformance suite asks for."
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WAV = b"RIFF$\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0@\x1f\0\0\x80>\0\0\2\0\x10\0data\0\0\0\0"
SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
    "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
    "additionalProperties": False,
}


def embedded(uri: str, text: str, *, mime_type: str = "text/plain") -> EmbeddedResource:
    return EmbeddedResource(type="resource", resource=TextResourceContents(uri=uri, mimeType=mime_type, text=text))


def test_simple_text() -> str:
    return "This is a simple text."


def test_error_handling() -> str:
    raise ValueError("This tool always fails.")


def test_image_content() -> Image:
    return Image(data=b64decode(PNG), format="png")


def test_audio_content() -> Audio:
    return Audio(data=WAV, format="wav")


def test_embedded_resource() -> EmbeddedResource:
    return embedded("test://embedded-resource", "This is a resource.")


def test_multiple_content_types() -> list[Any]:
    mixed = embedded("test://mixed-content-resource", '{"value": 1}', mime_type="application/json")
    return ["Text, an image and a resource:", Image(data=b64decode(PNG), format="png"), mixed]


async def test_tool_with_logging(ctx: Context) -> str:
    for number in range(3):
        await ctx.info(f"Step {number}")
    return "done"


async def test_tool_with_progress(ctx: Context) -> str:
    for progress in (0, 50, 100):
        await ctx.report_progress(progress, 100)
    return "done"


def json_schema_2020_12_tool(name: str = "", address: dict[str, str] | None = None) -> str:
    return f"{name} {address}"


def static_text() -> str:
    return "This is a text."


def static_binary() -> bytes:
    return b64decode(PNG)


def template(id: str) -> str:
    return f'{{"id": "{id}"}}'


def test_simple_prompt() -> str:
    return "This is a simple prompt."


def test_prompt_with_arguments(arg1: str, arg2: str) -> str:
    return f"The arguments are {arg1!r} and {arg2!r}."


def test_prompt_with_embedded_resource(resourceUri: str) -> list[UserMessage]:
    return [UserMessage(embedded(resourceUri, "This is a resource.")), UserMessage("Read the resource above.")]


def test_prompt_with_image() -> list[UserMessage]:
    image = ImageContent(type="image", data=PNG, mimeType="image/png")
    return [UserMessage(image), UserMessage("Look at the image above.")]


def with_examples(server: MCPServer[Any]) -> MCPServer[Any]:
    """The same server, with the suite's tools, resources and prompts too."""
    for tool in (
        test_simple_text, test_error_handling, test_image_content, test_audio_content, test_embedded_resource,
        test_multiple_content_types, test_tool_with_logging, test_tool_with_progress, json_schema_2020_12_tool,
    ):  # fmt: skip
        server.add_tool(tool, description=OF_THE_SUITE, structured_output=False)
    # The SDK derives a schema from the function; this one is the suite's.
    server._tool_manager.get_tool(json_schema_2020_12_tool.__name__).parameters = SCHEMA
    for uri, resource, mime_type in (
        ("test://static-text", static_text, "text/plain"),
        ("test://static-binary", static_binary, "image/png"),
        ("test://template/{id}/data", template, "application/json"),
    ):
        server.resource(uri, mime_type=mime_type)(resource)
    for prompt in (
        test_simple_prompt, test_prompt_with_arguments, test_prompt_with_embedded_resource, test_prompt_with_image,
    ):  # fmt: skip
        server.prompt(description=OF_THE_SUITE)(prompt)
    return server
