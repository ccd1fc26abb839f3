import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as typebox from 'typebox'
import { Type as ours } from './schema-builder.ts'

/** With each function, and with each kind of property of an object. */
const schemasOf = (Type: typeof ours) => {
  const object = Type.Object(
    { name: Type.String({ minLength: 1 }), age: Type.Optional(Type.Integer({ minimum: 0 })) },
    { additionalProperties: false, $id: 'Person' },
  )
  return {
    object,
    empty: Type.Object({}),
    'all optional': Type.Object({ none: Type.Optional(Type.Optional(Type.Null())) }),
    'a property that a copy of an optional schema makes': Type.Object({
      copy: Type.Unsafe({ ...Type.Optional(Type.Number()) }),
    }),
    'some properties fewer': Type.Omit(object, ['name']),
    array: Type.Array(Type.Boolean({ description: 'Yes or no' }), { maxItems: 2 }),
    union: Type.Union([Type.Literal('a'), Type.Literal(1), Type.Literal(true)], { description: 'One of them' }),
    record: Type.Record(Type.String(), Type.Unknown({ description: 'Anything' }), { maxProperties: 3 }),
    unsafe: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  }
}

test('every function of the schema builder makes the schema that TypeBox makes, key by key', () => {
  assert.equal(JSON.stringify(schemasOf(ours)), JSON.stringify(schemasOf(typebox.Type)))
})

test('a schema keeps what others attached to it under a symbol when it becomes optional', () => {
  const name = Symbol('name')
  const named = Object.assign(ours.String(), { [name]: 'Line' })
  assert.deepEqual(Object.getOwnPropertyDescriptor(ours.Optional(named), name)?.value, 'Line')
})
