// Generates the contract's events as one union discriminated by `type`.

import { type Document, isSame, refersTo, type Schema, shapeOf } from './contract.ts'
import { pascal } from './names.ts'
import { COLUMNS_MAX, comment } from './text.ts'
import { declaration, fields, typeOf } from './types.ts'

const ENVELOPE = ['id', 'type', 'object_id', 'position', 'data', 'created_at']
/** Data with fewer properties is written inline, without a name. */
const NAMED_FROM_PROPERTIES = 2

interface Told {
  type: string
  description: string
  /** The event's data, without the variant of a tombstone. */
  data: Schema
}

export interface Events {
  text: string
  /** The schemas that it refers to. */
  uses: string[]
  names: string[]
}

export function eventsOf(document: Document): Events {
  const told = Object.entries(document.webhooks).map(([type, { post }]) => toldBy(type, post))
  const known = new Map(Object.entries(document.components.schemas))
  const names = dataNames(told)
  const uses = new Set<string>()
  const parts: string[] = []
  const written = new Set<string>()
  const bySize = told.toSorted((left, right) => sizeOf(left.data) - sizeOf(right.data))
  for (const { data } of bySize) {
    const name = names.get(shapeOf(data))
    if (!name || written.has(name)) continue
    written.add(name)
    parts.push(declarationOf(name, data, known, uses))
    known.set(name, data)
  }
  for (const { type, description, data } of told) {
    const name = names.get(shapeOf(data))
    if (!name) for (const used of refersTo(data)) uses.add(used)
    parts.push(`${comment([description])}${eventText(type, name ?? typeOf(data, '').replace(/\s+/g, ' '))}`)
  }
  const all = told.map(({ type }) => `\n  | ${eventName(type)}`).join('')
  const nouns = [...new Set(told.map(({ type }) => type.split('.')[0] as string))]
  parts.push(
    `${comment(['Every event that this version knows.'])}export type KnownEvent =${all}\n`,
    `${comment(['All of a noun.'])}export type EventNoun =${nouns.map((noun) => `\n  | '${noun}'`).join('')}\n`,
  )
  return {
    text: parts.join('\n'),
    uses: [...uses],
    names: [...written, ...told.map(({ type }) => eventName(type)), 'KnownEvent', 'EventNoun'],
  }
}

function eventText(type: string, data: string): string {
  const said = `export type ${eventName(type)} = Told<`
  const line = `${said}'${type}', ${data}>\n`
  return line.length <= COLUMNS_MAX + 1 ? line : `${said}\n  '${type}',\n  ${data}\n>\n`
}

const eventName = (type: string): string => `${pascal(type)}Event`

function toldBy(type: string, post: Document['webhooks'][string]['post']): Told {
  const schema = post.requestBody?.content['application/json']?.schema
  const { data, ...rest } = schema?.properties ?? {}
  if (!data || String(schema?.required) !== String(ENVELOPE) || rest.type?.const !== type)
    throw new Error(`${type} is not shaped as an event: ${ENVELOPE.join(', ')}`)
  const [tells, deleted, ...more] = data.anyOf ?? []
  if (!tells || !deleted?.$ref?.endsWith('/DeletedEventData') || more.length > 0)
    throw new Error(`${type} tells something else than what it is about, or that this is deleted`)
  return { type, description: post.description ?? '', data: tells }
}

/** Names of data shapes that are no resource, by shape; named after the noun when several events share one. */
function dataNames(told: readonly Told[]): Map<string, string> {
  const names = new Map<string, string>()
  const shapes = new Map<string, string[]>()
  for (const { type, data } of told) {
    if (data.$ref || Object.keys(data.properties ?? {}).length < NAMED_FROM_PROPERTIES) continue
    const shape = shapeOf(data)
    shapes.set(shape, [...(shapes.get(shape) ?? []), type])
  }
  for (const [shape, types] of shapes) {
    const [first = ''] = types
    const name = `${pascal(types.length > 1 ? (first.split('.')[0] as string) : first)}EventData`
    if ([...names.values()].includes(name)) throw new Error(`two shapes of events would be called ${name}`)
    names.set(shape, name)
  }
  return names
}

/** A shape that contains all properties of a resource or of another event is declared as extending it. */
function declarationOf(name: string, data: Schema, known: ReadonlyMap<string, Schema>, uses: Set<string>): string {
  const { properties = {} } = data
  const isPartOf = ([, { properties: own = {} }]: [string, Schema]) =>
    Object.keys(own).length >= NAMED_FROM_PROPERTIES &&
    Object.entries(own).every(([key, schema]) => properties[key] !== undefined && isSame(properties[key], schema))
  const [resource] = [...known].filter(isPartOf).toSorted(([, left], [, right]) => sizeOf(right) - sizeOf(left))
  if (!resource) {
    for (const used of refersTo(data)) uses.add(used)
    return declaration(name, data)
  }
  const [base, { properties: own = {} }] = resource
  const more = Object.fromEntries(Object.entries(properties).filter(([key]) => !(key in own)))
  if (!base.endsWith('EventData')) uses.add(base)
  for (const used of refersTo({ properties: more })) uses.add(used)
  const body = fields({ ...data, properties: more }, '')
  return `${comment([data.description])}export interface ${name} extends ${base} ${body}\n`
}

const sizeOf = ({ properties = {} }: Schema): number => Object.keys(properties).length
