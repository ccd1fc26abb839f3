/**
 * Deadlock guard: how long a test waits for what must happen before it fails. It only turns a deadlock into a failure:
 * no test may depend on how fast the machine is, so no test sets a shorter limit.
 */
export const GUARD_MS = 240_000
