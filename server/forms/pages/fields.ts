// Renders the fields of a page as HTML. All texts of authors and visitors are escaped here and nowhere else.

import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max'
import { escape } from '#edge/page.ts'
import { type Field, type Settings, textIn } from '#forms/definitions/definition.ts'
import { acceptAttribute, maxFilesOf, maxSizeOf, sizeText } from '#forms/definitions/file-answers.ts'
import type { FileAnswer } from '#forms/definitions/holds.ts'
import { boundsOfScale } from '#forms/definitions/read-answer.ts'
import { filled, type PageWords } from './words.ts'

export interface Shown {
  settings: Settings
  language: string
  words: PageWords
  /** The typed values; a field that was never shown has its default. */
  values: Readonly<Record<string, readonly string[]>>
  files: Readonly<Record<string, readonly FileAnswer[]>>
  errors: ReadonlyMap<string, string>
  /** `today` as conditions and bounds of dates mean it. */
  today: string
}

/** The `id` to which an error's link leads. */
export const anchorOf = ({ key, type }: Field): string =>
  ['single_choice', 'multiple_choice', 'rating', 'scale', 'yes_no'].includes(type) ? `f-${key}-0` : `f-${key}`

export function valuesOf(field: Field, values: Shown['values']): readonly string[] {
  const typed = Object.hasOwn(values, field.key) ? values[field.key] : undefined
  if (typed !== undefined) return typed
  const { default: given } = field
  if (given === undefined) return []
  if (Array.isArray(given)) return given
  if (typeof given === 'boolean') return [given ? 'yes' : field.type === 'yes_no' ? 'no' : ''].filter(Boolean)
  return [String(given)]
}

/** `isOn`: false for a question whose condition does not hold yet. */
export function fieldHtml(field: Field, shown: Shown, isOn: boolean): string {
  const html = new FieldHtml(field, shown, isOn)
  return html.whole()
}

class FieldHtml {
  readonly #field: Field
  readonly #shown: Shown
  readonly #off: string

  constructor(field: Field, shown: Shown, isOn: boolean) {
    this.#field = field
    this.#shown = shown
    this.#off = isOn ? '' : ' disabled'
  }

  whole(): string {
    const { key, type, show_if } = this.#field
    if (type === 'hidden' || type === 'page_break') return ''
    const condition = show_if === undefined ? '' : ` data-if="${escape(JSON.stringify(show_if))}"`
    const data = `${type === 'heading' ? '' : ` data-k="${key}"${this.#kind()}`}${condition}${this.#off ? ' hidden' : ''}`
    const on = show_if === undefined ? '' : `<input type="hidden" name="_on" value="${key}"${this.#off}>`
    const bad = this.#error === undefined ? '' : ' bad'
    if (type === 'heading') return `<div class="q"${data}>${on}<h2>${this.#label()}</h2>${this.#help()}</div>\n`
    if (!this.#isGroup) {
      const label = `<label class="l" for="f-${key}">${this.#label()}${this.#optional()}</label>`
      return `<div class="q${bad}"${data}>${on}${label}${this.#help()}${this.#errorHtml()}${this.#control()}</div>\n`
    }
    const legend = `<legend>${this.#label()}${this.#optional()}</legend>`
    const described = this.#describedBy()
    return `<fieldset class="q${bad}"${data}${described}>${on}${legend}${this.#help()}${this.#errorHtml()}${this.#control()}</fieldset>\n`
  }

  #kind(): string {
    const { type } = this.#field
    if (type === 'number') return ' data-t="n"'
    if (type === 'yes_no' || type === 'consent') return ' data-t="b"'
    return type === 'multiple_choice' || type === 'file' ? ' data-t="m"' : ''
  }

