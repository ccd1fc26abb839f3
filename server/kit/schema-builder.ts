// Builds JSON Schemas with the functions and the static types of TypeBox, of which the program uses a dozen. Loading
// TypeBox itself takes every process an eighth of a second at its start.

import type * as typebox from 'typebox'

type Schema = Record<PropertyKey, unknown>

/** Marks a property that may be absent. Not enumerable: no validator, serializer or copy of the schema meets it. */
const IS_OPTIONAL = Symbol('optional')
/** What TypeBox writes as the pattern of a record's names. */
const ANY_NAME = '^.*$'

const optional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, IS_OPTIONAL, { value: true, enumerable: false })

function object(properties: Record<string, Schema>, options: Schema = {}): Schema {
  const required = Object.keys(properties).filter((name) => !(IS_OPTIONAL in (properties[name] as Schema)))
  return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
}

/** The properties of an object but for some; its options are not taken over. */
function omit({ properties }: { properties: Record<string, Schema> }, names: readonly string[]): Schema {
  return object(Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))))
}

const builders = {
  Array: (items: Schema, options?: Schema): Schema => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema): Schema => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema): Schema => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: Schema): Schema => ({ type: typeof value, const: value, ...options }),
  Null: (options?: Schema): Schema => ({ type: 'null', ...options }),
  Number: (options?: Schema): Schema => ({ type: 'number', ...options }),
  Object: object,
  Omit: omit,
  Optional: optional,
  Record: (_names: Schema, values: Schema, options?: Schema): Schema => ({
    type: 'object',
    patternProperties: { [ANY_NAME]: values },
    ...options,
  }),
  String: (options?: Schema): Schema => ({ type: 'string', ...options }),
  Union: (anyOf: Schema[], options?: Schema): Schema => ({ anyOf, ...options }),
  Unknown: (options?: Schema): Schema => ({ ...options }),
  Unsafe: (schema: Schema): Schema => ({ ...schema }),
}

export const Type = builders as unknown as Pick<typeof typebox.Type, keyof typeof builders>
