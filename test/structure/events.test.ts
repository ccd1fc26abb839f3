// The closed list of events: anything else does not compile, and it contains what domains declare and what the
// specification names.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type DeclaredEvents, declareEvents, type NewEvent } from '#events/declaration.ts'
import { newUuid } from '#kit/ids.ts'
import { Out, Type } from '#kit/wire.ts'
import { isPermission } from '#people/access/rules.ts'
import { type EventPayload, eventKinds, events, eventsToCome } from '#program/events.ts'
import { faultsOf } from '../events.ts'
import { holds, readSources, root } from './sources.ts'

const types = Object.keys(events)

async function declaredByDomain(): Promise<[path: string, declared: DeclaredEvents][]> {
  const files = readSources('server/**/events.ts').filter(({ path }) => !path.startsWith('server/program/'))
  const found = await Promise.all(
    files.map(async ({ path }) => {
      const exported: unknown[] = Object.values(await import(`${root}${path}`))
      const isTable = (one: unknown): one is DeclaredEvents =>
        typeof one === 'object' && one !== null && 'declarations' in one
      return exported.filter(isTable).map((one): [string, DeclaredEvents] => [path, one])
    }),
  )
  return found.flat()
}

test('spec 14.2: every event of every domain is in the table, once, as noun.past, and says when it happens', async () => {
  const declared = await declaredByDomain()
  assert.ok(declared.length > 10)
  const all = declared.flatMap(([path, { declarations }]) => Object.keys(declarations).map((type) => ({ path, type })))
  holds(
    'server/program/events.ts is the list of all: add the events of this domain.',
    all.filter(({ type }) => !types.includes(type)).map(({ path, type }) => `${path} ${type}`),
  )
  holds(
    'Two domains tell of one change in two ways: only one of them may.',
    all.filter(({ type }, index) => all.findIndex((one) => one.type === type) !== index).map(({ type }) => type),
  )
  holds(
    'Who subscribes to it knows it by its name and its description alone.',
    Object.entries(events)
      .filter(([type, { description }]) => !/^[a-z_]+\.[a-z_]+$/.test(type) || !/^[A-Z].{10,}\.$/s.test(description))
      .map(([type]) => type),
  )
})

test('events are declared in events.ts, and nobody passes by their declaration', () => {
  const product = readSources('server/**/*.ts').filter(
    ({ isTest, path }) => !isTest && !path.startsWith('server/events/'),
  )
  holds(
    'A domain has one file that says what it tells.',
    product
      .filter(({ code, path }) => /\bdeclareEvents\(/.test(code) && !path.endsWith('/events.ts'))
      .map(({ path }) => path),
  )
  holds(
    'What is called an event by force was checked by nobody.',
    product.filter(({ code }) => /\bas (unknown as )?(NewEvent|EventOfOne)\b/.test(code)).map(({ path }) => path),
  )
})

test('spec 14: what the specification names is declared, or said to come', () => {
  const chapter = /^## 14\..*?(?=^## 15\.)/ms.exec(readFileSync(`${root}docs/specification.md`, 'utf8'))?.[0] as string
  const named = [...chapter.matchAll(/`([a-z_]+\.(?:[a-z_]+|\*))`/g)].map(([, name]) => name as string)
  const nouns = new Set([...types, ...Object.keys(eventsToCome)].map((name) => name.split('.')[0]))
  const isKnown = (name: string) =>
    types.includes(name) ||
    name in eventsToCome ||
    (name.endsWith('.*') && types.some((type) => type.startsWith(name.slice(0, -1))))
  const ofEvents = named.filter((name) => name.endsWith('.*') || nouns.has(name.split('.')[0]))
  for (const name of ['message.*', 'invoice.generated', 'balance.low', 'form.submitted', 'noun.past'])
    assert.ok(named.includes(name), name)
  holds(
    'Declare it where it happens, or say in server/program/events.ts what it comes with.',
    ofEvents.filter((name) => !isKnown(name)),
  )
  holds(
    'The specification does not name it.',
    Object.keys(eventsToCome).filter((name) => !named.includes(name)),
  )
  holds(
    'It is there: nothing is to come.',
    Object.keys(eventsToCome).filter((name) =>
      types.some((type) => type === name || type.startsWith(name.replace('*', ''))),
    ),
  )
})

test('a wrong type or a wrong payload does not compile', () => {
  const declared = declareEvents(
    { object: 'org', readers: { permission: 'contacts.view' } },
    {
      'thing.made': {
        description: 'A thing was made.',
        payload: Type.Object({ id: Out.id('org'), size: Out.nullable(Type.Integer()) }),
      },
    },
  )
  const id = newUuid()
  const written: NewEvent[] = [
    declared.event('thing.made', id, { id, size: null }),
    // @ts-expect-error no such type
    declared.event('thing.maid', id, { id, size: 1 }),
    // @ts-expect-error a field is missing
    declared.event('thing.made', id, { id }),
    // @ts-expect-error a field is of another type
    declared.event('thing.made', id, { id, size: '1' }),
    // @ts-expect-error a field is too much
    declared.event('thing.made', id, { id, size: 1, colour: 'red' }),
    // @ts-expect-error made by nobody's declaration
    { type: 'thing.made', objectId: id, payload: { id, size: 1 }, audience: { conversationId: null, userId: null } },
  ]
  assert.equal(written.length, 6)
  // @ts-expect-error the payload of an invoice is no balance
  const balance: EventPayload<'balance.low'> = {} as EventPayload<'invoice.generated'>
  assert.ok(balance)
})

test('the schema of every event can be held against what is written', () => {
  for (const type of types) assert.notEqual(faultsOf({ type, payload: { nothing: 'of it' } }).length, 0, type)
})

test('what is written is held against its declaration: an unknown type, a missing, a wrong and a further field are found', () => {
  const id = 'group_01jd3v9k7he2n8q4x5c6t7w8yz'
  assert.deepEqual(faultsOf({ type: 'group.deleted', payload: { id } }), [])
  assert.equal(faultsOf({ type: 'group.vanished', payload: { id } }).length, 1)
  assert.equal(faultsOf({ type: 'group.deleted', payload: {} }).length, 1)
  assert.equal(faultsOf({ type: 'group.deleted', payload: { id: 'group_1' } }).length, 1)
  assert.equal(faultsOf({ type: 'group.deleted', payload: { id, name: 'Weavers' } }).length, 1)
})

test('spec 14.12: every event says what it takes to read it', () => {
  assert.deepEqual(eventKinds.map(({ type }) => type).toSorted(), types.toSorted())
  const named = eventKinds.flatMap(({ readers: { permission, ofOthers = [] } }) => [
    ...(typeof permission === 'string' ? [permission] : Object.values(permission.of)),
    ...[ofOthers].flat(),
  ])
  holds(
    'There is no such permission.',
    named.filter((name) => !isPermission(name)),
  )
})
