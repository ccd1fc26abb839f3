// Renders one page of a form as HTML, with a placeholder for the sealed state. Without input it is the same for all
// visitors in a language, and is rendered once.

import { escape } from '#edge/page.ts'
import { type Field, textIn } from '#forms/definitions/definition.ts'
import type { FormPage } from '#forms/definitions/form-pages.ts'
import type { Answers } from '#forms/definitions/holds.ts'
import { holds } from '#forms/definitions/holds.ts'
import { anchorOf, fieldHtml, type Shown } from './fields.ts'
import { documentHtml, type Frame } from './frame.ts'
import { filled, languageName } from './words.ts'

export interface PageView {
  frame: Frame
  pages: readonly FormPage[]
  page: number
  shown: Omit<Shown, 'settings' | 'language' | 'words'>
  /** The answers so far, which determine the questions shown. */
  answers: Answers
  notice?: string
}

/** Placeholder of the sealed state: user text cannot contain it, because `<` is escaped. */
export const STATE_PLACE = '<state>'

export function formHtml(view: PageView): string {
  const { frame, pages, page } = view
  const { form, words, language } = frame
  const { settings } = form.definition
  const shown: Shown = { ...view.shown, settings, language, words }
  const fields = pages[page]?.fields ?? []
  const hasFiles = fields.some(({ type }) => type === 'file')
  const isLast = page === pages.length - 1
  const submit = isLast
    ? settings.submit_label === undefined
      ? words.submit
      : textIn(settings.submit_label, language, settings)
    : words.next
  const acts = `<div class="acts"><button class="main" name="_act" value="next">${escape(submit)}</button>${
    page > 0 ? `<button name="_act" value="back" formnovalidate>${escape(words.back)}</button>` : ''
  }</div>`
  const path = `/f/${form.slug}`
  const known = knownAnswers(fields, view.answers)
  const body = `${top(view)}${heading(view)}${notice(view)}${summary(fields, shown)}<form id="f" method="post" action="${path}" enctype="${
    hasFiles ? 'multipart/form-data' : 'application/x-www-form-urlencoded'
  }" accept-charset="utf-8" novalidate data-start="${path}/start" data-today="${view.shown.today}"${known}>
<input type="hidden" name="_state" value="${STATE_PLACE}"><input type="hidden" name="_started" value=""><input type="hidden" name="_last" value="">
<p class="hp" aria-hidden="true"><label>${escape(words.leaveEmpty)} <input name="_url" tabindex="-1" autocomplete="off"></label></p>
<button class="vh" name="_act" value="next" tabindex="-1" aria-hidden="true">${escape(submit)}</button>
${fields.map((field) => fieldHtml(field, shown, isOn(field, view))).join('')}${acts}</form>`
  const title = shown.errors.size > 0 ? `${words.errorPrefix}${frame.title}` : frame.title
  return documentHtml({ ...frame, title }, body, { hasScript: true })
}

const isOn = ({ show_if }: Field, { answers, shown }: PageView): boolean =>
  show_if === undefined || holds(show_if, answers, shown.today)

/** The form's title, then the page's: the label of the page break that starts it. */
function heading({ frame, pages, page }: PageView): string {
  const { settings } = frame.form.definition
  const begin = pages[page - 1]?.end?.label
  const title = begin === undefined ? '' : textIn(begin, frame.language, settings)
  const description =
    page === 0 && settings.description !== undefined
      ? `<p class="intro">${escape(textIn(settings.description, frame.language, settings))}</p>\n`
      : ''
  return `<h1>${escape(frame.title)}</h1>\n${description}${title === '' ? '' : `<h2 class="part">${escape(title)}</h2>\n`}`
}

/** The progress, and buttons that change the language and preserve the input. */
function top({ frame: { form, words, language }, pages, page }: PageView): string {
  const { languages } = form.definition.settings
  const where = escape(filled(words.page_of, { page: page + 1, pages: pages.length }))
  const bar = `<span>${where}</span><progress max="${pages.length}" value="${page + 1}" aria-label="${where}"></progress>`
  const buttons = languages.map(
    (one) =>
      `<button form="f" class="small" name="_lang" value="${escape(one)}" lang="${escape(one)}"${one === language ? ' aria-current="true"' : ''} formnovalidate>${escape(languageName(one))}</button>`,
  )
  const choice =
    languages.length < 2
      ? ''
      : `<div class="langs" role="group" aria-label="${escape(words.language)}">${buttons.join('')}</div>\n`
  return `${choice}${pages.length < 2 ? '' : `<p class="top">${bar}</p>\n`}`
}

const notice = ({ notice: text }: PageView): string =>
  text === undefined ? '' : `<p class="note" role="status">${escape(text)}</p>\n`

/** Is focused when the page opens, and leads to each field with an error. */
function summary(fields: readonly Field[], { errors, words, language, settings }: Shown): string {
  if (errors.size === 0) return ''
  const rows = fields.flatMap((field) => {
    const text = errors.get(field.key)
    if (text === undefined) return []
    const label = textIn(field.label, language, settings)
    const mark = /[?!:।]$/.test(label) ? '' : ':'
    return [`<li><a href="#${anchorOf(field)}">${escape(label)}${mark} ${escape(text)}</a></li>`]
  })
  return `<div class="sum" role="alert" tabindex="-1" autofocus><h2>${escape(words.check_errors)}</h2><ul>${rows.join('')}</ul></div>\n`
}

/** Answers of earlier pages that conditions of this one name, for the script. */
function knownAnswers(fields: readonly Field[], answers: Answers): string {
  const here = new Set(fields.map(({ key }) => key))
  const named = new Set(fields.flatMap(({ show_if }) => (show_if === undefined ? [] : fieldsOf(show_if))))
  const known = [...named].filter((key) => !here.has(key) && Object.hasOwn(answers, key))
  if (known.length === 0) return ''
  const values = known.map((key) => {
    const answer = answers[key]
    const list = Array.isArray(answer) ? answer.map((one) => (typeof one === 'string' ? one : one.filename)) : [answer]
    return [key, { l: list.map((one) => String(one).toLowerCase()), m: Array.isArray(answer) }]
  })
  return ` data-known="${escape(JSON.stringify(Object.fromEntries(values)))}"`
}

type Condition = NonNullable<Field['show_if']>

/** The fields that a condition names. */
export function fieldsOf(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(fieldsOf)
  if ('any' in condition) return condition.any.flatMap(fieldsOf)
  return 'not' in condition ? fieldsOf(condition.not) : [condition.field]
}
