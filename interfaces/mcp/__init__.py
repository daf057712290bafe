"""The Model Context Protocol over the API, and the addresses at which it is spoken."""

PATH = "/mcp"
GRAPH = f"{PATH}/graph"
PATHS = (PATH, GRAPH)
# Prefix of the metadata's address, followed by one of these (RFC 9728, 3.1).
METADATA = "/.well-known/oauth-protected-resource"
