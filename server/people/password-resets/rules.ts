// Pure rules of passwords that are forgotten.

import { hash } from 'node:crypto'

/** How long a link works. */
export const RESET_MS = 3600 * 1000
/**
 * Maximum number of links mailed to a person in that time: further requests get the same response, and nothing is sent.
 */
export const RESETS_OF_A_PERSON_MAX = 3

/** Tells whether the password is still the same, and nothing else. */
export const printOf = (passwordHash: string | null): string => hash('sha256', passwordHash ?? '')
