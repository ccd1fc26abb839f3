// Converts our schemas to OpenAPI 3.1: a named schema becomes a component and is defined once, and our own keywords
// (x-id, x-time, x-amount) become patterns and descriptions that every JSON Schema reader understands, in every
// language.

import { type Prefix, typeIdPattern } from '#kit/ids.ts'
import { CALLED, SHOWN, type TSchema, UNIX_SECONDS_MAX, UNIX_SECONDS_MIN } from '#kit/wire.ts'

export type Json = Record<string, unknown>

const AMOUNT_PATTERNS: Record<string, string> = {
  paise: '^[0-9]{1,12}(\\.[0-9]{1,2}0{0,4})?$',
  micros: '^[0-9]{1,12}(\\.[0-9]{1,6})?$',
}

/** Larger numbers need 64 bits. */
const INT32_MAX = 2 ** 31 - 1

/** Annotations that a use of a named schema may add. */
const ANNOTATIONS = ['default', 'deprecated']

export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly #nameOf = new Map<object, string>()

  /** The schema's form in the document: a reference when it has a name. */
  show(schema: TSchema): Json {
    const source = ((schema as Shown)[SHOWN] ?? schema) as Shown
    const called = source[CALLED]
    const name = called?.name ?? (source.$id as string | undefined)
    if (name === undefined) return this.#convert(source)
    const isNullable = typesOf(source).includes('null')
    const bare = isNullable ? withoutNull(source) : source
    const referred = this.named(name, (called ? withoutUse(bare, called.description) : bare) as TSchema)
    const own = called ? useOf(source, called.description) : {}
    return isNullable ? { anyOf: [referred, { type: 'null' }], ...own } : { ...referred, ...own }
  }

  /** For a response or property: a list of a named schema gets a name too. */
  showWithPages(schema: TSchema): Json {
    const item = itemOfList(schema)
    return item && typeof (schema as Json).$id !== 'string' ? this.named(`${item}Page`, schema) : this.show(schema)
  }

  /** A reference to the component of this name, created from the schema on first use. */
  named(name: string, schema: TSchema): Json {
    const known = this.#nameOf.get(schema)
    if (known) return reference(known)
    const shown = this.#convert(schema as Json)
    const before = this.schemas[name]
    if (before && JSON.stringify(before) !== JSON.stringify(shown))
      throw new Error(`two different schemas are called ${name}; give one of them another $id`)
    this.schemas[name] = shown
    this.#nameOf.set(schema, name)
    return reference(name)
  }

  #convert(source: Json): Json {
    const shown: Json = {}
    for (const [keyword, value] of Object.entries(source)) {
      switch (keyword) {
        case '$id':
          break
        case 'properties':
          shown.properties = this.#each(value as Record<string, TSchema>)
          break
        case 'patternProperties': {
          // A record with arbitrary keys: the simpler keyword is equivalent.
          shown.additionalProperties = this.show(Object.values(value as Record<string, TSchema>)[0] as TSchema)
          break
        }
        case 'items':
        case 'propertyNames':
          shown[keyword] = this.show(value as TSchema)
          break
        case 'additionalProperties':
          shown.additionalProperties = typeof value === 'object' ? this.show(value as TSchema) : value
          break
        case 'anyOf':
        case 'oneOf':
        case 'allOf':
          shown[keyword] = (value as TSchema[]).map((one) => this.show(one))
          break
        case 'x-id':
          shown.pattern = typeIdPattern(value as Prefix)
          break
        case 'x-time':
          delete shown.type
          shown.anyOf = [
            { type: 'integer', format: 'int64', minimum: UNIX_SECONDS_MIN, maximum: UNIX_SECONDS_MAX },
            { type: 'string', description: 'Time in ISO 8601.' },
          ]
          break
        case 'pattern':
          // Further restrictions are described in words; a pattern that a generated client cannot compile would keep it
          // from starting.
          if (isPortable(value as string)) shown.pattern = value
          break
        case 'x-amount':
          shown.pattern = AMOUNT_PATTERNS[value as string]
          break
        default:
          shown[keyword] = value
      }
    }
    if (typesOf(shown).includes('integer')) shown.format = formatOf(shown)
    return shown
  }

  #each(properties: Record<string, TSchema>): Json {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, this.showWithPages(one)]))
  }
}

interface Shown extends Json {
  [CALLED]?: { name: string; description?: string }
  [SHOWN]?: TSchema
}

/**
 * True when Go, Java, Python and Rust interpret the pattern as JavaScript does: no Unicode classes, no \\u, no
 * lookaround.
 */
export function isPortable(pattern: string): boolean {
  return !/\\[pPuUkbBAzZ1-9]|\(\?/.test(pattern)
}

function formatOf({ minimum = -Infinity, maximum = Infinity }: { minimum?: number; maximum?: number }): string {
  return minimum >= -INT32_MAX && maximum <= INT32_MAX ? 'int32' : 'int64'
}

function useOf(source: Json, description: string | undefined): Json {
  const own = Object.entries(source).filter(
    ([keyword, value]) => ANNOTATIONS.includes(keyword) || (keyword === 'description' && value !== description),
  )
  return Object.fromEntries(own)
}

function withoutUse(source: Json, description: string | undefined): Json {
  const kept = Object.entries(source).filter(([keyword]) => !ANNOTATIONS.includes(keyword) && keyword !== 'description')
  return { ...Object.fromEntries(kept), ...(description === undefined ? {} : { description }) }
}

/** True when the schema contains a reference to a resource by id. */
export function refersToResource(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return 'x-id' in schema || Object.values(schema).some(refersToResource)
}

export function typesOf(schema: Json): string[] {
  return ([] as string[]).concat((schema.type as string | string[] | undefined) ?? [])
}

/** The $id of the rows if the schema is a list envelope. */
export function itemOfList(schema: TSchema): string | null {
  const { properties } = schema as { properties?: { has_more?: Json; data?: { items?: Json } } }
  const name = properties?.has_more && properties.data?.items?.$id
  return typeof name === 'string' ? name : null
}

/** Preserves object identity, so that a schema that is nullable in several places stays one component. */
const notNull = new WeakMap<Json, Json>()

function withoutNull(source: Json): Json {
  const known = notNull.get(source)
  if (known) return known
  const types = typesOf(source).filter((type) => type !== 'null')
  const values = source.enum as unknown[] | undefined
  const made = {
    ...source,
    type: types.length === 1 ? types[0] : types,
    ...(values ? { enum: values.filter((value) => value !== null) } : {}),
  }
  notNull.set(source, made)
  return made
}

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}
