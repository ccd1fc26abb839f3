// Our schemas as an OpenAPI 3.1 document says them: what has a name becomes a component and is said once, and our own
// keywords (x-id, x-time, x-amount) become patterns and words that every reader of JSON Schema understands.

import { type Prefix, typeIdPattern } from '#kit/ids.ts'
import type { TSchema } from '#kit/wire.ts'
import { UNIX_SECONDS_MAX } from '#kit/wire.ts'

export type Json = Record<string, unknown>

const AMOUNT_PATTERNS: Record<string, string> = {
  paise: '^[0-9]{1,12}(\\.[0-9]{1,2}0{0,4})?$',
  micros: '^[0-9]{1,12}(\\.[0-9]{1,6})?$',
}

export class Components {
  readonly schemas: Record<string, Json> = {}
  readonly #nameOf = new Map<object, string>()

  /** The schema as it stands in the document: a reference when it has a name. */
  show(schema: TSchema): Json {
    const source = schema as Json
    if (typeof source.$id !== 'string') return this.#convert(source)
    if (!typesOf(source).includes('null')) return this.named(source.$id, schema)
    return { anyOf: [this.named(source.$id, withoutNull(source) as TSchema), { type: 'null' }] }
  }

  /** A success: a list of something that has a name gets a name too. */
  showAnswer(schema: TSchema): Json {
    const item = itemOfList(schema)
    return item && typeof (schema as Json).$id !== 'string' ? this.named(`${item}List`, schema) : this.show(schema)
  }

  /** A reference to the component of this name, made from the schema when it is met first. */
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
          // A record with any keys: the plainer keyword says the same.
          shown.additionalProperties = this.show(Object.values(value as Record<string, TSchema>)[0] as TSchema)
          break
        }
        case 'items':
          shown.items = this.show(value as TSchema)
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
          Object.assign(shown, { minimum: 0, maximum: UNIX_SECONDS_MAX })
          break
        case 'x-amount':
          shown.pattern = AMOUNT_PATTERNS[value as string]
          break
        default:
          shown[keyword] = value
      }
    }
    return shown
  }

  #each(properties: Record<string, TSchema>): Json {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, this.show(one)]))
  }
}

/** Whether the schema, or anything in it, refers to a resource by its id. */
export function refersToResource(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  return 'x-id' in schema || Object.values(schema).some(refersToResource)
}

export function typesOf(schema: Json): string[] {
  return ([] as string[]).concat((schema.type as string | string[] | undefined) ?? [])
}

/** The $id of the rows when the schema is a list envelope. */
export function itemOfList(schema: TSchema): string | null {
  const { properties } = schema as { properties?: { has_more?: Json; data?: { items?: Json } } }
  const name = properties?.has_more && properties.data?.items?.$id
  return typeof name === 'string' ? name : null
}

/** Object identity is kept, so that one schema that is nullable in several places is still one. */
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
