// What can be wrong with a field of money.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const money = { en, hi }
