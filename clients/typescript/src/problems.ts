/** What goes wrong, by the `type` of the server's problem (RFC 9457). */

export type FieldError = { field: string; code: string; detail: string };

/** The server answered with a problem. `type` is its slug, such as "not-found"; empty where something else answered. */
export class ProblemError extends Error {
  override name = "ProblemError";

  constructor(
    readonly status: number,
    readonly type: string,
    readonly title: string,
    readonly detail: string,
    /** The fields of the request that are wrong. */
    readonly errors: FieldError[] = [],
  ) {
    const fields = errors.map((error) => `${error.field}: ${error.detail}`).join("; ");
    super((detail || title || `HTTP ${status}`) + (fields && ` (${fields})`));
  }
}

/** The server could not be reached, or did not answer in time, on every attempt. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/** Whether something thrown is a problem of this type: `isProblem(error, "refused-by-person")`. */
export function isProblem(thrown: unknown, type: string): thrown is ProblemError {
  return thrown instanceof ProblemError && thrown.type === type;
}

/** The error for an answer that is no success, from whatever answered it. Leaves its body readable. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const body = await object(response.clone());
  const type = String(body["type"] ?? "").split("/").at(-1) ?? "";
  const title = String(body["title"] ?? response.statusText);
  const errors = Array.isArray(body["errors"]) ? (body["errors"] as FieldError[]) : [];
  return new ProblemError(response.status, type, title, String(body["detail"] ?? ""), errors);
}

async function object(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => null);
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}
