// Pure rules of changing one's own address.

const DAY_MS = 24 * 3600 * 1000

/** How long the link to the new address works, and how long a person's requests are counted. */
export const CONFIRM_MS = DAY_MS
export const CHANGES_OF_A_PERSON_MAX = 5
/** How long the previous address can undo it. */
export const UNDO_MS = 7 * DAY_MS
