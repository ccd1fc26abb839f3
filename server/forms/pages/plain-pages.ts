// Form pages without questions: thank you, closed, please wait, and not found.

import { type PageLanguage, preferredLanguage } from '#edge/language.ts'
import { escape, pageHeaders, pageReply } from '#edge/page.ts'
import type { Reply } from '#edge/route.ts'
import type { FormDefinition, Text } from '#forms/definitions/definition.ts'
import { textIn } from '#forms/definitions/definition.ts'
import type { FormState } from '#forms/definitions/published.ts'
import { documentHtml, type Frame, htmlReply, redirectOf } from './frame.ts'
import type { Request } from './request.ts'
import type { VisitState } from './state.ts'
import { filled, pageWords } from './words.ts'

/** Shown for an address without a form. */
export function unknownPage({ headers, site }: Pick<Request, 'headers' | 'site'>): Reply {
  const language: PageLanguage = preferredLanguage(headers['accept-language'])
  const { unknown, unknownText } = pageWords[language]
  const body = `<h1>${escape(unknown)}</h1>\n<p>${escape(unknownText)}</p>\n`
  return pageReply(
    { title: unknown, body, language, ...(site && { site: site.host }) },
    { status: 404, headers: { ...pageHeaders(), 'x-robots-tag': 'noindex' } },
  )
}

/** For a request body that exceeds what a browser sends for this form. */
export function tooManyPage(frame: Frame): Reply {
  const { tooManyTitle, tooMany, openForm } = frame.words
  const link = `<p><a class="button main" href="/f/${frame.form.slug}">${escape(openForm)}</a></p>`
  return plain(frame, tooManyTitle, `<p>${escape(tooMany)}</p>${link}`, 413)
}

export type Closed = Exclude<FormState, 'open'>

const statuses: Record<Closed, number> = { not_yet: 403, suspended: 403, closed: 410, full: 410, gone: 410 }

/** `visit`: the visitor's input, which stays readable on the page. */
export function closedPage(
  frame: Frame,
  why: Closed,
  visit?: { state: VisitState; definition: FormDefinition },
): Reply {
  const { words, language, form } = frame
  const { closed_text, opens_at } = form.definition.settings
  const own = (text: Text | undefined, other: string) =>
    text === undefined ? other : textIn(text, language, form.definition.settings)
  const texts: Record<Closed, [title: string, text: string]> = {
    not_yet: [words.not_open_yet, filled(words.notOpenYetText, { time: moment(opens_at ?? 0, language) })],
    suspended: [words.suspended, words.suspendedText],
    closed: [words.closed, own(closed_text, words.closedText)],
    full: [words.full, own(closed_text, words.fullText)],
    gone: [words.gone, words.goneText],
  }
  const [title, text] = texts[why]
  const typed = visit === undefined ? '' : typedHtml(frame, visit.state, visit.definition)
  return plain(frame, title, `<p class="intro">${escape(text)}</p>${typed}`, statuses[why])
}

function typedHtml({ words, language }: Frame, { values, files }: VisitState, definition: FormDefinition): string {
  const rows = definition.fields.flatMap((field) => {
    const typed = field.type === 'hidden' ? [] : [...(values[field.key] ?? []), ...namesOf(files[field.key])]
    const text = typed.filter((one) => one !== '').join(', ')
    const label = textIn(field.label, language, definition.settings)
    return text === '' ? [] : [`<dt>${escape(label)}</dt><dd>${escape(text)}</dd>`]
  })
  return rows.length === 0 ? '' : `<p>${escape(words.yourAnswers)}</p><dl>${rows.join('')}</dl>`
}

const namesOf = (files: VisitState['files'][string] | undefined): string[] =>
  (files ?? []).map(({ filename }) => filename)

function moment(seconds: number, language: string): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const
  return `${new Intl.DateTimeFormat(language === 'hi' ? 'hi-IN' : 'en-IN', format).format(new Date(seconds * 1000))} IST`
}

export function thanksPage(frame: Frame): Reply {
  const { words, form, language, isEmbedded } = frame
  const { settings } = form.definition
  const own = (text: Text | undefined, other: string) => (text === undefined ? other : textIn(text, language, settings))
  const title = own(settings.thank_you?.title, words.thank_you)
  const redirect = redirectOf(settings.redirect_url)
  // In a frame another site is opened by the page around it, or by this link.
  const onward =
    redirect === null
      ? ''
      : `<p><a class="button main" href="${escape(redirect)}" target="_top">${escape(words.continue)}</a></p>`
  const confirm = settings.double_opt_in ? `<p class="note">${escape(words.confirmText)}</p>` : ''
  const text = escape(own(settings.thank_you?.text, words.thanksText))
  const body = `<p class="done" aria-hidden="true">✓</p><div role="status"><h1>${escape(title)}</h1></div><p class="intro">${text}</p>${confirm}${onward}`
  const options = redirect !== null && isEmbedded ? { redirect } : {}
  return htmlReply(frame, documentHtml({ ...frame, title }, body, options))
}

/** Shown before a submission that may be automated is stored: a second of work with a script, a wait without one. */
export function challengePage(frame: Frame, sealed: string, { challenge, nonce }: VisitState, now: Date): Reply {
  const { words, form } = frame
  const seconds = Math.max(0, Math.ceil(((challenge?.notBefore ?? 0) - now.getTime()) / 1000))
  const wait = filled(words.waitText, { seconds })
  const settings = form.definition.settings
  const submit =
    settings.submit_label === undefined ? words.submit : textIn(settings.submit_label, frame.language, settings)
  const body = `<h1>${escape(words.checking)}</h1><p class="intro">${escape(words.checkingText)}</p>
<form id="f" method="post" action="/f/${form.slug}" data-nonce="${nonce}" data-bits="${challenge?.bits ?? 0}">
<input type="hidden" name="_state" value="${sealed}"><input type="hidden" name="_proof" value=""><input type="hidden" name="_act" value="proof">
<p class="note" role="status">${escape(wait)}</p>
<div class="acts"><button class="main">${escape(submit)}</button></div></form>`
  const html = documentHtml({ ...frame, title: words.checking }, body, { hasProof: true })
  return htmlReply(frame, html, 429, { 'retry-after': String(seconds) })
}

function plain(frame: Frame, title: string, body: string, status: number): Reply {
  return htmlReply(frame, documentHtml({ ...frame, title }, `<h1>${escape(title)}</h1>${body}`), status)
}
