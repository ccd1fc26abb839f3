// Why requests about money are refused.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const money = { en, hi }
