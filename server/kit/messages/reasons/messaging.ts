// Why requests about messaging are refused.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const messaging = { en, hi }