  get #isGroup(): boolean {
    return ['single_choice', 'multiple_choice', 'rating', 'scale', 'yes_no', 'consent', 'file'].includes(
      this.#field.type,
    )
  }

  get #error(): string | undefined {
    return this.#shown.errors.get(this.#field.key)
  }

  #text(text: Field['help']): string {
    const { language, settings } = this.#shown
    return text === undefined ? '' : escape(textIn(text, language, settings))
  }

  #label(): string {
    return this.#text(this.#field.label)
  }

  #optional(): string {
    return this.#field.required ? '' : ` <span class="o">(${escape(this.#shown.words.optional)})</span>`
  }

  #help(): string {
    const help = this.#text(this.#field.help)
    return help === '' ? '' : `<p class="h" id="h-${this.#field.key}">${help}</p>`
  }

  #errorHtml(): string {
    return this.#error === undefined ? '' : `<p class="e" id="e-${this.#field.key}">${escape(this.#error)}</p>`
  }

  #describedBy(): string {
    const { key } = this.#field
    const ids = [
      ...(this.#text(this.#field.help) === '' ? [] : [`h-${key}`]),
      ...(this.#error === undefined ? [] : [`e-${key}`]),
    ]
    return ids.length === 0 ? '' : ` aria-describedby="${ids.join(' ')}"`
  }

  /** A control's attributes: its name and constraints. */
  #attributes(id = `f-${this.#field.key}`): string {
    const { key, required } = this.#field
    const invalid = this.#error === undefined ? '' : ' aria-invalid="true"'
    const described = this.#isGroup ? '' : this.#describedBy()
    return `id="${id}" name="${key}"${required && !this.#isGroup ? ' required' : ''}${invalid}${described}${this.#off}`
  }

  get #value(): string {
    return escape(valuesOf(this.#field, this.#shown.values)[0] ?? '')
  }

  #control(): string {
    const { type } = this.#field
    const placeholder =
      this.#field.placeholder === undefined ? '' : ` placeholder="${this.#text(this.#field.placeholder)}"`
    switch (type) {
      case 'long_text':
        // HTML drops a textarea's first line break, so one is added.
        return `<textarea class="i" rows="5"${placeholder} ${this.#attributes()}>\n${this.#value}</textarea>`
      case 'phone':
        return this.#phone(placeholder)
      case 'dropdown':
        return this.#dropdown()
      case 'single_choice':
      case 'multiple_choice':
        return this.#choices()
      case 'yes_no':
        return this.#yesNo()
      case 'rating':
      case 'scale':
        return this.#row()
      case 'consent':
        return this.#consent()
      case 'file':
        return this.#file()
      default:
        return `<input class="i${['number', 'date', 'time'].includes(type) ? ' short' : ''}" ${this.#inputType()}${placeholder} value="${this.#value}" ${this.#attributes()}>`
    }
  }

  #inputType(): string {
    const { type, map_to, pattern } = this.#field
    switch (type) {
      case 'number':
        return 'type="text" inputmode="decimal" autocomplete="off"'
      case 'email':
        return 'type="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false"'
      case 'date':
        return `type="date"${this.#bound('min', this.#field.after)}${this.#bound('max', this.#field.before)}`
      case 'time':
        return `type="time"${this.#bound('min', this.#field.after)}${this.#bound('max', this.#field.before)}`
      default: {
        const complete = map_to === 'display_name' ? ' autocomplete="name"' : ''
        const digits = pattern === 'digits' || pattern === 'pin_code' ? ' inputmode="numeric"' : ''
        const url = pattern === 'url' ? ' inputmode="url" autocapitalize="none" spellcheck="false"' : ''
        return `type="text"${complete}${digits}${url}`
      }
    }
  }

  #bound(name: string, bound: string | undefined): string {
    if (bound === undefined) return ''
    return ` ${name}="${escape(bound === 'today' ? this.#shown.today : bound)}"`
  }

  #phone(placeholder: string): string {
    const country = this.#field.country ?? 'IN'
    const code = isSupportedCountry(country) ? `<span aria-hidden="true">+${getCountryCallingCode(country)}</span>` : ''
    return `<div class="tel">${code}<input class="i" type="tel" inputmode="tel" autocomplete="tel"${placeholder} value="${this.#value}" ${this.#attributes()}></div>`
  }

  #options(): { value: string; label: string }[] {
    const { language, settings } = this.#shown
    return (this.#field.options ?? []).map(({ value, label }) => ({
      value,
      label: label === undefined ? value : textIn(label, language, settings),
    }))
  }

  #dropdown(): string {
    const [chosen] = valuesOf(this.#field, this.#shown.values)
    const options = this.#options().map(({ value, label }) => {
      const same = value === label ? '' : ` value="${escape(value)}"`
      return `<option${same}${value === chosen ? ' selected' : ''}>${escape(label)}</option>`
    })
    const { placeholder } = this.#field
    const first = placeholder === undefined ? escape(this.#shown.words.choose) : this.#text(placeholder)
    const none = `<option value="">${first}</option>`
    return `<select class="i" ${this.#attributes()}>${none}${options.join('')}</select>`
  }

  #option(type: 'radio' | 'checkbox', at: number, value: string, label: string): string {
    const isChosen = valuesOf(this.#field, this.#shown.values).includes(value)
    return `<label class="opt"><input type="${type}" value="${escape(value)}"${isChosen ? ' checked' : ''} ${this.#attributes(`f-${this.#field.key}-${at}`)}><span>${escape(label)}</span></label>`
  }

  #choices(): string {
    const type = this.#field.type === 'multiple_choice' ? 'checkbox' : 'radio'
    const options = this.#options().map(({ value, label }, at) => this.#option(type, at, value, label))
    return `<div class="opts">${options.join('')}</div>`
  }

  #yesNo(): string {
    const { yes, no } = this.#shown.words
    return `<div class="opts two">${this.#option('radio', 0, 'yes', yes)}${this.#option('radio', 1, 'no', no)}</div>`
  }

  #row(): string {
    const [from, to] = boundsOfScale(this.#field)
    const isRating = this.#field.type === 'rating'
    const [chosen] = valuesOf(this.#field, this.#shown.values)
    const one = (value: number) => {
      const name = isRating ? ` aria-label="${escape(filled(this.#shown.words.stars, { count: value, max: to }))}"` : ''
      const isChosen = String(value) === chosen ? ' checked' : ''
      const control = `<input type="radio" value="${value}"${name}${isChosen} ${this.#attributes(`f-${this.#field.key}-${value - from}`)}>`
      return `<label>${control}${isRating ? '<span aria-hidden="true">★</span>' : value}</label>`
    }
    const all = Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => one(from + at))
    // Two rows of the same length where one row does not fit.
    return `<div class="row ${isRating ? 'stars' : `r${Math.ceil(all.length / 2)}`}">${all.join('')}</div>`
  }

  #consent(): string {
    const isGiven = valuesOf(this.#field, this.#shown.values).includes('yes')
    const text = this.#field.text === undefined ? this.#label() : this.#text(this.#field.text)
    return `<label class="opt"><input type="checkbox" value="yes"${isGiven ? ' checked' : ''} ${this.#attributes()}><span>${text}</span></label>`
  }

  #file(): string {
    const { key } = this.#field
    const { words, files } = this.#shown
    const kept = files[key] ?? []
    const most = maxFilesOf(this.#field)
    const size = sizeText(maxSizeOf(this.#field))
    const limit = escape(filled(most === 1 ? words.fileUpTo : words.filesUpTo, { count: most, size }))
    const rows = kept.map(({ id, filename }) => {
      const remove = escape(filled(words.remove, { file: filename }))
      return `<li><span>${escape(filename)} · ${escape(words.uploaded)}</span><button class="small" name="_act" value="remove:${key}:${id}" formnovalidate aria-label="${remove}">✕</button></li>`
    })
    const list = rows.length === 0 ? '' : `<ul class="files">${rows.join('')}</ul>`
    const multiple = most > 1 ? ' multiple' : ''
    const input = `<input class="i" type="file" aria-label="${escape(words.choose_file)}" accept="${acceptAttribute(this.#field)}"${multiple} ${this.#attributes()}>`
    return `${list}${kept.length >= most ? '' : input}<p class="h">${limit}</p>`
  }
}
