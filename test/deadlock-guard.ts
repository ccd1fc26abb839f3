/**
 * The limit of every wait for an event. It asserts nothing about speed: only a deadlock, or an event that never comes,
 * reaches it.
 */
export const DEADLOCK_GUARD_MS = 120_000
