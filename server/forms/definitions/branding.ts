// The line that says what made a form, on its pages and in the mail that it sends by itself. It has no tracker, and
// premium removes it: spec 23.70.

import type { Language } from '#people/identity/rules.ts'

export const madeWith: Readonly<Record<Language, string>> = { en: 'Made with Samvad', hi: 'Samvad से बना' }

/** The page that says what Samvad is, of this installation. */
export const ABOUT_PATH = '/about'
