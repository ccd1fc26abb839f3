// Who may read which events, and which types a filter means. Pure.

import type { EventKind, Readers } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'

/** Who reads: with what they may do at this moment. */
export interface Reader {
  organizationId: Uuid
  userId: Uuid
  permissions: ReadonlySet<string>
}

/** The types that somebody may read: whoever's they are, and only where they are their own. */
export interface Readable {
  all: string[]
  own: string[]
}

export function readableOf(
  kinds: readonly EventKind[],
  { permissions }: Pick<Reader, 'permissions'>,
  types: readonly string[] = ['*'],
): Readable {
  const readable: Readable = { all: [], own: [] }
  for (const { type, readers } of kinds) {
    if (!permissions.has(readers.permission) || !isAmong(types, type)) continue
    readable[seesOthers(readers, permissions) ? 'all' : 'own'].push(type)
  }
  return readable
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
}

/** The same as the condition `mayRead` of the statements, for rows that were read for many. */
export function isReadableBy(userId: Uuid, { all, own }: ReadableSets, row: Whose): boolean {
  if (all.has(row.type)) return true
  return own.has(row.type) && (row.owner_id ?? row.user_id) === userId
}

export interface ReadableSets {
  all: ReadonlySet<string>
  own: ReadonlySet<string>
}

export const setsOf = ({ all, own }: Readable): ReadableSets => ({ all: new Set(all), own: new Set(own) })
