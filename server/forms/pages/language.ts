// The language of a form's page: from the URL, otherwise the browser's, otherwise the form's default. Pure.

import type { Settings } from '#forms/definitions/definition.ts'

const HEADER_LENGTH_MAX = 500

export function languageOf(
  { languages, default_language }: Settings,
  asked: unknown,
  acceptLanguage: string | string[] | undefined,
): string {
  if (typeof asked === 'string' && languages.includes(asked)) return asked
  if (languages.length < 2) return default_language
  let best = { language: default_language, quality: 0 }
  for (const range of String(acceptLanguage ?? '')
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const given = parameters.map((one) => /^\s*q=([0-9.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    const quality = given === undefined ? 1 : Number(given) || 0
    const language = languages.find((one) => tag === one || tag.startsWith(`${one}-`))
    if (language !== undefined && quality > best.quality) best = { language, quality }
  }
  return best.language
}
