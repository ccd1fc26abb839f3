// What can be wrong with a field of channels.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const channels = { en, hi }
