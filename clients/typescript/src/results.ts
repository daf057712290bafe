/** What becomes of a write: it is done, or it waits for the person. */

import type { components } from "./schema.js";

export type Schemas = components["schemas"];

/** Done. `held_back` are proposals of sentences that were cut out because they need the person's consent. */
export type Written = Schemas["WriteResult"] & { waits: false; memory_id: string };

/** Not remembered yet. Do not repeat the write: show the person `review_url`, where they decide. */
export type Waiting = Schemas["WriteResult"] & { waits: true };

export type WriteOutcome = Written | Waiting;

export function outcomeOf(answer: Schemas["WriteResult"]): WriteOutcome {
  const { memory_id } = answer;
  if (memory_id === null || answer.status.startsWith("pending_")) return { ...answer, waits: true };
  return { ...answer, memory_id, waits: false };
}
