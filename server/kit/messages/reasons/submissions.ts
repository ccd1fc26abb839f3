// Reasons for refusing requests about submissions.

import { type Language, type Texts } from '../texts.ts'

const states = {
  en: { stored: 'waiting to be processed', processing: 'being processed', done: 'processed', spam: 'marked as spam' },
  hi: { stored: 'कतार में', processing: 'प्रक्रिया में', done: 'पूरा', spam: 'स्पैम' },
} as const

const stateIn = (language: Language, state: string): string =>
  (states[language] as Readonly<Record<string, string>>)[state] ?? state

const en = {
  submission_state: ({ state }: { state: string }) =>
    `The submission is ${stateIn('en', state)}. Only a failed one can be retried.`,
}

const hi: Texts<typeof en> = {
  submission_state: ({ state }) => `भरा गया फ़ॉर्म ${stateIn('hi', state)} है। केवल असफल फ़ॉर्म पर फिर कोशिश की जा सकती है।`,
}

export const submissions = { en, hi }
