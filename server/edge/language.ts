// Language selection for HTML pages, from the browser's preference.

export const pageLanguages = ['en', 'hi'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** The texts of a page, always in both languages. */
export type Worded<Words> = Readonly<Record<PageLanguage, Words>>

const HEADER_LENGTH_MAX = 500

/** The browser's preferred language by Accept-Language (RFC 9110 §12.5.4); English without a preference. */
export function preferredLanguage(header: string | string[] | undefined): PageLanguage {
  let best: { language: PageLanguage; quality: number } = { language: 'en', quality: 0 }
  for (const range of String(header ?? '')
    .slice(0, HEADER_LENGTH_MAX)
    .split(',')) {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';')
    const given = parameters.map((one) => /^\s*q=([0-9.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined)
    const quality = given === undefined ? 1 : Number(given) || 0
    const language = pageLanguages.find((one) => tag === one || tag.startsWith(`${one}-`))
    if (language && quality > best.quality) best = { language, quality }
  }
  return best.language
}
