// What can be wrong with a field of webhooks, events and files.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const integrations = { en, hi }
