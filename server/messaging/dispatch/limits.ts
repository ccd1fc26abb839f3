// Concurrency limits of dispatch in a process.

/**
 * Deliveries in flight per process, in total and per organization. Large numbers make one transaction cover many; how
 * many messages are at a provider at once, and may have an unknown outcome after a kill, is limited by the adapter
 * (`atOnceMax`). The total leaves an organization its full share while another one's provider is slow.
 */
export const IN_HAND_MAX = 400
export const IN_HAND_OF_ONE_MAX = 100
/** Every organization can have at least one delivery in flight. */
export const ORGANIZATIONS_AT_ONCE = IN_HAND_MAX
/**
 * While other organizations wait for a slot, one gives up its turn after this many deliveries and goes to the end of
 * the line.
 */
export const TURN_MAX = 50
/** Slots that are assigned together while organizations wait for one. */
export const TAKE_TOGETHER = 50
/** How soon new work is noticed while other work is in progress. */
export const LOOK_AGAIN_MS = 200
/**
 * Concurrent transactions, each for a group of organizations. Organizations that could share one transaction are split
 * into this many groups: while one group is being recorded, the others send.
 */
export const GROUPS_AT_ONCE = 4
/** Concurrent transactions of one organization each: refunds, and retries after a shared transaction failed. */
export const ALONE_AT_ONCE = 4
