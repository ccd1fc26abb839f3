// The source of each variable: the same text for everybody, or a contact's property with a fallback. Pure.

export interface Source {
  /** Empty for the same text for everyone. */
  attribute: string
  /** The text; for an attribute the fallback. */
  text: string
}

export type Sources = Readonly<Record<string, Source>>

/** Properties of a contact in addition to custom fields. */
export const contactFields = ['display_name', 'email', 'phone_number'] as const

export const sourcesOf = (variables: Readonly<Record<string, unknown>>): Sources =>
  Object.fromEntries(
    Object.entries(variables).map(([name, given]) => {
      if (typeof given === 'string') return [name, { attribute: '', text: given }]
      const { attribute = '', fallback = '' } = (given ?? {}) as { attribute?: string; fallback?: string }
      return [name, { attribute, text: fallback }]
    }),
  )

const GUESSES: readonly (readonly [RegExp, (typeof contactFields)[number]])[] = [
  [/^((contact|customer|client|recipient|display|full|first|user)_?)?name$|^naam$/i, 'display_name'],
  [/^e?mail(_address)?$/i, 'email'],
  [/^(phone|mobile)(_number|_no)?$/i, 'phone_number'],
]

/** The most likely source for a variable's name; `known`: existing custom fields. */
export function guessed(name: string, known: readonly string[]): Source {
  const field = GUESSES.find(([pattern]) => pattern.test(name))?.[1]
  const alike = known.find((one) => one === name) ?? known.find((one) => plainName(one) === plainName(name))
  return { attribute: field ?? alike ?? '', text: '' }
}

/** `Village name`, `village_name` and `VillageName` count as the same name. */
const plainName = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '')

/** An attribute without a name is incomplete. */
export const isComplete = (source: Source | undefined): source is Source =>
  source !== undefined && source.text.trim() !== '' && source.attribute.trim() === source.attribute

export const missingSources = (sources: Sources, names: readonly string[]): string[] =>
  names.filter((name) => !Object.hasOwn(sources, name) || !isComplete(sources[name]))

/** The complete sources of the content's variables, for the API. */
export const completeSources = (sources: Sources, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const source = Object.hasOwn(sources, name) ? sources[name] : undefined
      if (!isComplete(source)) return []
      const text = source.text.trim()
      return [[name, source.attribute === '' ? text : { attribute: source.attribute, fallback: text }]]
    }),
  )

/** The value for a contact without data, for previews of unsaved drafts. */
export const fallbackValues = (sources: Sources): Record<string, string> =>
  Object.fromEntries(Object.entries(sources).map(([name, { text }]) => [name, text]))
