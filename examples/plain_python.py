"""An agent without a framework: it recalls, answers, remembers, and is told what waits for the person."""

from memory_server import MemoryClient, Waiting
from openai import OpenAI

memory, model = MemoryClient(), OpenAI()
eva = memory.user("example-plain", name="Eva")
chat = memory.open_session(eva.id)


def answer(question: str) -> str:
    known = memory.context(eva.id, question, session_id=chat.id).text
    prompt = [{"role": "system", "content": f"What you know:\n{known}"}, {"role": "user", "content": question}]
    reply = model.chat.completions.create(model="gpt-5-mini", messages=prompt).choices[0].message.content
    memory.say(chat.id, [{"role": "user", "content": question}, {"role": "assistant", "content": reply}])
    return reply


memory.remember(eva.id, "Eva cooks mushroom risotto on Sundays.", key="food")
print(answer("What do I cook on Sundays?"))

city = memory.set_fact(eva.id, "identity", "city", "Faro", reason="She said that she has moved.")
if isinstance(city, Waiting):
    print(city)  # nobody can answer before Eva has a login: it says how she gets one, and where she then decides
