"""A LangGraph agent: its state and its long-term store are on the memory server. Run it twice: it goes on."""

from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.store.base import BaseStore
from memory_server import MemoryClient
from memory_server.langgraph import MemoryServerSaver, MemoryServerStore
from openai import OpenAI

memory, model = MemoryClient(), OpenAI()
eva = memory.user("example-langgraph", name="Eva")
ROLES = {"human": "user", "ai": "assistant"}


def reply(state: MessagesState, *, store: BaseStore) -> MessagesState:
    question = state["messages"][-1].content
    notes = "\n".join(item.value["text"] for item in store.search(("notes",), query=question, limit=3))
    said = [{"role": ROLES[message.type], "content": message.content} for message in state["messages"]]
    prompt = [{"role": "system", "content": f"Notes:\n{notes}"}, *said]
    text = model.chat.completions.create(model="gpt-5-mini", messages=prompt).choices[0].message.content
    return {"messages": [("ai", text)]}


builder = StateGraph(MessagesState)
builder.add_node("reply", reply)
builder.add_edge(START, "reply")
builder.add_edge("reply", END)
store = MemoryServerStore(memory, eva.id)
graph = builder.compile(checkpointer=MemoryServerSaver(memory, eva.id), store=store)

store.put(("notes",), "tea", {"text": "Drinks green tea in the morning."})
config = {"configurable": {"thread_id": "example"}}
state = graph.invoke({"messages": [("user", "What do I drink in the morning?")]}, config)
print(f"{len(state['messages'])} messages so far; the last: {state['messages'][-1].content}")
