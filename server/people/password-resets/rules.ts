// Pure rules of passwords that are forgotten.

import { hash } from 'node:crypto'

/** For so long a link works. */
export const RESET_MS = 3600 * 1000
/** Links that a person is mailed in that time: whoever asks for more is answered the same, and nothing is sent. */
export const RESETS_OF_A_PERSON_MAX = 3

/** Tells whether the password is still the same, and nothing else. */
export const printOf = (passwordHash: string | null): string => hash('sha256', passwordHash ?? '')
