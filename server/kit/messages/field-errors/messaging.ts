// What can be wrong with a field of messaging.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const messaging = { en, hi }
