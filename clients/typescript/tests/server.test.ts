/** The client against the running server of MEMORY_URL, with the key of MEMORY_KEY. */

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { isProblem, MemoryClient, ProblemError, Unreachable } from "../src/index.js";

assert(process.env["MEMORY_URL"] && process.env["MEMORY_KEY"], "MEMORY_URL and MEMORY_KEY name a running server");
const memory = new MemoryClient();
/** A person whom nobody else writes about. */
const ana = async () => (await memory.user(`ana-${randomUUID()}`, "Ana")).id;

async function listed<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

test("a memory is written and found", async () => {
  const person = await ana();
  const done = await memory.remember(person, "Ana cooks mushroom risotto.", { key: "food" });
  assert(!done.waits);
  assert.equal(done.status, "created");
  const found = await memory.query(person, "What does she cook?", { return: "bullets" });
  assert.equal(found[0]?.id, done.memory_id);
  assert.match((await memory.context(person, "What does she cook?")).text, /risotto/);
});

test("a memory is changed and forgotten", async () => {
  const person = await ana();
  const first = await memory.remember(person, "Ana cooks risotto.", { key: "food" });
  assert(!first.waits);
  assert.equal((await memory.remember(person, "Ana cooks lentils.", { key: "food" })).version, 2);
  assert.equal((await memory.change(first.memory_id, { title: "Cooking" })).version, 3);
  assert.equal((await memory.memory(first.memory_id)).title, "Cooking");
  assert.equal((await memory.forget(first.memory_id, "She asked for it.")).status, "forgotten");
  const events = (await listed(memory.history(first.memory_id))).map((entry) => entry.event);
  assert(events.includes("DELETE"));
  assert.deepEqual(await listed(memory.memories(person)), []);
});

test("what waits is a result with the page on which the person decides", async () => {
  const person = await ana();
  const city = await memory.setFact(person, "identity", "city", { value: "Faro", reason: "She has moved." });
  assert(city.waits && city.proposal_id && city.review_url);
  assert(city.review_url.endsWith(`/proposals/${city.proposal_id}`));
  assert.equal((await memory.proposal(city.proposal_id)).state, "pending");
  assert.deepEqual(await listed(memory.facts(person)), []);
});

test("lists are read to their end", async () => {
  const person = await ana();
  const written = await Promise.all([1, 2, 3, 4, 5].map((n) => memory.remember(person, `Ana read book number ${n}.`)));
  const ids = (await listed(memory.memories(person, { limit: 2 }))).map((one) => one.id);
  assert.deepEqual(new Set(ids), new Set(written.map((one) => one.memory_id)));
});

test("a conversation is stored in order", async () => {
  const session = await memory.openSession(await ana(), { external_id: "chat-1" });
  await memory.say(session.id, [{ role: "user", content: "I adopted a dog." }, { role: "assistant", content: "Nice." }]);
  const said = (await listed(memory.turns(session.id))).map((turn) => turn.content);
  assert.deepEqual(said, ["I adopted a dog.", "Nice."]);
});

test("a problem is thrown with its type and fields", async () => {
  const person = await ana();
  await assert.rejects(memory.memory(person), (thrown) => isProblem(thrown, "not-found") && thrown.status === 404);
  await assert.rejects(memory.remember(person, ""), (thrown) => {
    return isProblem(thrown, "invalid") && thrown.errors.some((error) => error.field === "content");
  });
  const stranger = new MemoryClient({ key: "mem_wrong" });
  await assert.rejects(stranger.user("x"), (thrown) => thrown instanceof ProblemError && thrown.status === 401);
});

test("every path of the API is there, and throws as the methods do", async () => {
  const { data } = await memory.api.GET("/api/v1/users", { params: { query: { external_id: "nobody" } } });
  assert.deepEqual(data?.results, []);
  const missing = { params: { path: { session_id: randomUUID() } } };
  await assert.rejects(memory.api.GET("/api/v1/sessions/{session_id}", missing), ProblemError);
});

test("a server that is not there is told", async () => {
  const nobody = new MemoryClient({ url: "http://127.0.0.1:9", key: "x" });
  await assert.rejects(nobody.user("x"), (thrown) => thrown instanceof Unreachable && /127\.0\.0\.1:9/.test(thrown.message));
});
