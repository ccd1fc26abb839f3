// Why requests about channels and the sandbox are refused.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const channels = { en, hi }
