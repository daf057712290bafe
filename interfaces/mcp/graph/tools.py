"""The nine tools, with the names, arguments and answers of the reference server.

Pending and refused items are not in the answer's list: a second text and `notes` report them.
"""

import json
from typing import Annotated, Any

from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, TextContent
from pydantic import Field

from interfaces.mcp.calls import Here, calls_of
from interfaces.mcp.graph.stored import load_graph
from interfaces.mcp.graph.writes import forget_all, write_all
from memories.knowledge_graph import Deletion, Entity, Graph, Observations, Relation


async def create_entities(*, ctx: Here, entities: list[Entity]) -> CallToolResult:
    """Create multiple new entities in the knowledge graph."""
    calls, notes = calls_of(ctx), list[str]()
    stored = await load_graph(calls)
    new = list({entity.name: entity for entity in entities if entity.name not in stored.entities}.values())
    done = await write_all(calls, [stored.entity(entity) for entity in new], notes)
    observed = [(entity.name, text) for entity in new for text in dict.fromkeys(entity.observations)]
    kept = await _observe(ctx, observed, notes)
    made = [
        entity.model_copy(update={"observations": tuple(kept.get(entity.name, ()))}).shown()
        for entity, is_done in zip(new, done, strict=True)
        if is_done
    ]
    return _answer(made, {"entities": made}, notes)


async def create_relations(*, ctx: Here, relations: list[Relation]) -> CallToolResult:
    """Create multiple new relations between entities in the knowledge graph. Relations should be in active voice."""
    calls, notes = calls_of(ctx), list[str]()
    stored = await load_graph(calls)
    new = [relation for relation in dict.fromkeys(relations) if relation not in stored.relations]
    done = await write_all(calls, [stored.relation(relation) for relation in new], notes)
    made = [relation.shown() for relation, is_done in zip(new, done, strict=True) if is_done]
    return _answer(made, {"relations": made}, notes)


async def add_observations(*, ctx: Here, observations: list[Observations]) -> CallToolResult:
    """Add new observations to existing entities in the knowledge graph."""
    stored, notes = await load_graph(calls_of(ctx)), list[str]()
    for each in observations:
        if each.entity_name not in stored.entities:
            raise ToolError(f"Entity with name {each.entity_name} not found")
    observed = dict.fromkeys((each.entity_name, text) for each in observations for text in each.contents)
    kept = await _observe(ctx, [pair for pair in observed if pair not in stored.observations], notes)
    results = [
        {"entityName": each.entity_name, "addedObservations": kept.pop(each.entity_name, [])} for each in observations
    ]
    return _answer(results, {"results": results}, notes)


async def delete_entities(
    *,
    ctx: Here,
    entityNames: Annotated[list[str], Field(description="The names of the entities to delete.")],  # noqa: N803
) -> CallToolResult:
    """Delete multiple entities and their associated relations from the knowledge graph."""
    stored, names = await load_graph(calls_of(ctx)), set(entityNames)
    ids = [memory_id for name, memory_id in stored.entities.items() if name in names]
    ids += [memory_id for (name, _), memory_id in stored.observations.items() if name in names]
    ids += [memory_id for each, memory_id in stored.relations.items() if names & {each.from_, each.to}]
    return await _delete(ctx, ids, "Entities deleted successfully")


async def delete_observations(*, ctx: Here, deletions: list[Deletion]) -> CallToolResult:
    """Delete specific observations from entities in the knowledge graph."""
    stored = await load_graph(calls_of(ctx))
    named = {(each.entity_name, text) for each in deletions for text in each.observations}
    ids = [memory_id for pair, memory_id in stored.observations.items() if pair in named]
    return await _delete(ctx, ids, "Observations deleted successfully")


async def delete_relations(*, ctx: Here, relations: list[Relation]) -> CallToolResult:
    """Delete multiple relations from the knowledge graph."""
    stored = await load_graph(calls_of(ctx))
    ids = [memory_id for relation, memory_id in stored.relations.items() if relation in relations]
    return await _delete(ctx, ids, "Relations deleted successfully")


async def read_graph(*, ctx: Here) -> CallToolResult:
    """Read the entire knowledge graph."""
    return _shown((await load_graph(calls_of(ctx))).graph())


async def search_nodes(
    *,
    ctx: Here,
    query: Annotated[str, Field(description="Matched against names, types and observations of entities.")],
) -> CallToolResult:
    """Search for nodes in the knowledge graph based on a query."""
    graph, wanted = (await load_graph(calls_of(ctx))).graph(), query.lower()
    return _shown(
        graph.around(
            entity
            for entity in graph.entities
            if any(wanted in text.lower() for text in (entity.name, entity.entity_type, *entity.observations))
        )
    )


async def open_nodes(
    *, ctx: Here, names: Annotated[list[str], Field(description="The names of the entities to retrieve.")]
) -> CallToolResult:
    """Open specific nodes in the knowledge graph by their names."""
    graph = (await load_graph(calls_of(ctx))).graph()
    return _shown(graph.around(entity for entity in graph.entities if entity.name in names))


async def _observe(ctx: Here, observed: list[tuple[str, str]], notes: list[str]) -> dict[str, list[str]]:
    """Write observations; return the stored ones, by entity."""
    calls = calls_of(ctx)
    stored = await load_graph(calls)
    done = await write_all(calls, [stored.observation(name, text) for name, text in observed], notes)
    kept: dict[str, list[str]] = {}
    for (name, text), is_done in zip(observed, done, strict=True):
        if is_done:
            kept.setdefault(name, []).append(text)
    return kept


async def _delete(ctx: Here, memory_ids: list[str], message: str) -> CallToolResult:
    notes: list[str] = []
    await forget_all(calls_of(ctx), memory_ids, notes)
    text = message if not notes else "Not everything is deleted."
    return _answer(text, {"success": not notes, "message": text}, notes)


def _shown(graph: Graph) -> CallToolResult:
    return _answer(graph.shown(), graph.shown(), [])


def _answer(listed: Any, structured: dict[str, Any], notes: list[str]) -> CallToolResult:
    text = listed if isinstance(listed, str) else json.dumps(listed, indent=2, ensure_ascii=False)
    texts = [text, *(["\n".join(notes)] if notes else [])]
    content = [TextContent(type="text", text=each) for each in texts]
    return CallToolResult(content=[*content], structured_content=structured | ({"notes": notes} if notes else {}))
