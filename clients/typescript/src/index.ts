export { all, MemoryClient, type Options } from "./client.js";
export { isProblem, ProblemError, Unreachable, type FieldError } from "./problems.js";
export type { Schemas, Waiting, WriteOutcome, Written } from "./results.js";
export type { components, operations, paths } from "./schema.js";
