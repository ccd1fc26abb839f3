// The frame of every form page: head, footer, content security policy, headers.

import { hash } from 'node:crypto'
import { escape, pageHeaders } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import { ABOUT_PATH } from '#forms/definitions/branding.ts'
import { textIn } from '#forms/definitions/definition.ts'
import type { PublishedForm } from '#forms/definitions/published.ts'
import { PAGE_SCRIPT, PROOF_SCRIPT } from './script.ts'
import { styleOf } from './style.ts'
import { directionOf, filled, type PageWords, wordsLanguage, wordsOf } from './words.ts'

export type ShownForm = Pick<PublishedForm, 'slug' | 'name' | 'definition' | 'organization' | 'hasPremium'>

export interface Frame {
  form: ShownForm
  language: string
  words: PageWords
  /** Of the page and its window. */
  title: string
  isEmbedded: boolean
}

export function frameOf(form: ShownForm, language: string, isEmbedded: boolean): Frame {
  const { settings } = form.definition
  const title = settings.title === undefined ? form.name : textIn(settings.title, language, settings)
  return { form, language, words: wordsOf(settings, language), title, isEmbedded }
}

interface DocumentOptions {
  hasScript?: boolean
  /** Finds a proof of work for the form on the page. */
  hasProof?: boolean
  redirect?: string
}

/** `body` is HTML. */
export function documentHtml(
  frame: Frame,
  body: string,
  { hasScript, hasProof, redirect }: DocumentOptions = {},
): string {
  const { form, language, title, isEmbedded } = frame
  const scripts = `${hasScript || isEmbedded ? `<script>${PAGE_SCRIPT}</script>` : ''}${hasProof ? `<script>${PROOF_SCRIPT}</script>` : ''}`
  return `<!doctype html>
<html lang="${escape(language)}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${cachedStyle(form)}</style>
</head>
<body${isEmbedded ? ' class="embed"' : ''} data-slug="${escape(form.slug)}"${redirect === undefined ? '' : ` data-redirect="${escape(redirect)}"`}>
<main>
${body}
</main>
${footer(frame)}${scripts}
</body>
</html>
`
}

function footer(frame: Frame): string {
  const { form, words, language } = frame
  // Words of ours in a page of another language.
  const lang = wordsLanguage(language) === language ? '' : ' lang="en"'
  const whose = escape(filled(words.by, { organization: form.organization }))
  const made = showsBranding(form)
    ? `<p><a href="${ABOUT_PATH}" target="_blank" rel="noopener">${escape(words.madeWith)}</a></p>`
    : ''
  return `<footer${lang}><p>${whose} ${escape(words.noPasswords)}</p><p><a href="/f/${form.slug}/report?lang=${encodeURIComponent(language)}"${
    frame.isEmbedded ? ' target="_blank" rel="noopener"' : ''
  }>${escape(words.report)}</a></p>${made}</footer>\n`
}

/** The "Made with" line: premium removes it, and the end of premium restores it. spec 23.70. */
export const showsBranding = ({ hasPremium }: ShownForm): boolean => !hasPremium

// --- Headers --------------------------------------------------------------------------------------------------------

interface Cached {
  style: string
  headers: Record<string, string>
}
const cache = new WeakMap<object, Cached>()

const cachedStyle = (form: ShownForm): string => cachedOf(form).style
const sourceOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`
const SCRIPTS = `${sourceOf(PAGE_SCRIPT)} ${sourceOf(PROOF_SCRIPT)}`

/** Cached per definition, which never changes. */
function cachedOf({ definition }: ShownForm): Cached {
  let cached = cache.get(definition)
  if (cached === undefined) {
    const { settings } = definition
    const style = styleOf(settings)
    const origins = settings.embed_origins ?? []
    const redirect = redirectOf(settings.redirect_url)
    cached = {
      style,
      headers: {
        ...pageHeaders({
          'style-src': sourceOf(style),
          'font-src': "'none'",
          'script-src': SCRIPTS,
          'img-src': 'data:',
          'connect-src': "'self'",
          // Browsers also apply form-action to the redirect after a submission.
          'form-action': redirect === null ? "'self'" : `'self' ${new URL(redirect).origin}`,
          'frame-ancestors': ["'self'", ...origins].join(' '),
        }),
        // The equivalent for browsers without frame-ancestors. Omitted when other origins may embed the form: those
        // browsers would refuse all of them.
        'x-frame-options': origins.length === 0 ? 'SAMEORIGIN' : '',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex',
        vary: 'accept-language',
        // Stored only in the browser's cache, so that its back button shows the input, and revalidated each time: every
        // visit has its own nonce.
        'cache-control': 'private, no-cache',
      },
    }
    cache.set(definition, cached)
  }
  return cached
}

export const formHeaders = (form: ShownForm): Record<string, string> => cachedOf(form).headers

export function htmlReply(
  frame: Frame,
  html: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): Reply {
  return {
    status,
    raw: { contentType: 'text/html; charset=utf-8', content: html },
    headers: { ...formHeaders(frame.form), 'content-language': frame.language, ...headers },
  }
}

/** Null when there is none. Visitors are only redirected to https, whatever is stored. */
export function redirectOf(url: string | undefined): string | null {
  const parsed = url === undefined ? null : URL.parse(url)
  return parsed?.protocol === 'https:' ? parsed.href : null
}
