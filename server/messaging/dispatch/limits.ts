// How much of dispatch goes on at the same time in a process.

/**
 * Deliveries that a process has in hand, of all organizations and of one. With many of one a transaction is about
 * many; what is on its way to a provider at once, and may have an unknown outcome when the process is killed, is
 * limited by its adapter (`atOnceMax`). In all so many that one whose provider is slow leaves another as many as it
 * would have alone.
 */
export const IN_HAND_MAX = 400
export const IN_HAND_OF_ONE_MAX = 100
/** Each can have one delivery in hand at least. */
export const ORGANIZATIONS_AT_ONCE = IN_HAND_MAX
/**
 * While others wait for a place, an organization gives its own up after so many deliveries, and comes back behind
 * them.
 */
export const TURN_MAX = 50
/** Places that are filled together while others wait for one. */
export const TAKE_TOGETHER = 50
/** How soon new work is seen while other work is going on. */
export const LOOK_AGAIN_MS = 200
/**
 * Transactions for many organizations at the same time. Of those that could all share one, so many groups are made:
 * while one is written others are sent.
 */
export const GROUPS_AT_ONCE = 4
/**
 * Transactions for one organization at the same time: those that move money, and those that failed together with
 * others'.
 */
export const ALONE_AT_ONCE = 4
