// Pure rules of password resets.

import { hash } from 'node:crypto'

/** How long a link works. */
export const RESET_MS = 3600 * 1000
/**
 * Maximum number of links mailed to a person in that time: further requests get the same response, and nothing is sent.
 */
export const RESETS_OF_A_PERSON_MAX = 3

/** A digest that shows only whether the password is still the same. */
export const printOf = (passwordHash: string | null): string => hash('sha256', passwordHash ?? '')
