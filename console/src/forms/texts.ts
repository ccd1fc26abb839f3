// Localized texts of a form. Pure.

import { ownOf } from '#kit/own.ts'
import type { Field, Settings, Text } from './shape.ts'

type Languages = Pick<Settings, 'languages' | 'default_language'>

/** The text in exactly this language; empty when there is none. */
export function ownText(text: Text | undefined, language: string, { default_language }: Languages): string {
  if (text === undefined) return ''
  if (typeof text === 'string') return language === default_language ? text : ''
  return ownOf(text, language) ?? ''
}

/** The text that the page shows in a language: the own one, else that of the default language, else any. */
export function shownText(text: Text | undefined, language: string, settings: Languages): string {
  if (text === undefined || typeof text === 'string') return text ?? ''
  return ownOf(text, language) ?? ownOf(text, settings.default_language) ?? Object.values(text)[0] ?? ''
}

/** With the text of one language replaced; undefined when no language has a text. */
export function withText(
  text: Text | undefined,
  language: string,
  value: string,
  settings: Languages,
): Text | undefined {
  const all: Record<string, string> =
    text === undefined ? {} : typeof text === 'string' ? { [settings.default_language]: text } : { ...text }
  if (value === '') delete all[language]
  else all[language] = value
  return plainest(all, settings.default_language)
}

/** A string where only the default language has a text. */
function plainest(all: Readonly<Record<string, string>>, fallback: string): Text | undefined {
  const entries = Object.entries(all)
  if (entries.length === 0) return undefined
  const [only] = entries
  return entries.length === 1 && only?.[0] === fallback ? only[1] : all
}

/** The same text where another language is the default one. */
function rebased(text: Text, before: Languages, after: Languages): Text | undefined {
  const all = typeof text === 'string' ? { [before.default_language]: text } : { ...text }
  const known = Object.fromEntries(Object.entries(all).filter(([language]) => after.languages.includes(language)))
  const first = Object.values(all)[0]
  // The API requires a text in the default language, so an existing text is used until it is translated.
  if (!Object.hasOwn(known, after.default_language) && first !== undefined)
    known[after.default_language] = ownOf(all, before.default_language) ?? first
  return plainest(known, after.default_language)
}

const fieldTexts = ['label', 'help', 'placeholder', 'text'] as const
const settingTexts = ['title', 'description', 'submit_label', 'closed_text'] as const

/** Fields and settings with other languages: texts of removed languages are removed. */
export function withLanguages(
  { fields, settings }: { fields: readonly Field[]; settings: Settings },
  after: Languages,
): { fields: Field[]; settings: Settings } {
  const of = (text: Text | undefined) => (text === undefined ? undefined : rebased(text, settings, after))
  const named = <Of extends object>(object: Of, names: readonly (keyof Of)[]): Partial<Of> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = of(object[name] as Text | undefined)
        return text === undefined ? [] : [[name, text]]
      }),
    ) as Partial<Of>
  const { thank_you: thanks, texts } = settings
  return {
    fields: fields.map((field) => ({
      ...field,
      ...named(field, fieldTexts),
      ...(field.options && {
        options: field.options.map((option) => ({ ...option, ...named(option, ['label']) })),
      }),
    })),
    settings: {
      ...settings,
      ...named(settings, settingTexts),
      ...(thanks && { thank_you: { ...thanks, ...named(thanks, ['title', 'text']) } }),
      ...(texts && { texts: named(texts, Object.keys(texts)) as Record<string, Text> }),
      ...after,
    },
  }
}
