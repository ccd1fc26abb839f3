// Why requests about webhooks, events and files are refused.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const integrations = { en, hi }
