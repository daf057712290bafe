"""The server at `/mcp/graph`, a drop-in replacement for the reference server."""

from django.conf import settings
from mcp.server.mcpserver import MCPServer

from interfaces.mcp.api import Api
from interfaces.mcp.graph import tools
from interfaces.mcp.server import ToolServer, lifespan_of, strict_tool
from interfaces.mcp.tools.declarations import FORGETS, READS, WRITES

INSTRUCTIONS = """\
A knowledge graph about a person, which belongs to them. What they have to agree to first is told in a second text and \
in `notes`, with the page where they decide: it is not remembered yet. Tell them, and do not send it again."""
TOOLS = (
    (tools.create_entities, WRITES),
    (tools.create_relations, WRITES),
    (tools.add_observations, WRITES),
    (tools.delete_entities, FORGETS),
    (tools.delete_observations, FORGETS),
    (tools.delete_relations, FORGETS),
    (tools.read_graph, READS),
    (tools.search_nodes, READS),
    (tools.open_nodes, READS),
)


def graph_server(api: Api) -> MCPServer[Api]:
    return ToolServer(
        "memory-graph",
        version=settings.VERSION,
        instructions=INSTRUCTIONS,
        tools=[strict_tool(function, annotations) for function, annotations in TOOLS],
        lifespan=lifespan_of(api),
        subscriptions=False,
    )
