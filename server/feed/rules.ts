// Who may read which events, and which types a filter means. Pure.

import type { EventKind, PermissionByValue, Readers } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'

/** Who reads: with what they may do at this moment. */
export interface Reader {
  organizationId: Uuid
  userId: Uuid
  permissions: ReadonlySet<string>
}

/** The types that somebody may read: whoever's they are, only where they are their own, and some by a field. */
export interface Readable {
  all: string[]
  own: string[]
  some: SomeOf[]
}

/** Those of a type of which a field of the payload says one of these. */
export interface SomeOf {
  type: string
  field: string
  values: readonly string[]
}

export function readableOf(
  kinds: readonly EventKind[],
  { permissions }: Pick<Reader, 'permissions'>,
  types: readonly string[] = ['*'],
): Readable {
  const readable: Readable = { all: [], own: [], some: [] }
  for (const { type, readers } of kinds) {
    if (!isAmong(types, type)) continue
    const { permission } = readers
    if (typeof permission === 'object') add(readable, type, permission, permissions)
    else if (permissions.has(permission)) readable[seesOthers(readers, permissions) ? 'all' : 'own'].push(type)
  }
  return readable
}

function add(readable: Readable, type: string, { field, of }: PermissionByValue, permissions: ReadonlySet<string>) {
  const values = Object.keys(of).filter((value) => permissions.has(of[value] as string))
  if (values.length === Object.keys(of).length) readable.all.push(type)
  else if (values.length > 0) readable.some.push({ type, field, values })
}

/** What is everybody's but for a field or two is everybody's. */
function seesOthers({ ofOthers, own }: Readers, permissions: ReadonlySet<string>): boolean {
  return ofOthers === undefined || own !== undefined || permissions.has(ofOthers)
}

/** A type, `noun.*` for all of a noun, or `*`. */
export function isAmong(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/** Of the patterns those that no type fits. */
export function unknownAmong(kinds: readonly EventKind[], patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !kinds.some(({ type }) => isAmong([pattern], type)))
}

export const isTombstone = (payload: object): boolean => 'deleted' in payload && payload.deleted === true

/** What a row says of whose it is. */
export interface Whose {
  type: string
  conversation_id: Uuid | null
  user_id: Uuid | null
  /** Whose the conversation is now; null when it is gone. */
  owner_id: Uuid | null
  /** What it tells, or what a notice kept of that. */
  payload: Readonly<Record<string, unknown>> | null
}

/** The same as the condition `mayRead` of the statements, for rows that were read for many. */
export function isReadableBy(userId: Uuid, { all, own, some }: ReadableSets, row: Whose): boolean {
  if (all.has(row.type)) return true
  const byValue = some.get(row.type)
  if (byValue) return byValue.values.includes(row.payload?.[byValue.field] as string)
  return own.has(row.type) && (row.owner_id ?? row.user_id) === userId
}

export interface ReadableSets {
  all: ReadonlySet<string>
  own: ReadonlySet<string>
  some: ReadonlyMap<string, SomeOf>
}

export const setsOf = ({ all, own, some }: Readable): ReadableSets => ({
  all: new Set(all),
  own: new Set(own),
  some: new Map(some.map((one) => [one.type, one])),
})

/** Every type of which there is something to read. */
export const typesOf = ({ all, own, some }: Readable): string[] => [...all, ...own, ...some.map(({ type }) => type)]
