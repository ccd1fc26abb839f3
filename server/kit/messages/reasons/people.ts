// Why requests about people are refused.

import type { Texts } from '../texts.ts'

const en = {}

const hi: Texts<typeof en> = {}

export const people = { en, hi }
