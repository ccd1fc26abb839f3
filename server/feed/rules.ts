// Who may read which events, and which types a filter matches. Pure.

import type { EventKind, PermissionByValue, Readers } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'

/** A reader with its current permissions. */
export interface Reader {
  organizationId: Uuid
  userId: Uuid
  permissions: ReadonlySet<string>
}

/** The readable types: completely, only the reader's own objects, or by a payload field. */
export interface Readable {
  all: string[]
  own: string[]
  some: SomeOf[]
}

/** Events of a type whose payload field has one of these values. */
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

/** Types that hide only single fields from others are readable by everybody. */
function seesOthers({ ofOthers, own }: Readers, permissions: ReadonlySet<string>): boolean {
  return ofOthers === undefined || own !== undefined || permissions.has(ofOthers)
}

/** A type, `noun.*` for all types of a noun, or `*`. */
export function isAmong(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    (pattern) =>
      pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/** The patterns that match no type. */
export function unknownAmong(kinds: readonly EventKind[], patterns: readonly string[]): string[] {
  return patterns.filter((pattern) => !kinds.some(({ type }) => isAmong([pattern], type)))
}

export const isTombstone = (payload: object): boolean => 'deleted' in payload && payload.deleted === true

/** The ownership data of an event row. */
export interface Whose {
  type: string
  conversation_id: Uuid | null
  user_id: Uuid | null
  /** The current owner of the conversation; null when it was deleted. */
  owner_id: Uuid | null
  /** The event's payload, or a notice's copy of it. */
  payload: Readonly<Record<string, unknown>> | null
}

/** Equivalent to the SQL condition `mayRead`, for rows that were read for many readers. */
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

/** Every type of which something is readable. */
export const typesOf = ({ all, own, some }: Readable): string[] => [...all, ...own, ...some.map(({ type }) => type)]
