/** When a request is sent again: what failed for a passing reason, after the time that the server asks for. */

import { problemOf, Unreachable } from "./problems.js";

export type Send = (request: Request) => Promise<Response>;

const ATTEMPTS = 5;
const LONGEST_WAIT_MS = 30_000;
// What a moment's waiting mends. A 409 is the first attempt's own, still running.
const PASSING = new Set([
  "throttled",
  "too-many-requests-at-once",
  "unavailable",
  "busy",
  "embedding-unavailable",
  "request-in-progress",
]);
const PASSING_STATUSES = new Set([429, 502, 503, 504]);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends a request up to five times; the same one, so that its Idempotency-Key is the same. Throws Unreachable. */
export function retrying(send: Send, timeoutMs: number, pause: (ms: number) => Promise<unknown> = sleep): Send {
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(send, request, timeoutMs);
      const wait = attempt < ATTEMPTS ? await waitMs(answer, attempt) : null;
      if (wait !== null) await pause(wait);
      else if (answer instanceof Response) return answer;
      else throw new Unreachable(`${new URL(request.url).origin} does not answer`, { cause: answer });
    }
  };
}

/** The answer, or the error if none came. What the caller aborted is thrown at once. */
async function once(send: Send, request: Request, timeoutMs: number): Promise<Response | Error> {
  try {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(timeoutMs)]);
    return await send(new Request(request.clone(), { signal }));
  } catch (error) {
    request.signal.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** How long to wait before sending it again; null if that would not help. */
async function waitMs(answer: Response | Error, attempt: number): Promise<number | null> {
  if (answer instanceof Error) return backoffMs(attempt);
  if (answer.ok) return null;
  const { type } = await problemOf(answer);
  if (type ? !PASSING.has(type) : !PASSING_STATUSES.has(answer.status)) return null;
  const asked = Number(answer.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(asked) ? Math.min(asked * 1_000, LONGEST_WAIT_MS) : backoffMs(attempt);
}

function backoffMs(attempt: number): number {
  return 200 * 2 ** attempt * (0.5 + Math.random() / 2);
}
