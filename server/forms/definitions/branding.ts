// The "Made with" line on a form's pages and in its confirmation mail. It contains no tracker, and premium removes it:
// spec 23.70.

import type { Language } from '#people/identity/rules.ts'

export const madeWith: Readonly<Record<Language, string>> = { en: 'Made with Samvad', hi: 'Samvad से बना' }

/** This installation's page about Samvad. */
export const ABOUT_PATH = '/about'
