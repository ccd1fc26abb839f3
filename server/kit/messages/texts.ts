// Texts by key, in English and Hindi. A text is a string, or a function of its named parameters.
// `Texts<typeof en>` makes a missing key or parameter an error of the type check, and
// test/structure/catalogues.test.ts finds a parameter that a text leaves out. Pure: the console imports these files.

/** Parameters of a text: counts, names, decimal strings in rupees, lists of names. */
export type Params = Readonly<Record<string, string | number | readonly string[]>>

export type Text = string | ((params: never) => string)
export type Entries = Readonly<Record<string, Text>>

/** The same keys with the same parameters, for the other language. */
export type Texts<En extends Entries> = {
  readonly [Key in keyof En]: En[Key] extends (params: infer P) => string ? (params: P) => string : string
}

/** The arguments of a text after its key: none, or its parameters. */
export type ParamsOf<T> = T extends (params: infer P) => string ? [params: P] : []

export type Language = 'en' | 'hi'

export function render(text: Text, params: Params): string {
  return typeof text === 'string' ? text : (text as (params: Params) => string)(params)
}

/** For received parameters: null when they do not match this version's text. */
export function renderIfPossible(text: Text, params: Params): string | null {
  try {
    return render(text, params)
  } catch {
    return null
  }
}

/** English counts: `1 item`, `2 items`. */
export const count = (amount: number, one: string, several = `${one}s`): string =>
  `${amount} ${amount === 1 ? one : several}`

/** `a, b, c`. */
export const listed = (names: readonly string[]): string => names.join(', ')

/** The country name of an ISO 3166-1 code; other text is returned unchanged. */
export const regionIn = (language: Language, code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code) : code
