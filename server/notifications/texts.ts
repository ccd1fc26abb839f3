// The texts of notices by language.

import { english } from './english.ts'
import { Facts, type Live, type Said, type Texts } from './facts.ts'
import { hindi } from './hindi.ts'
import type { NoticeType, StoredFacts } from './kinds.ts'

export const languages = ['en', 'hi'] as const
export type Language = (typeof languages)[number]

const textsOf: Readonly<Record<Language, Texts>> = { en: english, hi: hindi }

export const say = (language: Language, type: NoticeType, stored: StoredFacts, live: Live): Said =>
  textsOf[language][type](new Facts(stored, live))
