// HTML pages for people: one style for all, light and dark, no script, no external resources. Two layouts: a card for
// one decision; a document for reading, with the installation's navigation.

import { hash } from 'node:crypto'
import { PAGE_HEADERS, policy } from './headers.ts'
import type { PageLanguage, Worded } from './language.ts'
import { STYLE } from './pages/style.ts'
import type { Reply } from './route.ts'

export interface Page {
  /** Plain text, like everything here except the HTML of `body`. */
  title: string
  /** The site's name after the title. */
  site?: string
  /** HTML; the caller escapes its values. */
  body: string
  /** HTML for the head, on pages whose own policy allows it. */
  head?: string
  frame?: 'card' | 'document'
  /** The language of the text, on pages with several. */
  language?: PageLanguage
}

/** Allows only this exact style sheet, and forms only to this installation, unless a given directive says otherwise. */
export function pageHeaders(allowed: Record<string, string> = {}): Record<string, string> {
  return {
    ...PAGE_HEADERS,
    'content-security-policy': policy({
      'form-action': "'self'",
      'style-src': STYLE_SOURCE,
      'img-src': 'data:',
      'font-src': "'self'",
      ...allowed,
    }),
  }
}

const navigationOf = (pages: string, errors: string): string =>
  `<nav aria-label="${pages}"><a href="/">Samvad</a><a href="/docs">API</a><a href="/docs/errors">${errors}</a></nav>\n`
const navigation: Worded<string> = { en: navigationOf('Pages', 'Errors'), hi: navigationOf('पेज', 'एरर') }

const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`

export function htmlOf({ title, site = 'Samvad', body, head = '', frame = 'card', language = 'en' }: Page): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} · ${escape(site)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>${head}
</head>
<body class="${frame}">
${frame === 'document' ? navigation[language] : ''}<main>
${body}
</main>
</body>
</html>
`
}

export function pageReply(page: Page, { status = 200, headers = pageHeaders() } = {}): Reply {
  const content = { contentType: 'text/html; charset=utf-8', content: htmlOf(page) }
  return { status, raw: content, headers: { ...languageHeaders(page.language), ...headers } }
}

/** Caches must keep a page per language. */
export const languageHeaders = (language: PageLanguage | undefined): Record<string, string> =>
  language === undefined ? {} : { 'content-language': language, vary: 'accept, accept-language' }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] as string)
}
