// What can be wrong with a field of people.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const people = { en, hi }
