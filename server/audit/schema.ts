// The audit log as the API shows it.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import type { EntryRow } from './queries.ts'
import { actions, actors } from './rules.ts'

export const AuditEntry = Type.Object(
  {
    id: Out.id('audit'),
    sequence: Type.Integer({ description: 'Its place in the chain, from 1 without a gap.' }),
    actor: oneOf(actors, 'AuditActor'),
    user_id: Out.nullable(Out.id('user')),
    token_id: Out.nullable(Out.id('token')),
    action: oneOf(actions, 'AuditAction'),
    object: Out.nullable(Type.String({ description: 'The id of what it was done to.' })),
    details: Type.Object({}, { additionalProperties: true }),
    created_at: Out.time(),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 over the entry and the hash of the one before it.',
    }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditQuery = In.object({
  ...pageQuery('audit'),
  action: Type.Optional(oneOf(actions, 'AuditAction')),
  user_id: Type.Optional(In.id('user')),
  object: Type.Optional(In.text()),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.time()),
})
export type AuditQuery = Static<typeof AuditQuery>

export function showEntry(row: EntryRow): AuditEntry {
  return {
    id: publicId('audit', row.id),
    sequence: Number(row.sequence),
    actor: row.actor,
    user_id: publicId('user', row.user_id),
    token_id: publicId('token', row.token_id),
    action: row.action,
    object: row.object,
    details: row.details,
    created_at: seconds(row.created_at),
    hash: row.hash.toString('hex'),
  }
}
