/** What the client sends again, and what it does not; a server of the test says when to fail. */

import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { type TestContext, test } from "node:test";
import { MemoryClient, ProblemError } from "../src/index.js";

type Answer = { status: number; body: string; headers?: Record<string, string> };
const ana: Answer = { status: 201, body: JSON.stringify({ id: "1", name: "Ana" }) };

/** A client of a server that gives these answers in order, and the headers of what it was sent. */
async function scripted(context: TestContext, answers: Answer[]) {
  const sent: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    sent.push(request.headers);
    const { status, body, headers } = answers[sent.length - 1] ?? ana;
    request.resume().on("end", () => response.writeHead(status, headers).end(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  context.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { memory: new MemoryClient({ url: `http://127.0.0.1:${port}`, key: "mem_x" }), sent };
}

function problem(type: string, status: number): Answer {
  const body = JSON.stringify({ type: `/problems/${type}`, title: type, status, detail: "Not now." });
  return { status, body, headers: { "Content-Type": "application/problem+json", "Retry-After": "0" } };
}

test("a passing failure is sent again under the same key", async (context) => {
  const { memory, sent } = await scripted(context, [problem("throttled", 429), problem("busy", 503), ana]);
  assert.equal((await memory.user("crm-1", "Ana")).name, "Ana");
  assert.equal(sent.length, 3);
  assert.equal(new Set(sent.map((headers) => headers["idempotency-key"])).size, 1);
  assert.equal(sent[0]?.authorization, "Bearer mem_x");
});

test("two writes have two keys", async (context) => {
  const { memory, sent } = await scripted(context, [ana, ana]);
  await memory.user("crm-1");
  await memory.user("crm-1");
  assert.equal(new Set(sent.map((headers) => headers["idempotency-key"])).size, 2);
});

test("it gives up after five attempts", async (context) => {
  const { memory, sent } = await scripted(context, Array(9).fill(problem("unavailable", 503)));
  await assert.rejects(memory.user("crm-1"), (thrown) => thrown instanceof ProblemError && thrown.type === "unavailable");
  assert.equal(sent.length, 5);
});

for (const answer of [problem("too-many-proposals", 429), problem("conflict", 409)]) {
  test(`what waiting does not mend is sent once: ${answer.status}`, async (context) => {
    const { memory, sent } = await scripted(context, [answer]);
    await assert.rejects(memory.user("crm-1"), ProblemError);
    assert.equal(sent.length, 1);
  });
}

test("a proxy's answer without a problem is understood", async (context) => {
  const gateway = { status: 502, body: "<html>Bad gateway</html>", headers: { "Retry-After": "0" } };
  const { memory, sent } = await scripted(context, [gateway, ana]);
  assert.equal((await memory.user("crm-1", "Ana")).name, "Ana");
  assert.equal(sent.length, 2);
});
