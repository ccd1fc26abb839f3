// The audit log as the API shows it.

import { pageQuery } from '#edge/paging.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { actions, actors } from './rules.ts'

export const AuditEntry = Type.Object(
  {
    id: Out.id('audit'),
    sequence: Type.Integer({ description: 'Position in the log, starting at 1, without gaps.' }),
    actor: oneOf(actors, 'AuditActor'),
    user_id: Out.nullable(Out.id('user')),
    token_id: Out.nullable(Out.id('token')),
    action: oneOf(actions, 'AuditAction'),
    object: Out.nullable(Type.String({ description: 'ID of the object that the action changed.' })),
    details: Type.Object(
      {},
      { additionalProperties: true, description: 'Details of the action; the fields depend on `action`.' },
    ),
    created_at: Out.time(),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 hash, in hexadecimal, of the entry and the hash of the previous entry.',
    }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditQuery = In.object({
  ...pageQuery('audit'),
  action: Type.Optional(oneOf(actions, 'AuditAction')),
  user_id: Type.Optional(In.id('user')),
  object: Type.Optional(In.line()),
  from: Type.Optional(In.time()),
  to: Type.Optional(In.periodEnd()),
})
export type AuditQuery = Static<typeof AuditQuery>
