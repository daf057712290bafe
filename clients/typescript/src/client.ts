import createClient, { type Client, type Middleware } from "openapi-fetch";
import { problemOf } from "./problems.js";
import { outcomeOf, type Schemas, type WriteOutcome } from "./results.js";
import { retrying, type Send } from "./retries.js";
import type { paths } from "./schema.js";

export type Options = {
  /** Default: MEMORY_URL, else http://127.0.0.1:8000. */
  url?: string;
  /** Default: MEMORY_KEY. */
  key?: string;
  timeoutMs?: number;
  fetch?: Send;
};

type Page<T> = { results: T[]; next_cursor?: string | null };
type Query<P extends keyof paths> = paths[P] extends { get: { parameters: { query?: infer Q } } } ? NonNullable<Q> : never;
type FactCategory = Query<"/api/v1/users/{user_id}/facts">["category"];
type Fields<Name extends keyof Schemas, Given extends PropertyKey> = Omit<Schemas[Name], Given>;

const V1 = "/api/v1";

/**
 * What a memory server remembers, over HTTP.
 *
 * Requests that failed for a passing reason are sent again up to four times; writes carry an Idempotency-Key, so that
 * none happens twice. Throws `ProblemError` where the server refuses, `Unreachable` where it does not answer. A write
 * that waits for the person is no error: its outcome says `waits`.
 */
export class MemoryClient {
  /** Every path of the API, typed: `memory.api.GET("/api/v1/grants")`. It retries and throws as the methods do. */
  readonly api: Client<paths>;

  constructor({ url, key, timeoutMs = 30_000, fetch: send = fetch }: Options = {}) {
    const secret = key ?? environment("MEMORY_KEY");
    this.api = createClient<paths>({
      baseUrl: (url ?? environment("MEMORY_URL") ?? "http://127.0.0.1:8000").replace(/\/+$/, ""),
      headers: secret ? { Authorization: `Bearer ${secret}` } : {},
      fetch: retrying(send, timeoutMs),
    });
    this.api.use(manners);
  }

  /** The person whom your own system calls `externalId`; added if the server does not know them. */
  user(externalId: string, name = externalId): Promise<Schemas["User"]> {
    return data(this.api.POST(`${V1}/users`, { body: { external_id: externalId, name } }));
  }

  /** Write a memory about a person; with a `key`, an earlier one under it gets a new version. */
  remember(userId: string, content: string, fields: Fields<"NewMemory", "user_id" | "content"> = {}) {
    return written(this.api.POST(`${V1}/memories`, { body: { ...fields, user_id: userId, content } }));
  }

  /** What is remembered that bears on a question, best first. */
  query(userId: string, question: string, fields: Partial<Fields<"QueryRequest", "user_id" | "query">> = {}) {
    return data(this.api.POST(`${V1}/memory/query`, { body: { ...fields, user_id: userId, query: question } }));
  }

  /** Everything an agent should see for a question; its `text` goes into a prompt. */
  context(userId: string, question = "", fields: Partial<Fields<"ContextRequest", "user_id" | "query">> = {}) {
    return data(this.api.POST(`${V1}/context`, { body: { ...fields, user_id: userId, query: question } }));
  }

  memory(memoryId: string): Promise<Schemas["MemoryDetail"]> {
    return data(this.api.GET(`${V1}/memories/{memory_id}`, at({ memory_id: memoryId })));
  }

  /** What is remembered about a person. */
  memories(userId: string, filters: Query<"/api/v1/memories"> = {}): AsyncGenerator<Schemas["MemoryOut"]> {
    const page = (cursor?: string) => ({ params: { query: { ...filters, user_id: userId, cursor } } });
    return all((cursor) => data(this.api.GET(`${V1}/memories`, page(cursor))));
  }

  /** Change a memory; its earlier version is kept. */
  change(memoryId: string, fields: Schemas["PatchedMemoryPatch"]): Promise<WriteOutcome> {
    return written(this.api.PATCH(`${V1}/memories/{memory_id}`, { ...at({ memory_id: memoryId }), body: fields }));
  }

  /** Forget a memory; it can be restored for a while. */
  forget(memoryId: string, reason?: string): Promise<WriteOutcome> {
    const params = { path: { memory_id: memoryId }, query: { reason } };
    return written(this.api.DELETE(`${V1}/memories/{memory_id}`, { params }));
  }

  /** What happened to a memory. */
  history(memoryId: string): AsyncGenerator<Schemas["HistoryEntry"]> {
    const page = (cursor?: string) => ({ params: { path: { memory_id: memoryId }, query: { cursor } } });
    return all((cursor) => data(this.api.GET(`${V1}/memories/{memory_id}/history`, page(cursor))));
  }

  /** Set a field of a person, such as identity, city. */
  setFact(userId: string, category: string, key: string, fields: Schemas["FactValue"]): Promise<WriteOutcome> {
    const place = at({ user_id: userId, category, key });
    return written(this.api.PUT(`${V1}/users/{user_id}/facts/{category}/{key}`, { ...place, body: fields }));
  }

  /** The fields of a person that are known. */
  facts(userId: string, category?: FactCategory): AsyncGenerator<Schemas["FactOut"]> {
    const page = (cursor?: string) => ({ params: { path: { user_id: userId }, query: { category, cursor } } });
    return all((cursor) => data(this.api.GET(`${V1}/users/{user_id}/facts`, page(cursor))));
  }

  /** Begin a conversation; with an `external_id` a known one is found again. */
  openSession(userId: string, fields: Fields<"NewSession", "user_id"> = {}): Promise<Schemas["SessionOut"]> {
    return data(this.api.POST(`${V1}/sessions`, { body: { ...fields, user_id: userId } }));
  }

  /** Store up to 100 messages, each with `content` and `role` or `speaker`, in order. */
  say(sessionId: string, turns: Schemas["NewTurns"]["turns"]): Promise<Schemas["StoredTurns"]> {
    return data(this.api.POST(`${V1}/sessions/{session_id}/turns`, { ...at({ session_id: sessionId }), body: { turns } }));
  }

  /** The messages of a conversation, in order. */
  turns(sessionId: string) {
    const page = (cursor?: string) => ({ params: { path: { session_id: sessionId }, query: { cursor } } });
    return all((cursor) => data(this.api.GET(`${V1}/sessions/{session_id}/turns`, page(cursor))));
  }

  /** What became of a write that waits. */
  proposal(proposalId: string): Promise<Schemas["ProposalOut"]> {
    return data(this.api.GET(`${V1}/proposals/{proposal_id}`, at({ proposal_id: proposalId })));
  }
}

/** Every request of a write has a key by which the server knows its repetition; an answer that is a problem is thrown. */
const manners: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET" && !request.headers.has("Idempotency-Key")) {
      request.headers.set("Idempotency-Key", crypto.randomUUID());
    }
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
  },
};

function at<P>(path: P): { params: { path: P } } {
  return { params: { path } };
}

async function data<T>(call: Promise<{ data?: T }>): Promise<T> {
  return (await call).data as T;
}

async function written(call: Promise<{ data?: Schemas["WriteResult"] }>): Promise<WriteOutcome> {
  return outcomeOf(await data(call));
}

/** The rows of a list; the next page is fetched when it is needed. */
export async function* all<T>(fetchPage: (cursor?: string) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page = await fetchPage(cursor);
    yield* page.results;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

function environment(name: string): string | undefined {
  return typeof process === "undefined" ? undefined : process.env[name];
}
